// What may not happen. SAFE is about executions in which no trusted invariant is violated, UNSAFE about all. Without universal guards the
// pre-image is exact, so a path to init is an execution: an answer that has only spurious traces is then a defect whatever the enumerator
// says. With them it may hide an execution, but SAFE never may.
#include "random/search_run.h"

#include <algorithm>

#include "ld/text.h"
#include "random/ground.h"
#include "verify/cross_checks.h"
#include "verify/verify.h"

namespace parapet::test {
namespace {

using Kind = SearchAnswer::Kind;

const le::MemoryModel& memory_model(const SearchSetup& setup) {
  if (setup.memory == Memory::Sc) return le::sc;
  return setup.memory == Memory::Tso ? le::tso : ld::pso;
}

// The search ignores the store-store fences of the model (le/translate.cpp): its paths need not be executions.
bool ignores_store_fences(const ld::Program& program, const le::System& system) {
  const auto has_fence = [](const ld::Transition& t) { return ld::mentions(t.guard, ld::Formula::Kind::WriteFence); };
  return system.model.writes_apart() && std::any_of(program.transitions.begin(), program.transitions.end(), has_fence) &&
         std::none_of(system.transitions.begin(), system.transitions.end(), [](const le::Transition& t) { return t.wfence; });
}

// Under store buffers an execution need not pass a state that violates a trusted invariant to make it false: committing its writes may
// lead to one. The search then trusts that such an execution does not exist.
bool rests_on_false_assumption(const ld::Program& program, const SearchSetup& setup, unsigned processes) {
  if (setup.memory == Memory::Sc || program.invariants.empty()) return false;
  EnumLimits limits;
  limits.states = setup.enumerated_states;
  limits.whole = true;
  return enumerate(program, processes, setup.memory, limits).violated;
}

std::string find_defect(const ld::Program& program, const SearchSetup& setup, const SearchAnswer& search, const EnumResult& enumerated) {
  const bool unsafe = enumerated.verdict == EnumResult::Verdict::Unsafe;
  switch (search.kind) {
    case Kind::Safe:
      if (!search.rejection.empty()) return "a certificate that is rejected: " + search.rejection;
      if (!unsafe || rests_on_false_assumption(program, setup, enumerated.trace->processes)) return "";
      return "the search says SAFE, but an execution with " + std::to_string(enumerated.trace->processes) + " processes is unsafe";
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

void certify(const ld::Program& program, TermArena& arena, const Certificate& certificate, SearchAnswer& answer) {
  Budget::Limits limits;
  limits.work = most_certify_work;
  Budget budget(limits);
  arena.set_budget(&budget);
  const check::CertifyResult result = verify::certify(program, arena, certificate, {});
  arena.set_budget(nullptr);
  answer.certified = result.kind == check::CertifyResult::Kind::Confirmed;
  if (result.kind == check::CertifyResult::Kind::Rejected) answer.rejection = result.reason;
}

// Why the last path could not be executed.
class LastRefusal : public search::SearchObserver {
 public:
  void spurious(const Node& /*node*/, const std::string& why) override { text = why; }
  [[nodiscard]] bool wants_every_node() const override { return false; }
  std::string text;
};

Kind kind_of(const verify::Unknown& unknown) {
  if (unknown.kind == verify::UnknownKind::Spurious) return Kind::Spurious;
  return unknown.kind == verify::UnknownKind::Inexact ? Kind::Nothing : Kind::Limit;
}

verify::Options options_of(const SearchSetup& setup) {
  verify::Options how;
  how.model = memory_model(setup);
  how.engine = setup.engine;
  how.translate = setup.translate;
  how.search = setup.search;
  how.solver = setup.solver;
  how.certificate = setup.certify;
  // The enumerator of the tests has its own opinion.
  how.hunt = false;
  how.small_states = 0;
  return how;
}

}  // namespace

SearchSetup small_search(Memory memory, Engine engine) {
  SearchSetup setup;
  setup.engine = engine;
  setup.memory = memory;
  // Where the event engine chooses the order of writes, what it does not find soon it does not find.
  setup.search.max_nodes = memory == Memory::Pso && engine == Engine::Ghb ? 400 : 3000;
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
  Budget::Limits limits;
  limits.work = setup.work;
  Budget budget(limits);
  verify::Options how = options_of(setup);
  how.budget = &budget;
  LastRefusal refusal;
  const verify::Hooks hooks{&refusal, nullptr, [&](verify::Translation& translation, verify::Engine) {
                              const auto& all = translation.system.transitions;
                              answer.universal = std::any_of(all.begin(), all.end(), [](const auto& t) { return !t.universals.empty(); }) ||
                                                 ignores_store_fences(program, translation.system);
                            }};
  verify::Outcome outcome;
  try {
    outcome = verify::verify(program, how, hooks);
  } catch (const verify::Rejected&) {
    answer.kind = Kind::Refused;
    return answer;
  }
  answer.statistics = outcome.statistics;
  answer.infer = outcome.infer;
  if (const auto* safe = std::get_if<verify::Safe>(&outcome.verdict)) {
    if (setup.certify) certify(program, outcome.translation->arena, safe->certificate, answer);
  } else if (auto* unsafe = std::get_if<verify::Unsafe>(&outcome.verdict)) {
    answer.kind = Kind::Unsafe;
    answer.trace = std::move(unsafe->trace);
  } else {
    const auto& unknown = std::get<verify::Unknown>(outcome.verdict);
    answer.kind = kind_of(unknown);
    answer.detail = unknown.reason + (refusal.text.empty() ? "" : " (" + refusal.text + ")");
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
