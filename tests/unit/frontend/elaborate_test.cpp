// What programs mean: names, types, predicates, terms, and the rules of weak accesses and quantifiers.
#include <doctest/doctest.h>

#include <string>

#include "ld/ghost.h"
#include "unit/frontend/models.h"

using namespace parapet;

namespace {

const std::string declarations =
    "number_procs 3 type loc = A | B type data array S[proc] : loc array M[proc, proc] : int var X : bool var N : int var R : real\n"
    "var T : proc const K : int weak var W : int weak array V[proc] : bool\n";

frontend::Loaded load(const std::string& text) { return frontend::load_text("test", declarations + text); }

bool accepts(const std::string& text) {
  const auto loaded = load(text);
  INFO(testing::messages(loaded));
  return loaded.program.has_value();
}

bool in_unsafe(const std::string& formula) { return accepts("init { true } unsafe (a b) { " + formula + " }"); }
bool in_init(const std::string& formula) { return accepts("init (a) { " + formula + " }"); }
bool in_guard(const std::string& formula) { return accepts("init { true } transition t ([p] q) requires { " + formula + " } { }"); }
bool in_action(const std::string& action) { return accepts("init { true } transition t ([p] q) { " + action + " }"); }

// The formula of an `unsafe (a b)` in canonical text.
std::string meaning(const std::string& formula, const std::string& predicates = "") {
  const auto loaded = load(predicates + " init { true } unsafe (a b) { " + formula + " }");
  if (!loaded.program) return testing::messages(loaded);
  const ld::Unsafe& unsafe = loaded.program->unsafes.at(0);
  return ld::to_string(unsafe.formula, unsafe, loaded.program->signature);
}

std::string action_of(const std::string& action) {
  const auto loaded = load("init { true } transition t ([p] q) { " + action + " }");
  if (!loaded.program) return testing::messages(loaded);
  const std::string text = testing::printed(*loaded.program);
  return text.substr(text.find('{', text.find("transition")));
}

}  // namespace

TEST_CASE("indices: a term is named by a variable, which may be a parameter") {
  CHECK(meaning("S[T] = A") == "exists q. T = q && S[q] = A");
  CHECK(meaning("not S[T] = A") == "not (forall q. T = q => S[q] = A)");
  CHECK(meaning("S[T] = A => N = 1") == "(forall q. T = q => S[q] = A) => N = 1");
  CHECK(meaning("a @ V[T] = True") == "exists q. T = q && a @ V[q] = True");
  CHECK(meaning("S[T] = S[b]") == "exists q. T = q && S[q] = S[b]");
  CHECK(meaning("M[T, T] = 0") == "exists q. T = q && exists q_1. T = q_1 && M[q, q_1] = 0");
  CHECK(meaning("exists q. S[T] = A && S[q] = B") == "exists q. (exists q_1. T = q_1 && S[q_1] = A) && S[q] = B");
  CHECK(meaning("on(T)", "predicate on(r) { S[r] = A }") == "exists q. T = q && S[q] = A");
  CHECK(action_of("S[T] := B") == "{ S[q_1] := case\n    | q_1 = T : B }\n");
  CHECK(in_guard("S[T] = A && not S[T] = B"));
  // The variable has no name that the text could mean.
  CHECK(meaning("S[T] = S[q]").find("unknown process `q`") != std::string::npos);
}

TEST_CASE("indices: a term is refused where `exists` is, and where it would have two meanings") {
  CHECK_FALSE(in_init("S[T] = A"));
  CHECK_FALSE(in_guard("forall_other r. S[T] = A"));
  CHECK_FALSE(in_guard("S[T] = A <=> N = 1"));
  CHECK_FALSE(in_unsafe("if S[T] = A then N = 1 else N = 2"));
  CHECK_FALSE(in_action("N := M[T, T]"));
  CHECK_FALSE(in_action("X := case | S[T] = A : True"));
  CHECK_FALSE(in_action("S[T] := A; S[p] := B"));
  CHECK_FALSE(in_unsafe("count (r) { S[T] = A } = 1"));
  CHECK_FALSE(in_unsafe("S[N] = A"));
}

