// The event engine on random models: against the store-buffer enumerator, against the timeline engine, rows against the solver.
#include <doctest/doctest.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "random/live.h"
#include "random/search_run.h"
#include "random/text_model.h"
#include "random/vary.h"

using namespace parapet;
using test::Compared;
using test::Engine;
using test::Memory;
using test::Model;
using test::Profile;
using test::SearchAnswer;
using test::SearchSetup;
using Kind = test::SearchAnswer::Kind;

namespace {

struct Tally {
  std::array<std::size_t, 6> kinds{};
  std::size_t models = 0, unsafe = 0, decided = 0;
};

const char* name(Memory memory) { return memory == Memory::Sc ? " under SC: " : " under TSO: "; }

bool loads(const std::string& text) { return frontend::load_text("test.cub", text).program.has_value(); }

// A smallest model with the same kind of defect.
std::string smallest(const Model& model, const SearchSetup& setup, unsigned processes, const std::string& defect) {
  const auto still_fails = [&](const Model& smaller) {
    const std::string text = to_text(smaller);
    return loads(text) && test::compare_search(test::program_of(text), setup, processes).defect.substr(0, 12) == defect.substr(0, 12);
  };
  return to_text(shrink(model, still_fails));
}

void compare(const Model& model, Profile profile, Memory memory, bool lateness, Engine engine, Tally& tally) {
  const ld::Program program = test::program_of(to_text(model));
  SearchSetup setup = test::small_search(memory, engine);
  setup.translate.lateness = lateness;
  const Compared result = test::compare_search(program, setup, test::enough_processes(profile));
  ++tally.models;
  ++tally.kinds[static_cast<std::size_t>(result.search.kind)];
  tally.unsafe += result.enumerated.verdict == test::EnumResult::Verdict::Unsafe ? 1 : 0;
  tally.decided += result.search.kind == Kind::Safe || result.search.kind == Kind::Unsafe ? 1 : 0;
  if (result.defect.empty()) return;
  FAIL_CHECK(std::string(to_string(profile)), std::string(name(memory)), result.defect, "\n",
             smallest(model, setup, test::enough_processes(profile), result.defect));
}

// `varied`: with pieces moved about, and without the analysis of late reads, so that there are more open ones.
void compare_many(Profile profile, const std::vector<Memory>& memories, std::uint64_t models, bool varied) {
  const Engine engine = Engine::Ghb;
  if (std::getenv("PARAPET_SLOW") != nullptr) models *= 20;
  for (const Memory memory : memories) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < models; ++seed) {
      CAPTURE(seed);
      Model model = generate_live(profile, seed);
      if (varied) model = vary(std::move(model), seed);
      if (!varied || loads(to_text(model))) compare(model, profile, memory, !varied, engine, tally);
    }
    MESSAGE(std::string(to_string(profile)) << std::string(varied ? " varied" : "") << std::string(name(memory)) << tally.models
                                            << " models, " << tally.unsafe << " unsafe; answers: " << tally.kinds[0] << " safe, "
                                            << tally.kinds[1] << " unsafe, " << tally.kinds[2] << " limit, " << tally.kinds[3]
                                            << " spurious, " << tally.kinds[4] << " refused, " << tally.kinds[5] << " nothing found");
    if (profile != Profile::SharedPlain) CHECK(tally.decided * 10 > tally.models * 7);
  }
}

bool decided(Kind kind) { return kind == Kind::Safe || kind == Kind::Unsafe; }

}  // namespace

// Twenty times as many in the slow tier.
TEST_CASE("random: the event engine agrees with the enumerator") {
  compare_many(Profile::Weak, {Memory::Tso}, 200, false);
  compare_many(Profile::Weak, {Memory::Sc}, 50, false);
  compare_many(Profile::Litmus, {Memory::Tso}, 100, false);
  compare_many(Profile::Litmus, {Memory::Sc}, 30, false);
}
TEST_CASE("random: the event engine agrees with the enumerator on models with shared plain cells") {
  compare_many(Profile::SharedPlain, {Memory::Tso}, 250, false);
}
// Each thread writes cells of its own only, X[p] where the model has X: then the event engine is exact, whatever is done to plain cells.
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

TEST_CASE("random: the event engine agrees with the enumerator on varied models") {
  for (const Profile profile : {Profile::Weak, Profile::Litmus, Profile::SharedPlain})
    compare_many(profile, {Memory::Tso}, 60, true);
}

TEST_CASE("random: rows and solver agree on the order of events") {
  const std::uint64_t models = std::getenv("PARAPET_SLOW") != nullptr ? 1000 : 40;
  for (const Profile profile : {Profile::Weak, Profile::Litmus, Profile::SharedPlain}) {
    for (const Memory memory : {Memory::Tso, Memory::Sc}) {
      for (std::uint64_t seed = 0; seed < models; ++seed) {
        const std::string text = to_text(vary(generate_live(profile, seed), seed));
        if (!loads(text)) continue;
        CAPTURE(text);
        const ld::Program program = test::program_of(text);
        const SearchAnswer rows = test::run_search(program, test::small_search(memory, Engine::Ghb));
        SearchSetup setup = test::small_search(memory, Engine::Ghb);
        setup.search.event_order = search::EventOrder::Smt;
        setup.search.compare_orders = true;
        SearchAnswer solver;
        CHECK_NOTHROW(solver = test::run_search(program, setup));
        if (rows.kind != Kind::Limit && solver.kind != Kind::Limit) CHECK(solver.kind == rows.kind);
        if (decided(rows.kind) && decided(solver.kind)) CHECK(solver.statistics.nodes == rows.statistics.nodes);
      }
    }
  }
}

// The event engine against the timeline, where the enumerator need not follow: without bound on the processes, with fewer limits.
TEST_CASE("random: both engines say the same") {
  const std::uint64_t models = std::getenv("PARAPET_SLOW") != nullptr ? 2500 : 75;
  std::size_t pairs = 0;
  for (const Profile profile : {Profile::Plain, Profile::Weak, Profile::Litmus, Profile::SharedPlain}) {
    for (std::uint64_t seed = 100'000; seed < 100'000 + models; ++seed) {
      const std::string text = to_text(vary(generate_live(profile, seed), seed));
      if (!loads(text)) continue;
      CAPTURE(text);
      const ld::Program program = test::program_of(text);
      const SearchAnswer timeline = test::run_search(program, test::small_search(Memory::Tso));
      const SearchAnswer events = test::run_search(program, test::small_search(Memory::Tso, Engine::Ghb));
      if (!decided(timeline.kind) || !decided(events.kind)) continue;
      CHECK(timeline.kind == events.kind);
      ++pairs;
    }
  }
  MESSAGE(pairs << " pairs of searches compared");
}
