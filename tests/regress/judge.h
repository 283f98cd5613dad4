// A model to its verdict, in process: what `parapet check` does, with the evidence kept for tests to look at.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "ld/memory_model.h"
#include "ld/trace.h"
#include "search/search.h"
#include "verify/translation.h"

namespace parapet::test {

enum class Answer : std::uint8_t { Safe, Unsafe, Unknown, Reject };

[[nodiscard]] std::string to_string(Answer answer);
std::ostream& operator<<(std::ostream& out, Answer answer);
[[nodiscard]] std::optional<Answer> answer_named(const std::string& name);

struct Judgement {
  Answer answer = Answer::Unknown;
  std::string reason;          // of Unknown and Reject
  std::optional<Trace> trace;  // of Unsafe: confirmed by check::replay, else the answer is not Unsafe
  std::uint64_t nodes = 0;
  std::uint64_t work = 0;  // units of the search (base/budget.h)
  double seconds = 0;
  // Of Safe, if asked for.
  enum class Proof : std::uint8_t { NotAsked, Confirmed, Limit, Rejected };
  Proof proof = Proof::NotAsked;
  double proof_seconds = 0;         // of the check of the certificate, by all solvers
  bool under_weaker_model = false;  // Safe: proved for a weaker memory model
  // Safe: what `--show-invariant` prints, lines of the model's language and comments.
  std::vector<std::string> invariant_lines;
};

// Limits are units of work, so that no outcome depends on the machine or on what else it does. A second is some 30 million of them.
constexpr std::uint64_t default_work = 400'000'000;

struct JudgeOptions {
  verify::Engine engine = verify::Engine::Auto;
  std::uint64_t work = default_work;  // units that the search gives up after
  search::Order order = search::Order::Size;
  bool narrow = true;
  bool lateness = true;
  unsigned approximate = search::usual_instance;
  bool infer_only = false;  // views alone
  // Certificates of searches with at most so many nodes are checked, by each of these solvers with so much work. A rejected one is no Safe.
  std::uint64_t certify_nodes = 0;
  std::vector<std::string> certify_solvers{"z3", "cvc5"};
  std::uint64_t certify_work = 2'000'000;
};

[[nodiscard]] Judgement judge(const std::string& name, const std::string& text, const ld::MemoryModel& model, const JudgeOptions& options);

// What the explicit enumeration of instances with 1, 2, ... processes says about a judgement of the same model: empty if nothing against
// it.
struct SecondOpinion {
  unsigned processes = 3;
  std::size_t states = 20000;  // of one instance; beyond it the enumeration only knows what it has seen
};
[[nodiscard]] std::string objection(const std::string& text, const ld::MemoryModel& model, const Judgement& judgement,
                                    const SecondOpinion& effort);

// What is wrong with the printed invariant, pasted into the model: it cannot be read, or an execution of few processes violates a line of
// it (with no processes to look at: only the former). Empty: nothing.
[[nodiscard]] std::string objection_to_printed(const std::string& text, const ld::MemoryModel& model, const Judgement& judgement,
                                               const SecondOpinion& effort);

// The .cub files below a folder, sorted.
[[nodiscard]] std::vector<std::filesystem::path> models_below(const std::filesystem::path& folder);
[[nodiscard]] std::string contents_of(const std::filesystem::path& path);

[[nodiscard]] bool slow_tier();  // PARAPET_SLOW is set

}  // namespace parapet::test
