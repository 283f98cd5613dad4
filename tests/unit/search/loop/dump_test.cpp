// The decisions of a search on some models, dumped, are decided by the z3 and cvc5 programs as we decided them; and to record them changes
// nothing.
#include "smt/wrappers/dump.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "random/text_model.h"
#include "unit/smt/kit.h"
#include "verify/verify.h"

namespace {

using namespace parapet;

// Enumerations, processes as values, differences and a sum that is none, a union of cubes, open reads, a trace.
const char* const barrier = R"(
type loc = A | B | C
var Sense : bool
var Turn : proc
array PC[proc] : loc
array Level[proc] : int
const Step : int
init (z) { PC[z] = A && Level[z] = 0 && Sense = False && 0 < Step }
unsafe (a b) { PC[a] = C && PC[b] = C && Level[a] <> Level[b] }
transition go (p) requires { PC[p] = A } { PC[p] := B; Turn := p }
transition swap (p) requires { PC[p] = B && Turn = p } { PC[p] := C; Level[p] := Level[p] + Step }
transition back (p q) requires { PC[p] = C && Level[q] <= Level[p] } { PC[p] := A; Sense := True }
)";

const char* const weak_mutex = R"(
type loc = A | B | C
array PC[proc] : loc
weak array Flag[proc] : bool
weak var Ticket : int
init (z) { PC[z] = A && Flag[z] = False && Ticket = 0 }
unsafe (a b) { PC[a] = C && PC[b] = C && 2 <= a @ Ticket }
transition ask ([p]) requires { PC[p] = A } { PC[p] := B; Flag[p] := True }
transition enter ([p]) requires { PC[p] = B && forall_other q. Flag[q] = False && fence() } { PC[p] := C }
transition leave ([p]) requires { PC[p] = C } { PC[p] := A; Flag[p] := False }
transition count ([p]) requires { PC[p] = A && Ticket < 3 } { Ticket := Ticket + 2 }
)";

// The order of events is asked too.
enum class Asked : std::uint8_t { Literals, Orders };

// A few of each purpose, evenly spread: each costs two processes.
std::vector<std::filesystem::path> sample(const std::vector<std::filesystem::path>& files) {
  std::map<std::string, std::vector<std::filesystem::path>> by_purpose;
  for (const auto& file : files) by_purpose[file.stem().string().substr(7)].push_back(file);
  std::vector<std::filesystem::path> result;
  for (const auto& [purpose, all] : by_purpose) {
    for (std::size_t k = 0; k < all.size(); k += all.size() / 12 + 1) result.push_back(all[k]);
  }
  return result;
}

void check_dump(const std::string& name, const char* text, const le::MemoryModel& model, Asked asked = Asked::Literals) {
  const smt::test::Directory directory("search-dump-" + name);
  const ld::Program program = test::program_of(text);
  smt::DumpFolder folder(directory.path, asked == Asked::Orders ? "order" : "");
  verify::Options how;
  how.model = model;
  how.engine = asked == Asked::Orders ? verify::Engine::Ghb : verify::Engine::Timeline;
  how.solver.dump = &folder;
  how.search.max_nodes = 60;
  how.search.orders.by = search::EventOrder::Smt;
  (void)verify::verify(program, how);
  const auto files = smt::test::dumped(directory);
  CAPTURE(name);
  CHECK(files.size() > 3);
  smt::test::check_status_of(sample(files));
}

verify::Outcome outcome_of(const ld::Program& program, const le::MemoryModel& model, verify::Engine engine, smt::DumpFolder* folder) {
  verify::Options how;
  how.model = model;
  how.engine = engine;
  how.solver.dump = folder;
  how.search.max_nodes = 60;
  return verify::verify(program, how);
}

}  // namespace

TEST_CASE("dump: the queries of a search are decided the same by the programs") {
  check_dump("barrier", barrier, le::sc);
  check_dump("mutex", weak_mutex, le::tso);
}

TEST_CASE("dump: the orders of events of a search are decided by solver programs as we decided them") {
  check_dump("order-weak", weak_mutex, le::tso, Asked::Orders);
  check_dump("order-sc", weak_mutex, le::sc, Asked::Orders);
}

TEST_CASE("dump: to record decisions changes neither the verdict nor the search") {
  for (const char* const text : {barrier, weak_mutex}) {
    for (const verify::Engine engine : {verify::Engine::Timeline, verify::Engine::Ghb}) {
      const smt::test::Directory directory("search-dump-same");
      const ld::Program program = test::program_of(text);
      const le::MemoryModel model = text == barrier ? le::sc : le::tso;
      smt::DumpFolder folder(directory.path, "init");
      const verify::Outcome without = outcome_of(program, model, engine, nullptr), with = outcome_of(program, model, engine, &folder);
      CHECK(without.verdict.index() == with.verdict.index());
      for (const search::Statistic& row : search::statistics_table) {
        if (row.key == "explore_microseconds") continue;
        CAPTURE(std::string(row.key));
        CHECK(without.statistics.*row.member == with.statistics.*row.member);
      }
    }
  }
}
