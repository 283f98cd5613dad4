#include "regress/judge.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "frontend/frontend.h"
#include "random/enumerator.h"
#include "random/text_model.h"
#include "verify/cross_checks.h"
#include "verify/verify.h"

namespace parapet::test {
namespace {

constexpr std::array<std::pair<Answer, const char*>, 4> answer_names{
    {{Answer::Safe, "SAFE"}, {Answer::Unsafe, "UNSAFE"}, {Answer::Unknown, "UNKNOWN"}, {Answer::Reject, "REJECT"}}};

Budget worth(std::uint64_t work) {
  Budget::Limits limits;
  limits.work = work;
  return Budget(limits);
}

Memory memory_of(const le::MemoryModel& model) {
  if (model.writes_apart()) return Memory::Pso;
  return model.delays_writes() ? Memory::Tso : Memory::Sc;
}

void certify(const ld::Program& program, TermArena& arena, const Certificate& certificate, const JudgeOptions& options,
             Judgement& judgement) {
  const auto start = std::chrono::steady_clock::now();
  judgement.proof = Judgement::Proof::Confirmed;
  for (const std::string& name : options.certify_solvers) {
    smt::SolverOptions solver;
    solver.solver = name;
    Budget budget = worth(options.certify_work);
    arena.set_budget(&budget);
    const check::CertifyResult result = verify::certify(program, arena, certificate, solver);
    arena.set_budget(nullptr);
    if (result.kind == check::CertifyResult::Kind::NotConfirmed) judgement.proof = Judgement::Proof::Limit;
    if (result.kind != check::CertifyResult::Kind::Rejected) continue;
    judgement.proof = Judgement::Proof::Rejected;
    judgement.answer = Answer::Unknown;
    judgement.reason = "SAFE with a certificate that " + name + " rejects: " + result.reason;
    break;
  }
  judgement.proof_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

verify::Options options_of(const ld::MemoryModel& model, const JudgeOptions& options) {
  verify::Options result;
  result.model = model;
  result.engine = options.engine;
  result.translate = {options.narrow, options.lateness};
  result.search.order = options.order;
  result.search.approximate = options.approximate;
  if (options.approximate != 0) result.search.infer = options.infer_only ? search::Infer::Only : search::Infer::Auto;
  result.certificate = options.certify_nodes > 0;
  return result;
}

}  // namespace

std::string to_string(Answer answer) {
  const auto* found = std::find_if(answer_names.begin(), answer_names.end(), [&](const auto& each) { return each.first == answer; });
  return found->second;
}

std::ostream& operator<<(std::ostream& out, Answer answer) { return out << to_string(answer); }

std::optional<Answer> answer_named(const std::string& name) {
  for (const auto& [answer, text] : answer_names) {
    if (name == text) return answer;
  }
  return std::nullopt;
}

Judgement judge(const std::string& name, const std::string& text, const le::MemoryModel& model, const JudgeOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  Judgement judgement;
  const frontend::Loaded loaded = frontend::load_text(name, text);
  if (!loaded.program) {
    std::ostringstream messages;
    loaded.diagnostics.print(messages, loaded.file, false);
    judgement.answer = Answer::Reject;
    judgement.reason = messages.str();
    return judgement;
  }
  const ld::Program& program = *loaded.program;
  Budget budget = worth(options.work);
  verify::Options how = options_of(model, options);
  how.budget = &budget;
  verify::Outcome outcome;
  try {
    outcome = verify::verify(program, how);
  } catch (const verify::Rejected& rejected) {
    judgement.answer = Answer::Reject;
    judgement.reason = rejected.what();
    return judgement;
  }
  judgement.nodes = outcome.statistics.nodes;
  judgement.work = budget.work_done();
  judgement.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (const auto* unknown = std::get_if<verify::Unknown>(&outcome.verdict)) judgement.reason = unknown->reason;
  if (auto* unsafe = std::get_if<verify::Unsafe>(&outcome.verdict)) {
    judgement.answer = Answer::Unsafe;
    judgement.trace = std::move(unsafe->trace);
  }
  const auto* safe = std::get_if<verify::Safe>(&outcome.verdict);
  if (safe == nullptr) return judgement;
  judgement.answer = Answer::Safe;
  judgement.invariant_lines = outcome.invariant_lines;
  if (outcome.infer.proved)
    judgement.invariant_lines.insert(judgement.invariant_lines.end(), outcome.infer.invariant.begin(), outcome.infer.invariant.end());
  judgement.under_weaker_model = outcome.proved_under.has_value();
  if (how.certificate && judgement.nodes <= options.certify_nodes)
    certify(program, outcome.translation->arena, safe->certificate, options, judgement);
  return judgement;
}

std::string objection(const std::string& text, const le::MemoryModel& model, const Judgement& judgement, const SecondOpinion& effort) {
  if (judgement.answer == Answer::Reject) return {};
  const ld::Program program = program_of(text);
  EnumLimits limits;
  limits.states = effort.states;
  // A trace that was found says how many processes are worth looking at, and that they are enough.
  const unsigned needed = judgement.trace ? judgement.trace->processes : effort.processes;
  if (needed > effort.processes + 1) return {};
  const EnumResult seen = enumerate_up_to(program, needed, memory_of(model), limits);
  const bool unsafe = seen.verdict == EnumResult::Verdict::Unsafe;
  if (unsafe && judgement.answer != Answer::Unsafe) {
    return to_string(judgement.answer) + ", but " + std::to_string(seen.trace->processes) + " processes reach an unsafe state in " +
           std::to_string(seen.trace->steps.size()) + " steps";
  }
  if (!unsafe && seen.complete && judgement.answer == Answer::Unsafe) {
    return "UNSAFE, but no instance with at most " + std::to_string(needed) + " processes reaches an unsafe state";
  }
  return {};
}

std::string objection_to_printed(const std::string& text, const le::MemoryModel& model, const Judgement& judgement,
                                 const SecondOpinion& effort) {
  if (judgement.answer == Answer::Reject) return {};
  std::string pasted = text;
  for (const std::string& line : judgement.invariant_lines) pasted += "\n" + line;
  const frontend::Loaded loaded = frontend::load_text("pasted.cub", pasted + "\n");
  if (!loaded.program) {
    std::ostringstream messages;
    loaded.diagnostics.print(messages, loaded.file, false);
    return messages.str();
  }
  // The model's own invariants are assumed, the others must hold.
  const std::size_t own = program_of(text).invariants.size();
  ld::Program claims = *loaded.program;
  claims.invariants.erase(claims.invariants.begin(), claims.invariants.begin() + static_cast<std::ptrdiff_t>(own));
  claims = verify::with_invariants_unsafe(std::move(claims));
  claims.invariants.assign(loaded.program->invariants.begin(), loaded.program->invariants.begin() + static_cast<std::ptrdiff_t>(own));
  if (claims.unsafes.empty() || effort.processes == 0) return {};
  EnumLimits limits;
  limits.states = effort.states;
  const EnumResult seen = enumerate_up_to(claims, effort.processes, memory_of(model), limits);
  if (seen.verdict != EnumResult::Verdict::Unsafe) return {};
  std::vector<std::string> written = judgement.invariant_lines;
  std::erase_if(written, [](const std::string& line) { return line.starts_with("(*"); });
  return "an execution of " + std::to_string(seen.trace->processes) + " processes violates " + written.at(seen.trace->unsafe);
}

std::vector<std::filesystem::path> models_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".cub") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool slow_tier() { return std::getenv("PARAPET_SLOW") != nullptr; }

}  // namespace parapet::test
