#include "base/printable.h"

#include <doctest/doctest.h>

#include <string>

using parapet::LineBreaks;
using parapet::printable;

TEST_CASE("printable: what can be seen stays") {
  CHECK(printable("a b ~ \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80") == "a b ~ \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80");
  CHECK(printable("").empty());
}

TEST_CASE("printable: control characters") {
  CHECK(printable(std::string("\0\x1b[2J\x7f", 6)) == "\\x00\\x1b[2J\\x7f");
  CHECK(printable("a\tb\r\nc") == "a\\tb\\r\\nc");
  CHECK(printable("a\tb\r\nc", LineBreaks::Keep) == "a\tb\\r\nc");
  CHECK(printable("\xC2\x9B") == "\\u{9b}");  // CSI as one character
}

TEST_CASE("printable: every character that reorders or breaks a line, and its neighbours") {
  const auto utf8 = [](unsigned code) {
    std::string text;
    text += static_cast<char>(0xE0 | code >> 12U);
    text += static_cast<char>(0x80 | (code >> 6U & 0x3FU));
    text += static_cast<char>(0x80 | (code & 0x3FU));
    return text;
  };
  for (const unsigned code :
       {0x200EU, 0x200FU, 0x2028U, 0x2029U, 0x202AU, 0x202BU, 0x202CU, 0x202DU, 0x202EU, 0x2066U, 0x2067U, 0x2068U, 0x2069U, 0xFEFFU}) {
    CAPTURE(code);
    CHECK(printable(utf8(code)).starts_with("\\u{"));
  }
  for (const unsigned code : {0x200DU, 0x2010U, 0x2027U, 0x202FU, 0x2065U, 0x206AU}) {
    CAPTURE(code);
    CHECK(printable(utf8(code)) == utf8(code));
  }
  CHECK(printable("\xD8\x9C") == "\\u{61c}");
  CHECK(printable("\xE2\x80\xAE") == "\\u{202e}");
}

TEST_CASE("printable: bytes that are not UTF-8") {
  CHECK(printable("\xFF") == "\\xff");
  CHECK(printable("\xC3") == "\\xc3");                    // cut off
  CHECK(printable("\xC0\x80") == "\\xc0\\x80");           // overlong
  CHECK(printable("\xED\xA0\x80") == "\\xed\\xa0\\x80");  // a surrogate
}
