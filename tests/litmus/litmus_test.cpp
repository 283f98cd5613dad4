// Litmus tests against the tables tso.csv and sc.csv, which are the reference. They were derived once from the axioms (uniproc; atomicity;
// ghb = ppo + fences + rfe + co + fr acyclic) by enumerating rf and co, without any machine. The store-buffer enumerator, which shares
// nothing with that derivation, agrees on every line; the slow tier asks it again. n4 is our own rendering of that shape.
#include "litmus/litmus.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <iostream>
#include <string>

#include "random/enumerator.h"
#include "random/text_model.h"
#include "regress/judge.h"

using namespace parapet;
using namespace parapet::test;

namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(PARAPET_SOURCE_DIR) / "tests/litmus";

// Under SC a fence changes nothing: its table has variants with exchanges only.
void check_table(const le::MemoryModel& model, verify::Engine engine) {
  const bool weak = model.delays_writes();
  auto table = read_table(folder / (std::string(model.name) + ".csv"));
  std::size_t allowed = 0;
  std::size_t forbidden = 0;
  for (const LitmusTest& shape : read_shapes(folder / "shapes.txt")) {
    for (const LitmusTest& test : variants(shape, weak)) {
      const std::string text = to_cub(test);
      INFO(test.name, " under ", std::string(model.name), "\n", text);
      const auto row = table.find(test.name);
      REQUIRE(row != table.end());
      const Answer expected = row->second ? Answer::Unsafe : Answer::Safe;
      table.erase(row);
      JudgeOptions options;
      options.engine = engine;
      CHECK(judge(test.name + ".cub", text, model, options).answer == expected);
      (expected == Answer::Unsafe ? allowed : forbidden) += 1;
      if (!slow_tier()) continue;
      const auto threads = static_cast<unsigned>(test.threads.size());
      const EnumResult seen = enumerate(program_of(text), threads, weak ? Memory::Tso : Memory::Sc);
      CHECK((seen.verdict == EnumResult::Verdict::Unsafe) == (expected == Answer::Unsafe));
      CHECK(seen.verdict != EnumResult::Verdict::Bounded);
    }
  }
  CHECK_MESSAGE(table.empty(), "no shape has the variant ", table.empty() ? std::string() : table.begin()->first);
  std::cout << "litmus: under " << model.name << " " << allowed << " allowed, " << forbidden << " forbidden\n";
}

}  // namespace

TEST_CASE("litmus: the table of TSO") { check_table(le::tso, verify::Engine::Timeline); }

TEST_CASE("litmus: the table of SC") { check_table(le::sc, verify::Engine::Timeline); }

TEST_CASE("litmus: the table of TSO, by the event engine") { check_table(le::tso, verify::Engine::Ghb); }

TEST_CASE("litmus: the table of SC, by the event engine") { check_table(le::sc, verify::Engine::Ghb); }