TEST_CASE("precedence: not, &&, ||, => and <=> to the right, quantifiers as far as possible") {
  CHECK(meaning("not N = 1 && X = True || R = 1.0") == "(not N = 1 && X = True) || R = 1.0");
  CHECK(meaning("N = 1 => N = 2 <=> N = 3") == "N = 1 => N = 2 <=> N = 3");
  CHECK(meaning("(N = 1 => N = 2) => N = 3") == "(N = 1 => N = 2) => N = 3");
  CHECK(meaning("if N = 1 then N = 2 else N = 3 && N = 4") == "if N = 1 then N = 2 else N = 3 && N = 4");
  CHECK(meaning("if N = 1 then N = 2 else (N = 3 && N = 4)") == "if N = 1 then N = 2 else (N = 3 && N = 4)");
  CHECK(meaning("exists c. N = 1 && N = 2") == "exists c. N = 1 && N = 2");
  CHECK(meaning("(exists c. N = 1) && N = 2") == "(exists c. N = 1) && N = 2");
  CHECK(meaning("N = 1 && exists c. N = 2 || N = 3") == "N = 1 && exists c. N = 2 || N = 3");
  CHECK(meaning("N = 1 && (N = 2 && N = 3)") == "N = 1 && (N = 2 && N = 3)");
}

TEST_CASE("terms are linear and in normal form") {
  CHECK(meaning("N-1 = 2") == "N - 1 = 2");
  CHECK(meaning("1 + N + 1 = N - N") == "N + 2 = 0");
  CHECK(meaning("2 * (N - 3) * 2 = -(K - N)") == "4 * N - 12 = -K + N");
  CHECK(meaning("N + N = 0 * K") == "2 * N = 0");
  CHECK(meaning("N * 1 + 0 = - -K") == "N = K");
  CHECK(meaning("R - 0.5 < 2 * R + 1.") == "R - 0.5 < 2.0 * R + 1.0");
  CHECK(meaning("N = 123456789012345678901234567890") == "N = 123456789012345678901234567890");
  CHECK(meaning("M[a, b] + M[b, a] + M[a, b] = 1") == "2 * M[a, b] + M[b, a] = 1");
  CHECK(meaning("a @ W - b @ W = a @ W") == "a @ W - b @ W = a @ W");
  CHECK(!in_unsafe("N * N = 1"));
  CHECK(!in_unsafe("R + 1 = R"));
  CHECK(!in_unsafe("1.5 * N = R"));
}

TEST_CASE("processes: compared, also with variables, never added or computed") {
  CHECK(in_unsafe("T = a && a < b && T < b && #1 <> a"));
  CHECK(in_unsafe("S[T] = A"));
  CHECK(!in_unsafe("S[N] = A"));
  CHECK(!in_unsafe("a + 1 = b"));
  CHECK(!in_unsafe("S[#4] = A"));
  CHECK(in_unsafe("S[#3] = A"));
}

TEST_CASE("predicates: macros with dynamic scope, where quantifiers capture") {
  CHECK(meaning("f(a, B)", "predicate f(p, v) { S[p] = v }") == "S[a] = B");
  CHECK(meaning("f(N + 1)", "predicate f(x) { 2 * x = K }") == "2 * N + 2 = K");
  // `b` of the body is the `b` of the place of use.
  CHECK(meaning("f(a)", "predicate f(p) { S[p] = S[b] }") == "S[a] = S[b]");
  // The argument `c` is caught by the quantifier of the body.
  CHECK(meaning("exists c. f(c)", "predicate f(p) { exists c. M[c, p] = 1 }") == "exists c. exists c_1. M[c_1, c_1] = 1");
  // A parameter of the caller is visible in what it calls.
  CHECK(meaning("g(b)", "predicate f() { S[x] = A } predicate g(x) { f() }") == "S[b] = A");
  // A redefinition counts for what follows it.
  CHECK(meaning("g() && f()", "predicate f() { N = 1 } predicate g() { f() } predicate f() { N = 2 }") == "N = 1 && N = 2");
  CHECK(meaning("f()", "predicate f() { N = 1 } predicate f() { f() || N = 2 }") == "N = 1 || N = 2");
  // Definitions may follow their use, and need no sense until used.
  CHECK(accepts("init { later() } predicate later() { N = 1 } predicate unused(x) { Nothing[x] = x }"));
  CHECK(meaning("f(X = True,)", "predicate f(unused) { N = 1 }") == "N = 1");
}

TEST_CASE("let binds, in order, also processes") {
  CHECK(action_of("let x = N + 1 in let y = x + x in N := y") == "{ let x = N + 1 in let y = 2 * N + 2 in N := 2 * N + 2 }\n");
  CHECK(action_of("let x = q in S[x] := A") == "{ let x = q in S[q] := A }\n");
  CHECK(action_of("let w = W in N := w") == "{ let w = W in N := W }\n");
  CHECK(!in_action("let x = Nothing in N := x"));
}

