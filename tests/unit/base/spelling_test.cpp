// Names the user may have meant, and quoted pieces of their text.
#include <doctest/doctest.h>

#include <array>
#include <string>

#include "base/printable.h"

using namespace parapet;

namespace {

constexpr std::array<std::string_view, 4> names{"requires", "transition", "Idle", "Want"};

std::string_view nearest_name(std::string_view written) { return nearest(written, names); }

}  // namespace

TEST_CASE("spelling: one edit is found: a letter too many, missing, wrong, two swapped") {
  CHECK(nearest_name("reqquires") == "requires");
  CHECK(nearest_name("requirs") == "requires");
  CHECK(nearest_name("requites") == "requires");
  CHECK(nearest_name("reqiures") == "requires");
  CHECK(nearest_name("Wnat") == "Want");
}

TEST_CASE("spelling: case costs nothing, long words may have two edits, short ones one or none") {
  CHECK(nearest_name("TRANSITION") == "transition");
  CHECK(nearest_name("tranzitoin") == "transition");
  CHECK(nearest_name("tranzzzion").empty());
  CHECK(nearest_name("Idl") == "Idle");
  CHECK(nearest_name("Il").empty());
  CHECK(nearest_name("bad").empty());
}

TEST_CASE("spelling: the nearest one, the first among equals, and never the word itself") {
  constexpr std::array<std::string_view, 3> close{"enter2", "enter1", "entry"};
  CHECK(nearest("enter1", close) == "enter2");
  CHECK(nearest("enter", close) == "enter2");
  CHECK(nearest("entr", close) == "entry");
}

TEST_CASE("spelling: a question, or nothing") {
  CHECK(did_you_mean("Idel", names) == "did you mean `Idle`?");
  CHECK(did_you_mean("nothing", names).empty());
}

TEST_CASE("spelling: quoted text is on one line, printable and short") {
  CHECK(quote("a b") == "`a b`");
  CHECK(quote("a\n\t  b") == "`a b`");
  CHECK(quote("a\x01\xc3") == "`a??`");
  CHECK(quote(std::string(60, 'x')) == "`" + std::string(60, 'x') + "`");
  CHECK(quote(std::string(61, 'x')) == "`" + std::string(60, 'x') + "...`");
}
