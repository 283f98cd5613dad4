// What the text of a transition demands, reads and writes: the definitions of docs/language.md, case by case.
#include "ld/text.h"

#include <doctest/doctest.h>

#include <string>

#include "random/text_model.h"

using namespace parapet;

namespace {

ld::Program with_guard(const std::string& guard) {
  return test::program_of(
      "number_procs 4\ntype loc = A | B\narray PC[proc] : loc\narray Q[proc] : bool\nweak array F[proc] : bool\ninit (x) { PC[x] = A }\n"
      "transition t ([p]) requires { " +
      guard + " } { PC[p] := B }");
}

// The guard after its demanded fences were written out.
std::string demanded(const std::string& guard) {
  const ld::Program program = with_guard(guard);
  const ld::Transition& t = program.transitions[0];
  return ld::to_string(ld::with_demanded_fences(t.guard), t, program.signature);
}

void check_same(const std::string& guard) { CHECK(demanded(guard) == guard); }

std::string facts(const std::string& body, const std::string& guard = "PC[p] = A") {
  const ld::Program program = test::program_of(
      "type loc = A | B\narray PC[proc] : loc\nweak var X : int\nweak var Y : int\nvar N : int\nweak array V[proc] : int\narray P[proc] : "
      "int\ninit (x) { PC[x] = A }\n"
      "transition t ([p]) requires { " +
      guard + " } { " + body + " }");
  const ld::TextFacts found = ld::text_facts(program.transitions[0], program.signature);
  return std::string(found.reads_weak ? "reads " : "") + (found.writes_weak ? "writes " : "") +
         (found.read_modify_write() ? "atomic" : "plain");
}

}  // namespace

TEST_CASE("demanded fences: a universal body that is false without them") {
  CHECK(demanded("forall_other q. fence() && F[q] = False") == "fence() && forall_other q. true && F[q] = False");
  CHECK(demanded("PC[p] = A && forall q. fence()") == "PC[p] = A && (fence() && forall q. true)");
  CHECK(demanded("forall q <> r. F[q] = F[r] && fence()") == "fence() && forall q <> r. F[q] = F[r] && true");
}

TEST_CASE("demanded fences: constants are simplified, literals are not compared") {
  CHECK(demanded("forall_other q. (fence() || false) && F[q] = False") == "fence() && forall_other q. (true || false) && F[q] = False");
  CHECK(demanded("forall_other q. (true => fence()) && F[q] = False") == "fence() && forall_other q. (true => true) && F[q] = False");
  CHECK(demanded("forall_other q. true && fence()") == "fence() && forall_other q. true && true");
  check_same("forall_other q. (fence() || F[q] = True) && F[q] = False");  // a contradiction, but no constant
  check_same("forall_other q. fence() || true");
  check_same("forall_other q. fence() || F[q] = False");
  check_same("forall_other q. F[q] = True => fence()");
}

TEST_CASE("demanded fences: both branches of an if") {
  CHECK(demanded("forall_other q. if Q[q] = True then fence() else (fence() && F[q] = False)") ==
        "fence() && forall_other q. if Q[q] = True then true else (true && F[q] = False)");
  CHECK(demanded("forall_other q. if true then fence() else F[q] = False") ==
        "fence() && forall_other q. if true then true else F[q] = False");
  check_same("forall_other q. if Q[q] = True then fence() else F[q] = False");
  check_same("forall_other q. if false then fence() else F[q] = False");
}

TEST_CASE("demanded fences: not exists is a universal quantifier, exists is none") {
  CHECK(demanded("not (exists_other q. not (fence() && F[q] = False))") ==
        "not ((exists_other q. not (true && F[q] = False)) || not fence())");
  CHECK(demanded("(exists q. not (fence() && F[q] = False)) => false") == "(exists q. not (true && F[q] = False)) || not fence() => false");
  check_same("exists_other q. fence() && F[q] = False");
  check_same("fence() && forall_other q. F[q] = False");
}

TEST_CASE("demanded fences: a store-store fence is demanded in the same way, each kind on its own") {
  CHECK(demanded("forall q. F[q] = False && wfence()") == "wfence() && forall q. F[q] = False && true");
  CHECK(demanded("forall q. fence() && wfence()") == "fence() && (wfence() && forall q. true && true)");
  check_same("forall q. F[q] = False || wfence()");
  check_same("forall q. fence() || wfence()");
}

TEST_CASE("demanded fences: inner quantifiers first") {
  CHECK(demanded("forall q. forall r. fence() && F[r] = False") == "fence() && forall q. true && forall r. true && F[r] = False");
  // The inner one demands it, the outer one has a way around.
  CHECK(demanded("forall q. Q[q] = True || (forall r. F[r] = False && fence())") ==
        "forall q. Q[q] = True || (fence() && forall r. F[r] = False && true)");
  // Over nobody the inner `forall` is true: the fence of the outer one is its own.
  CHECK(demanded("forall q. fence() && forall_other r. F[r] = False") == "fence() && forall q. true && forall_other r. F[r] = False");
}

TEST_CASE("constant without fence: a quantifier over nobody decides only one way") {
  const auto constant = [](const std::string& guard) {
    return ld::constant_without_fence(with_guard(guard).transitions[0].guard, ld::Formula::Kind::Fence);
  };
  CHECK(constant("forall q. fence()") == std::nullopt);
  CHECK(constant("forall q. true") == std::optional(true));
  CHECK(constant("exists q. fence()") == std::optional(false));
  CHECK(constant("exists q. true") == std::nullopt);
  CHECK(constant("false => fence()") == std::optional(true));
  CHECK(constant("true <=> false") == std::optional(false));
}

TEST_CASE("text: reads and writes are those of the text, needed or not") {
  CHECK(facts("X := 1") == "writes plain");
  CHECK(facts("N := X") == "reads plain");
  CHECK(facts("X := 1", "PC[p] = A && Y = 0") == "reads writes atomic");
  CHECK(facts("X := 1", "PC[p] = A || (false && Y = 0)") == "reads writes atomic");
  CHECK(facts("let v = Y in X := 1") == "reads writes atomic");
  CHECK(facts("let v = N in X := 1") == "writes plain");
  CHECK(facts("let v = Y in PC[p] := B") == "reads plain");
  CHECK(facts("let v = Y in let w = v in X := w") == "reads writes atomic");
  CHECK(facts("X := case | N = 0 : 1 | _ : X") == "writes plain");
  CHECK(facts("X := case | N = 0 : Y | _ : X") == "reads writes atomic");
  CHECK(facts("X := X") == "reads writes atomic");
  CHECK(facts("V := V") == "reads writes atomic");
  CHECK(facts("V := P") == "writes plain");
  CHECK(facts("P := V") == "reads plain");
}
