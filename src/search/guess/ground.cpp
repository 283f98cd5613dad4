#include "search/guess/ground.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::search {
namespace {

constexpr std::size_t most_locations = 400;
constexpr std::size_t most_firings = 4000;
constexpr std::size_t most_choices = 100'000;  // of processes, for all firings together, possible or not

bool mentions_order(const TermArena& arena, TermId term) {
  const Op op = arena.op(term);
  if (op == Op::ProcLess || op == Op::ProcLessEqual) return true;
  const auto args = arena.args(term);
  return std::any_of(args.begin(), args.end(), [&](TermId arg) { return mentions_order(arena, arg); });
}

bool compares_processes(const le::System& system, const TermArena& arena) {
  const auto any_of = [&](const std::vector<TermId>& terms) {
    return std::any_of(terms.begin(), terms.end(), [&](TermId term) { return mentions_order(arena, term); });
  };
  for (const le::Transition& t : system.transitions) {
    if (any_of(t.guard)) return true;
    for (const le::Universal& universal : t.universals) {
      if (std::any_of(universal.disjuncts.begin(), universal.disjuncts.end(), any_of)) return true;
    }
  }
  for (const auto& updates : system.updates) {
    for (const le::Update& update : updates) {
      for (const le::Branch& branch : update.branches) {
        if (branch.condition.valid() && mentions_order(arena, branch.condition)) return true;
      }
    }
  }
  return std::any_of(system.init.begin(), system.init.end(), [&](const le::InitClause& c) { return mentions_order(arena, c.formula); });
}

}  // namespace

Ground::Ground(Context& context, InitCheck& init, std::uint32_t variables)
    : context_(context), init_(init), arena_(context.arena), variables_(variables) {
  for (std::uint32_t k = 0; k < variables; ++k) processes_.push_back(arena_.process(k));
  for (const std::uint32_t n : context.system.constants) processes_.push_back(arena_.process_const(n));
  ordered_ = compares_processes(context.system, arena_);
  add_locations();
  if (possible_) add_permutations();
  if (possible_) add_firings();
  if (possible_) add_forbidden();
}

void Ground::add_locations() {
  const Signature& signature = arena_.signature();
  possible_ = processes_.size() + 1 < any_value;
  std::vector<TermId> indices;
  const auto add = [&](auto&& self, SymbolId symbol) -> void {
    if (indices.size() == signature[symbol].arity) {
      location_of_.emplace(arena_.cell(symbol, indices).value, narrow<std::uint16_t>(cells_.size()));
      cells_.push_back(arena_.cell(symbol, indices));
      return;
    }
    for (const TermId process : processes_) {
      if (cells_.size() > most_locations) return;
      indices.push_back(process);
      self(self, symbol);
      indices.pop_back();
    }
  };
  for (std::size_t k = 0; k < signature.symbols().size(); ++k) add(add, SymbolId(k));
  possible_ = possible_ && cells_.size() <= most_locations;
  for (const TermId cell : cells_) {
    const Sort& sort = signature[arena_.sort(cell)];
    std::uint64_t values = 0;
    if (sort.kind == SortKind::Enum) {
      if (sort.constructors.size() >= any_value) possible_ = false;
      values = arena_.full_set(arena_.sort(cell)) & context_.system.narrowed[arena_.payload(cell)];
    } else if (sort.kind == SortKind::Proc) {
      values = (std::uint64_t{1} << (processes_.size() + 1)) - 1;
    } else if (sort.kind != SortKind::Abstract) {
      values = (std::uint64_t{1} << (highest_number - lowest_number + 1)) - 1;
    }
    domains_.push_back(values);
    process_valued_.push_back(sort.kind == SortKind::Proc);
  }
}

std::optional<std::uint16_t> Ground::location(TermId cell) const {
  const auto at = location_of_.find(cell.value);
  return at == location_of_.end() ? std::nullopt : std::optional(at->second);
}

std::int32_t Ground::position(TermId process) const {
  const auto at = std::find(processes_.begin(), processes_.end(), process);
  return at == processes_.end() ? -1 : narrow<std::int32_t>(at - processes_.begin());
}

bool Ground::is_weak_or_shared(std::size_t location) const {
  const SymbolId symbol = arena_.symbol(cells_[location]);
  return arena_.signature()[symbol].weak || context_.system.shared[symbol.index()];
}

