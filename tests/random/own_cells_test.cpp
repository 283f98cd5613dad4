// Models on which the event engine has to decide, whatever is done to plain cells: each thread writes weak cells of its own only.
#include <doctest/doctest.h>

#include <cctype>
#include <cstdlib>
#include <sstream>
#include <string>

#include "random/live.h"
#include "random/search_run.h"
#include "random/text_model.h"

using namespace parapet;
using test::Compared;
using test::Engine;
using test::Memory;
using test::Profile;
using Kind = test::SearchAnswer::Kind;

namespace {

bool loads(const std::string& text) { return frontend::load_text("test.cub", text).program.has_value(); }
bool decided(Kind kind) { return kind == Kind::Safe || kind == Kind::Unsafe; }

// X[p] where the model has X.
std::string with_own_cells(const std::string& text, std::uint64_t seed) {
  std::string result, line;
  std::istringstream in(text);
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  while (std::getline(in, line)) {
    const bool declares = line.starts_with("weak var ");
    const bool init = line.starts_with("init");
    if (declares) line.replace(0, 9, "weak array ");
    for (std::size_t k = 0; k < line.size(); ++k) {
      const bool name = line[k] == 'X' || line[k] == 'Y' || line[k] == 'Z';
      if (!name || (k > 0 && is_word(line[k - 1])) || (k + 1 < line.size() && is_word(line[k + 1]))) continue;
      const bool written = line.compare(k + 1, 4, " := ") == 0;
      const std::string index = declares ? "proc" : init ? "z" : written ? "p" : "#" + std::to_string(1 + (seed++ % 2));
      line.insert(k + 1, "[" + index + "]");
    }
    result += line + "\n";
  }
  return result;
}

}  // namespace

TEST_CASE("random: the event engine decides every model with plain cells where each thread writes its own weak ones") {
  const std::uint64_t models = std::getenv("PARAPET_SLOW") != nullptr ? 5000 : 150;
  std::size_t safe = 0;
  std::size_t unsafe = 0;
  for (std::uint64_t seed = 0; seed < models; ++seed) {
    const std::string text = with_own_cells(to_text(test::generate(Profile::SharedPlain, seed)), seed);
    CAPTURE(text);
    REQUIRE(loads(text));
    const Compared result = test::compare_search(test::program_of(text), test::small_search(Memory::Tso, Engine::Ghb), 4);
    CHECK(result.defect == "");
    if (text.find("W[#") == std::string::npos) CHECK(decided(result.search.kind));
    safe += result.search.kind == Kind::Safe ? 1 : 0;
    unsafe += result.search.kind == Kind::Unsafe ? 1 : 0;
  }
  MESSAGE("own weak cells: " << safe << " safe, " << unsafe << " unsafe of " << models);
  CHECK(safe > models / 10);
  CHECK(unsafe > models / 10);
}
