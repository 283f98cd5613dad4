#include "search/ground.h"

#include <algorithm>
#include <bit>

namespace parapet::search {
namespace {

constexpr std::size_t most_locations = 400;
constexpr std::size_t most_firings = 4000;
constexpr std::size_t most_initial_states = 256;
constexpr std::uint64_t any_bit = std::uint64_t{1} << any_value;

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

bool is_number(const TermArena& arena, SortId sort) {
  const SortKind kind = arena.signature()[sort].kind;
  return kind == SortKind::Int || kind == SortKind::Real;
}

std::optional<std::int64_t> small_integer(const Rational& value) {
  if (!value.is_integer()) return std::nullopt;
  const auto small = value.numerator().small();
  if (!small || *small > 1'000'000 || *small < -1'000'000) return std::nullopt;
  return small;
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
      location_of_.emplace(arena_.cell(symbol, indices).value, static_cast<std::uint16_t>(cells_.size()));
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
  return at == processes_.end() ? -1 : static_cast<std::int32_t>(at - processes_.begin());
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
      const auto at = static_cast<std::uint32_t>(position(process));
      return at < variables_ ? processes_[images[at]] : process;
    };
    Permutation permutation;
    for (const TermId cell : cells_) {
      const TermId image = arena_.rewrite(cell, [&](TermId leaf) { return is_process(arena_, leaf) ? moved(leaf) : leaf; });
      permutation.location.push_back(location_of_.at(image.value));
    }
    for (Code value = 0; value <= any_value; ++value) permutation.value.push_back(value < variables_ ? static_cast<Code>(images[value]) : value);
    permutations_.push_back(std::move(permutation));
  } while (!ordered_ && std::next_permutation(images.begin(), images.end()));
}

TermId Ground::settled(TermId term) {
  return arena_.rewrite(term, [&](TermId leaf) { return arena_.op(leaf) == Op::Read ? arena_.location(leaf) : leaf; });
}

