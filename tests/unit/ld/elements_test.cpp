// Arrays over enumerations: how they are printed and read again, and what each form means by elements.
#include "ld/elements.h"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "ld/program.h"
#include "ld/text.h"
#include "random/text_model.h"
#include "unit/frontend/models.h"

using namespace parapet;

namespace {

const std::string head =
    "type idx = S0 | S1 | S2\ntype two = 0 .. 1\narray Slot[idx] : bool\nweak array Ring[two] : bool\narray M[proc, two] : idx\n"
    "array Grid[two, bool] : int\nconst Table[idx] : int\narray My[proc] : two\nvar Head : idx\nweak var End : two\nvar X : two\n"
    "init (p) { My[p] = 0 && X = 0 }\n";

ld::Program program(const std::string& text) {
  ld::Program result = test::program_of(head + text);
  const std::string failure = testing::round_trip_failure(result);
  CHECK_MESSAGE(failure.empty(), failure);
  return result;
}

std::string guard(const std::string& formula) {
  const ld::Program found = program("transition t ([p] q) requires { " + formula + " } { }");
  return to_string(found.transitions[0].guard, found.transitions[0], found.signature);
}

std::string unsafe(const std::string& formula) {
  const ld::Program found = program("unsafe (p) { " + formula + " }");
  return to_string(found.unsafes[0].formula, found.unsafes[0], found.signature);
}

// The assignments, each `cell := value` or `cell := | condition : value ...`.
std::string actions(const std::string& text) {
  const ld::Program found = program("transition t ([p] q) { " + text + " }");
  const ld::Transition& transition = found.transitions[0];
  std::string result;
  for (const ld::Assignment& assignment : transition.assignments) {
    std::vector<std::string> indices;
    for (const ld::Term& index : assignment.indices) indices.push_back(to_string(index, transition, found.signature));
    for (const ld::Variable bound : assignment.bound) indices.push_back(transition.variables[bound]);
    result += (result.empty() ? "" : "; ") + found.signature.cell_text(assignment.symbol, indices) + " :=";
    if (assignment.kind == ld::Assignment::Kind::Set) result += " " + to_string(assignment.value, transition, found.signature);
    for (const ld::Branch& branch : assignment.branches) {
      result += " | " + (branch.condition ? to_string(*branch.condition, transition, found.signature) : "_") + " : " +
                to_string(branch.value, transition, found.signature);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("elements: one symbol for each value, with the name that its author gives it") {
  const ld::Program found = program("");
  std::string names;
  for (const Symbol& symbol : found.signature.symbols()) names += symbol.name + "/" + std::to_string(symbol.arity) + " ";
  CHECK(names ==
        "Slot[S0]/0 Slot[S1]/0 Slot[S2]/0 Ring[0]/0 Ring[1]/0 M[proc, 0]/1 M[proc, 1]/1 Grid[0, False]/0 Grid[0, True]/0 Grid[1, False]/0 "
        "Grid[1, True]/0 Table[S0]/0 Table[S1]/0 Table[S2]/0 My/1 Head/0 End/0 X/0 ");
  CHECK_FALSE(ld::has_elements(found));
  CHECK(ld::has_elements(found.as_written()));
}

TEST_CASE("elements: reads") {
  CHECK(guard("Slot[S1] = True") == "Slot[S1] = True");
  CHECK(guard("Slot[Head] = True") == "(Head = S0 && Slot[S0] = True) || (Head = S1 && Slot[S1] = True) || (Head = S2 && Slot[S2] = True)");
  // The negation is in the comparison: still one case for each value.
  CHECK(guard("not (Ring[My[p]] = True)") == "(My[p] = 0 && Ring[0] <> True) || (My[p] = 1 && Ring[1] <> True)");
  // The same index is split on once.
  CHECK(guard("Ring[My[p]] = True && M[q, My[p]] = S1 && X = 0") ==
        "X = 0 && ((My[p] = 0 && Ring[0] = True && M[q, 0] = S1) || (My[p] = 1 && Ring[1] = True && M[q, 1] = S1))");
  CHECK(guard("Slot[next(Head)] = True") ==
        "(Head = S0 && Slot[S1] = True) || (Head = S1 && Slot[S2] = True) || (Head = S2 && Slot[S0] = True)");
  CHECK(guard("Slot[prev(next(S0))] = True") == "Slot[S0] = True");
  CHECK(guard("next(X) = X") == "false");
  CHECK(guard("X = 1") == "X = 1");
  CHECK(guard("1 = next(X)") == "X = 0");
  CHECK(guard("Slot[M[p, 1]] = False") ==
        "(M[p, 1] = S0 && Slot[S0] = False) || (M[p, 1] = S1 && Slot[S1] = False) || (M[p, 1] = S2 && Slot[S2] = False)");
  CHECK(guard("Grid[X, True] + Grid[1, True] < 3") == "(X = 0 && Grid[0, True] + Grid[1, True] < 3) || (X = 1 && 2 * Grid[1, True] < 3)");
  CHECK(unsafe("p @ Ring[End] = True") == "(p @ End = 0 && p @ Ring[0] = True) || (p @ End = 1 && p @ Ring[1] = True)");
}

TEST_CASE("elements: quantifiers over values") {
  CHECK(guard("forall s : two. Ring[s] = True") == "Ring[0] = True && Ring[1] = True");
  CHECK(guard("not forall s : two. Ring[s] = True") == "Ring[0] <> True || Ring[1] <> True");
  CHECK(unsafe("exists s <> r : two. M[p, s] = M[p, r]") == "M[p, 0] = M[p, 1] || M[p, 1] = M[p, 0]");
  CHECK(guard("exists b : bool. Grid[0, b] = 1") == "Grid[0, False] = 1 || Grid[0, True] = 1");
  CHECK(guard("exists q : proc. My[q] = 1") == "exists q_1. My[q_1] = 1");
  // Beside a fence a comparison stays one, whatever the values: what a fence demands depends on the constants of the text.
  CHECK(guard("forall_other r. (next(S0) = S0 || fence())") == "forall_other r. S1 = S0 || fence()");
  // Each copy of a quantifier over processes has a variable of its own.
  const ld::Program found = program("transition t ([p]) requires { forall s : two. exists q. M[q, s] = S0 } { }");
  const ld::Formula& formula = found.transitions[0].guard;
  REQUIRE(formula.args.size() == 2);
  CHECK(formula.args[0].bound[0] != formula.args[1].bound[0]);
  CHECK(formula.args[1].args[0].terms[0].args[0].index == formula.args[1].bound[0]);
}

TEST_CASE("elements: assignments") {
  CHECK(actions("Slot[S1] := True") == "Slot[S1] := True");
  CHECK(actions("Ring[My[p]] := True") == "Ring[0] := | My[p] = 0 : True; Ring[1] := | My[p] = 1 : True");
  CHECK(actions("M[p, My[p]] := Head") == "M[p, 0] := | My[p] = 0 : Head; M[p, 1] := | My[p] = 1 : Head");
  CHECK(actions("X := next(X)") == "X := | X = 0 : 1 | X = 1 : 0");
  CHECK(actions("X := 1") == "X := 1");
  CHECK(actions("Head := M[p, My[p]]") == "Head := | My[p] = 0 : M[p, 0] | My[p] = 1 : M[p, 1]");
  // The index is known where the value is read: a branch that keeps the cell still does.
  CHECK(actions("Ring[My[p]] := case | X = 0 : Ring[My[p]] | _ : False") ==
        "Ring[0] := | My[p] = 0 && X = 0 : Ring[0] | My[p] = 0 : False; Ring[1] := | My[p] = 1 && X = 0 : Ring[1] | My[p] = 1 : False");
  CHECK(actions("Ring[s] := case | s = X : True | _ : Ring[next(s)]") ==
        "Ring[0] := | 0 = X : True | _ : Ring[1]; Ring[1] := | 1 = X : True | _ : Ring[0]");
  CHECK(actions("M[j, s] := case | j = p && s = 0 : S1 | _ : M[j, s]") ==
        "M[j, 0] := | j = p : S1 | _ : M[j, 0]; M[j, 1] := | false : S1 | _ : M[j, 1]");
  CHECK(actions("Ring[X] := False; Ring[next(X)] := True") ==
        "Ring[0] := | X = 0 : False | X = 1 : True; Ring[1] := | X = 1 : False | X = 0 : True");
}

TEST_CASE("elements: a whole array") {
  const ld::Program found =
      test::program_of("array A[bool] : int\narray B[bool] : int\ninit { forall s : bool. A[s] = 0 }\ntransition t () { A := B; B := A }");
  std::ostringstream text;
  for (const ld::Assignment& each : found.transitions[0].assignments)
    text << found.signature[each.symbol].name << " " << to_string(each.value, found.transitions[0], found.signature) << "\n";
  CHECK(text.str() == "A[False] B[False]\nA[True] B[True]\nB[False] A[False]\nB[True] A[True]\n");
}

TEST_CASE("elements: what the text reads and writes") {
  const auto facts = [](const std::string& text) {
    const ld::Program found = program("transition t ([p]) " + text);
    const ld::TextFacts result = ld::text_facts(found.transitions[0], found.signature);
    return std::string(result.reads_weak ? "reads" : "") + (result.writes_weak ? " writes" : "");
  };
  CHECK(facts("{ Ring[My[p]] := True }") == " writes");
  CHECK(facts("{ Ring[End] := True }") == "reads writes");
  CHECK(facts("{ Ring[My[p]] := case | X = 0 : Ring[My[p]] | _ : True }") == " writes");
  CHECK(facts("{ Ring[My[p]] := case | X = 0 : Ring[0] | _ : True }") == "reads writes");
  CHECK(facts("requires { Ring[My[p]] = True } { }") == "reads");
  CHECK(facts("{ let seen = Ring[My[p]] in Ring[0] := True }") == "reads writes");
}

TEST_CASE("elements: a process that the text names exists, even where its literal is left out") {
  const ld::Program found = test::program_of(
      "number_procs 2\ntype idx = S0 | S1\narray A[idx] : bool\ninit { true }\nunsafe (p) { next(S0) = S0 && p = #2 && A[S0] = True }");
  CHECK(ld::process_constants(found) == std::vector<std::uint32_t>{2});
}

TEST_CASE("elements: in JSON as they are written") {
  const std::string json = ld::to_json(program("unsafe (p) { exists s : two. M[p, next(s)] = S1 }"));
  CHECK(json.find("\"index_types\": [\"proc\", \"two\"]") != std::string::npos);
  CHECK(json.find("\"exists\"") != std::string::npos);
  CHECK(json.find("[\"access\", \"M\", \"p\", [\"next\", \"s\"]]") != std::string::npos);
}

TEST_CASE("elements: counts, the number of processes, write fences and pragmas are rewritten with the rest") {
  // The symbols after Slot have other numbers by elements than in the text.
  const ld::Program found = test::program_of(
      "array Slot[bool] : bool\narray A[proc] : bool\ninit (p) { A[p] = False && forall s : bool. Slot[s] = False }\n"
      "(*@ stuck Slot[True] = True *)\n"
      "unsafe { count (q) { A[q] = True } < #procs && exists s : bool. Slot[s] = True }\n"
      "weak var X : bool\ntransition t ([p]) requires { Slot[A[p]] = True && wfence() } { X := True }");
  CHECK(to_string(found.unsafes[0].formula, found.unsafes[0], found.signature) ==
        "count (q) { A[q] = True } < #procs && (Slot[False] = True || Slot[True] = True)");
  CHECK(to_string(found.transitions[0].guard, found.transitions[0], found.signature) ==
        "wfence() && ((A[p] = False && Slot[False] = True) || (A[p] = True && Slot[True] = True))");
  REQUIRE(found.expected_stuck.size() == 1);
  CHECK(to_string(found.expected_stuck[0].formula, found.expected_stuck[0], found.signature) == "Slot[True] = True");
}