TEST_CASE("assignments") {
  CHECK(in_action("X := True; N := ?; R := .;"));
  CHECK(in_action(""));
  CHECK(in_action("S[j] := case | j = p : A | _ : S[j]"));
  CHECK(in_action("S[#1] := case | X = True : A"));
  CHECK(in_action("X := case | _ : True"));
  CHECK(in_action("M[p, p] := 1"));
  CHECK(!in_action("K := 1"));
  CHECK(!in_action("K := ?"));
  CHECK(!in_action("S[r] := A"));
  CHECK(in_action("S[p] := case | X = True : A"));
  CHECK(!in_action("M[i, i] := case | X = True : 1"));
  CHECK(!in_action("X := case | exists j. S[j] = A : True"));
}

TEST_CASE("assignments of whole arrays") {
  const std::string more = "array S2[proc] : loc const L[proc] : loc weak array V2[proc] : bool init { true } ";
  const auto action = [&](const std::string& text) { return accepts(more + "transition t ([p] q) { " + text + " }"); };
  CHECK(action("S := S2"));
  CHECK(action("S := L; S2 := S; V := V2; M := M"));
  CHECK_FALSE(action("L := S"));
  CHECK_FALSE(action("S := M"));
  CHECK_FALSE(action("S := V"));
  CHECK_FALSE(action("S := X"));
  CHECK_FALSE(action("S := S2; S[p] := A"));
  CHECK_FALSE(accepts(more + "transition t (p) { V := V2 }"));
  CHECK(action_of("M := M; V := V") == "{ M := M;\n  V := V }\n");
  // The names of the indices, which the text does not have, differ from every visible name.
  const auto loaded = load(more + "transition t ([p] k) { M := M }");
  CHECK(loaded.program->transitions[0].variables == std::vector<std::string>{"p", "k", "k_1", "k_2"});
  const auto again = frontend::load_text("again", testing::printed(*loaded.program));
  CHECK(ld::same(*loaded.program, *again.program));
}

TEST_CASE("a case on the cell of a parameter") {
  CHECK(action_of("S[p] := case | X = True : A | _ : S[p]") == "{ S[p] := case\n    | X = True : A\n    | _ : S[p] }\n");
  CHECK(action_of("V[q] := case | p = q : True") == "{ V[q] := case\n    | p = q : True }\n");
  CHECK(in_action("M[p, #1] := case | X = True : 1"));
  CHECK(!in_action("M[p, j] := case | X = True : 1"));
  CHECK(!in_action("M[#1, j] := case | X = True : 1"));
  CHECK(!in_action("S[T] := case | X = True : A"));
}

TEST_CASE("several cells of one array are assigned by one case") {
  CHECK(action_of("S[p] := A; N := 1; S[q] := B") == "{ S[j] := case\n    | j = p : A\n    | j = q : B;\n  N := 1 }\n");
  CHECK(action_of("S[#1] := S[#2]; S[#2] := S[#1]") == "{ S[j] := case\n    | j = #1 : S[#2]\n    | j = #2 : S[#1] }\n");
  CHECK(action_of("M[p, q] := 1; M[q, p] := 2") == "{ M[j, j_1] := case\n    | j = p && j_1 = q : 1\n    | j = q && j_1 = p : 2 }\n");
  CHECK(in_action("M[p, q] := 1; M[p, p] := 2; M[q, #1] := 3"));
  // The branches of a case stay together; one that keeps the cell still does.
  CHECK(action_of("V[p] := case | X = True && N = 1 : True | _ : V[p]; V[q] := False") ==
        "{ V[j] := case\n    | j = p && X = True && N = 1 : True\n    | j = p : V[j]\n    | j = q : False }\n");
  CHECK(!in_action("S[p] := A; S[p] := B"));
  CHECK(!in_action("S[p] := A; S[#1] := B"));
  CHECK(!in_action("M[p, #1] := 1; M[#1, p] := 2"));
  CHECK(!in_action("S[j] := case | j = p : A; S[q] := B"));
  CHECK(!in_action("X := True; X := False"));
  // The name of the index differs from every visible name, and the printed program is the same one.
  const auto loaded = load("init { true } transition t (j k) { S[j] := A; M[x, y] := case | x = y : 1; S[k] := B }");
  CHECK(loaded.program->transitions[0].variables == std::vector<std::string>{"j", "k", "j_1", "x", "y"});
  const auto again = frontend::load_text("again", testing::printed(*loaded.program));
  CHECK(ld::same(*loaded.program, *again.program));
}

