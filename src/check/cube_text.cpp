#include "check/cube_text.h"

#include <algorithm>

#include "check/firing_instance.h"

namespace parapet::check {

CubeText::CubeText(TermArena& arena, const Certificate& certificate, StateText& states, const WeakText& weak)
    : arena_(arena), certificate_(certificate), states_(states), weak_(weak) {}

bool CubeText::claims(SymbolId symbol) const {
  const SortId sort = arena_.signature()[symbol].sort;
  const bool narrowed = arena_.signature()[sort].kind == SortKind::Enum &&
                        (certificate_.narrowed[symbol.index()] & arena_.full_set(sort)) != arena_.full_set(sort);
  return narrowed || certificate_.intervals[symbol.index()].bounded() || is_proper(symbol);
}

bool CubeText::is_proper(SymbolId symbol) const {
  return std::find(certificate_.proper.begin(), certificate_.proper.end(), symbol) != certificate_.proper.end();
}

Names CubeText::constants() const {
  Names all;
  const auto& symbols = arena_.signature().symbols();
  for (std::size_t s = 0; s < symbols.size(); ++s) {
    const bool constant = symbols[s].constant && symbols[s].arity == 0 && symbols[s].role == SymbolRole::State;
    if (constant && symbols[s].sort == Signature::proc) all.push_back(states_.cell(SymbolId(s), false));
  }
  return all;
}

bool CubeText::claims_any() const {
  for (std::size_t s = 0; s < certificate_.narrowed.size(); ++s) {
    if (claims(SymbolId(s))) return true;
  }
  return false;
}

std::string CubeText::declarations() const {
  std::string text = claims_processes() ? "(declare-fun is-process (proc) Bool)\n" : "";
  for (std::size_t s = 0; s < certificate_.narrowed.size(); ++s) {
    const SymbolId symbol(s);
    if (!claims(symbol)) continue;
    if (is_proper(symbol)) {
      Names ways{"(is-process v)"};
      for (const std::string& constant : constants()) ways.push_back("(= v " + constant + ")");
      text += "(define-fun " + states_.own(symbol, "values") + " ((v proc)) Bool " + disjunction(ways) + ")\n";
      continue;
    }
    const TermId value = arena_.fresh(0, arena_.signature()[symbol].sort);
    std::vector<TermId> all;
    if (certificate_.narrowed[s] != ~std::uint64_t{0}) all.push_back(arena_.member(value, certificate_.narrowed[s]));
    add_bounds(arena_, value, certificate_.intervals[s], all);
    text += "(define-fun " + states_.own(symbol, "values") + " ((v " + states_.sort_of(symbol) + ")) Bool " +
            states_.formula(arena_.conjunction(all), {}) + ")\n";
  }
  return text;
}

std::string CubeText::claim(SymbolId symbol, const std::string& value) const { return application(states_.own(symbol, "values"), {value}); }

std::string CubeText::name_after(const std::string& name, const std::string& mark) { return "|" + name + mark + "|"; }

std::size_t CubeText::entries(const Cube& cube) {
  std::size_t count = 0;
  for (const DelayedBuffer& buffer : cube.weak.buffers) count += buffer.entries.size();
  for (const PendingOrder::Write& write : cube.weak.order.writes) count += write.closed ? 1 : 2;
  return count;
}

Scope CubeText::scope_of(const Cube& cube, bool after) {
  Scope scope;
  scope.processes = numbered("z", cube.processes);
  scope.reads = cube.weak.open.items.size();
  scope.times = numbered("s", scope.reads);
  append(scope.times, numbered("e", entries(cube)));
  scope.after = after;
  return scope;
}

std::string CubeText::define(const std::string& name, const Cube& cube, bool after) const {
  const Scope scope = scope_of(cube, after);
  Names parts;
  if (cube.processes > 0) parts.push_back(distinct(states_.everybody(scope.processes)));
  append(parts, weak_.order(cube, scope));
  for (const TermId literal : cube.literals) parts.push_back(states_.formula(literal, scope));
  const std::string mark = after ? states_.mark() : "";
  std::string text = define_function(name_after(name, mark), scope.processes, scope.times, "Bool", conjunction(parts));
  const auto rows = weak_.others(cube, scope);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    Names processes = scope.processes;
    append(processes, states_.indices(rows[k].symbol));
    text += define_function(name_after(name + ".o" + std::to_string(k + 1), mark), processes, scope.times, "Bool", rows[k].statement);
  }
  return text;
}

std::string CubeText::holds(const std::string& name, const Names& processes, const Names& times, const std::string& mark) {
  Names arguments = processes;
  append(arguments, times);
  return application(name_after(name, mark), arguments);
}

std::vector<SymbolId> CubeText::others(const Cube& cube) const {
  std::vector<SymbolId> result;
  for (const WeakText::Others& row : weak_.others(cube, scope_of(cube, false))) result.push_back(row.symbol);
  return result;
}

std::string CubeText::holds_of(const std::string& name, std::size_t number, Names processes, const Names& cell, const Names& times,
                               const std::string& mark) {
  append(processes, cell);
  return holds(name + ".o" + std::to_string(number + 1), processes, times, mark);
}

Names CubeText::values_in(TermId formula, const Scope& scope) const {
  Names result;
  each_leaf(arena_, formula, [&](TermId leaf) {
    if (arena_.op(leaf) != Op::Cell || !claims(arena_.symbol(leaf))) return;
    result.push_back(claim(arena_.symbol(leaf), states_.term(leaf, scope)));
  });
  return result;
}

// The snapshot of a read is in the queue of the processes that have the read in their lists. An entry is in the buffer of its process.
Names CubeText::values_in(const Cube& cube, const Scope& scope) const {
  Names result;
  for (const TermId literal : cube.literals) {
    append(result, values_in(literal, scope));
    each_leaf(arena_, literal, [&](TermId leaf) {
      if (arena_.op(leaf) != Op::Read || !claims(arena_.symbol(arena_.location(leaf)))) return;
      const std::uint32_t read = arena_.read_number(leaf);
      const TermId location = arena_.location(leaf);
      if (read >= scope.reads) {
        Names at;
        for (const TermId index : arena_.args(location)) at.push_back(states_.term(index, scope));
        const std::string there =
            weak_.is_entry(states_.term(arena_.reader(leaf), scope), arena_.symbol(location), at, scope.times[read], scope.after);
        result.push_back(implication({there}, claim(arena_.symbol(location), states_.term(leaf, scope))));
        return;
      }
      const auto& lists = cube.weak.open.lists;
      const auto list = std::find_if(lists.begin(), lists.end(),
                                     [&](const auto& l) { return std::find(l.reads.begin(), l.reads.end(), read) != l.reads.end(); });
      Names premises;
      if (list != lists.end()) premises.push_back(weak_.can_read(states_.term(list->process, scope), scope.times[read], scope.after));
      result.push_back(implication(premises, claim(arena_.symbol(location), states_.term(leaf, scope))));
    });
  }
  return result;
}

}  // namespace parapet::check
