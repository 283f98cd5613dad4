// What may not happen. Without universal guards the pre-image is exact, so a path to init is an execution: an answer that has only spurious
// traces is then a defect whatever the enumerator says. With them it may hide an execution, but SAFE never may.
#include "random/search_run.h"

#include <algorithm>

#include "check/replay.h"
#include "le/lateness.h"
#include "logic/term.h"

namespace parapet::test {
namespace {

using Kind = SearchAnswer::Kind;

std::string find_defect(const ld::Program& program, const SearchSetup& setup, const SearchAnswer& search, const EnumResult& enumerated) {
  const bool unsafe = enumerated.verdict == EnumResult::Verdict::Unsafe;
  switch (search.kind) {
    case Kind::Safe:
      return unsafe ? "the search says SAFE, but an execution with " + std::to_string(enumerated.trace->processes) + " processes is unsafe"
                    : "";
    case Kind::Spurious:
      return search.universal ? "" : "spurious traces without universal guards: " + search.detail;
    case Kind::Unsafe: {
      if (unsafe) return "";
      EnumLimits limits;
      limits.states = 20000;
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

}  // namespace

SearchSetup small_search(Memory memory, Engine engine) {
  SearchSetup setup;
  setup.engine = engine;
  setup.memory = memory;
  setup.search.max_nodes = 3000;
  setup.search.timeout = std::chrono::seconds(2);
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
  const le::System system = le::translate(program, setup.memory == Memory::Sc ? le::sc : le::tso, setup.translate, arena);
  answer.universal =
      std::any_of(system.transitions.begin(), system.transitions.end(), [](const le::Transition& t) { return !t.universals.empty(); });
  if (setup.engine == Engine::Timeline && le::find_shared_write(system, arena)) {
    answer.kind = Kind::Refused;
    return answer;
  }
  search::SearchInput input;
  input.system = &system;
  input.arena = &arena;
  input.options = setup.search;
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
  limits.states = 20000;
  result.enumerated = enumerate_up_to(program, processes, setup.memory, limits);
  result.defect = find_defect(program, setup, result.search, result.enumerated);
  return result;
}

}  // namespace parapet::test
