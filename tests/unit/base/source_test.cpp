// Places in a source text.
#include "base/source.h"

#include <doctest/doctest.h>

#include "base/contract.h"

using namespace parapet;

// Lines and columns count from 1, the last line may lack its line break, CR LF is one break.
TEST_CASE("source: places") {
  const SourceFile file("f", "ab\r\ncd\n\nx");
  CHECK(file.locate(0).line == 1);
  CHECK(file.locate(5).line == 2);
  CHECK(file.locate(5).column == 2);
  CHECK(file.locate(9).line == 4);
  CHECK(file.line(1) == "ab");
  CHECK(file.line(2) == "cd");
  CHECK(file.line(3).empty());
  CHECK(file.line(4) == "x");
}

TEST_CASE("source: an offset at a line break belongs to the line that it ends, one past the text to the last line") {
  const SourceFile file("f", "ab\ncd\n");
  CHECK(file.locate(2).line == 1);
  CHECK(file.locate(2).column == 3);
  CHECK(file.locate(3).line == 2);
  CHECK(file.locate(3).column == 1);
  CHECK(file.locate(6).line == 3);
  CHECK(file.line(3).empty());
  CHECK_THROWS_AS((void)file.line(4), InternalError);
  CHECK_THROWS_AS((void)file.line(0), InternalError);
}
