// `parapet check --model all`: the model under every memory model, from the strongest to the weakest, a line each.
//
// A weaker memory model has every execution of a stronger one (commit every write at once), so UNSAFE under one is UNSAFE under those after
// it. Verdicts in another order are a defect of Parapet. Where the search under a stronger memory model has no answer, SAFE under a weaker
// one answers it too.
#include <chrono>
#include <iomanip>
#include <string_view>
#include <vector>

#include "base/contract.h"
#include "cli/check_report.h"
#include "cli/commands.h"
#include "cli/contradictions.h"
#include "cli/pipeline.h"
#include "cli/run_description.h"
#include "lint/lint.h"
#include "verify/engines.h"
#include "verify/second_opinion.h"

namespace parapet::cli {
namespace {

struct Line {
  std::string_view model;
  verify::Outcome outcome;
  double seconds = 0;
  std::string conditions;  // of a SAFE: what it rests on, in parentheses
};

bool is_unsafe(const verify::Outcome& outcome) { return std::holds_alternative<verify::Unsafe>(outcome.verdict); }
bool is_safe(const verify::Outcome& outcome) { return std::holds_alternative<verify::Safe>(outcome.verdict); }

// Prints what was not printed under a stronger memory model. A false assumption is said with '-q', too.
void tell(const Options& options, const frontend::Loaded& loaded, const std::vector<Diagnostic>& found, Diagnostics& told,
          Console& console) {
  std::vector<Diagnostic> fresh;
  for (const Diagnostic& each : found) {
    if ((!options.report.quiet || each.name == "false-invariant") && told.add(each)) fresh.push_back(each);
  }
  print_diagnostics(options, fresh, loaded.file, console);
}

Line run(const Options& options, const frontend::Loaded& loaded, const ld::MemoryModel& model, Diagnostics& told, Console& console) {
  const auto start = std::chrono::steady_clock::now();
  const ld::Program& program = *loaded.program;
  verify::Options how = verify_options(options, program);
  how.model = model;
  verify::Hooks hooks;
  std::vector<Diagnostic> warnings;
  hooks.translated = [&](verify::Translation& translation, Engine engine) {
    warnings = lint::find_warnings(translation.system, translation.arena);
    require_options_of_engine(options, engine);
  };
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
  if (is_safe(line.outcome)) {
    for (Diagnostic& each : lint::find_vacuous(program, line.outcome.small.explored, warnings)) warnings.push_back(std::move(each));
  }
  if (line.outcome.small.false_assumption) warnings.push_back(false_invariant(program, *line.outcome.small.false_assumption));
  tell(options, loaded, warnings, told, console);
  line.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report::Run described = describe(options, program, line.outcome, line.seconds);
  std::vector<Diagnostic> all = loaded.diagnostics.all();
  all.insert(all.end(), warnings.begin(), warnings.end());
  described.warnings = warnings_of(options, loaded.file, all);
  if (is_safe(line.outcome)) line.conditions = report::conditions_text(described);
  return line;
}

void print(const Line& line, std::uint64_t first_nodes, std::ostream& out) {
  const std::uint64_t nodes = line.outcome.statistics.nodes;
  const char* const verdict = is_safe(line.outcome) ? "SAFE" : is_unsafe(line.outcome) ? "UNSAFE" : "UNKNOWN";
  out << std::left << std::setw(4) << line.model << "  " << std::setw(7) << verdict << "  " << std::right << std::setw(6) << nodes
      << (nodes == 1 ? " node, " : " nodes, ") << std::fixed << std::setprecision(3) << line.seconds << " s";
  if (first_nodes != 0)
    out << std::setprecision(2) << ", " << static_cast<double>(nodes) / static_cast<double>(first_nodes) << " times the nodes";
  out << line.conditions;
  if (const auto* unknown = std::get_if<verify::Unknown>(&line.outcome.verdict)) out << ": " << unknown->text;
  out << std::defaultfloat << '\n';
}

}  // namespace

Exit run_check_all(const Options& options, const frontend::Loaded& loaded, Console& console) {
  if (has_nothing_to_check(options, loaded, console)) return Exit::BadInput;
  std::string_view unsafe_under;
  std::vector<std::string_view> unanswered;  // the memory models without a verdict
  std::uint64_t first_nodes = 0;
  Diagnostics told;
  for (const ld::MemoryModel& model : ld::memory_models) {
    const Line line = run(options, loaded, model, told, console);
    print(line, first_nodes, console.out);
    if (first_nodes == 0) first_nodes = line.outcome.statistics.nodes;
    if (!unsafe_under.empty() && is_safe(line.outcome))
      throw InternalError("UNSAFE under " + std::string(unsafe_under) + ", but SAFE under " + std::string(model.name) +
                          ", which has every execution of " + std::string(unsafe_under));
    if (is_unsafe(line.outcome) && unsafe_under.empty()) unsafe_under = model.name;
    if (is_safe(line.outcome)) {
      for (const std::string_view stronger : unanswered)
        console.out << std::left << std::setw(4) << stronger << "  SAFE     proved under " << model.name << ", hence under " << stronger
                    << line.conditions << '\n';
      unanswered.clear();
    } else if (!is_unsafe(line.outcome)) {
      unanswered.push_back(model.name);
    }
  }
  if (!unsafe_under.empty()) return Exit::Unsafe;
  return unanswered.empty() ? Exit::Safe : Exit::Unknown;
}

}  // namespace parapet::cli
