// What a certificate says beside its cubes, the digest of a program, and the rows of an order.
#include "result/certificate.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "unit/le/translated.h"

using namespace parapet;

namespace {

const std::string model =
    "number_procs 3\ntype loc = A | B | C\narray PC[proc] : loc\ninit (z) { PC[z] = A }\ninvariant (a) { PC[a] = C }\nunsafe (a) { PC[a] = "
    "C }\n"
    "transition t ([p]) requires { PC[p] = A } { PC[p] := B }\n";

}  // namespace

TEST_CASE("certificate: what a proof rests on is taken from the system") {
  const test::Translated t(model);
  std::vector<Cube> cubes(2);
  cubes[1].processes = 2;
  const Certificate certificate = make_certificate(t.system, event_engine, false, cubes);
  CHECK(certificate.engine == "ghb");
  CHECK(certificate.of_events());
  CHECK(certificate.model == "tso");
  CHECK_FALSE(certificate.lateness);
  CHECK(certificate.digest == digest(t.program));
  CHECK(certificate.invariants == 1);
  CHECK(certificate.number_procs == std::optional<std::uint32_t>(3));
  CHECK(certificate.narrowed == t.system.narrowed);
  REQUIRE(certificate.cubes.size() == 2);
  CHECK(certificate.cubes[1].processes == 2);
  CHECK_FALSE(make_certificate(t.system, timeline_engine, true, {}).of_events());
}

TEST_CASE("digest: the program counts, its layout does not") {
  const auto of = [](const std::string& text) { return digest(test::program_of(text)); };
  const std::string digits = of(model);
  CHECK(digits.size() == 64);
  CHECK(digits.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(of("(* a comment *)\n\n" + model) == digits);
  std::set<std::string> all{digits};
  for (const auto& [from, to] : {std::pair{"PC[p] := B", "PC[p] := C"}, std::pair{"PC[p] = A }", "PC[p] = B }"},
                                 std::pair{"number_procs 3", "number_procs 4"}, std::pair{"transition t", "transition u"}}) {
    std::string changed = model;
    changed.replace(changed.find(from), std::string(from).size(), to);
    CHECK(all.insert(of(changed)).second);
  }
  // Both halves depend on every part of the text.
  std::set<std::string> halves;
  for (const std::string& each : all) {
    CHECK(halves.insert(each.substr(0, 16)).second);
    CHECK(halves.insert(each.substr(16)).second);
  }
}

TEST_CASE("pending order: a cell without a row of its own has that of the others") {
  PendingOrder order;
  order.processes.push_back({TermId(1), {1}, {2}});
  const std::vector<TermId> one{TermId(5)}, two{TermId(6)};
  order.cells.push_back({SymbolId(0), one, false, {3}, {}});
  order.cells.push_back({SymbolId(0), {}, true, {4}, {}});
  CHECK(order.find(TermId(1)) == order.processes.data());
  CHECK(order.find(TermId(2)) == nullptr);
  CHECK(order.find(SymbolId(0), one) == &order.cells[0]);
  CHECK(order.find(SymbolId(0), two) == &order.cells[1]);
  CHECK(order.find_others(SymbolId(0)) == &order.cells[1]);
  CHECK(order.find(SymbolId(1), one) == nullptr);
  CHECK(order.find_others(SymbolId(1)) == nullptr);
}

TEST_CASE("open reads: the list of a process") {
  OpenReads open;
  open.lists.push_back({TermId(1), {0, 2}, true});
  CHECK(open.find(TermId(1)) == open.lists.data());
  CHECK(open.find(TermId(2)) == nullptr);
}
