// LE as formulas, for `dump --le`: what each construct of the language becomes.
#include <doctest/doctest.h>

#include <string>

#include "unit/notation/rendered.h"

using namespace parapet;

namespace {

constexpr const char* prelude =
    "type loc = A | B | C\ntype thing\nconst Size : int\narray PC[proc] : loc\narray Next[proc] : proc\narray M[proc, proc] : int\n"
    "var S : bool\nvar N : int\nvar T : thing\nweak var X : bool\nweak var Y : int\nweak array F[proc] : bool\n"
    "weak array G[proc] : bool\n";
constexpr const char* prelude_init = "init (z) { PC[z] = A && X = False && Y = 0 && F[z] = False && G[z] = False }\n";

std::string text_of(const std::string& declarations, const le::MemoryModel& memory = le::tso) {
  return test::rendered(prelude + declarations, notation::print_text, memory);
}

// The definition of that name, without the title, names that do not change and remarks.
std::string definition(const std::string& name, const std::string& declarations, const le::MemoryModel& memory = le::tso) {
  const std::string text = text_of((declarations.find("init") == std::string::npos ? prelude_init : "") + declarations, memory);
  const std::size_t begin = text.find("\n" + name + "(");
  REQUIRE_MESSAGE(begin != std::string::npos, text);
  std::istringstream lines(text.substr(begin + 1, text.find("\n\n", begin) - begin));
  std::string line, result;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    if (line.find("unchanged(") == std::string::npos && line.find("  --") != 0) result += line.substr(2) + "\n";
  }
  return result;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("notation: ghb keeps the pairs that the memory model's value says") {
  const std::string kept = "  forall i, a, b. write(a, i) && exec(b, i) && po(a, b) => ghb(a, b)\n";
  const std::string fence = "  forall i, w, x. write(w, i) && fence(x, i) && po(w, x) => ghb(w, x)\n";
  const std::string atomic = "  forall i, w, x, u. write(w, i) && exec(x, i) && at(u, x) && po(w, x) => ghb(w, x)\n";
  const std::string tso = text_of(prelude_init, le::tso);
  CHECK_FALSE(contains(tso, kept));
  CHECK(contains(tso, "  -- write before execution: not kept\n"));
  CHECK(contains(tso, fence));
  CHECK(contains(tso, atomic));
  const std::string sc = text_of(prelude_init, le::sc);
  CHECK(contains(sc, kept));
  CHECK_FALSE(contains(sc, fence));
  CHECK_FALSE(contains(sc, atomic));
}

TEST_CASE("notation: a memory model with a buffer for each location, by its value alone") {
  using ld::Kept;
  const le::MemoryModel apart{"apart", ld::Buffers::PerLocation, {{{Kept::Always, Kept::Always}, {Kept::Never, Kept::SameLocation}}}};
  REQUIRE(apart.consistent());
  const std::string text = text_of(prelude_init, apart);
  CHECK(contains(text, "  -- write before write: kept only on one location, see below\n"));
  CHECK(contains(text, "  forall i, v, w, j. Wr_X(v, i, j) && Wr_X(w, i, j) && po(v, w) => ghb(v, w)\n"));
  CHECK(contains(text, "-- Each write of a firing is an event of its own.\n"));
  // An event for each write; for an update of every cell an event for each cell.
  CHECK(definition("t", "transition t ([p]) { X := True; Y := 1 }", apart) ==
        "exec(x, p)\n&& Wr_X(w, p)\n&& Val_X(w) = True\n&& Wr_Y(w1, p)\n&& Val_Y(w1) = 1\n&& ghb(x, w)\n&& ghb(x, w1)\n");
  CHECK(definition("t", "transition t ([p]) { F[j] := case | _ : True }", apart) ==
        "exec(x, p)\n&& (forall j. exists w. Wr_F(w, p, j) && Val_F(w, j) = True && ghb(x, w))\n");
}

TEST_CASE("notation: init is about reads that are not satisfied") {
  CHECK(definition("init", "init (z) { PC[z] = A && X = False && Y = 0 && F[z] = False && G[z] = False }") ==
        "(forall z. PC[z] = A)\n"
        "&& (forall e, i. Rd_X(e, i) => Val_X(e) = False)\n"
        "&& (forall e, i. Rd_Y(e, i) => Val_Y(e) = 0)\n"
        "&& (forall e, i, z. Rd_F(e, i, z) => Val_F(e, z) = False)\n"
        "&& (forall e, i, z. Rd_G(e, i, z) => Val_G(e, z) = False)\n");
}

TEST_CASE("notation: initial values that init leaves open are the same for every read") {
  const std::string init = definition("init", "init (z) { F[z] = G[z] && Y >= 1 && X = False }");
  // Different cells may be read by different events.
  CHECK(contains(init, "(forall e, i, e1, i1, z. Rd_F(e, i, z) && Rd_G(e1, i1, z) => Val_F(e, z) = Val_G(e1, z))\n"));
  CHECK(contains(init, "(forall e, i. Rd_Y(e, i) => Val_Y(e) >= 1)\n"));
  CHECK(contains(init, "(forall e, e1, i, k, k1. Rd_F(e, i, k1) && Rd_F(e1, k, k1) => Val_F(e, k1) = Val_F(e1, k1))\n"));
  CHECK(contains(init, "(forall e, e1, i, k. Rd_Y(e, i) && Rd_Y(e1, k) => Val_Y(e) = Val_Y(e1))\n"));
  CHECK_FALSE(contains(init, "Val_X(e1)"));
}

TEST_CASE("notation: distinct variables of init") {
  const std::string init = definition("init", "init { forall a <> b. M[a, b] = 0 }");
  CHECK(contains(init, "(forall a, b with a <> b. M[a, b] = 0)\n"));
}

TEST_CASE("notation: quantifiers that use one name twice") {
  CHECK(
      contains(definition("init", "init { (forall q. PC[q] = A) || (forall q. PC[q] = B) }"), "(forall q, q1. PC[q] = A || PC[q1] = B)\n"));
}

TEST_CASE("notation: unsafe reads at one instant, after what its processes executed") {
  CHECK(definition("unsafe_1", "unsafe (a b) { PC[a] = B && a @ X = True && a @ F[b] = True }") ==
        "a <> b\n&& PC[a] = B\n&& Rd_X(e, a)\n&& Val_X(e) = True\n&& Rd_F(e, a, b)\n&& Val_F(e, b) = True\n"
        "&& final(e, a)\n&& final(e, b)\n");
  // What two processes see may differ, so each has an event.
  CHECK(definition("unsafe_bad", "unsafe bad (a b) { a @ X = True && b @ X = False }") ==
        "a <> b\n&& Rd_X(e, a)\n&& Val_X(e) = True\n&& Rd_X(e1, b)\n&& Val_X(e1) = False\n&& at(e1, e)\n&& final(e, a)\n&& final(e, b)\n");
  // The reader is shown under sc too.
  CHECK(contains(definition("unsafe_1", "unsafe (a) { a @ X = True }", le::sc), "Rd_X(e, a)\n"));
  CHECK(definition("unsafe_1.2", "unsafe (a) { PC[a] = A || PC[a] = B && S = True }") == "PC[a] = B\n&& S = True\n");
}

TEST_CASE("notation: invariants are about drained states") {
  CHECK(definition("invariant_1", "invariant (a) { a @ X = True && PC[a] = C }") ==
        "PC[a] = C\n&& Rd_X(m, a)\n&& Val_X(m) = True\n&& drained(m)\n");
}

TEST_CASE("notation: reads, fences and writes name the acting process") {
  CHECK(definition("t", "transition t (q [p]) requires { F[q] = True && fence() } { PC[p] := B }") ==
        "exec(x, p)\n&& q <> p\n&& Rd_F(x, p, q)\n&& Val_F(x, q) = True\n&& fence(x, p)\n&& PC'[p] = B\n"
        "&& (forall k <> p. PC'[k] = PC[k])\n");
  CHECK(definition("t", "transition t ([p]) { F[p] := True; X := False }") ==
        "exec(x, p)\n&& Wr_F(w, p, p)\n&& Val_F(w, p) = True\n&& Wr_X(w, p)\n&& Val_X(w) = False\n&& ghb(x, w)\n");
}

TEST_CASE("notation: events and variables that the model names as we do") {
  CHECK(definition("t", "transition t (k [x] w) { PC[x] := B; X := True }") ==
        "exec(x1, x)\n&& k <> x\n&& k <> w\n&& x <> w\n&& PC'[x] = B\n&& (forall k1 <> x. PC'[k1] = PC[k1])\n"
        "&& Wr_X(w1, x)\n&& Val_X(w1) = True\n&& ghb(x1, w1)\n");
}

TEST_CASE("notation: the write event of an atomic step is at its execution") {
  const std::string add = definition("t", "transition t ([p]) { Y := Y + 2 }");
  CHECK(add == "exec(x, p)\n&& Rd_Y(x, p)\n&& Wr_Y(w, p)\n&& Val_Y(w) = Val_Y(x) + 2\n&& at(w, x)\n");
  // By its text: the value that is read does not matter.
  CHECK(contains(definition("t", "transition t ([p]) { let y = X in Y := 1 }"),
                 "&& Rd_X(x, p)\n&& Wr_Y(w, p)\n&& Val_Y(w) = 1\n&& at(w, x)\n"));
}

TEST_CASE("notation: universal guards") {
  CHECK(contains(definition("t", "transition t ([p]) requires { forall_other q. F[q] = False } { PC[p] := B }"),
                 "&& (forall q <> p. Rd_F(x, p, q) && Val_F(x, q) = False)\n"));
  CHECK(contains(definition("t", "transition t ([p] r) requires { forall_other q. PC[q] = A } { PC[p] := B }"),
                 "&& (forall q with q <> p && q <> r. PC[q] = A)\n"));
  // Reads of a cell without the quantified variable are outside.
  CHECK(contains(definition("t", "transition t ([p]) requires { forall q. F[q] = False || X = True } { PC[p] := B }"),
                 "&& Rd_X(x, p)\n&& (forall q. Rd_F(x, p, q) && (Val_F(x, q) = False || Val_X(x) = True))\n"));
}

TEST_CASE("notation: frames of arrays") {
  CHECK(definition("t", "transition t (p q) { M[p, q] := 3 }") ==
        "exec(x, p)\n&& p <> q\n&& M'[p, q] = 3\n&& (forall k, k1 with k <> p || k1 <> q. M'[k, k1] = M[k, k1])\n");
  CHECK(definition("t", "transition t (p) { M[j, k] := case | j = p && PC[k] = A : 1 | _ : M[j, k] }") ==
        "(forall k. (PC[k] = A => M'[p, k] = 1) && (PC[k] <> A => M'[p, k] = M[p, k]))\n"
        "&& (forall k1, k2 with k1 <> p. M'[k1, k2] = M[k1, k2])\n");
  CHECK(contains(text_of(std::string(prelude_init) + "transition t () { S := True }"), "&& unchanged(PC, Next, M, N, T)\n"));
}

TEST_CASE("notation: case denies the branches before, and keeps what none takes") {
  CHECK(definition("t", "transition t ([p]) { PC[j] := case | j = p : B | F[j] = True : C }") ==
        "exec(x, p)\n&& (forall j. Rd_F(x, p, j) && (p = j => PC'[j] = B) && (Val_F(x, j) = True && p <> j => PC'[j] = C) && "
        "(Val_F(x, j) = False && p <> j => PC'[j] = PC[j]))\n");
  CHECK(
      definition("t", "transition t ([p]) { F[j] := case | PC[j] = A : True | _ : F[j] }") ==
      "exec(x, p)\n&& (forall j. (PC[j] = A => Wr_F(w, p, j) && Val_F(w, j) = True) && (PC[j] <> A => not Wr_F(w, p, j)))\n&& ghb(x, w)\n");
}

TEST_CASE("notation: any value") {
  CHECK(definition("t", "transition t () { N := ? }") == "(exists v. N' = v)\n");
  CHECK(definition("t", "transition t ([p]) { Y := ? }") == "exec(x, p)\n&& Wr_Y(w, p)\n&& (exists v. Val_Y(w) = v)\n&& ghb(x, w)\n");
}

TEST_CASE("notation: whole arrays") {
  CHECK(definition("t", "transition t ([p]) { F := G }") ==
        "exec(x, p)\n&& (forall k. Rd_G(x, p, k) && Wr_F(w, p, k) && Val_F(w, k) = Val_G(x, k))\n&& at(w, x)\n");
}

TEST_CASE("notation: arithmetic, constants, processes as values") {
  CHECK(definition("t", "transition t (p) requires { N + 1 < Size && Next[p] <> p && p < Next[p] } { N := 2 * N - Size; Next[p] := p }") ==
        "exec(x, p)\n&& N + 2 <= Size\n&& Next[p] <> p\n&& p < Next[p]\n&& N' = 2*N - Size\n&& Next'[p] = p\n&& (forall k <> p. Next'[k] = "
        "Next[k])\n");
  const std::string model =
      "number_procs 2\narray A[proc] : bool\ninit { A[#1] = False }\nunsafe { A[#2] = True }\n"
      "transition t () { A[#1] := True }\n";
  const std::string text = test::rendered(model, notation::print_text);
  CHECK(contains(text, "  -- number_procs: at most 2 processes\n  exists p, p1. forall q. q = p || q = p1\n"));
  CHECK(contains(text, "\nt()\n  A'[#1] = True\n  && (forall k <> #1. A'[k] = A[k])\n"));
}

TEST_CASE("notation: ownership, lateness and kinds are remarks") {
  const std::string text = text_of(std::string(prelude_init) + R"(transition put ([p]) requires { PC[p] = A } { X := True; PC[p] := B }
transition get ([p]) requires { PC[p] = B && X = True } { PC[p] := C }
transition step (p) requires { PC[p] = C } { PC[p] := A }
transition tick () { N := N + 1 }
)");
  CHECK(contains(text, "  -- acting process: p; kind: write\n"));
  CHECK(contains(text, "  -- acting process: p; kind: read, possibly late\n"));
  CHECK(contains(text, "  -- acting process: p, inferred; kind: read, possibly late\n"));
  CHECK(contains(text, "  -- acting process: nobody; kind: sync\n"));
  CHECK(contains(text, "\n-- shared plain names: N\n"));
}
