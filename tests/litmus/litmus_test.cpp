// Litmus tests against the tables sc.csv, tso.csv and pso.csv, which are the reference. They were derived once from the axioms (uniproc; atomicity;
// ghb = ppo + fences + rfe + co + fr acyclic) by enumerating rf and co, without any machine. The store-buffer enumerator, which shares
// nothing with that derivation, agrees on every line; the slow tier asks it again. n4 is our own rendering of that shape.
#include "litmus/litmus.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "random/enumerator.h"
#include "random/text_model.h"
#include "regress/judge.h"

using namespace parapet;
using namespace parapet::test;

namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(PARAPET_SOURCE_DIR) / "tests/litmus";

Memory memory_of(const le::MemoryModel& model) {
  if (!model.delays_writes()) return Memory::Sc;
  return model.writes_apart() ? Memory::Pso : Memory::Tso;
}

// Under SC a fence changes nothing: its table has variants with exchanges only. A store-store fence changes something only where writes
// are not kept in order.
std::vector<LitmusTest> tests_of(const LitmusTest& shape, const le::MemoryModel& model) {
  std::vector<LitmusTest> all = variants(shape, model.delays_writes());
  if (model.writes_apart()) {
    for (LitmusTest& test : store_fence_variants(shape)) all.push_back(std::move(test));
  }
  return all;
}

EnumResult enumerated(const LitmusTest& test, const std::string& text, const le::MemoryModel& model) {
  return enumerate(program_of(text), static_cast<unsigned>(test.threads.size()), memory_of(model));
}

void check_table(const le::MemoryModel& model, parapet::Engine engine) {
  auto table = read_table(folder / (std::string(model.name) + ".csv"));
  std::size_t allowed = 0;
  std::size_t forbidden = 0;
  for (const LitmusTest& shape : read_shapes(folder / "shapes.txt")) {
    for (const LitmusTest& test : tests_of(shape, model)) {
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
      const EnumResult seen = enumerated(test, text, model);
      CHECK((seen.verdict == EnumResult::Verdict::Unsafe) == (expected == Answer::Unsafe));
      CHECK(seen.verdict != EnumResult::Verdict::Bounded);
    }
  }
  CHECK_MESSAGE(table.empty(), "no shape has the variant ", table.empty() ? std::string() : table.begin()->first);
  std::cout << "litmus: under " << model.name << " " << allowed << " allowed, " << forbidden << " forbidden\n";
}

// What the enumerator says of a table, without a search.
void enumerate_table(const le::MemoryModel& model) {
  auto table = read_table(folder / (std::string(model.name) + ".csv"));
  std::size_t allowed = 0;
  std::size_t forbidden = 0;
  for (const LitmusTest& shape : read_shapes(folder / "shapes.txt")) {
    for (const LitmusTest& test : tests_of(shape, model)) {
      const std::string text = to_cub(test);
      INFO(test.name, " under ", std::string(model.name), "\n", text);
      const auto row = table.find(test.name);
      REQUIRE(row != table.end());
      const EnumResult seen = enumerated(test, text, model);
      CHECK(seen.verdict == (row->second ? EnumResult::Verdict::Unsafe : EnumResult::Verdict::Safe));
      (row->second ? allowed : forbidden) += 1;
      table.erase(row);
    }
  }
  CHECK_MESSAGE(table.empty(), "no shape has the variant ", table.empty() ? std::string() : table.begin()->first);
  std::cout << "litmus: the enumerator under " << model.name << ": " << allowed << " allowed, " << forbidden << " forbidden\n";
}

}  // namespace

TEST_CASE("litmus: the enumerator has the table of PSO") { enumerate_table(ld::pso); }

// What SC allows, TSO allows, and what TSO allows, PSO allows.
TEST_CASE("litmus: a weaker model allows more") {
  const auto sc = read_table(folder / "sc.csv");
  const auto tso = read_table(folder / "tso.csv");
  const auto pso = read_table(folder / "pso.csv");
  std::size_t change = 0;
  for (const auto& [name, allowed] : sc) CHECK((!allowed || tso.at(name)));
  for (const auto& [name, allowed] : tso) {
    CHECK((!allowed || pso.at(name)));
    change += allowed != pso.at(name) ? 1 : 0;
  }
  CHECK(change == 45);
  std::cout << "litmus: " << change << " variants that TSO forbids and PSO allows\n";
}

TEST_CASE("litmus: the table of TSO") { check_table(le::tso, parapet::Engine::Timeline); }

TEST_CASE("litmus: the table of PSO") { check_table(ld::pso, parapet::Engine::Timeline); }

TEST_CASE("litmus: the table of SC") { check_table(le::sc, parapet::Engine::Timeline); }

TEST_CASE("litmus: the table of TSO, by the event engine") { check_table(le::tso, parapet::Engine::Ghb); }

TEST_CASE("litmus: the table of PSO, by the event engine") { check_table(ld::pso, parapet::Engine::Ghb); }

TEST_CASE("litmus: the table of SC, by the event engine") { check_table(le::sc, parapet::Engine::Ghb); }