std::optional<Code> Ground::code(TermId value) const {
  switch (arena_.op(value)) {
    case Op::Constructor:
      return static_cast<Code>(arena_.payload(value));
    case Op::ProcessVar:
    case Op::ProcessConst: {
      const std::int32_t at = position(value);
      return at < 0 ? std::nullopt : std::optional(static_cast<Code>(at));
    }
    case Op::Number: {
      const auto number = small_integer(arena_.number(value));
      if (!number || *number < lowest_number || *number > highest_number) return std::nullopt;
      return static_cast<Code>(*number - lowest_number);
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::uint32_t> Ground::compile_sum(TermId sum) {
  Linear linear;
  std::vector<TermId> parts{sum};
  std::vector<Rational> coefficients{Rational(1)};
  if (arena_.op(sum) == Op::Sum) {
    parts.assign(arena_.args(sum).begin(), arena_.args(sum).end());
    coefficients.assign(arena_.coefficients(sum).begin(), arena_.coefficients(sum).end());
    const auto constant = small_integer(arena_.number(sum));
    if (!constant) return std::nullopt;
    linear.constant = *constant;
  }
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto at = location(parts[k]);
    const auto coefficient = small_integer(coefficients[k]);
    if (!at || !coefficient) return std::nullopt;
    linear.parts.emplace_back(*at, *coefficient);
    linear.constant += *coefficient * lowest_number;  // codes count from there
  }
  linears_.push_back(std::move(linear));
  return static_cast<std::uint32_t>(linears_.size() - 1);
}

std::optional<Code> Ground::evaluate(std::uint32_t index, const Code* state) const {
  const Linear& linear = linears_[index];
  std::int64_t sum = linear.constant;
  for (const auto& [location, coefficient] : linear.parts) {
    if (state[location] == any_value) return any_value;
    sum += coefficient * state[location];
  }
  if (sum < lowest_number || sum > highest_number) return std::nullopt;
  return static_cast<Code>(sum - lowest_number);
}

std::optional<GroundTest> Ground::compile_linear(TermId atom) {
  const auto sum = compile_sum(arena_.args(atom)[0]);
  if (!sum) return std::nullopt;
  linears_[*sum].op = arena_.op(atom);
  GroundTest test{GroundTest::Kind::Linear, 0, 0, 0, *sum};
  if (linears_[*sum].parts.size() != 1) return test;
  GroundTest member{GroundTest::Kind::Member, linears_[*sum].parts[0].first, 0, any_bit, 0};
  std::vector<Code> state(cells_.size(), 0);
  for (Code value = 0; value < any_value; ++value) {
    state[member.a] = value;
    if (holds(test, state.data())) member.set |= std::uint64_t{1} << value;
  }
  linears_.pop_back();
  return member;
}

std::optional<GroundTest> Ground::compile_comparison(TermId atom) {
  const TermId left = arena_.args(atom)[0];
  const TermId right = arena_.args(atom)[1];
  const auto kind = [&] {
    switch (arena_.op(atom)) {
      case Op::Equal:
        return GroundTest::Kind::Equal;
      case Op::Different:
        return GroundTest::Kind::Different;
      case Op::ProcLess:
        return GroundTest::Kind::Less;
      default:
        return GroundTest::Kind::LessEqual;
    }
  }();
  const auto a = location(left);
  const auto b = location(right);
  if (a && b) return GroundTest{kind, *a, *b, 0, 0};
  const auto known = code(a ? right : left);
  if (!known) return std::nullopt;
  const auto compare = [&](Code x, Code y) {
    switch (kind) {
      case GroundTest::Kind::Equal:
        return x == y;
      case GroundTest::Kind::Different:
        return x != y;
      case GroundTest::Kind::Less:
        return x < y;
      default:
        return x <= y;
    }
  };
  // Two processes: the order of the instance.
  if (!a && !b) {
    const auto other = code(left);
    if (!other) return std::nullopt;
    return GroundTest{GroundTest::Kind::Member, 0, 0, compare(*other, *code(right)) ? ~std::uint64_t{0} : 0, 0};
  }
  GroundTest test{GroundTest::Kind::Member, a ? *a : *b, 0, any_bit, 0};
  for (Code value = 0; value < any_value; ++value) {
    if (a ? compare(value, *known) : compare(*known, value)) test.set |= std::uint64_t{1} << value;
  }
  return test;
}

std::optional<GroundTest> Ground::compile(TermId literal) {
  const TermId atom = settled(literal);
  switch (arena_.op(atom)) {
    case Op::True:
      return GroundTest{GroundTest::Kind::Member, 0, 0, ~std::uint64_t{0}, 0};
    case Op::False:
      return GroundTest{GroundTest::Kind::Member, 0, 0, 0, 0};
    case Op::Member: {
      const auto at = location(arena_.args(atom)[0]);
      if (!at) return std::nullopt;
      return GroundTest{GroundTest::Kind::Member, *at, 0, arena_.payload(atom) | any_bit, 0};
    }
    case Op::Equal:
    case Op::Different:
    case Op::ProcLess:
    case Op::ProcLessEqual:
      return compile_comparison(atom);
    case Op::SumLessEqual:
    case Op::SumLess:
    case Op::SumZero:
    case Op::SumNonZero:
      return compile_linear(atom);
    default:
      return std::nullopt;
  }
}

bool Ground::compile_all(const le::Conjunction& atoms, GroundTests& out) {
  for (const TermId atom : atoms) {
    const auto test = compile(atom);
    if (!test) return false;
    out.push_back(*test);
  }
  return true;
}

std::optional<GroundAlternative> Ground::compile(const Alternative& alternative) {
  GroundAlternative result;
  if (!compile_all(alternative.conditions, result.when)) return std::nullopt;
  if (alternative.kind == le::Branch::Kind::Keep) return result;
  if (alternative.kind == le::Branch::Kind::Havoc) {
    result.kind = GroundAlternative::Kind::Havoc;
    return result;
  }
  const TermId value = settled(alternative.value);
  if (const auto source = location(value)) {
    result.kind = GroundAlternative::Kind::Copy;
    result.source = *source;
  } else if (const auto constant = code(value)) {
    result.kind = GroundAlternative::Kind::Constant;
    result.constant = *constant;
  } else if (arena_.op(value) == Op::Sum) {
    const auto sum = compile_sum(value);
    if (!sum) return std::nullopt;
    result.kind = GroundAlternative::Kind::Sum;
    result.linear = *sum;
  } else {
    return std::nullopt;  // a number beyond the window
  }
  return result;
}

bool Ground::add_writes(Instance& instance, GroundFiring& firing) {
  for (const le::Update& update : context_.system.updates[instance.transition->source]) {
    for (std::size_t at = 0; at < cells_.size(); ++at) {
      if (arena_.symbol(cells_[at]) != update.symbol) continue;
      if (!context_.instances.may_write(instance, cells_[at])) continue;
      GroundWrite write;
      write.location = static_cast<std::uint16_t>(at);
      for (const Alternative& alternative : context_.instances.alternatives(instance, cells_[at])) {
        auto compiled = compile(alternative);
        if (!compiled) return false;
        if (std::any_of(compiled->when.begin(), compiled->when.end(), [](const GroundTest& t) { return t.kind == GroundTest::Kind::Member && t.set == 0; }))
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
  Instance& instance = context_.instances.find(transition, processes);
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

void Ground::add_firings() {
  for (std::uint32_t t = 0; t < context_.system.transitions.size(); ++t) {
    std::vector<TermId> processes;
    const auto choose = [&](auto&& self) -> void {
      if (firings_.size() > most_firings) return;
      if (processes.size() == context_.system.transitions[t].parameters.size()) {
        add_firing(t, processes);
        return;
      }
      for (const TermId process : processes_) {
        if (std::find(processes.begin(), processes.end(), process) != processes.end()) continue;
        processes.push_back(process);
        self(self);
        processes.pop_back();
      }
    };
    choose(choose);
  }
  possible_ = firings_.size() <= most_firings;
}

void Ground::add_forbidden() {
  for (const le::Bad& bad : context_.system.invariants) {
    std::vector<TermId> processes;
    const auto choose = [&](auto&& self) -> void {
      if (processes.size() == bad.parameters.size()) {
        le::Conjunction atoms;
        for (const TermId literal : bad.literals) {
          atoms.push_back(arena_.rewrite(literal, [&](TermId leaf) {
            if (arena_.op(leaf) != Op::Fresh) return leaf;
            const auto at = std::find(bad.parameters.begin(), bad.parameters.end(), arena_.payload(leaf));
            return processes[static_cast<std::size_t>(at - bad.parameters.begin())];
          }));
        }
        GroundTests tests;
        if (compile_all(atoms, tests)) forbidden_.push_back(std::move(tests));
        return;
      }
      for (const TermId process : processes_) {
        if (std::find(processes.begin(), processes.end(), process) != processes.end()) continue;
        processes.push_back(process);
        self(self);
        processes.pop_back();
      }
    };
    choose(choose);
  }
}

// A location that some formula of init constrains, or that never changes, takes every value that the formulas on it alone allow (numbers: the
// smallest few); the others are open. Then the remaining formulas are tested.
std::vector<std::vector<Code>> Ground::initial_states() {
  constexpr int few_values = 4;
  constexpr std::uint64_t few_numbers = std::uint64_t{3} << -lowest_number;  // 0 and 1
  std::vector<std::uint64_t> allowed = domains_;
  std::vector<bool> constrained(cells_.size(), false);
  std::vector<TermId> formulas;
  for (const TermId formula : init_.formulas(variables_)) {
    const TermId atom = settled(formula);
    if (const auto test = arena_.is_atom(atom) ? compile(atom) : std::nullopt; test && test->kind == GroundTest::Kind::Member) {
      allowed[test->a] &= test->set;
      constrained[test->a] = true;
    } else {
      each_leaf(arena_, atom, [&](TermId leaf) {
        if (const auto at = location(leaf)) constrained[*at] = true;
      });
      formulas.push_back(atom);
    }
  }
  for (std::size_t k = 0; k < cells_.size(); ++k) {
    const bool number = is_number(arena_, arena_.sort(cells_[k]));
    const bool fixed = arena_.signature()[arena_.symbol(cells_[k])].constant;
    if (fixed && (number || std::popcount(domains_[k]) <= few_values)) constrained[k] = true;
    if (number && std::popcount(allowed[k]) > 2 && (allowed[k] & few_numbers) != 0) allowed[k] &= few_numbers;
    if (domains_[k] == 0) constrained[k] = false;
  }
  std::vector<std::vector<Code>> states;
  std::vector<Code> state(cells_.size(), any_value);
  const auto satisfied = [&](auto&& self, TermId formula) -> bool {
    const auto args = std::vector<TermId>(arena_.args(formula).begin(), arena_.args(formula).end());
    if (arena_.op(formula) == Op::And) return std::all_of(args.begin(), args.end(), [&](TermId arg) { return self(self, arg); });
    if (arena_.op(formula) == Op::Or) return std::any_of(args.begin(), args.end(), [&](TermId arg) { return self(self, arg); });
    const auto test = compile(formula);
    return !test || holds(*test, state.data());
  };
  const auto choose = [&](auto&& self, std::size_t k) -> void {
    if (states.size() >= most_initial_states) return;
    if (k == cells_.size()) {
      if (std::all_of(formulas.begin(), formulas.end(), [&](TermId f) { return satisfied(satisfied, f); }) && admits(state.data()))
        states.push_back(state);
      return;
    }
    if (!constrained[k]) {
      self(self, k + 1);
      return;
    }
    for (Code value = 0; value < any_value; ++value) {
      if ((allowed[k] >> value & 1) == 0) continue;
      state[k] = value;
      self(self, k + 1);
    }
    state[k] = any_value;
  };
  choose(choose, 0);
  return states;
}

}  // namespace parapet::search
