// The obligations of an invariant, given to solvers that know nothing of us: programs that read SMT-LIB 2.
#include "check/obligations.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "regress/judge.h"
#include "skipped.h"
#include "unit/check/proof.h"
#include "unit/cli/child.h"

namespace {

using namespace parapet;
using test::Child;

struct Scripts {
  std::vector<std::string> names, texts;
};

Scripts scripts_of(test::Proof& proof, const Certificate& certificate) {
  Scripts scripts;
  const le::System system = le::translate(proof.program, le::sc, {.narrow = false, .lateness = true, .intervals = false}, proof.arena);
  REQUIRE(check::is_plain(system, proof.arena, certificate));
  check::each_obligation(system, proof.arena, certificate, [&](const std::string& name, const std::string& text) {
    scripts.names.push_back(name);
    scripts.texts.push_back(text);
    return true;
  });
  return scripts;
}

const std::vector<std::vector<std::string>> solvers{{"z3", "-in"}, {"cvc5", "--lang=smt2", "-q"}};

bool is_there(const std::string& program) { return test::run_program(program, {"--version"}).status == 0; }

// The answers of one solver, in order. z3 gets all scripts at once; cvc5 1.0.3 can hang after many a `reset`.
std::vector<std::string> answers(const std::vector<std::string>& solver, const Scripts& scripts) {
  std::vector<std::string> inputs;
  for (const std::string& text : scripts.texts) {
    if (solver[0] == "z3" && !inputs.empty())
      inputs.back() += "(reset)\n" + text;
    else
      inputs.push_back(text);
  }
  std::vector<std::string> result;
  for (const std::string& text : inputs) {
    test::ChildInput input;
    input.text = text;
    std::istringstream lines(test::run_program(solver[0], {solver.begin() + 1, solver.end()}, input).out);
    for (std::string line; std::getline(lines, line);) result.push_back(line);
  }
  return result;
}

void check_discharged(const std::string& name, const std::string& model, std::size_t& files) {
  CAPTURE(name);
  test::Proof proof(model, le::sc);
  REQUIRE(proof.safe);
  const Scripts scripts = scripts_of(proof, proof.certificate);
  for (const auto& solver : solvers) {
    if (!is_there(solver[0])) {
      test::skipped("the program " + std::string(solver[0]) + " is not installed");
      continue;
    }
    CAPTURE(solver[0]);
    const auto found = answers(solver, scripts);
    REQUIRE(found.size() == scripts.names.size());
    for (std::size_t k = 0; k < found.size(); ++k) CHECK_MESSAGE(found[k] == "unsat", scripts.names[k]);
  }
  files += scripts.names.size();
}

// Universal and existential guards, numbers, arbitrary values, conditional updates of every cell, an order of processes, two indices.
const std::string everything = R"(
type t = Idle | Want | Crit | Never
array PC[proc] : t
array Ticket[proc] : int
array Seen[proc, proc] : bool
var Next : int
var Turn : int
var Owner : proc
init (z w) { PC[z] = Idle && Next = 1 && Turn = 1 && Ticket[z] = 0 && Seen[z, w] = False }
unsafe (a b) { PC[a] = Crit && PC[b] = Crit }
unsafe (a) { PC[a] = Never }
transition ask (p) requires { PC[p] = Idle && forall_other q. Ticket[q] < Next } { PC[p] := Want; Ticket[p] := Next; Next := Next + 1 }
transition enter (p) requires { PC[p] = Want && Ticket[p] = Turn && (Owner <> p || Owner = p) && forall_other q. PC[q] <> Crit }
  { PC[p] := Crit; Owner := p }
transition leave (p) requires { PC[p] = Crit } { Turn := Turn + 1; Ticket[p] := 0; PC[j] := case | j = p : Idle | _ : PC[j] }
transition look (p q) requires { p < q && PC[q] = Want } { Seen[p, q] := True; Owner := . }
)";

}  // namespace

TEST_CASE("obligations: both solvers discharge every file of plain models, and of weak ones under SC") {
  std::size_t files = 0;
  check_discharged("everything", everything, files);
  // The invariant is of some process, the cubes are of none.
  check_discharged("assumed", R"(
var X : bool
var Y : bool
var Z : bool
init () { X = False && Y = False && Z = False }
invariant (p) { Y = True && Z = True }
unsafe () { X = True }
transition both () requires { Y = True && Z = True } { X := True }
transition set_y () requires { Z = False } { Y := True }
transition set_z () requires { Y = False } { Z := True }
)",
                   files);
  std::vector<std::string> paths{"examples/locks/naive_mutex.cub"};
  if (test::slow_tier()) paths.insert(paths.end(), {"examples/locks/dekker.cub", "examples/locks/peterson.cub"});
  for (const std::string& path : paths) {
    check_discharged(path, test::contents_of(std::filesystem::path(PARAPET_SOURCE_DIR) / path), files);
  }
  MESSAGE(files << " obligations");
}

TEST_CASE("obligations: without cubes there is one, that init has no state") {
  const std::string model = R"(
type t = A | B
array PC[proc] : t
init (z) { PC[z] = A && PC[z] = B }
unsafe (z) { PC[z] = B }
transition go (p) requires { PC[p] = A } { PC[p] := B }
)";
  test::Proof proof(model, le::sc);
  REQUIRE(proof.certificate.cubes.empty());
  CHECK(scripts_of(proof, proof.certificate).names == std::vector<std::string>{"init"});
  std::size_t files = 0;
  check_discharged("no initial state", model, files);
}

TEST_CASE("obligations: a cube less, or one that is too small, and one of them is satisfiable") {
  if (!is_there("z3")) {
    test::skipped("the program z3 is not installed");
    return;
  }
  test::Proof proof(everything, le::sc);
  REQUIRE(proof.safe);
  const auto refused = [&](const Certificate& certificate) {
    const auto found = answers(solvers[0], scripts_of(proof, certificate));
    return std::find(found.begin(), found.end(), "sat") != found.end();
  };
  CHECK_FALSE(refused(proof.certificate));
  Certificate fewer = proof.certificate;
  fewer.cubes.pop_back();
  CHECK(refused(fewer));
  Certificate larger = proof.certificate;
  larger.cubes[0].literals.pop_back();
  CHECK(refused(larger));
  Certificate sets = proof.certificate;
  const auto narrowed =
      std::find_if(sets.narrowed.begin(), sets.narrowed.end(), [](std::uint64_t set) { return set != ~std::uint64_t{0}; });
  REQUIRE(narrowed != sets.narrowed.end());
  *narrowed &= *narrowed - 1;
  CHECK(refused(sets));
}

TEST_CASE("obligations: none for a weak memory") {
  test::Proof proof(
      "weak var X : bool\nvar Y : bool\ninit () { X = False && Y = False }\nunsafe () { Y = True }\n"
      "transition t ([p]) requires { X = True } { Y := True }\n",
      le::tso);
  const le::System system = le::translate(proof.program, le::tso, {.narrow = false, .lateness = true, .intervals = false}, proof.arena);
  CHECK_FALSE(check::is_plain(system, proof.arena, proof.certificate));
}
