// One run: exact search, and beside it, if it takes long, a search with candidates. Of several unsafe formulas each is tried alone in
// between (formulas.h).
//
// Many models close exactly within a few nodes, and some are lost with candidates: so exact search comes first, and goes on afterwards by
// turns with the other one, which starts anew from the unsafe formulas. It is alone for `exact_nodes` nodes, or until its cubes grow: the
// cost of a node is up to the factorial of the number of its processes (injections into it are enumerated), and cubes with more processes
// come last, so that nearly all small ones are done by then. The shares of both searches double, so that after its first turns each has at
// least a third of all nodes: whatever one of them would find alone is found. Between them the inference from views (inferring.h) has a turn
// that doubles as well. With several threads they run beside each other, with the same result (beside.h).
#include "search/loop/run_search.h"

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/narrow.h"
#include "le/formula.h"
#include "memory/events/events.h"
#include "memory/queues/queues.h"
#include "search/loop/backward.h"
#include "search/loop/beside.h"
#include "search/loop/inferring.h"
#include "search/loop/turns.h"

namespace parapet::search {
namespace {

Backward& new_search(Run& run, bool approximate) {
  auto search = std::make_shared<Backward>(run, Backward::Task{approximate, {}});
  run.searches.push_back(search);
  return *search;
}

// When cubes have grown: at least 8 nodes were visited, and the next one has two processes more than the usual instance and three more than
// the largest unsafe formula. Where it has a number too, three more than that formula are enough at any time: a counter is being unrolled.
Growth growth_of(const le::System& system) {
  std::size_t largest = 0;
  for (const le::UnsafeCube& unsafe : system.unsafes) largest = std::max(largest, unsafe.parameters.size());
  const std::size_t many = std::max<std::size_t>(usual_instance + 2, largest + 3);
  return {8, narrow<std::uint32_t>(many), narrow<std::uint32_t>(largest + 3)};
}

// Some universal guard can be made exact.
bool has_countable_guard(const le::System& system, const TermArena& arena) {
  for (std::uint32_t source = 0; source < system.updates.size(); ++source) {
    if (le::has_countable_guard(system, arena, source)) return true;
  }
  return false;
}

// The search with candidates, if there is one, the inference, if there is one, and the exact search by turns in this thread, until one
// has a verdict.
Verdict by_turns(Run& run, Backward& exact, Backward* approximate, Inferring* inferring) {
  for (std::size_t turn = 0;; ++turn) {
    if (approximate != nullptr) {
      if (auto verdict = candidates_turn(run, *approximate, turn).verdict) {
        if (run.restart && std::holds_alternative<Unknown>(*verdict)) return std::move(*verdict);
        if (auto proved = last_word(run, *verdict, inferring)) return std::move(*proved);
        return with_proof(run, *approximate, std::move(*verdict));
      }
      if (run.restart) return Unknown{"universal guards are made exact", UnknownKind::Spurious};
    }
    if (inferring != nullptr) {
      if (auto verdict = inferring->take_turn(turn)) return std::move(*verdict);
    }
    if (auto verdict = exact.advance(share_of(run.input.options, turn))) return with_proof(run, exact, std::move(*verdict));
  }
}

// The inference alone.
Verdict infer_only(Run& run) {
  if (!run.input.incomplete.empty()) return Unknown{run.input.incomplete, UnknownKind::Inexact};
  if (!may_infer(run.input, run.context.memory)) {
    const std::string_view reason = views::why_not_inferred(run.context.memory.views, *run.input.system);
    return Unknown{"invariants are not inferred here: " + std::string(reason.empty() ? "no certificate can be checked" : reason),
                   UnknownKind::Limit};
  }
  Inferring inferring(run);
  while (!inferring.ended()) {
    if (auto verdict = inferring.advance(run.input.options.infer_work)) return std::move(*verdict);
  }
  return Unknown{"no invariant was inferred", UnknownKind::Limit};
}

Verdict decide_once(Run& run) {
  const SearchOptions& options = run.input.options;
  if (options.infer == Infer::Only) return infer_only(run);
  if (options.approximate != 0 && options.exact_nodes == 0) {
    if (auto trace = run.hit()) return Unsafe{std::move(*trace)};
    Backward& search = new_search(run, true);
    return with_proof(run, search, *search.advance(UINT64_MAX));
  }
  Backward& exact = new_search(run, false);
  const bool infers = may_infer(run.input, run.context.memory);
  if (options.approximate == 0 && !infers) return with_proof(run, exact, *exact.advance(UINT64_MAX));
  const auto growth = growth_of(*run.input.system);
  // A model that counts processes is likely to need count lemmas.
  constexpr std::uint64_t nodes_of_counting = 40;
  const std::uint64_t alone = run.input.system->counts.mentioned ? std::min(options.exact_nodes, nodes_of_counting) : options.exact_nodes;
  auto ended = exact.advance(alone, growth);
  if (ended && !std::holds_alternative<Unknown>(*ended)) return with_proof(run, exact, std::move(*ended));
  const auto inferring = infers ? std::make_unique<Inferring>(run) : nullptr;
  if (ended) return after_exact(run, exact, std::move(*ended), inferring.get());
  if (options.approximate == 0) return by_turns(run, exact, nullptr, inferring.get());
  if (auto trace = run.hit()) return Unsafe{std::move(*trace)};
  FormulaByFormula formulas(run, growth);
  if (auto verdict = formulas.decide()) {
    return std::holds_alternative<Safe>(*verdict) ? proved_by(run, formulas.proved()) : *verdict;
  }
  exact.add_proved(formulas.proved());
  if (may_run_beside(run.input) && !has_countable_guard(*run.input.system, *run.input.arena))
    return SideBySide(run, exact, formulas.proved(), inferring.get()).decide();
  Backward& approximate = new_search(run, true);
  approximate.add_proved(formulas.proved());
  return by_turns(run, exact, &approximate, inferring.get());
}

// Each time that universal guards are made exact, both searches begin again. There are finitely many guards.
Verdict decide(Run& run) {
  for (;;) {
    run.restart = false;
    Verdict verdict = decide_once(run);
    if (!run.restart || !std::holds_alternative<Unknown>(verdict)) return verdict;
    for (const auto& search : run.searches) static_cast<Backward*>(search.get())->finish();
    run.searches.clear();
    run.context.instances.forget();
  }
}

}  // namespace

const MemoryTraits& part_of_memory(const ld::MemoryModel& model, bool of_events) {
  if (of_events) return events_memory(model);
  return model.writes_apart() ? delayed_memory : timeline_memory;
}

// The verdict, and what was counted until a limit was reached. Nothing asks the solver or the caches of a search any more after that.
Outcome run_search(const SearchInput& input, bool of_events) {
  auto run = std::make_shared<Run>(input, part_of_memory(input.system->model, of_events));
  const Budget* const budget = input.arena->budget();
  try {
    run->outcome.verdict = decide(*run);
  } catch (const BudgetExhausted& reason) {
    run->outcome.verdict = Unknown{reason.what(), reason.limit == Limit::Interrupted ? UnknownKind::Interrupted : UnknownKind::Limit};
  } catch (const le::TooLarge& error) {
    run->outcome.verdict = Unknown{error.what()};
  } catch (const std::bad_alloc&) {
    if (budget == nullptr || budget->limits().memory == 0) throw;
    run->outcome.verdict = Unknown{"memory limit reached"};
  }
  if (!std::holds_alternative<Safe>(run->outcome.verdict)) {
    run->outcome.invariants.clear();
    run->outcome.invariant_lines.clear();
  }
  for (const auto& search : run->searches) static_cast<Backward*>(search.get())->finish();
  run->solver.reset();
  Outcome outcome = std::move(run->outcome);
  if (budget != nullptr && budget->exhausted()) outcome.remains = std::move(run);
  return outcome;
}

}  // namespace parapet::search
