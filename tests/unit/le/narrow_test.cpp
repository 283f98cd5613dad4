// Which constructors the cells of an enumerated symbol can hold.
#include <doctest/doctest.h>

#include <string>

#include "le/passes.h"
#include "unit/le/translated.h"

using namespace parapet;
using test::Translated;

namespace {

const std::string head = R"(number_procs 4
type loc = A | B | C
array PC[proc] : loc
array To[proc] : loc
array M[proc, proc] : loc
var V : loc
var N : int
)";

// The constructors of a symbol, as their names in a row.
std::string values(const std::string& symbol, const std::string& text, bool narrow = true) {
  const Translated t(head + text, le::sc, {.narrow = narrow});
  const std::uint64_t set = t.system.narrowed[t.symbol(symbol).index()];
  std::string names;
  for (unsigned k = 0; k < 3; ++k) {
    if ((set >> k & 1U) != 0) names += "ABC"[k];
  }
  return names;
}

}  // namespace

TEST_CASE("narrowing: initial values and what is assigned, also through other cells") {
  CHECK(values("PC", "init (x) { PC[x] = A }") == "A");
  CHECK(values("PC", "init (x) { PC[x] = A }\ntransition t (p) { PC[p] := C }") == "AC");
  const std::string chain =
      "init (x) { PC[x] = A && To[x] = B && V = B }\ntransition t (p) { PC[p] := To[p] }\ntransition u (p) { To[p] := V }\n";
  CHECK(values("PC", chain) == "AB");
  CHECK(values("PC", chain + "transition v () { V := C }") == "ABC");
  CHECK(values("V", chain) == "B");
}

TEST_CASE("narrowing: an arbitrary value and a case are every value that they may give") {
  CHECK(values("V", "init (x) { PC[x] = A && V = A }\ntransition t (p) { V := ? }") == "ABC");
  CHECK(values("PC", "init (x) { PC[x] = A }\ntransition t (p) { PC[j] := case | j = p && N = 0 : B | _ : PC[j] }") == "AB");
}

TEST_CASE("narrowing: init narrows only what it says of every cell") {
  CHECK(values("PC", "init { PC[#1] = A }") == "ABC");
  CHECK(values("PC", "init (x) { PC[x] = A || V = B }") == "ABC");
  CHECK(values("PC", "init { forall x <> y. PC[x] = A }") == "ABC");
  CHECK(values("PC", "init (x) { PC[x] <> C }") == "AB");
  CHECK(values("M", "init (x y) { M[x,y] = A }") == "A");
  CHECK(values("M", "init (x) { M[x,x] = A }") == "ABC");
}

TEST_CASE("narrowing: every bit is set if it is disabled, and for other sorts") {
  const std::string text = "init (x) { PC[x] = A && N = 0 }";
  CHECK(values("PC", text, false) == "ABC");
  const Translated off(head + text, le::sc, {.narrow = false}), on(head + text, le::sc);
  CHECK(off.system.narrowed[off.symbol("PC").index()] == ~std::uint64_t{0});
  CHECK(on.system.narrowed[on.symbol("N").index()] == ~std::uint64_t{0});
}

TEST_CASE("narrowing: an init without states narrows nothing") {
  CHECK(values("PC", "init (x) { PC[x] = A && PC[x] = B }\ntransition t (p) { PC[p] := PC[p] }") == "ABC");
}