TEST_CASE("weak accesses") {
  CHECK(in_guard("W = 1 && p @ V[q] = True && q @ N = 1"));
  CHECK(!in_guard("q @ W = 1"));
  CHECK(in_unsafe("a @ W = 1 && b @ V[a] = True && a @ N = 1"));
  CHECK(!in_unsafe("W = 1"));
  CHECK(in_init("W = 1 && V[a] = True"));
  CHECK(!in_init("a @ W = 1"));
  CHECK(!accepts("init { true } transition t (p) { W := 1 }"));
  CHECK(!accepts("init { true } transition t () { N := W }"));
  CHECK(accepts("init { true } transition t () { N := 1 }"));
}

// The reader is implied in transitions, so it is not kept there.
TEST_CASE("`p @ X` by the acting process is X") { CHECK(action_of("N := p @ W + W") == "{ N := 2 * W }\n"); }

TEST_CASE("fence() is positive and in guards of acting processes") {
  CHECK(in_guard("fence()"));
  CHECK(in_guard("X = True || (fence() && N = 1)"));
  CHECK(in_guard("forall_other j. (S[j] = A && fence())"));
  CHECK(in_guard("not not fence()"));
  CHECK(in_guard("X = True => fence()"));
  CHECK(!in_guard("not fence()"));
  CHECK(!in_guard("fence() => X = True"));
  CHECK(!in_guard("fence() <=> X = True"));
  CHECK(!in_guard("if fence() then X = True else N = 1"));
  CHECK(in_guard("if X = True then fence() else N = 1"));
  CHECK(!in_unsafe("fence()"));
  CHECK(!in_init("fence()"));
  CHECK(!accepts("init { true } transition t (p) requires { fence() } { }"));
  // In files without weak memory both words are ordinary names.
  for (const char* text : {"wfence()", "X = True || (wfence() && N = 1)", "forall_other j. (S[j] = A && wfence())", "X = True => wfence()"})
    CHECK(in_guard(text));
  for (const char* text : {"not wfence()", "wfence() => X = True", "wfence() <=> X = True", "if wfence() then X = True else N = 1"})
    CHECK(!in_guard(text));
  CHECK(!in_unsafe("wfence()"));
  CHECK(!in_init("wfence()"));
  CHECK(!accepts("init { true } transition t (p) requires { wfence() } { }"));
  CHECK(accepts("predicate wfence() { N = 1 } init { true } unsafe { wfence() && not wfence() }"));
  CHECK(accepts("predicate fence() { N = 1 } init (fence weak) { S[fence] = S[weak] } unsafe { fence() && not fence() }"));
}

TEST_CASE("quantifiers in guards: none existential inside a universal one") {
  CHECK(in_guard("forall_other j. S[j] = A && forall k <> l. M[k, l] = 1"));
  CHECK(in_guard("exists j. forall k. M[j, k] = 1"));
  CHECK(in_guard("not (forall j. exists k. M[j, k] = 1)"));
  CHECK(in_guard("(forall j. forall k. M[j, k] = 1) <=> X = True"));
  CHECK(!in_guard("forall j. exists k. M[j, k] = 1"));
  CHECK(!in_guard("not (exists j. forall k. M[j, k] = 1)"));
  CHECK(!in_guard("(exists j. forall k. M[j, k] = 1) <=> X = True"));
  CHECK(!in_guard("forall j. ((exists k. S[k] = A) <=> X = True)"));
  CHECK(in_guard("forall_other p. S[p] = A"));
}

TEST_CASE("quantifiers in unsafe and init") {
  CHECK(in_unsafe("N = 1 && exists c <> d. M[c, d] = 1"));
  CHECK(in_unsafe("not (forall c. S[c] = A)"));
  CHECK(!in_unsafe("forall c. S[c] = A"));
  CHECK(!in_unsafe("(exists c. S[c] = A) <=> X = True"));
  CHECK(!in_unsafe("exists a. S[a] = A"));
  CHECK(in_init("N = 1 && forall x <> y. M[x, y] = 1"));
  CHECK(in_init("not (exists x. S[x] = A)"));
  CHECK(!in_init("exists x. S[x] = A"));
  CHECK(!in_init("forall_other x. S[x] = A"));
}

TEST_CASE("declarations come in any order, and names clash only within their kind") {
  CHECK(accepts("transition a (p) { S[p] := A } transition a () { } init { true } type a var Z : a const C[proc] : mbool"));
  CHECK(!accepts("init { true } var A : int"));
  CHECK(!accepts("init { true } type bool"));
  CHECK(accepts("init (x x) { S[x] = A }"));
  CHECK(!accepts("init { true } unsafe (x x) { S[x] = A }"));
}
