#include "check/state_text.h"

#include "base/contract.h"

namespace parapet::check {

using le::Branch;

std::string application(const std::string& function, const Names& arguments) {
  if (arguments.empty()) return function;
  std::string text = "(" + function;
  for (const std::string& argument : arguments) text.append(" ").append(argument);
  return text + ")";
}

namespace {

std::string junction(const std::string& op, const std::string& neutral, const std::string& absorbing, const Names& parts) {
  Names kept;
  for (const std::string& part : parts) {
    if (part == absorbing) return absorbing;
    if (part != neutral) kept.push_back(part);
  }
  if (kept.size() < 2) return kept.empty() ? neutral : kept[0];
  return application(op, kept);
}

// A choice between formulas; without `ite`, over which z3 4.8.12 can take exponential time when it reads a definition.
std::string truth_choice(const std::string& condition, const std::string& chosen, const std::string& otherwise) {
  if (chosen == "true") return disjunction({condition, otherwise});
  if (otherwise == "false") return conjunction({condition, chosen});
  if (chosen == "false" && condition != "true" && condition != "false") return conjunction({negation(condition), otherwise});
  return choice(condition, chosen, otherwise);
}

// A choice between values; an empty one is never used, so that any value can take its place.
std::string value_choice(const std::string& condition, const std::string& chosen, const std::string& otherwise) {
  if (chosen.empty() || otherwise.empty()) return chosen.empty() ? otherwise : chosen;
  return choice(condition, chosen, otherwise);
}

}  // namespace

std::string conjunction(const Names& parts) { return junction("and", "true", "false", parts); }
std::string disjunction(const Names& parts) { return junction("or", "false", "true", parts); }
std::string distinct(const Names& terms) { return terms.size() < 2 ? "true" : application("distinct", terms); }
std::string negation(const std::string& formula) { return "(not " + formula + ")"; }

std::string implication(const Names& premises, const std::string& conclusion) {
  const std::string premise = conjunction(premises);
  return premise == "true" || conclusion == "true" ? conclusion : "(=> " + premise + " " + conclusion + ")";
}

std::string choice(const std::string& condition, const std::string& chosen, const std::string& otherwise) {
  if (condition == "true" || chosen == otherwise) return chosen;
  return condition == "false" ? otherwise : "(ite " + condition + " " + chosen + " " + otherwise + ")";
}

std::string sorted_variables(const Names& processes, const Names& times) {
  std::string text;
  for (const std::string& process : processes) text += (text.empty() ? "(" : " (") + process + " proc)";
  for (const std::string& time : times) text += (text.empty() ? "(" : " (") + time + " Int)";
  return "(" + text + ")";
}

std::string define_function(const std::string& name, const Names& processes, const Names& times, const std::string& sort,
                            const std::string& body) {
  return "(define-fun " + name + " " + sorted_variables(processes, times) + " " + sort + " " + body + ")\n";
}

std::string declare_function(const std::string& name, std::size_t processes, std::size_t times, const std::string& sort) {
  Names sorts(processes, "proc");
  sorts.insert(sorts.end(), times, "Int");
  std::string text;
  for (const std::string& each : sorts) text += (text.empty() ? "" : " ") + each;
  return "(declare-fun " + name + " (" + text + ") " + sort + ")\n";
}

Names numbered(const std::string& prefix, std::size_t count) {
  Names names;
  for (std::size_t k = 0; k < count; ++k) names.push_back(prefix + std::to_string(k));
  return names;
}

void append(Names& to, const Names& from) { to.insert(to.end(), from.begin(), from.end()); }

Names Range::for_processes(std::size_t size, const std::function<std::string(const Names&)>& statement) const {
  if (size == 0) return {statement({})};
  if (quantified) {
    const Names bound = numbered("q", size);
    Names premises;
    for (const std::string& each : bound) premises.push_back("(is-process " + each + ")");
    return {"(forall " + sorted_variables(bound, {}) + " " + implication(premises, statement(bound)) + ")"};
  }
  Names result;
  const auto any = [](const Names&, const std::string&) { return true; };
  each_tuple(processes, size, any, [&](const Names& tuple) { result.push_back(statement(tuple)); });
  return result;
}

Names Range::for_times(const std::function<std::string(const std::string&)>& statement) const {
  if (quantified) return {"(forall ((s Int)) " + statement("s") + ")"};
  Names result;
  for (const std::string& time : times) result.push_back(statement(time));
  return result;
}

Scope bound_to(Scope scope, const std::vector<le::Universal::Bound>& bound, const Names& tuple) {
  for (std::size_t k = 0; k < bound.size(); ++k) scope.variables[bound[k].variable] = tuple[k];
  return scope;
}

Names in_range(const std::vector<le::Universal::Bound>& bound, const Names& tuple, const Names& parameters) {
  Names premises;
  for (std::size_t k = 0; k < bound.size(); ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      if (bound[j].group == bound[k].group) premises.push_back(distinct({tuple[j], tuple[k]}));
    }
    for (const std::string& parameter : parameters) {
      if (bound[k].others) premises.push_back(distinct({tuple[k], parameter}));
    }
  }
  return premises;
}

