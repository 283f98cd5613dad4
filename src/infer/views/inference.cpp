#include "infer/views/inference.h"

#include "base/narrow.h"
#include "infer/views/registers.h"

namespace parapet::search::views {

constexpr std::size_t exact_number_states = 6000;  // an instance with numbers and more states is compressed
constexpr std::size_t explored_at_once = 200;      // states

Inference::Inference(MemoryPart& memory, smt::Solver& solver, InitCheck& init, std::span<const Rung> ladder, std::uint64_t first,
                     std::uint32_t only_instance, Explored explored, bool count_lemmas)
    : memory_(memory),
      context_(memory.context),
      solver_(solver),
      arena_(context_.arena),
      init_(init),
      names_(name_facts(*context_.system.program)),
      proper_(proper_names(context_.system, arena_)),
      budget_(first),
      only_instance_(only_instance),
      explored_(std::move(explored)),
      count_lemmas_(count_lemmas) {
  const auto& transitions = context_.system.transitions;
  const auto is_late = [](const le::Transition& each) { return each.kind != le::FiringKind::Sync; };
  const bool late = context_.memory.views != OpenKind::Snapshot || std::any_of(transitions.begin(), transitions.end(), is_late);
  if (late) open_ = context_.memory.views;
  const bool dereferences =
      std::any_of(names_.dereferences.begin(), names_.dereferences.end(), [](const auto& arrays) { return !arrays.empty(); });
  for (const Rung& rung : ladder) {
    if ((rung.nested && !dereferences) || (rung.splits && !rung.ghosts && proper_.empty())) continue;
    // The check of certificates does not split cubes of events.
    if (rung.splits && context_.memory.engine == event_engine) continue;
    if (rung.counts && !(count_lemmas && context_.normalizer.counting().exists())) continue;
    if (only_instance != 0 && rung.instance != rungs[0].instance) continue;
    Attempt& attempt = attempts_.emplace_back();
    attempt.rung = &rung;
  }
}

// A model whose constants name processes has fewer unnamed ones, but at least two, so that there are views of two; with a bound on the
// number of processes fewer still.
std::uint32_t Inference::variables(const Rung& rung) const {
  const auto named = narrow<std::uint32_t>(context_.system.constants.size());
  const std::uint32_t wanted = only_instance_ != 0 ? only_instance_ : rung.instance;
  std::uint32_t count = std::max(wanted > named ? wanted - named : 0, std::min(wanted, 2U));
  while (count > 0 && !machine::roster_of(*context_.system.program, count + named)) --count;
  return count;
}

Inference::Instance* Inference::instance_of(const Rung& rung) {
  const auto [at, fresh] = instances_.try_emplace(variables(rung));
  if (fresh) start(at->second, rung, false);
  return at->second.machine ? &at->second : nullptr;
}

void Inference::start(Instance& instance, const Rung& rung, bool compress) {
  Budget& budget = arena_.budget() == nullptr ? unlimited_ : *arena_.budget();
  if (!instance.machine) instance.machine = make_view_machine(context_.memory.views, context_.system, names_, variables(rung), budget);
  if (!instance.machine) return;
  instance.compress = compress;
  instance.tables = std::make_unique<Tables>();
  instance.harvest = std::make_unique<Harvest>(*instance.machine, arena_, *instance.tables, compress);
  instance.harvest->begin(instance.machine->initial_states(rung.states));
  // The machine with snapshots or delayed writes is another one.
  const GuessInstance* const explored = explored_ && open_ == OpenKind::None && !compress ? explored_(variables(rung)) : nullptr;
  if (explored != nullptr) instance.harvest->follow(*explored);
}

// True: the attempt has saved up for its views.
bool Inference::save_up(Attempt& attempt, Instance& instance, std::uint64_t end) {
  if (!attempt.views) {
    attempt.processes = std::min(attempt.rung->processes, instance.machine->variables());
    attempt.tables = std::make_unique<Tables>(context_.system, arena_, names_, attempt.processes, attempt.rung->nested, open_);
    attempt.views = std::make_unique<Harvest>(*instance.machine, arena_, *attempt.tables, instance.compress);
    attempt.owed = std::min(instance.harvest->states(), attempt.rung->states) * attempt.views->values_of_a_state() / values_per_unit;
  }
  const std::uint64_t paid = std::min(attempt.owed, end > attempt.work ? end - attempt.work : 0);
  attempt.owed -= paid;
  attempt.work += paid;
  return attempt.owed == 0;
}

// True: the attempt has its views.
bool Inference::explore(Attempt& attempt, std::uint64_t end) {
  Instance* const instance = instance_of(*attempt.rung);
  if (instance == nullptr) {
    attempt.closed = true;
    return false;
  }
  const std::size_t wanted = attempt.rung->states;
  const auto exact_numbers = [&] { return instance->machine->has_numbers() && !instance->compress; };
  const auto is_enough = [&] { return instance->complete || (!exact_numbers() && instance->harvest->states() >= wanted); };
  while (!is_enough() && attempt.work < end) {
    const std::size_t limit = exact_numbers() ? std::min(exact_number_states, wanted) : wanted;
    instance->complete = !instance->harvest->explore(std::min(limit, instance->harvest->states() + explored_at_once));
    const std::uint64_t spent = instance->machine->attempts() - std::exchange(instance->attempts, instance->machine->attempts());
    attempt.work += spent / attempts_per_unit + 1;
    if (exact_numbers() && !instance->complete && instance->harvest->states() >= limit) start(*instance, *attempt.rung, true);
  }
  if (!is_enough() || !save_up(attempt, *instance, end)) return false;
  attempt.states = attempt.views->add_views_of(*instance->harvest, wanted);
  attempt.views.reset();
  attempt.cut = !instance->complete || attempt.states < instance->harvest->states();
  const auto all = narrow<std::uint32_t>(instance->machine->variables());
  Induction::Setting setting{all, instance->compress, attempt.rung->counts, count_lemmas_};
  if (attempt.rung->splits) {
    setting.proper = proper_;
    const auto& symbols = arena_.signature().symbols();
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      if (symbols[k].constant && symbols[k].arity == 0 && symbols[k].sort == Signature::proc)
        setting.constants.push_back(arena_.cell(SymbolId(k), {}));
    }
  }
  attempt.induction = std::make_unique<Induction>(memory_, solver_, init_, names_, *attempt.tables, setting);
  return true;
}

