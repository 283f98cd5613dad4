#include "check/count_text.h"

#include <algorithm>

#include "check/counting.h"

namespace parapet::check {
namespace {

std::string total(const Names& terms) {
  if (terms.empty()) return "0";
  return terms.size() == 1 ? terms[0] : application("+", terms);
}

bool counts(const TermArena& arena, const std::vector<TermId>& literals) {
  bool found = false;
  for (const TermId literal : literals) {
    each_leaf(arena, literal,
              [&](TermId leaf) { found = found || (arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].derived()); });
  }
  return found;
}

}  // namespace

CountText::CountText(const le::System& system, TermArena& arena, const Certificate& certificate, StateText& states)
    : system_(system), arena_(arena), certificate_(certificate), states_(states) {
  used_ = system.counts.exist() && (system.counts.mentioned || std::any_of(certificate.cubes.begin(), certificate.cubes.end(),
                                                                           [&](const Cube& cube) { return counts(arena, cube.literals); }));
}

std::string CountText::name(const std::string& what, std::size_t number, const std::string& mark) {
  return "|" + what + "." + std::to_string(number) + mark + "|";
}

// Of the process p.
std::string CountText::is_of_type(std::size_t type, bool after) const {
  Names parts;
  for (std::size_t k = 0; k < system_.counts.arrays.size(); ++k) {
    const SymbolId array = system_.counts.arrays[k];
    Scope scope;
    scope.fresh = application(states_.cell(array, after), Names(arena_.signature()[array].arity, "p"));
    const TermId value = arena_.fresh(0, arena_.signature()[array].sort);
    parts.push_back(states_.formula(arena_.member(value, std::uint64_t{1} << system_.counts.types[type].values[k]), scope));
  }
  return conjunction(parts);
}

std::string CountText::declarations() const {
  if (!used_) return {};
  std::string text = declare_function(states_.cell(system_.counts.processes, false), 0, 0, "Int");
  for (std::size_t t = 0; t < system_.counts.types.size(); ++t) {
    text += declare_function(states_.cell(system_.counts.types[t].symbol, false), 0, 0, "Int");
    text += define_function(name("type", t), {"p"}, {}, "Bool", is_of_type(t, false));
  }
  return text;
}

Names CountText::representatives() const { return used_ ? numbered("r", system_.counts.types.size()) : Names{}; }

// count(t), with these others.
std::string CountText::sum(const std::string& others, std::size_t type, const Names& processes, const std::string& mark) const {
  Names terms{others};
  for (std::size_t k = 0; k < processes.size(); ++k)
    terms.push_back("(ite (and " + name("first", k) + " (" + name("type", type, mark) + " " + processes[k] + ")) 1 0)");
  return total(terms);
}

std::string CountText::define(const Names& processes, bool represented) const {
  if (!used_) return {};
  std::string text;
  const auto say = [&](const std::string& fact) { text += "(assert " + fact + ")\n"; };
  Names all;
  for (std::size_t k = 0; k < processes.size(); ++k) {
    Names different;
    for (std::size_t j = 0; j < k; ++j) different.push_back(distinct({processes[j], processes[k]}));
    text += define_function(name("first", k), {}, {}, "Bool", conjunction(different));
    all.push_back("(ite " + name("first", k) + " 1 0)");
  }
  const std::size_t types = system_.counts.types.size();
  for (std::size_t t = 0; t < std::max<std::size_t>(types, 1); ++t) {
    const std::string others = name("others", t);
    text += "(declare-const " + others + " Int)\n";
    all.push_back(others);
    bool possible = true;
    for (std::size_t k = 0; types > 0 && k < system_.counts.arrays.size(); ++k) {
      const std::uint64_t claimed = certificate_.narrowed[system_.counts.arrays[k].index()];
      possible = possible && (claimed >> system_.counts.types[t].values[k] & 1) != 0;
    }
    say(possible ? "(<= 0 " + others + ")" : "(= 0 " + others + ")");
    if (types == 0) break;
    say("(= " + states_.cell(system_.counts.types[t].symbol, false) + " " + sum(others, t, processes, "") + ")");
    if (!represented) continue;
    const std::string one = "r" + std::to_string(t);
    text += "(declare-const " + one + " proc)\n";
    Names parts{"(" + name("type", t) + " " + one + ")"};
    for (const std::string& process : processes) parts.push_back(distinct({one, process}));
    say("(=> (< 0 " + others + ") " + conjunction(parts) + ")");
  }
  const std::string number = states_.cell(system_.counts.processes, false);
  say("(= " + number + " " + total(all) + ")");
  if (const auto limit = system_.program->number_procs) say("(<= " + number + " " + std::to_string(*limit) + ")");
  return text;
}

bool CountText::changes(const le::Transition& transition) const {
  const auto& arrays = system_.counts.arrays;
  const auto& updates = system_.updates[transition.source];
  return std::any_of(updates.begin(), updates.end(),
                     [&](const le::Update& each) { return std::find(arrays.begin(), arrays.end(), each.symbol) != arrays.end(); });
}

CountText::Moves CountText::moves(const le::Transition& transition) const {
  if (!changes(transition)) return Moves::Stay;
  std::vector<TermId> processes;
  for (std::uint32_t k = 0; k < transition.parameters.size(); ++k) processes.push_back(arena_.process(k));
  FiringInstance instance(system_, arena_, transition, narrow<std::uint32_t>(processes.size()), processes);
  instance.set_read([](TermId cell) { return cell; });
  const Certificate nothing;
  CountDefinition definition(system_, arena_, nothing);
  bool stay = true;
  for (const le::CountType& to : system_.counts.types) {
    for (const le::CountType& from : system_.counts.types) {
      const auto moves = definition.others_move(instance, from, to);
      if (!moves) return Moves::Any;
      stay = stay && *moves == arena_.truth(&from == &to);
    }
  }
  return stay ? Moves::Stay : Moves::ByType;
}

bool CountText::moves_others(const le::Transition& transition) const { return used_ && moves(transition) == Moves::ByType; }

std::string CountText::after(const FiringText& firing, const Names& processes) const {
  if (!used_ || !changes(firing.transition)) return {};
  const Moves how = moves(firing.transition);
  const std::string mark = states_.mark();
  const std::size_t types = system_.counts.types.size();
  std::string text;
  for (std::size_t t = 0; t < types; ++t) text += define_function(name("type", t, mark), {"p"}, {}, "Bool", is_of_type(t, true));
  for (std::size_t t = 0; t < types; ++t) {
    std::string others = name("others", t);
    if (how == Moves::Any) {
      others = name("others", t, mark);
      text += "(declare-const " + others + " Int)\n(assert (<= 0 " + others + "))\n";
    }
    if (how == Moves::ByType) {
      Names terms;
      for (std::size_t from = 0; from < types; ++from)
        terms.push_back("(ite (" + name("type", t, mark) + " r" + std::to_string(from) + ") " + name("others", from) + " 0)");
      others = total(terms);
    }
    states_.change(system_.counts.types[t].symbol);
    text += define_function(states_.cell(system_.counts.types[t].symbol, true), {}, {}, "Int", sum(others, t, processes, mark));
  }
  return text;
}

std::string CountText::declare_after(const FiringText& firing) const {
  if (!used_ || !changes(firing.transition)) return {};
  std::string text;
  for (const le::CountType& type : system_.counts.types) {
    states_.change(type.symbol);
    text += declare_function(states_.cell(type.symbol, true), 0, 0, "Int");
  }
  return text;
}

}  // namespace parapet::check
