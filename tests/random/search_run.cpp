// What may not happen. SAFE is about executions in which no trusted invariant is violated, UNSAFE about all. Without universal guards the
// pre-image is exact, so a path to init is an execution: an answer that has only spurious traces is then a defect whatever the enumerator
// says. With them it may hide an execution, but SAFE never may.
#include "random/search_run.h"

#include <algorithm>

#include "check/certify.h"
#include "check/replay.h"
#include "le/lateness.h"
#include "logic/term.h"
#include "random/ground.h"
#include "result/certificate.h"

namespace parapet::test {
namespace {

using Kind = SearchAnswer::Kind;

const le::MemoryModel& memory_model(const SearchSetup& setup) { return setup.memory == Memory::Sc ? le::sc : le::tso; }

std::string find_defect(const ld::Program& program, const SearchSetup& setup, const SearchAnswer& search, const EnumResult& enumerated) {
  const bool unsafe = enumerated.verdict == EnumResult::Verdict::Unsafe;
  switch (search.kind) {
    case Kind::Safe:
      if (!search.rejection.empty()) return "a certificate that is rejected: " + search.rejection;
      return unsafe ? "the search says SAFE, but an execution with " + std::to_string(enumerated.trace->processes) + " processes is unsafe"
                    : "";
    case Kind::Spurious:
      return search.universal ? "" : "spurious traces without universal guards: " + search.detail;
    case Kind::Unsafe: {
      const std::string wrong = refute(program, setup.memory, *search.trace);
      if (!wrong.empty()) return "a replayed trace is no execution: " + wrong;
      if (unsafe) return "";
      EnumLimits limits;
      limits.states = setup.enumerated_states;
      limits.trusting = false;
      const EnumResult same = enumerate(program, search.trace->processes, setup.memory, limits);
      return same.verdict == EnumResult::Verdict::Safe ? "a replayed trace, but the enumerator says SAFE" : "";
    }
    case Kind::Limit:
    case Kind::Refused:
    case Kind::Nothing:
      return "";
  }
  return "";
}

// Some seconds of it, counted so that the outcome does not depend on the machine.
constexpr std::uint64_t most_certify_work = 20'000'000;

// From a translation of its own, as `parapet certify` does.
void certify(const ld::Program& program, const SearchSetup& setup, TermArena& arena, const Certificate& certificate, SearchAnswer& answer) {
  const le::System system = le::translate(program, memory_model(setup), {false, setup.translate.lateness}, arena);
  smt::SolverStatistics statistics;
  const auto solver = smt::make_solver(arena, {}, statistics);
  Budget::Limits limits;
  limits.work = most_certify_work;
  Budget budget(limits);
  arena.set_budget(&budget);
  const check::CertifyResult result = check::certify(system, arena, certificate, *solver);
  arena.set_budget(nullptr);
  answer.certified = result.kind == check::CertifyResult::Kind::Confirmed;
  if (result.kind == check::CertifyResult::Kind::Rejected) answer.rejection = result.reason;
}

}  // namespace

SearchSetup small_search(Memory memory, Engine engine) {
  SearchSetup setup;
  setup.engine = engine;
  setup.memory = memory;
  setup.search.max_nodes = 3000;
  setup.work = 50'000'000;
  return setup;
}

const char* to_string(SearchAnswer::Kind kind) {
  switch (kind) {
    case Kind::Safe:
      return "safe";
    case Kind::Unsafe:
      return "unsafe";
    case Kind::Limit:
      return "limit";
    case Kind::Spurious:
      return "spurious";
    case Kind::Refused:
      return "refused";
    case Kind::Nothing:
      return "nothing";
  }
  return "";
}

SearchAnswer run_search(const ld::Program& program, const SearchSetup& setup) {
  SearchAnswer answer;
  TermArena arena(program.signature);
  const le::System system = le::translate(program, memory_model(setup), setup.translate, arena);
  answer.universal =
      std::any_of(system.transitions.begin(), system.transitions.end(), [](const le::Transition& t) { return !t.universals.empty(); });
  if (setup.engine == Engine::Timeline && le::find_shared_write(system, arena)) {
    answer.kind = Kind::Refused;
    return answer;
  }
  Budget::Limits limits;
  limits.work = setup.work;
  Budget budget(limits);
  arena.set_budget(&budget);
  search::SearchInput input;
  input.system = &system;
  input.arena = &arena;
  input.options = setup.search;
  input.options.certificate = setup.certify;
  input.solver = setup.solver;
  std::string refusal;
  input.confirm = [&](const Trace& trace) {
    refusal = check::replay(program, setup.memory == Memory::Sc ? ld::sc : ld::tso, trace).reason;
    return refusal;
  };
  const std::string inexact = "inexact";
  if (setup.engine == Engine::Ghb && le::find_shared_touch(system, arena)) input.incomplete = inexact;
  const search::Outcome outcome = setup.engine == Engine::Timeline ? search::check_timeline(input) : search::check_ghb(input);
  answer.statistics = outcome.statistics;
  if (setup.certify && std::holds_alternative<search::Safe>(outcome.verdict))
    certify(program, setup, arena, make_certificate(system, outcome.engine, setup.translate.lateness, outcome.certificate), answer);
  if (const auto* unsafe = std::get_if<search::Unsafe>(&outcome.verdict)) {
    answer.kind = Kind::Unsafe;
    answer.trace = unsafe->trace;
  } else if (const auto* unknown = std::get_if<search::Unknown>(&outcome.verdict)) {
    answer.kind = unknown->reason.find("spurious") == std::string::npos ? Kind::Limit : Kind::Spurious;
    if (unknown->reason == inexact) answer.kind = Kind::Nothing;
    answer.detail = unknown->reason + (refusal.empty() ? "" : " (" + refusal + ")");
  }
  // A limit may hide that a trace was refused.
  if (answer.kind == Kind::Limit && outcome.statistics.spurious > 0 && !answer.universal) answer.kind = Kind::Spurious;
  return answer;
}

Compared compare_search(const ld::Program& program, const SearchSetup& setup, unsigned processes) {
  Compared result;
  result.search = run_search(program, setup);
  if (result.search.kind == Kind::Refused) return result;
  EnumLimits limits;
  limits.states = setup.enumerated_states;
  const auto named = static_cast<unsigned>(named_constants(program).size());
  result.enumerated = enumerate_up_to(program, std::max(processes, named), setup.memory, limits);
  result.defect = find_defect(program, setup, result.search, result.enumerated);
  return result;
}

}  // namespace parapet::test