void Inference::work_on(Attempt& attempt, std::uint64_t end) {
  if (!attempt.induction && !explore(attempt, end)) return;
  const std::uint64_t before = attempt.induction->counts().work;
  const std::uint64_t limit = before + (end > attempt.work ? end - attempt.work : 0);
  const auto result = attempt.induction->advance(limit);
  attempt.work += attempt.induction->counts().work - before;
  describe(attempt);
  if (result == Induction::Result::NoInvariant) {
    attempt.closed = true;
    if (report_.advice.empty()) {
      report_.advice = attempt.induction->advice();
      report_.advice_processes = attempt.processes;
    }
    attempt.induction.reset();
    attempt.tables.reset();
  }
  if (result == Induction::Result::Proved) {
    proof_ = attempt.induction->proof();
    proof_proper_ = attempt.rung->splits ? proper_ : std::vector<SymbolId>{};
    roots_ = attempt.induction->roots();
    proved_ = current_;
  }
}

void Inference::describe(const Attempt& attempt) {
  report_.rung = attempt.rung->name;
  report_.processes = attempt.processes;
  report_.instance = attempt.rung->instance;
  report_.counts = attempt.induction->counts();
  report_.counts.states = attempt.states;
  report_.counts.cut = attempt.cut ? 1 : 0;
}

Inference::Result Inference::advance(std::uint64_t units) {
  const std::uint64_t end = report_.work + units;
  while (report_.work < end) {
    if (proved_) return Result::Proved;
    if (std::all_of(attempts_.begin(), attempts_.end(), [](const Attempt& each) { return each.closed; })) return Result::NoInvariant;
    if (current_ == attempts_.size()) {
      current_ = 0;
      budget_ *= 4;
      return Result::RoundOver;
    }
    Attempt& attempt = attempts_[current_];
    const std::uint64_t budget = attempt.rung->of(budget_);
    if (attempt.closed || attempt.work >= budget) {
      ++current_;
      continue;
    }
    const std::uint64_t before = attempt.work;
    work_on(attempt, std::min(budget, before + (end - report_.work)));
    report_.work += std::max<std::uint64_t>(attempt.work - before, 1);
  }
  return proved_ ? Result::Proved : Result::More;
}

void Inference::reject() {
  attempts_[*proved_].closed = true;
  proved_.reset();
}

}  // namespace parapet::search::views
