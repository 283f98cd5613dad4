// No integer is cut silently: conversions to types smaller than a word go through base/narrow.h, which checks or names them.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "base/contract.h"
#include "base/narrow.h"

namespace fs = std::filesystem;
using parapet::narrow;

namespace {

// Targets that are smaller than a word, and the aliases of such types that the sources use.
const std::regex narrowing(
    R"(static_cast<(std::)?(u?int(8|16|32)_t|unsigned( char| short| int)?|int|short|char|signed char|Code|Process|ProcessCode|(le::|ld::)?Variable|Event|Vertex|ItemId|FrameIndex|Location|StateNumber|LiteralNumber|machine::StateNumber)>)");

std::string complaint(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (std::regex_search(line, narrowing)) return file.string() + ":" + std::to_string(number) + ": " + line;
  }
  return "";
}

}  // namespace

TEST_CASE("casts: to a smaller integer type only by narrow, low_bits, number_of or byte_of") {
  std::size_t files = 0;
  for (const char* const folder : {"src", "smt", "frontend"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(PARAPET_SOURCE_DIR) / folder)) {
      const std::string extension = entry.path().extension().string();
      if ((extension != ".cpp" && extension != ".h") || entry.path().filename() == "narrow.h") continue;
      ++files;
      CHECK(complaint(entry.path()) == "");
    }
  }
  CHECK(files > 200);
}

TEST_CASE("casts: a number that does not fit ends the run") {
  CHECK(narrow<std::uint16_t>(65535) == 65535);
  CHECK_THROWS_AS(static_cast<void>(narrow<std::uint16_t>(65536)), parapet::InternalError);
  CHECK_THROWS_AS(static_cast<void>(narrow<std::uint16_t>(-1)), parapet::InternalError);
  CHECK_THROWS_AS(static_cast<void>(narrow<std::int32_t>(std::uint32_t{1} << 31U)), parapet::InternalError);
  CHECK_THROWS_AS(static_cast<void>(narrow<std::uint64_t>(std::int64_t{-1})), parapet::InternalError);
  CHECK(narrow<std::int8_t>(std::int64_t{-128}) == -128);
  CHECK(parapet::byte_of('\xff') == 255);
}
