#include "logic/signature.h"

#include <doctest/doctest.h>

using namespace parapet;

TEST_CASE("signature: built-in sorts are where their names say") {
  const Signature signature;
  CHECK(signature[Signature::proc].kind == SortKind::Proc);
  CHECK(signature[Signature::integer].name == "int");
  CHECK(signature[Signature::real].kind == SortKind::Real);
  CHECK(signature[Signature::boolean].constructors[Signature::true_value] == "True");
  CHECK(signature.find_sort("bool") == Signature::boolean);
  // Sorts that are no type of the language cannot be named.
  CHECK(!signature.find_sort("formula"));
  CHECK(!signature.find_sort("event"));
}

TEST_CASE("signature: sorts and symbols are found by name") {
  Signature signature;
  const SortId loc = signature.add_sort({SortKind::Enum, "loc", {"A", "B"}});
  const SymbolId state = signature.add_symbol({"S", loc, 1, true, false, {}});
  CHECK(signature.find_sort("loc") == loc);
  CHECK(signature.find_symbol("S") == state);
  CHECK(!signature.find_symbol("T"));
  CHECK(signature[state].weak);
}