StateText::StateText(const le::System& system, TermArena& arena, bool sees_plain, bool delays_apart)
    : system_(system), arena_(arena), sees_plain_(sees_plain), delays_apart_(delays_apart), printer_(arena, [this](TermId leaf) {
        return name_of(leaf);
      }) {
  for (const std::uint32_t n : system.constants) constants_.push_back("|#" + std::to_string(n) + "|");
}

std::string StateText::declarations() const {
  std::set<SortId> sorts;
  std::string text = "(define-sort proc () Int)\n";
  const auto& symbols = arena_.signature().symbols();
  for (const Symbol& symbol : symbols) {
    if (symbol.derived()) continue;  // count_text.h
    if (symbol.sort != Signature::proc && sorts.insert(symbol.sort).second) text += printer_.declare_sort(symbol.sort);
  }
  for (std::size_t s = 0; s < symbols.size(); ++s) {
    if (!symbols[s].derived()) text += declare_function(cell(SymbolId(s), false), symbols[s].arity, 0, sort_of(SymbolId(s)));
  }
  for (const std::string& constant : constants_) text += "(declare-const " + constant + " proc)\n";
  if (constants_.size() > 1) text += "(assert " + distinct(constants_) + ")\n";
  return text;
}

Names StateText::everybody(Names processes) const {
  append(processes, constants_);
  return processes;
}

std::string StateText::formula(TermId formula, const Scope& scope) {
  scope_ = &scope;
  return printer_.formula(formula);
}

std::string StateText::term(TermId term, const Scope& scope) {
  scope_ = &scope;
  return printer_.term(term);
}

// The suffix keeps names of the model apart from those of processes, predicates and constructors.
std::string StateText::cell(SymbolId symbol, bool after) const {
  return "|" + name(symbol) + (after && changed_.contains(symbol) ? mark_ : ".") + "|";
}

std::string StateText::seen(SymbolId symbol, bool after) const {
  return "|" + name(symbol) + "@" + (after && changed_.contains(symbol) ? mark_ : "") + "|";
}

std::string StateText::own(SymbolId symbol, const std::string& what) const { return "|" + name(symbol) + "." + what + "|"; }

std::string StateText::in_state(const std::string& name, bool after) const {
  if (!after || !defined_.contains(name)) return name;
  return name.front() == '|' ? name.substr(0, name.size() - 1) + mark_ + "|" : "|" + name + mark_ + "|";
}

std::string StateText::seen_text(TermId location, const std::string& reader, const std::string& time) const {
  const SymbolId symbol = arena_.symbol(location);
  Names arguments;
  for (const TermId index : arena_.args(location)) arguments.push_back(name_of(index));
  if (is_weak(symbol)) arguments.insert(arguments.begin(), reader);
  arguments.push_back(time);
  return application(seen(symbol, scope_->after), arguments);
}

std::string StateText::entry_text(TermId leaf) const {
  const TermId location = arena_.location(leaf);
  Names arguments{name_of(arena_.reader(leaf))};
  for (const TermId index : arena_.args(location)) arguments.push_back(name_of(index));
  arguments.push_back(scope_->times.at(arena_.read_number(leaf)));
  return application(in_state(own(arena_.symbol(location), "entry"), scope_->after), arguments);
}