void Ground::add_permutations() {
  std::vector<std::uint32_t> images(variables_);
  for (std::uint32_t k = 0; k < variables_; ++k) images[k] = k;
  do {
    const auto moved = [&](TermId process) {
      const auto at = narrow<std::uint32_t>(position(process));
      return at < variables_ ? processes_[images[at]] : process;
    };
    Permutation permutation;
    for (const TermId cell : cells_) {
      const TermId image = arena_.rewrite(cell, [&](TermId leaf) { return is_process(arena_, leaf) ? moved(leaf) : leaf; });
      permutation.location.push_back(location_of_.at(image.value));
    }
    for (Code value = 0; value <= any_value; ++value) permutation.value.push_back(value < variables_ ? narrow<Code>(images[value]) : value);
    permutations_.push_back(std::move(permutation));
  } while (!ordered_ && std::next_permutation(images.begin(), images.end()));
}

bool Ground::add_writes(TransitionInstance& instance, GroundFiring& firing) {
  for (const le::Update& update : context_.system.updates[instance.transition->source]) {
    for (std::size_t at = 0; at < cells_.size(); ++at) {
      if (arena_.symbol(cells_[at]) != update.symbol) continue;
      if (!context_.instances.may_write(instance, cells_[at])) continue;
      GroundWrite write;
      write.location = narrow<std::uint16_t>(at);
      for (const Alternative& alternative : context_.instances.alternatives(instance, cells_[at])) {
        auto compiled = compile(alternative);
        if (!compiled) return false;
        if (std::any_of(compiled->when.begin(), compiled->when.end(),
                        [](const GroundTest& t) { return t.kind == GroundTest::Kind::Member && t.set == 0; }))
          continue;
        write.alternatives.push_back(std::move(*compiled));
      }
      const auto known = std::find_if(firing.writes.begin(), firing.writes.end(), [&](const GroundWrite& w) { return w.location == at; });
      if (known == firing.writes.end()) firing.writes.push_back(std::move(write));
    }
  }
  return true;
}

void Ground::add_firing(std::uint32_t transition, const std::vector<TermId>& processes) {
  TransitionInstance& instance = context_.instances.find(transition, processes);
  if (!instance.possible) return;
  GroundFiring firing;
  firing.actor = instance.actor.valid() ? position(instance.actor) : -1;
  // What cannot be compiled would be a firing with a value beyond the window: left out.
  if (!compile_all(instance.guard, firing.guard)) return;
  for (const auto& disjuncts : context_.instances.universals(instance, variables_)) {
    auto& compiled = firing.universals.emplace_back();
    for (const le::Conjunction& conjunction : disjuncts) {
      if (!compile_all(conjunction, compiled.emplace_back())) return;
    }
  }
  if (!add_writes(instance, firing)) return;
  std::erase_if(firing.guard, [](const GroundTest& t) { return t.kind == GroundTest::Kind::Member && t.set == ~std::uint64_t{0}; });
  firings_.push_back(std::move(firing));
}

// Calls visit(processes) for every choice of so many different ones, until there are too many of them.
template <class Visit>
void Ground::each_choice(std::size_t count, const Visit& visit) {
  std::vector<TermId> chosen;
  const auto choose = [&](auto&& self) -> void {
    spend();
    if (chosen.size() == count) {
      possible_ = possible_ && ++choices_ <= most_choices;
      if (possible_) visit(chosen);
      return;
    }
    for (const TermId process : processes_) {
      if (!possible_) return;
      if (std::find(chosen.begin(), chosen.end(), process) != chosen.end()) continue;
      chosen.push_back(process);
      self(self);
      chosen.pop_back();
    }
  };
  choose(choose);
}

void Ground::add_firings() {
  for (std::uint32_t t = 0; t < context_.system.transitions.size() && possible_; ++t) {
    each_choice(context_.system.transitions[t].parameters.size(), [&](const std::vector<TermId>& processes) {
      add_firing(t, processes);
      possible_ = firings_.size() <= most_firings;
    });
  }
}

void Ground::add_forbidden() {
  for (const le::UnsafeCube& unsafe : context_.system.invariants) {
    each_choice(unsafe.parameters.size(), [&](const std::vector<TermId>& processes) {
      le::Conjunction atoms;
      for (const TermId literal : unsafe.literals) {
        atoms.push_back(arena_.rewrite(literal, [&](TermId leaf) {
          if (arena_.op(leaf) != Op::Fresh) return leaf;
          const auto at = std::find(unsafe.parameters.begin(), unsafe.parameters.end(), arena_.payload(leaf));
          return processes[static_cast<std::size_t>(at - unsafe.parameters.begin())];
        }));
      }
      GroundTests tests;
      if (compile_all(atoms, tests)) forbidden_.push_back(std::move(tests));
    });
  }
}

}  // namespace parapet::search
