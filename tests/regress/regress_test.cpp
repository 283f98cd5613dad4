// Every example and every regression model: its verdict under each model it states, the evidence of an UNSAFE replayed, that of a SAFE
// certified by two solvers if it is small, and the event engine and, on small instances, the enumerator asked for a second opinion. A run
// into the limit of work is a failure, unless the file expects just that.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "regress/expectation.h"
#include "regress/judge.h"

using namespace parapet;
using namespace parapet::test;

namespace {

namespace fs = std::filesystem;

// Units of work in the fast tier, of proofs that are known not to finish (enough to notice a wrong UNSAFE) and of the event engine.
constexpr std::uint64_t glance = 6'000'000;
constexpr std::uint64_t event_work = 10'000'000;

struct Row {
  std::string file, model;
  Expectation expectation;
  Judgement judgement;
  Judgement::Proof event_proof = Judgement::Proof::NotAsked;  // of the event engine
};

void check_second_opinion(const std::string& text, const Row& row) {
  SecondOpinion effort;
  effort.processes = slow_tier() ? row.expectation.opinion : std::min(row.expectation.opinion, 2U);
  effort.states = slow_tier() ? 200000 : 4000;
  if (row.expectation.opinion == 0) return;
  const std::string against = objection(text, row.expectation.model, row.judgement, effort);
  CHECK_MESSAGE(against.empty(), against);
}

// The two engines share neither order nor open reads: where both decide, they agree. A certificate that is rejected is no SAFE.
void check_event_engine(const std::string& text, Row& row) {
  JudgeOptions options;
  options.engine = parapet::Engine::Ghb;
  options.order = row.expectation.order;
  options.work = slow_tier() ? row.expectation.work * 3 : std::min(row.expectation.work, event_work);
  options.certify_nodes = slow_tier() ? UINT64_MAX : 60;
  options.certify_solvers = {"auto"};
  if (slow_tier()) options.certify_work *= 60;
  const Judgement judgement = judge(row.file, text, row.expectation.model, options);
  INFO("event engine: ", judgement.reason);
  if (judgement.answer == Answer::Unknown && judgement.work >= options.work) {
    std::cout << row.file << " under " << row.model << ": the event engine does not finish with " << options.work << " units of work\n";
    return;
  }
  // What a weaker memory model proves, the event engine may have to leave open: it is not exact where shared plain cells are accessed late.
  if (judgement.answer == Answer::Unknown && row.judgement.under_weaker_model) return;
  // Its final read is tied to the processes that an unsafe formula names, not to those that a count beside the read speaks of.
  const bool counts_at_a_read = text.find("count (") != std::string::npos && text.find(" @ ") != std::string::npos;
  if (judgement.answer == Answer::Unknown && counts_at_a_read) return;
  // Ghosts and splits on pointers are for the timeline: without them universal guards may leave only spurious paths.
  const bool asks_everybody =
      row.judgement.answer == Answer::Safe && text.find("forall") != std::string::npos &&
      (judgement.reason.find("may vanish") != std::string::npos || judgement.reason.find("spurious") != std::string::npos);
  if (judgement.answer == Answer::Unknown && asks_everybody) {
    std::cout << row.file << " under " << row.model << ": left open by the event engine (" << judgement.reason << ")\n";
    return;
  }
  CHECK(judgement.answer == row.judgement.answer);
  row.event_proof = judgement.proof;
}

// The static analyses may save work; they may not change the verdict.
void check_without_analyses(const std::string& text, const Row& row) {
  JudgeOptions options;
  options.order = row.expectation.order;
  options.work = row.expectation.work * 5;
  options.narrow = options.lateness = false;
  const Judgement judgement = judge(row.file, text, row.expectation.model, options);
  // Without lateness more firings count as buffered, so that shared plain cells may be refused.
  if (judgement.answer != Answer::Unknown && judgement.answer != Answer::Reject) CHECK(judgement.answer == row.judgement.answer);
}

// Printed invariants are always read back. That they hold, which is enumerated, takes minutes for all models; the random drivers do it too.
SecondOpinion printed_effort() { return slow_tier() ? SecondOpinion{2, 2000} : SecondOpinion{0, 0}; }

void check_row(const std::string& text, Row& row) {
  JudgeOptions options;
  options.order = row.expectation.order;
  options.work = row.expectation.work;
  if (row.expectation.hard && !slow_tier()) options.work = glance;
  options.certify_nodes = slow_tier() ? UINT64_MAX : 60;
  if (slow_tier()) options.certify_work *= 60;
  INFO(row.file, " under ", row.model);
  row.judgement = judge(row.file, text, row.expectation.model, options);
  INFO(row.judgement.reason);
  if (row.expectation.hard) {
    CHECK(row.judgement.answer != Answer::Unsafe);
    CHECK(row.judgement.answer != Answer::Reject);
  } else {
    CHECK(row.judgement.answer == row.expectation.answer);
  }
  if (row.expectation.nodes) CHECK(row.judgement.nodes <= *row.expectation.nodes);
  check_second_opinion(text, row);
  CHECK(objection_to_printed(text, row.expectation.model, row.judgement, printed_effort()) == "");
  if (!row.expectation.hard) check_event_engine(text, row);
  if (slow_tier() && !row.expectation.hard) check_without_analyses(text, row);
}

void print(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    std::cout << std::left << std::setw(66) << row.file << std::setw(4) << row.model << std::setw(8) << row.judgement.answer << std::right
              << std::setw(7) << row.judgement.nodes << " nodes " << std::fixed << std::setprecision(3) << std::setw(8)
              << row.judgement.seconds << " s " << std::setw(9) << row.judgement.work << " units";
    if (row.expectation.hard)
      std::cout << (row.judgement.answer == Answer::Safe ? "  PROVED: say so in the file" : "  known not to finish");
    if (row.judgement.proof == Judgement::Proof::Limit) std::cout << "  certificate beyond the limit";
    std::cout << "\n";
  }
}