std::string StateText::name_of(TermId leaf) const {
  const Scope& scope = *scope_;
  switch (arena_.op(leaf)) {
    case Op::ProcessVar:
      PARAPET_CHECK(arena_.process_number(leaf) < scope.processes.size(), "the processes of a cube have names");
      return scope.processes[arena_.process_number(leaf)];
    case Op::ProcessConst:
      return "|#" + std::to_string(arena_.constant_number(leaf)) + "|";
    case Op::Variable: {
      const auto at = scope.variables.find(arena_.variable_number(leaf));
      PARAPET_CHECK(at != scope.variables.end(), "a template's variables are bound");
      return at->second;
    }
    case Op::Read: {
      if (arena_.read_number(leaf) >= scope.reads) return entry_text(leaf);
      const TermId reader = arena_.reader(leaf);
      return seen_text(arena_.location(leaf), reader.valid() ? name_of(reader) : "nobody", scope.times.at(arena_.read_number(leaf)));
    }
    case Op::Fresh:
      return scope.fresh;
    default:
      break;
  }
  PARAPET_CHECK(arena_.op(leaf) == Op::Cell, "a leaf is a process, a cell or a read");
  const SymbolId symbol = arena_.symbol(leaf);
  const bool in_memory = scope.in_memory != nullptr && (*scope.in_memory)[symbol.index()];
  const bool timed = !scope.time.empty() && !in_memory && (is_weak(symbol) || (sees_plain_ && system_.shared[symbol.index()]));
  if (timed) return seen_text(leaf, scope.reader, scope.time);
  Names arguments;
  for (const TermId index : arena_.args(leaf)) arguments.push_back(name_of(index));
  return application(cell(symbol, scope.after), arguments);
}

Names StateText::indices(SymbolId symbol) const { return numbered("j", symbol.valid() ? arena_.signature()[symbol].arity : 1); }

void StateText::keep(const std::string& mark) {
  mark_ = mark;
  changed_.clear();
  defined_.clear();
}

std::string StateText::update(const le::Transition& transition, const Scope& scope, const std::string& mark) {
  keep(mark);
  std::string text;
  std::map<SymbolId, Written> bodies;  // by symbol: of the cells that none of the updates so far matches
  const auto& updates = system_.updates[transition.source];
  for (std::size_t u = updates.size(); u-- > 0;) {
    const SymbolId symbol = updates[u].symbol;
    const Written otherwise = bodies.contains(symbol) ? bodies[symbol] : Written{"false", ""};
    bodies[symbol] = new_value(updates[u], scope, otherwise, u, text);
  }
  for (const auto& [symbol, body] : bodies) {
    if (body.whether == "false") continue;
    const Names at = indices(symbol);
    text += define_function(write_test(symbol), at, {}, "Bool", body.whether);
    text += define_function(write_value(symbol), at, {}, sort_of(symbol), body.value);
    const std::string before = application(cell(symbol, false), at);
    changed_.insert(symbol);
    if (delays_apart_ && is_weak(symbol)) continue;
    text += define_function(cell(symbol, true), at, {}, sort_of(symbol),
                            choice(application(write_test(symbol), at), application(write_value(symbol), at), before));
  }
  return text;
}

// Of the cell with indices j0, j1, ...; declarations of arbitrary values, one for each cell, are added to `declarations`.
StateText::Written StateText::new_value(const le::Update& update, Scope scope, const Written& otherwise, std::size_t number,
                                        std::string& declarations) {
  const Names at = indices(update.symbol);
  Names matches;
  for (std::size_t k = 0; k < update.target.size(); ++k) {
    const TermId index = update.target[k];
    const bool bound = arena_.op(index) == Op::Variable &&
                       std::find(update.bound.begin(), update.bound.end(), arena_.variable_number(index)) != update.bound.end();
    if (bound && !scope.variables.contains(arena_.variable_number(index))) {
      scope.variables[arena_.variable_number(index)] = at[k];
    } else {
      matches.push_back("(= " + at[k] + " " + term(index, scope) + ")");
    }
  }
  Written result{"false", ""};
  for (std::size_t b = update.branches.size(); b-- > 0;) {
    const Branch& branch = update.branches[b];
    std::string chosen = result.value;
    if (branch.kind == Branch::Kind::Set) chosen = term(branch.value, scope);
    if (branch.kind == Branch::Kind::Havoc) {
      const std::string any = "|any" + std::to_string(number) + "." + std::to_string(b) + mark_ + "|";
      declarations += declare_function(any, at.size(), 0, sort_of(update.symbol));
      chosen = application(any, at);
    }
    const std::string condition = formula(branch.condition, scope);
    const std::string written = branch.kind == Branch::Kind::Keep ? "false" : "true";
    result = {truth_choice(condition, written, result.whether), value_choice(condition, chosen, result.value)};
  }
  const std::string match = conjunction(matches);
  return {truth_choice(match, result.whether, otherwise.whether), value_choice(match, result.value, otherwise.value)};
}

}  // namespace parapet::check
