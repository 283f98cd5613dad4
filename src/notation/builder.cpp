#include "notation/builder.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "base/narrow.h"

namespace parapet::notation {

Formula both(std::vector<Formula> parts) {
  Formula result;
  for (Formula& part : parts) {
    if (part.kind == Formula::Kind::And) {
      std::ranges::move(part.parts, std::back_inserter(result.parts));
    } else {
      result.parts.push_back(std::move(part));
    }
  }
  if (result.parts.size() != 1) return result;
  Formula only = std::move(result.parts.front());
  return only;
}

Formula either(std::vector<Formula> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return {Formula::Kind::Or, Word::Exec, {}, {}, std::move(parts)};
}

Formula forall(std::vector<TermId> variables, std::vector<Formula> restrictions, Formula body) {
  if (variables.empty()) return body;
  restrictions.push_back(std::move(body));
  return {Formula::Kind::Forall, Word::Exec, {}, std::move(variables), std::move(restrictions)};
}

Builder::Builder(const le::System& system, TermArena& arena, const std::vector<std::string>& variables) : system_(system), arena_(arena) {
  for (const std::string& name : variables) scope_.variables.push_back(use_name(name));
  scope_.events.resize(first_event);
}

std::string Builder::use_name(std::string_view wanted) {
  std::string name(wanted);
  for (int number = 1; std::ranges::find(used_, name) != used_.end(); ++number) name = std::string(wanted) + std::to_string(number);
  used_.push_back(name);
  return name;
}

TermId Builder::new_event(std::string_view wanted) {
  scope_.events.push_back(use_name(wanted));
  return arena_.event(narrow<std::uint32_t>(scope_.events.size() - 1));
}

TermId Builder::new_process(std::string_view wanted) {
  scope_.variables.push_back(use_name(wanted));
  return arena_.variable(narrow<std::uint32_t>(scope_.variables.size() - 1));
}

TermId Builder::new_value(SortId sort) {
  scope_.values.push_back(use_name("v"));
  return arena_.fresh(narrow<std::uint32_t>(scope_.values.size() - 1), sort);
}

std::vector<TermId> Builder::new_indices(SymbolId symbol) {
  std::vector<TermId> indices;
  for (std::uint32_t k = 0; k < name(symbol).arity; ++k) indices.push_back(new_process("k"));
  return indices;
}

Formula Builder::formula(TermId term) const {
  arena_.spend();
  switch (arena_.op(term)) {
    case Op::True:
      return {};
    case Op::False:
      return made(Formula::Kind::Or, {});
    case Op::And:
    case Op::Or: {
      Formula result = made(arena_.op(term) == Op::And ? Formula::Kind::And : Formula::Kind::Or, {});
      std::vector<TermId> parts(arena_.args(term).begin(), arena_.args(term).end());
      std::sort(parts.begin(), parts.end(), [&](TermId a, TermId b) { return arena_.compare(a, b) < 0; });
      for (const TermId part : parts) result.parts.push_back(formula(part));
      return result;
    }
    default:
      return made(Formula::Kind::Atom, {term});
  }
}

Formula Builder::access(Word word, TermId event, TermId process, TermId cell) const {
  std::vector<TermId> args{event, process};
  args.insert(args.end(), arena_.args(cell).begin(), arena_.args(cell).end());
  return apply(word, std::move(args), arena_.symbol(cell));
}

std::vector<Formula> Builder::restrictions(const std::vector<le::Universal::Bound>& bound, std::uint32_t declared) {
  std::vector<Formula> all;
  for (std::size_t k = 0; k < bound.size(); ++k) {
    const TermId variable = arena_.variable(bound[k].variable);
    for (le::Variable parameter = 0; bound[k].others && parameter < declared; ++parameter)
      all.push_back(different(variable, arena_.variable(parameter)));
    for (std::size_t before = 0; before < k; ++before) {
      if (bound[before].group == bound[k].group) all.push_back(different(arena_.variable(bound[before].variable), variable));
    }
  }
  return all;
}

std::vector<Formula> Builder::distinct(const std::vector<TermId>& processes) {
  std::vector<Formula> all;
  for (std::size_t k = 1; k < processes.size(); ++k) {
    for (std::size_t before = 0; before < k; ++before) all.push_back(different(processes[before], processes[k]));
  }
  return all;
}

std::vector<TermId> Builder::weak_cells(const std::vector<TermId>& terms) const {
  std::vector<TermId> found;
  const auto add = [&](TermId part) {
    const bool weak = arena_.op(part) == Op::Cell && name(arena_.symbol(part)).weak;
    if (weak && std::ranges::find(found, part) == found.end()) found.push_back(part);
  };
  for (const TermId term : terms) {
    each_atom(arena_, term, [&](TermId atom) {
      arena_.spend();
      each_subterm(arena_, atom, add);
    });
  }
  return found;
}

TermId Builder::valued(TermId term, TermId event) {
  return arena_.rewrite(term, [&](TermId leaf) {
    const bool weak = arena_.op(leaf) == Op::Cell && name(arena_.symbol(leaf)).weak;
    return weak ? value_in(event, leaf) : leaf;
  });
}

bool Builder::mentions(TermId term, const std::vector<TermId>& variables) const {
  return any_subterm(arena_, term, [&](TermId part) { return std::ranges::find(variables, part) != variables.end(); });
}

std::vector<TermId> variable_terms(TermArena& arena, const std::vector<le::Variable>& variables) {
  std::vector<TermId> terms;
  for (const le::Variable variable : variables) terms.push_back(arena.variable(variable));
  return terms;
}

void number_disjuncts(std::vector<Definition>& definitions) {
  std::map<std::string, int> count, number;
  for (const Definition& each : definitions) ++count[each.name];
  for (Definition& each : definitions) {
    if (count[each.name] > 1) each.name += "." + std::to_string(++number[each.name]);
  }
}

}  // namespace parapet::notation
