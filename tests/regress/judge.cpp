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

#include "check/certify.h"
#include "check/replay.h"
#include "frontend/frontend.h"
#include "le/lateness.h"
#include "le/system.h"
#include "random/enumerator.h"
#include "random/text_model.h"
#include "result/certificate.h"
#include "search/search.h"

namespace parapet::test {
namespace {

constexpr std::array<std::pair<Answer, const char*>, 4> answer_names{
    {{Answer::Safe, "SAFE"}, {Answer::Unsafe, "UNSAFE"}, {Answer::Unknown, "UNKNOWN"}, {Answer::Reject, "REJECT"}}};

Budget worth(std::uint64_t work) {
  Budget::Limits limits;
  limits.work = work;
  return Budget(limits);
}

Memory memory_of(const le::MemoryModel& model) { return model.delays_writes() ? Memory::Tso : Memory::Sc; }

// The verdict as it is reported. A trace is replayed once more here: the search was told to, this does not trust that it did.
void take_over(const ld::Program& program, const le::MemoryModel& model, search::Verdict&& verdict, Judgement& judgement) {
  if (std::holds_alternative<search::Safe>(verdict)) {
    judgement.answer = Answer::Safe;
    return;
  }
  if (const auto* unknown = std::get_if<search::Unknown>(&verdict)) {
    judgement.reason = unknown->reason;
    return;
  }
  judgement.trace = std::get<search::Unsafe>(std::move(verdict)).trace;
  const check::ReplayResult replayed = check::replay(program, model, *judgement.trace);
  if (replayed.ok()) {
    judgement.answer = Answer::Unsafe;
  } else {
    judgement.reason = "UNSAFE with a trace that cannot be replayed: " + replayed.reason;
  }
}

// From a translation of its own, as `parapet certify` does.
void certify(const ld::Program& program, TermArena& arena, const Certificate& certificate, const JudgeOptions& options,
             Judgement& judgement) {
  const auto start = std::chrono::steady_clock::now();
  const le::MemoryModel model = *le::find_memory_model(certificate.model);
  const le::System system = le::translate(program, model, {false, options.lateness}, arena);
  judgement.proof = Judgement::Proof::Confirmed;
  for (const std::string& name : options.certify_solvers) {
    smt::SolverStatistics statistics;
    smt::SolverOptions solver_options;
    solver_options.solver = name;
    Budget budget = worth(options.certify_work);
    arena.set_budget(&budget);
    const auto solver = smt::make_solver(arena, solver_options, statistics);
    const check::CertifyResult result = check::certify(system, arena, certificate, *solver);
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
  TermArena arena(program.signature);
  const le::System system = le::translate(program, model, {options.narrow, options.lateness}, arena);
  const auto shared = le::find_shared_write(system, arena);
  const bool by_events = options.engine == JudgedBy::Ghb || (options.engine == JudgedBy::Auto && shared);
  if (shared && !by_events) {
    judgement.answer = Answer::Reject;
    judgement.reason =
        "shared plain " + program.signature[shared->symbol].name + " in transition " + program.transitions[shared->transition].name;
    return judgement;
  }
  search::SearchInput input;
  input.system = &system;
  input.arena = &arena;
  Budget budget = worth(options.work);
  arena.set_budget(&budget);
  input.options.order = options.order;
  input.options.approximate = options.approximate;
  input.options.certificate = options.certify_nodes > 0;
  input.confirm = [&](const Trace& trace) { return check::replay(program, model, trace).reason; };
  if (by_events && le::find_shared_touch(system, arena)) input.incomplete = "the event engine is not exact on this model";
  search::Outcome outcome = by_events ? search::check_ghb(input) : search::check_timeline(input);
  arena.set_budget(nullptr);
  judgement.nodes = outcome.statistics.nodes;
  judgement.work = budget.work_done();
  take_over(program, model, std::move(outcome.verdict), judgement);
  judgement.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (judgement.answer == Answer::Safe && input.options.certificate && judgement.nodes <= options.certify_nodes)
    certify(program, arena, make_certificate(system, outcome.engine, options.lateness, std::move(outcome.certificate)), options, judgement);
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
