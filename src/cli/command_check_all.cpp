// `parapet check --model all`: the model under every memory model, from the strongest to the weakest, a line each.
//
// A weaker memory model has every execution of a stronger one (commit every write at once), so UNSAFE under one is UNSAFE under those after
// it. Verdicts in another order are a defect of Parapet.
#include <chrono>
#include <iomanip>

#include "base/contract.h"
#include "cli/commands.h"
#include "cli/contradictions.h"
#include "cli/pipeline.h"
#include "verify/engines.h"
#include "verify/second_opinion.h"

namespace parapet::cli {
namespace {

struct Line {
  std::string_view model;
  verify::Outcome outcome;
  double seconds = 0;
};

bool is_unsafe(const verify::Outcome& outcome) { return std::holds_alternative<verify::Unsafe>(outcome.verdict); }
bool is_safe(const verify::Outcome& outcome) { return std::holds_alternative<verify::Safe>(outcome.verdict); }

Line run(const Options& options, const frontend::Loaded& loaded, const ld::MemoryModel& model, Console& console) {
  const auto start = std::chrono::steady_clock::now();
  const ld::Program& program = *loaded.program;
  verify::Options how = verify_options(options, program);
  how.model = model;
  verify::Hooks hooks;
  hooks.translated = [&](verify::Translation&, Engine engine) { require_options_of_engine(options, engine); };
  Line line;
  line.model = model.name;
  try {
    line.outcome = verify::verify(program, how, hooks);
  } catch (const verify::Disagreement& disagreement) {
    throw InternalError(saved_disagreement(disagreement, program, model, loaded.file, "."));
  } catch (const verify::Contradiction& contradiction) {
    print_contradiction(contradiction, program, model, loaded.file, console);
    throw;
  }
  console.keep(std::move(line.outcome.remains));
  line.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return line;
}

void print(const Line& line, std::uint64_t first_nodes, std::ostream& out) {
  const std::uint64_t nodes = line.outcome.statistics.nodes;
  const char* const verdict = is_safe(line.outcome) ? "SAFE" : is_unsafe(line.outcome) ? "UNSAFE" : "UNKNOWN";
  out << std::left << std::setw(4) << line.model << "  " << std::setw(7) << verdict << "  " << std::right << std::setw(6) << nodes
      << (nodes == 1 ? " node, " : " nodes, ") << std::fixed << std::setprecision(3) << line.seconds << " s";
  if (first_nodes != 0)
    out << std::setprecision(2) << ", " << static_cast<double>(nodes) / static_cast<double>(first_nodes) << " times the nodes";
  if (const auto* unknown = std::get_if<verify::Unknown>(&line.outcome.verdict)) out << ": " << unknown->text;
  out << std::defaultfloat << '\n';
}

}  // namespace

Exit run_check_all(const Options& options, const frontend::Loaded& loaded, Console& console) {
  std::string_view unsafe_under;
  bool unknown = false;
  std::uint64_t first_nodes = 0;
  for (const ld::MemoryModel& model : ld::memory_models) {
    const Line line = run(options, loaded, model, console);
    print(line, first_nodes, console.out);
    if (first_nodes == 0) first_nodes = line.outcome.statistics.nodes;
    if (!unsafe_under.empty() && is_safe(line.outcome))
      throw InternalError("UNSAFE under " + std::string(unsafe_under) + ", but SAFE under " + std::string(model.name) +
                          ", which has every execution of " + std::string(unsafe_under));
    if (is_unsafe(line.outcome) && unsafe_under.empty()) unsafe_under = model.name;
    unknown = unknown || (!is_unsafe(line.outcome) && !is_safe(line.outcome));
  }
  if (!unsafe_under.empty()) return Exit::Unsafe;
  return unknown ? Exit::Unknown : Exit::Safe;
}

}  // namespace parapet::cli