// What of the verdicts was confirmed by code that shares nothing with the search.
void print_evidence(const std::vector<Row>& rows) {
  using Proof = Judgement::Proof;
  const auto count = [&](const auto& which) { return std::count_if(rows.begin(), rows.end(), which); };
  const auto proof = [&](Proof each) { return count([&](const Row& row) { return row.judgement.proof == each; }); };
  const auto safe = count([](const Row& row) { return row.judgement.answer == Answer::Safe; });
  const auto by_events = count([](const Row& row) { return row.event_proof == Proof::Confirmed; });
  std::cout << "evidence: of " << safe << " SAFE " << proof(Proof::Confirmed) << " certified by z3 and cvc5, " << proof(Proof::Limit)
            << " beyond the limit, the others too large for this tier; " << by_events << " certified as the event engine proves them; "
            << count([](const Row& row) { return row.judgement.answer == Answer::Unsafe; }) << " UNSAFE, all replayed\n";
}

// With PARAPET_MODEL in the environment, a file relative to the source tree: only this one (./test --mutants).
const char* only_model() { return std::getenv("PARAPET_MODEL"); }
std::size_t least_files() { return only_model() == nullptr ? 40 : 1; }

// Gives the number of files.
std::size_t check_folder(const fs::path& folder, std::optional<Answer> verdict) {
  std::vector<Row> rows;
  std::size_t files = 0;
  for (const fs::path& file : models_below(folder)) {
    const std::string name = fs::relative(file, PARAPET_SOURCE_DIR).string();
    if (only_model() != nullptr && name != only_model()) continue;
    ++files;
    const std::string text = contents_of(file);
    INFO(name);
    std::vector<Expectation> expectations;
    CHECK_NOTHROW(expectations = expectations_of(text, verdict));
    for (const Expectation& each : expectations) {
      if (each.slow && !slow_tier()) {
        std::cout << name << " under " << each.model.name << ": only with PARAPET_SLOW=1\n";
        continue;
      }
      rows.push_back({name, std::string(each.model.name), each, {}});
      check_row(text, rows.back());
    }
  }
  print(rows);
  print_evidence(rows);
  return files;
}

}  // namespace

TEST_CASE("examples: each file has the verdicts that it states") {
  CHECK(check_folder(fs::path(PARAPET_SOURCE_DIR) / "examples", std::nullopt) >= least_files());
}

// What the inference prints for each example can be pasted back: it is read, and holds. Lines about memory under tso and pso are comments.
TEST_CASE("examples: the printed invariants are lines of the language that hold") {
  std::size_t proved = 0, lines = 0, comments = 0;
  for (const fs::path& file : models_below(fs::path(PARAPET_SOURCE_DIR) / "examples")) {
    const std::string text = contents_of(file);
    for (const Expectation& each : expectations_of(text, std::nullopt)) {
      if (!slow_tier() && each.model.delays_writes()) continue;  // seconds
      JudgeOptions options;
      options.infer_only = true;
      options.work = glance;
      const std::string name = fs::relative(file, PARAPET_SOURCE_DIR).string();
      INFO(name, " under ", each.model.name);
      const Judgement judgement = judge(name, text, each.model, options);
      CHECK(judgement.answer != Answer::Unsafe);
      if (judgement.answer != Answer::Safe) continue;
      CHECK(each.answer != Answer::Unsafe);
      ++proved;
      const std::vector<std::string>& printed = judgement.invariant_lines;
      for (std::size_t k = 0; k < printed.size(); ++k) {
        const bool comment = printed[k].starts_with("(* ");
        CHECK((comment || printed[k].starts_with("invariant (")));
        const bool in_words = k + 1 < printed.size() && printed[k + 1].starts_with("invariant (");  // what the next line excludes
        const bool can_be_written = each.model.name == le::sc.name && printed[k].find("ghost") == std::string::npos;
        CHECK_FALSE((comment && can_be_written && !in_words));
        ++(comment ? comments : lines);
      }
      CHECK(objection_to_printed(text, each.model, judgement, printed_effort()) == "");
    }
  }
  std::cout << "printed: " << proved << " invariants, " << lines << " lines, " << comments << " comments\n";
  CHECK(proved > 100);
  CHECK(lines > 500);
}

TEST_CASE("regress: the folder is the verdict") {
  const fs::path folder = fs::path(PARAPET_SOURCE_DIR) / "tests/regress";
  std::size_t files = 0;
  for (const auto& [name, answer] : {std::pair("safe", Answer::Safe), std::pair("unsafe", Answer::Unsafe),
                                     std::pair("unknown", Answer::Unknown), std::pair("reject", Answer::Reject)}) {
    files += check_folder(folder / name, answer);
  }
  CHECK(files >= least_files());
}
