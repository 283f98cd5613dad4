#include "cli/evidence_files.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "base/contract.h"
#include "base/file_output.h"
#include "base/narrow.h"
#include "base/start_program.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/option_table.h"
#include "cli/outputs.h"
#include "report/evidence_report.h"
#include "report/execution_report.h"
#include "result/certificate.h"
#include "verify/cross_checks.h"

namespace parapet::cli {
namespace {

ld::MemoryModel accepted_model(const Options& options, const ld::Program& program, const evidence::Heading& heading,
                               const evidence::Format& format) {
  const auto model = ld::find_memory_model(heading.model);
  if (!model) throw frontend::InputError(options.evidence, "unknown memory model '" + heading.model + "'");
  // A trace to a violated invariant is about the program whose unsafe formulas are the negated invariants.
  const bool same = heading.digest == digest(program) || heading.digest == digest(verify::with_invariants_unsafe(program));
  if (!same) throw frontend::InputError(options.evidence + " is about a model other than " + options.operand + " (the digests differ)");
  const std::string_view asked = memory_model(options, program).name;
  if (asked == model->name) return *model;
  // memory_models begins with the strongest. A weaker model has every execution of a stronger one, so a proof for it counts for both.
  const auto rank = [](std::string_view name) {
    return std::ranges::find(ld::memory_models, name, &ld::MemoryModel::name) - ld::memory_models.begin();
  };
  if (format.name == evidence::certificate_format.name && rank(asked) < rank(model->name)) return *model;
  const std::string about = options.evidence + " is about the memory model " + heading.model + ", not ";
  throw frontend::InputError(!options.verify.model ? about + std::string(asked) + ", the default for " + options.operand +
                                                         ": add '--model " + heading.model + "' if that is intended"
                                                   : about + std::string(asked));
}

}  // namespace

ld::MemoryModel read_evidence(const Options& options, const ld::Program& program, const evidence::Format& format,
                              const std::function<void(const JsonValue&)>& read) {
  const std::string text = frontend::read_text(options.evidence, options.limits.budget);
  try {
    const JsonValue json = read_json(text, options.limits.budget);
    const ld::MemoryModel model = accepted_model(options, program, evidence::read_heading(json, format), format);
    read(json);
    return model;
  } catch (const JsonError& error) {
    const bool model = frontend::is_model(options.evidence);
    throw frontend::InputError(options.evidence, {error.place, offset_of(text, error.place)},
                               error.message + (model ? "; this is a model, and '" + std::string(row_of(options.command).name) +
                                                            "' takes " + std::string(row_of(options.command).operand)
                                                      : ""));
  }
}

std::optional<Diagnostics> evidence_as_model(const Options& options, const frontend::Loaded& loaded) {
  const std::string_view text = loaded.file.text();
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (loaded.program || first == std::string_view::npos || text[first] != '{') return std::nullopt;  // no model begins with a brace
  const std::string_view beginning = text.substr(first, 400);
  const auto names = [&](const evidence::Format& format) {
    return beginning.find('"' + std::string(format.name) + '"') != std::string::npos;
  };
  const bool trace = names(evidence::trace_format), certificate = names(evidence::certificate_format);
  const std::string what = trace ? "a trace" : certificate ? "a certificate" : "a JSON document";
  const bool checks = options.command == Command::Certify || options.command == Command::Replay;
  const std::string model = checks && frontend::is_model(options.evidence) ? options.evidence : "FILE.cub";
  std::string hint = "a model is a .cub file";
  if (trace || certificate) {
    hint = std::string(checks && model != "FILE.cub" ? "the operands are swapped: " : "to check it: ") + "parapet " +
           (trace ? "replay " : "certify ") + options.operand + " " + model;
  }
  Diagnostics diagnostics;
  const auto place = narrow<std::uint32_t>(first);
  diagnostics.error({place, place + 1}, "this is " + what + ", not a model", hint);
  return diagnostics;
}

void begin_report(const Options& options, std::string_view memory_model, report::EvidenceReport& report) {
  report.version = version();
  report.evidence = options.evidence;
  report.file = options.operand;
  report.model = memory_model;
}

Exit exit_of(report::EvidenceAnswer answer) {
  switch (answer) {
    case report::EvidenceAnswer::Confirmed:
      return Exit::Success;
    case report::EvidenceAnswer::Rejected:
      return Exit::Internal;
    case report::EvidenceAnswer::NotConfirmed:
      break;
  }
  return Exit::Unknown;
}

ExecutionGraph confirmed_graph(const Options& options, const evidence::Execution& execution, Console& console) {
  const auto model = ld::find_memory_model(execution.model);
  PARAPET_CHECK(model, "an execution has a known memory model");
  verify::ConfirmedGraph confirmed = verify::confirmed_graph({execution.program, *model, execution.trace, execution.account},
                                                             options.verify.solver, options.limits.budget);
  if (!confirmed.doubt.empty()) console.tell(Severity::Warning, confirmed.doubt);
  return std::move(confirmed.graph);
}

void write_graph(const Options& options, const evidence::Execution& execution, Console& console) {
  const ExecutionGraph graph = confirmed_graph(options, execution, console);
  const bool picture = options.report.graph_file.ends_with(".svg");
  write_result(console, options.report.graph_file, picture ? report::graph_svg(graph) : report::graph_dot(graph));
}

// The proofs of cvc5 1.0.3 are in LFSC: its Alethe proofs end in an assertion failure where there are datatypes, and every enumeration is
// one. Steps of its simplifier are in the LFSC proof as `trust`.

namespace {

constexpr std::uint64_t most_seconds = 60;

// The exit status of the child; killed if the budget is exhausted before it ends.
int wait_for(pid_t child, Budget* budget) {
  int status = 0;
  const auto ended = [&](int how) {
    pid_t found = 0;
    while ((found = ::waitpid(child, &status, how)) < 0 && errno == EINTR) {
    }
    return found != 0;
  };
  while (!ended(WNOHANG)) {
    const auto reason = budget == nullptr ? std::nullopt : budget->exhausted();
    if (reason) {
      ::kill(-child, SIGKILL);
      (void)ended(0);
      throw BudgetExhausted(*reason);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return status;
}

}  // namespace

bool write_solver_proof(const std::filesystem::path& script, const std::filesystem::path& proof, Budget* budget) {
  const int output = ::open(proof.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (output < 0) throw OutputError("cannot write " + proof.string());
  int status = 0;
  try {
    const std::vector<std::string> command{"cvc5", "--lang=smt2", "--dump-proofs", "--proof-format-mode=lfsc",
                                           std::filesystem::absolute(script).string()};
    const pid_t child = start_program(command, {-1, output, -1}, {0, most_seconds});
    ::close(output);
    status = wait_for(child, budget);
  } catch (...) {
    std::filesystem::remove(proof);
    throw;
  }
  std::ostringstream text;
  text << std::ifstream(proof).rdbuf();
  std::filesystem::remove(proof);
  if (WIFEXITED(status) && WEXITSTATUS(status) == cannot_start)
    throw OutputError("'--proofs' needs the program cvc5, which cannot be started");
  const std::string answer = "unsat\n";
  const std::string made = std::move(text).str();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !made.starts_with(answer) || made.size() == answer.size()) return false;
  write_file(proof, made.substr(answer.size()));
  return true;
}

report::ProofFiles export_proof(const Options& options, const ld::Program& program, TermArena& arena, const Certificate& certificate) {
  const std::filesystem::path folder = options.certify.proof_folder;
  const std::size_t limit = options.certify.proof_limit * 1'000'000;
  const check::Proof proof = verify::write_proof(program, arena, certificate, options.verify.solver, limit);
  if (!proof.refusal.empty()) throw OutputError("no proof was written to " + folder.string() + ": " + proof.refusal);
  make_new_folder(folder);
  for (const check::ProofFile& file : proof.files) write_file(folder / file.name, file.text);
  const auto count = std::count_if(proof.files.begin(), proof.files.end(), check::is_obligation);
  report::ProofFiles written{folder.string(), static_cast<std::size_t>(count), proof.bytes, {}};
  if (!options.certify.solver_proofs) return written;
  written.solver_proofs = 0;
  for (const check::ProofFile& file : proof.files) {
    if (!check::is_obligation(file)) continue;
    const std::filesystem::path script = folder / file.name;
    if (write_solver_proof(script, std::filesystem::path(script).replace_extension("lfsc"), options.limits.budget))
      ++*written.solver_proofs;
  }
  return written;
}

namespace {

// Of the whole proof.
constexpr std::size_t most_bytes = 100'000'000;

}  // namespace

void export_invariant(const Options& options, verify::Translation& translation, const Certificate& certificate) {
  const std::filesystem::path folder = options.report.invariant_folder;
  make_new_folder(folder);
  const verify::Translation& written = translation.without_ghosts ? *translation.without_ghosts : translation;
  const check::Proof proof =
      verify::write_proof(*written.system.program, translation.arena, certificate, options.verify.solver, most_bytes);
  write_file(folder / "invariant.txt", report::invariant_text(translation.arena, certificate, options.operand, proof.refusal));
  for (const check::ProofFile& file : proof.files) write_file(folder / file.name, file.text);
}

}  // namespace parapet::cli
