#include "check/counting.h"

#include <algorithm>
#include <array>

#include "base/narrow.h"
#include "check/reference.h"

namespace parapet::check {
namespace {

// A process that occurs in no query: it stands for one that a firing does not name.
constexpr std::uint32_t other_process = 1U << 21U;
// Numbers of definitions in facts; those of pre-images are small.
constexpr std::uint32_t first_fresh_of_facts = 1U << 24U;

void each_process(const TermArena& arena, TermId term, const auto& visit) {
  if (arena.op(term) == Op::ProcessVar || arena.op(term) == Op::ProcessConst) return visit(term);
  for (const TermId arg : arena.args(term)) each_process(arena, arg, visit);
}

}  // namespace

TermId CountDefinition::integer(std::int64_t value) { return arena_.number(Rational(value), Signature::integer); }

bool CountDefinition::is_count(TermId leaf) const {
  return system_.counts.exist() && arena_.op(leaf) == Op::Cell && arena_.signature()[arena_.symbol(leaf)].derived();
}

bool CountDefinition::mentions(const std::vector<TermId>& formulas) const {
  bool found = false;
  for (const TermId formula : formulas) each_leaf(arena_, formula, [&](TermId leaf) { found = found || is_count(leaf); });
  return found;
}

TermId CountDefinition::total(const std::vector<TermId>& plus, const std::vector<TermId>& minus) {
  std::vector<TermId> args = plus;
  args.insert(args.end(), minus.begin(), minus.end());
  std::vector<Rational> coefficients(plus.size(), Rational(1));
  coefficients.resize(args.size(), Rational(-1));
  return arena_.sum(coefficients, args, Rational(0), Signature::integer);
}

TermId CountDefinition::number_if(TermId formula, TermId number, std::uint32_t& next_fresh, std::vector<TermId>& definitions) {
  if (formula == arena_.truth(true)) return number;
  if (formula == arena_.truth(false)) return integer(0);
  const TermId value = arena_.fresh(next_fresh++, Signature::integer);
  const std::array yes{formula, arena_.equal(value, number)};
  const std::array no{arena_.negate(formula), arena_.equal(value, integer(0))};
  definitions.push_back(arena_.disjunction(std::array{arena_.conjunction(yes), arena_.conjunction(no)}));
  return value;
}

TermId CountDefinition::zero_or_one(TermId formula, std::uint32_t& next_fresh, std::vector<TermId>& definitions) {
  return number_if(formula, integer(1), next_fresh, definitions);
}

TermId CountDefinition::has_type(TermId process, const Type& type) {
  std::vector<TermId> parts;
  for (std::size_t k = 0; k < system_.counts.arrays.size(); ++k)
    parts.push_back(arena_.member(le::own_cell(arena_, system_.counts.arrays[k], process), std::uint64_t{1} << type.values[k]));
  return arena_.conjunction(parts);
}

bool CountDefinition::possible(const Type& type) const {
  for (std::size_t k = 0; k < system_.counts.arrays.size(); ++k) {
    if ((claims_.narrowed[system_.counts.arrays[k].index()] >> type.values[k] & 1) == 0) return false;
  }
  return true;
}

CountDefinition::Query CountDefinition::query_of(const std::vector<TermId>& formulas, std::uint32_t variables) {
  Query query;
  std::vector<bool> occurs(system_.counts.types.size(), false);
  for (const TermId formula : formulas) {
    each_leaf(arena_, formula, [&](TermId leaf) {
      if (!is_count(leaf)) return;
      query.counts = true;
      for (std::size_t t = 0; t < occurs.size(); ++t) occurs[t] = occurs[t] || system_.counts.types[t].symbol == arena_.symbol(leaf);
    });
    each_process(arena_, formula, [&](TermId process) {
      if (arena_.op(process) == Op::ProcessVar) variables = std::max(variables, arena_.process_number(process) + 1);
    });
  }
  if (!query.counts) return query;
  for (std::size_t t = 0; t < occurs.size(); ++t) {
    if (occurs[t]) query.occurring.push_back(&system_.counts.types[t]);
  }
  query.processes = processes_at_hand(system_, arena_, variables);
  return query;
}

std::vector<TermId> CountDefinition::facts_of(const Query& query, const std::vector<TermId>& formulas, const std::vector<bool>* initial) {
  std::vector<TermId> facts;
  if (!query.counts) return facts;
  std::uint32_t next_fresh = std::max(first_fresh_of_facts, unused_fresh(arena_, formulas));
  const TermId processes = arena_.cell(system_.counts.processes, {});
  const auto may_be_other = [&](const Type& type) {
    return possible(type) && (initial == nullptr || (*initial)[type.symbol.index() - system_.counts.types.front().symbol.index()]);
  };
  const auto none_or_more = [&](TermId number, bool some) {
    facts.push_back(some ? arena_.less_equal(integer(0), number) : arena_.equal(integer(0), number));
  };
  std::vector<TermId> known;
  std::vector<std::vector<TermId>> ones(query.processes.size());  // by process: [its type = t] for the types that occur
  for (const Type* const type : query.occurring) {
    std::vector<TermId> here;
    for (std::size_t k = 0; k < query.processes.size(); ++k) {
      here.push_back(zero_or_one(has_type(query.processes[k], *type), next_fresh, facts));
      ones[k].push_back(here.back());
    }
    const TermId count = arena_.cell(type->symbol, {});
    none_or_more(total({count}, here), may_be_other(*type));
    known.push_back(count);
  }
  // The other types: #procs - their K, less the processes at hand that have none of the types that occur.
  std::vector<TermId> plus{processes}, minus = known;
  for (const auto& of_process : ones) {
    minus.push_back(integer(1));
    plus.insert(plus.end(), of_process.begin(), of_process.end());
  }
  bool rest = system_.counts.types.empty();
  for (const Type& type : system_.counts.types) {
    const bool occurs = std::any_of(query.occurring.begin(), query.occurring.end(), [&](const Type* one) { return one == &type; });
    rest = rest || (!occurs && may_be_other(type));
  }
  none_or_more(total(plus, minus), rest);
  facts.push_back(arena_.less_equal(integer(1), processes));
  if (const auto limit = system_.program->number_procs) facts.push_back(arena_.less_equal(processes, integer(*limit)));
  return facts;
}

std::vector<TermId> CountDefinition::facts(const std::vector<TermId>& formulas, std::uint32_t variables) {
  if (!system_.counts.exist()) return {};
  return facts_of(query_of(formulas, variables), formulas, nullptr);
}

// Init is asked of one process of each type; if it allows the type there, it may allow it elsewhere.
std::vector<TermId> CountDefinition::facts_at_init(const std::vector<TermId>& formulas, std::uint32_t variables, smt::Solver& solver) {
  if (!system_.counts.exist()) return {};
  if (!initial_) {
    initial_.emplace();
    for (const Type& type : system_.counts.types) {
      solver.push();
      solver.add(has_type(arena_.process(0), type));
      for (const TermId formula : init_formulas(system_, arena_, 1)) {
        if (!mentions({formula})) solver.add(formula);
      }
      initial_->push_back(solver.check({smt::Purpose::Certify, 0, {}}) != smt::Answer::Unsat);
      solver.pop();
    }
  }
  return facts_of(query_of(formulas, variables), formulas, &*initial_);
}

TermId CountDefinition::type_after(FiringInstance& instance, TermId process, const Type& type) {
  std::vector<TermId> parts;
  for (std::size_t k = 0; k < system_.counts.arrays.size(); ++k) {
    const TermId cell = le::own_cell(arena_, system_.counts.arrays[k], process);
    const std::uint64_t value = std::uint64_t{1} << type.values[k];
    const auto cases = instance.new_value(cell);
    if (!cases) {
      parts.push_back(arena_.member(cell, value));
      continue;
    }
    std::vector<TermId> ways;
    for (const FiringInstance::Case& each : *cases) {
      const TermId becomes = each.kind == le::Branch::Kind::Set ? arena_.member(each.value, value) : arena_.member(cell, value);
      ways.push_back(arena_.conjunction(std::array{each.condition, becomes}));
    }
    parts.push_back(arena_.disjunction(ways));
  }
  return arena_.conjunction(parts);
}

std::optional<TermId> CountDefinition::others_move(FiringInstance& instance, const Type& from, const Type& to) {
  const TermId other = arena_.process(other_process);
  const TermId moves = arena_.rewrite(type_after(instance, other, to), [&](TermId leaf) {
    for (std::size_t k = 0; k < system_.counts.arrays.size(); ++k) {
      const TermId cell = le::own_cell(arena_, system_.counts.arrays[k], other);
      if (leaf == cell) return arena_.constructor(arena_.sort(cell), from.values[k]);
    }
    return leaf;
  });
  bool more = false;
  each_process(arena_, moves, [&](TermId process) { more = more || process == other; });
  return more ? std::nullopt : std::optional(moves);
}

TermId CountDefinition::after(FiringInstance& instance, SymbolId count, std::uint32_t& next_fresh, std::vector<TermId>& definitions) {
  const auto at = std::find_if(system_.counts.types.begin(), system_.counts.types.end(), [&](const Type& t) { return t.symbol == count; });
  if (at == system_.counts.types.end()) return arena_.cell(count, {});  // #procs
  const auto moves_processes = [&](const le::Update& update) {
    return std::find(system_.counts.arrays.begin(), system_.counts.arrays.end(), update.symbol) != system_.counts.arrays.end();
  };
  const auto& updates = system_.updates[instance.transition.source];
  if (std::none_of(updates.begin(), updates.end(), moves_processes)) return arena_.cell(count, {});
  const std::vector<TermId> at_hand = processes_at_hand(system_, arena_, instance.variables);
  std::vector<TermId> plus, minus;
  // Those at hand, after.
  for (const TermId process : at_hand) plus.push_back(zero_or_one(type_after(instance, process, *at), next_fresh, definitions));
  // The others: n(from) = K(from) - [type(z) = from] - .., where they move to this type.
  for (const Type& from : system_.counts.types) {
    const std::optional<TermId> moves = others_move(instance, from, *at);
    if (!moves) return arena_.fresh(next_fresh++, Signature::integer);
    if (*moves == arena_.truth(false)) continue;
    std::vector<TermId> here;
    for (const TermId process : at_hand) here.push_back(zero_or_one(has_type(process, from), next_fresh, definitions));
    plus.push_back(number_if(*moves, total({arena_.cell(from.symbol, {})}, here), next_fresh, definitions));
  }
  return total(plus, minus);
}

// Everybody but the declared parameters satisfies the body (everybody, if the parameters are asked too): of the forbidden types there are
// as many processes as there are parameters, not asked, of such a type.
void CountDefinition::add_guard(FiringInstance& instance, const le::Universal& universal, std::uint32_t& next_fresh,
                                std::vector<TermId>& definitions) {
  const auto allowed = le::countable_guard(system_, arena_, instance.transition, universal);
  if (!allowed) return;
  std::vector<TermId> forbidden, parameters;
  for (std::size_t t = 0; t < allowed->size(); ++t) {
    if ((*allowed)[t]) continue;
    const Type& type = system_.counts.types[t];
    forbidden.push_back(arena_.cell(type.symbol, {}));
    for (std::uint32_t k = 0; universal.bound[0].others && k < instance.transition.declared; ++k)
      parameters.push_back(zero_or_one(has_type(instance.processes[k], type), next_fresh, definitions));
  }
  definitions.push_back(arena_.equal(total(forbidden, parameters), integer(0)));
}

}  // namespace parapet::check
