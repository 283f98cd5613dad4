// A' (j), the value of a cell after a firing, is a definition: the value that the first matching assignment gives to cell j, else A(j).
#include "check/state_text.h"

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet::check {

using le::Branch;

std::string application(const std::string& function, const Names& arguments) {
  if (arguments.empty()) return function;
  std::string text = "(" + function;
  for (const std::string& argument : arguments) text += " " + argument;
  return text + ")";
}

std::string junction(const std::string& op, const std::string& neutral, const Names& parts) {
  if (parts.size() < 2) return parts.empty() ? neutral : parts[0];
  return application(op, parts);
}

std::string distinct(const Names& terms) { return terms.size() < 2 ? "true" : application("distinct", terms); }

std::string implication(const Names& premises, const std::string& conclusion) {
  return premises.empty() ? conclusion : "(=> " + junction("and", "true", premises) + " " + conclusion + ")";
}

std::string define_function(const std::string& name, const Names& processes, const std::string& sort, const std::string& body) {
  std::string parameters;
  for (const std::string& process : processes) parameters += (parameters.empty() ? "(" : " (") + process + " proc)";
  return "(define-fun " + name + " (" + parameters + ") " + sort + " " + body + ")\n";
}

StateText::StateText(const le::System& system, const TermArena& arena)
    : system_(system), arena_(arena), printer_(arena, [this](TermId leaf) { return name_of(leaf); }) {
  for (const std::uint32_t n : system.constants) constants_.push_back("|#" + std::to_string(n) + "|");
}

std::string StateText::declarations() const {
  std::set<SortId> sorts;
  std::string text = "(define-sort proc () Int)\n";
  for (const Symbol& symbol : arena_.signature().symbols()) {
    if (symbol.sort != Signature::proc && sorts.insert(symbol.sort).second) text += printer_.declare_sort(symbol.sort);
  }
  for (std::size_t s = 0; s < arena_.signature().symbols().size(); ++s) {
    std::string arguments;
    for (std::uint32_t k = 0; k < arena_.signature()[SymbolId(s)].arity; ++k) arguments += k == 0 ? "proc" : " proc";
    text += "(declare-fun " + function(SymbolId(s)) + " (" + arguments + ") " + sort_of(SymbolId(s)) + ")\n";
  }
  for (const std::string& constant : constants_) text += "(declare-const " + constant + " proc)\n";
  if (constants_.size() > 1) text += "(assert " + distinct(constants_) + ")\n";
  return text;
}

Names StateText::everybody(Names processes) const {
  processes.insert(processes.end(), constants_.begin(), constants_.end());
  return processes;
}

std::string StateText::formula(TermId formula, const Bindings& bindings) {
  bindings_ = bindings;
  return printer_.formula(formula);
}

std::string StateText::process(TermId process, const Bindings& bindings) {
  bindings_ = bindings;
  return name_of(process);
}

std::string StateText::name_of(TermId leaf) const {
  switch (arena_.op(leaf)) {
    case Op::ProcessVar:
      return "z" + std::to_string(arena_.process_number(leaf));
    case Op::ProcessConst:
      return "|#" + std::to_string(arena_.constant_number(leaf)) + "|";
    case Op::Variable: {
      const auto at = bindings_.find(arena_.variable_number(leaf));
      PARAPET_CHECK(at != bindings_.end(), "a template's variables are bound");
      return at->second;
    }
    default:
      break;
  }
  PARAPET_CHECK(arena_.op(leaf) == Op::Cell, "plain states have cells");
  Names arguments;
  for (const TermId index : arena_.args(leaf)) arguments.push_back(name_of(index));
  const SymbolId symbol = arena_.symbol(leaf);
  return application(changed_.contains(symbol) ? function_after(symbol) : function(symbol), arguments);
}

// The suffix keeps names of the model apart from those of processes, predicates and constructors.
std::string StateText::function(SymbolId symbol) const { return "|" + arena_.signature()[symbol].name + ".|"; }
std::string StateText::function_after(SymbolId symbol) const { return "|" + arena_.signature()[symbol].name + "'|"; }

std::string StateText::go_forward(const le::Transition& transition, const Bindings& bindings) {
  std::string text;
  std::map<SymbolId, std::string> bodies;  // by symbol: the value of cells that none of the updates so far matches
  const auto& updates = system_.updates[transition.source];
  for (std::size_t u = updates.size(); u-- > 0;) {
    const SymbolId symbol = updates[u].symbol;
    const std::string otherwise = bodies.contains(symbol) ? bodies[symbol] : application(function(symbol), indices(symbol));
    bodies[symbol] = new_value(updates[u], bindings, otherwise, u, text);
  }
  for (const auto& [symbol, body] : bodies) {
    text += define_function(function_after(symbol), indices(symbol), sort_of(symbol), body);
    changed_.insert(symbol);
  }
  return text;
}

Names StateText::indices(SymbolId symbol) const {
  Names names;
  for (std::uint32_t k = 0; k < arena_.signature()[symbol].arity; ++k) names.push_back("j" + std::to_string(k));
  return names;
}

// The new value of the cell with indices j0, j1, ...; declarations of arbitrary values are added to `declarations`.
std::string StateText::new_value(const le::Update& update, Bindings bindings, const std::string& otherwise, std::size_t number,
                                 std::string& declarations) {
  const Names cell = indices(update.symbol);
  Names matches;
  for (std::size_t k = 0; k < update.target.size(); ++k) {
    const TermId index = update.target[k];
    const bool bound = arena_.op(index) == Op::Variable &&
                       std::find(update.bound.begin(), update.bound.end(), arena_.variable_number(index)) != update.bound.end();
    if (bound) {
      bindings[arena_.variable_number(index)] = cell[k];
      continue;
    }
    bindings_ = bindings;
    matches.push_back("(= " + cell[k] + " " + name_of(index) + ")");
  }
  std::string value = application(function(update.symbol), cell);
  for (std::size_t b = update.branches.size(); b-- > 0;) {
    const Branch& branch = update.branches[b];
    std::string chosen = application(function(update.symbol), cell);
    bindings_ = bindings;
    if (branch.kind == Branch::Kind::Set) chosen = printer_.term(branch.value);
    if (branch.kind == Branch::Kind::Havoc) {
      chosen = "any" + std::to_string(number) + "." + std::to_string(b);
      declarations += "(declare-const " + chosen + " " + sort_of(update.symbol) + ")\n";
    }
    const std::string condition = printer_.formula(branch.condition);
    value = condition == "true" ? chosen : "(ite " + condition + " " + chosen + " " + value + ")";
  }
  return matches.empty() ? value : "(ite " + junction("and", "true", matches) + " " + value + " " + otherwise + ")";
}

}  // namespace parapet::check
