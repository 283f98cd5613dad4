// The corpus beside the repository, when it is there, against the verdicts of its reference table.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "regress/judge.h"
#include "skipped.h"

using namespace parapet;
using namespace parapet::test;

namespace {

namespace fs = std::filesystem;

fs::path corpus_folder() {
  if (const char* named = std::getenv("PARAPET_CORPUS")) return named;
  for (const char* place : {"/../shared/corpus", "/../../shared/corpus"}) {
    const fs::path folder = std::string(PARAPET_SOURCE_DIR) + place;
    if (fs::exists(folder / "weak")) return folder;
  }
  return std::string(PARAPET_SOURCE_DIR) + "/../shared/corpus";
}

// File to verdict, from the first two columns of the table; files whose verdict is not known are left out.
std::map<std::string, Answer> expected_verdicts(const fs::path& table) {
  std::map<std::string, Answer> expected;
  std::ifstream in(table);
  for (std::string line; std::getline(in, line);) {
    std::istringstream columns(line);
    std::string file, verdict;
    columns >> file >> verdict;
    if (const auto answer = answer_named(verdict)) expected.emplace(file, *answer);
  }
  return expected;
}

// Models of plain/ that take longer than the fast tier gives them, or do not finish.
const std::set<std::string> long_ones{"plain/distrib_channels.cub", "plain/flash_nodata.cub",  "plain/german.ctc_nodata.cub",
                                      "plain/german.cub",           "plain/german_baukus.cub", "plain/ricart_abdulla_int.cub",
                                      "plain/swimming_pool.cub",    "plain/szymanski_at.cub",  "plain/szymanski_na.cub"};

}  // namespace

TEST_CASE("corpus: the reference verdicts") {
  const fs::path folder = corpus_folder();
  const auto expected = expected_verdicts(folder / "../reference.tsv");
  if (expected.empty()) {
    skipped("no " + (folder / "../reference.tsv").string() + " (PARAPET_CORPUS names another folder)");
    return;
  }
  for (const auto& [name, answer] : expected) {
    INFO(name);
    const bool weak = name.rfind("weak/", 0) == 0;
    if (long_ones.count(name) != 0 && !slow_tier()) continue;
    JudgeOptions options;
    if (slow_tier()) options.work *= 10;
    const Judgement judgement = judge(name, contents_of(folder / name), weak ? le::tso : le::sc, options);
    INFO(judgement.reason);
    if (long_ones.count(name) != 0 && judgement.answer == Answer::Unknown) {
      std::cout << "corpus: " << name << " not finished after " << options.work << " units of work\n";
      continue;
    }
    CHECK(judgement.answer == answer);
    if (!weak) continue;
    options.engine = parapet::Engine::Ghb;
    const Judgement by_events = judge(name, contents_of(folder / name), le::tso, options);
    INFO("event engine: ", by_events.reason);
    CHECK(by_events.answer == answer);
  }
  if (!slow_tier()) std::cout << "corpus: " << long_ones.size() << " long models only with PARAPET_SLOW=1\n";
}
