// A state gives a value to every variable and a function from processes to values to every array. With bad_1, bad_2, ... the cubes, each a
// predicate of its processes, the invariant is
//     I  =  AND over k, all distinct z that no constant names:  not bad_k(z)
// and the obligations are, forward and with everything negated, so that they hold iff they are unsatisfiable:
//     init    init and bad_k(z)                                  for each k
//     unsafe  unsafe(x) and I                                    for each unsafe formula
//     step    I, the guard of t at x, and bad_k(z) in the state after t(x)      for each k and each disjunct t of a transition's guard
// The state after t is written with definitions, A' (j) being the new value of the cell if t's assignment matches j, else A(j). I, init and
// universal guards are only asserted at the processes that the obligation names (x, z, the constants): consequences of what may be assumed,
// so what is unsatisfiable with them is so without. There are no quantifiers. Instances of I that a literal of the guard, or one of bad_k
// over a cell that t does not write, contradicts at once are true already and left out; where t writes no name of bad_k, all but not
// bad_k(z) are. Beside the cubes there are
//     narrowed sets   bad_X(i) = the cell X(i) is outside of its set, here i are any processes;      to be proved in the same way
//     user invariants                                                                             assumed, nothing to be proved of them
#include "check/obligations.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/contract.h"
#include "check/reference.h"
#include "smt/smtlib_print.h"

namespace parapet::check {
namespace {

using le::Branch;
using smt::SmtlibPrinter;
using Names = std::vector<std::string>;

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

// A predicate of processes that never holds.
struct Bad {
  std::string name;
  Names parameters;      // z0, z1, ...
  bool any = false;      // of any processes; else of distinct ones that no constant names
  bool assumed = false;  // nothing to be proved
  std::vector<TermId> literals;
  std::string definition;
};

class Writer {
 public:
  Writer(const le::System& system, TermArena& arena, const Certificate& certificate)
      : system_(system), arena_(arena), certificate_(certificate), printer_(arena, [this](TermId leaf) { return name_of(leaf); }) {
    for (const std::uint32_t n : system.constants) constants_.push_back("|#" + std::to_string(n) + "|");
    collect_bad();
    declare();
  }

  void run(const VisitObligation& visit) {
    if (certificate_.cubes.empty()) {
      visit("init", script("init has no state", {"w"}, init({"w"})));
      return;
    }
    for (const Bad& bad : bad_) {
      if (!bad.assumed && !visit("init-" + bad.name, init_obligation(bad))) return;
    }
    for (std::size_t k = 0; k < system_.unsafes.size(); ++k) {
      if (!visit("unsafe-" + std::to_string(k + 1), unsafe_obligation(system_.unsafes[k]))) return;
    }
    for (const Bad& bad : bad_) {
      for (std::size_t t = 0; t < system_.transitions.size() && !bad.assumed; ++t) {
        if (!visit("step-" + bad.name + "-" + disjunct_name(t), step_obligation(bad, system_.transitions[t]))) return;
      }
    }
  }

 private:
  using Bindings = std::map<le::Variable, std::string>;

  // Text of a variable or cell in the current scope.
  [[nodiscard]] std::string name_of(TermId leaf) {
    switch (arena_.op(leaf)) {
      case Op::ProcessVar:
        return "z" + std::to_string(arena_.payload(leaf));
      case Op::ProcessConst:
        return "|#" + std::to_string(arena_.payload(leaf)) + "|";
      case Op::Fresh: {
        const auto at = bindings_.find(static_cast<le::Variable>(arena_.payload(leaf)));
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
    return application(after_.contains(symbol) ? function_after(symbol) : function(symbol), arguments);
  }

  // Names of the model cannot be those of processes, predicates and constructors here.
  [[nodiscard]] std::string function(SymbolId symbol) const { return "|" + arena_.signature()[symbol].name + ".|"; }
  [[nodiscard]] std::string function_after(SymbolId symbol) const { return "|" + arena_.signature()[symbol].name + "'|"; }

  [[nodiscard]] std::string with(const Bindings& bindings, TermId formula) {
    bindings_ = bindings;
    return printer_.formula(formula);
  }

  void add_bad(std::string name, const CertificateCube& cube, bool any, bool assumed) {
    Bad bad{std::move(name), {}, any, assumed, cube.literals, {}};
    for (std::uint32_t z = 0; z < cube.processes; ++z) bad.parameters.push_back("z" + std::to_string(z));
    bad_.push_back(std::move(bad));
  }

  void collect_bad() {
    for (std::size_t k = 0; k < certificate_.cubes.size(); ++k)
      add_bad("cube" + std::to_string(k + 1), certificate_.cubes[k], false, false);
    for (std::size_t s = 0; s < certificate_.narrowed.size(); ++s) {
      if (certificate_.narrowed[s] == ~std::uint64_t{0}) continue;
      CertificateCube outside;
      std::vector<TermId> indices;
      while (outside.processes < arena_.signature()[SymbolId(s)].arity) indices.push_back(arena_.process(outside.processes++));
      outside.literals = {arena_.negate(arena_.member(arena_.cell(SymbolId(s), indices), certificate_.narrowed[s]))};
      add_bad("narrow" + std::to_string(s + 1), outside, true, false);
    }
    std::size_t invariants = 0;
    Reference(system_, arena_).start(system_.invariants, [&](const CertificateCube& cube) {
      add_bad("invariant" + std::to_string(++invariants), cube, false, true);
      return true;
    });
  }

  [[nodiscard]] std::string define(const std::string& name, const Bad& bad) {
    std::string parameters;
    Names apart = bad.parameters;
    for (const std::string& z : bad.parameters) parameters += (parameters.empty() ? "(" : " (") + z + " proc)";
    apart.insert(apart.end(), constants_.begin(), constants_.end());
    Names literals;
    for (const TermId literal : bad.literals) literals.push_back(printer_.formula(literal));
    const std::string holds = junction("and", "true", literals);
    return "(define-fun " + name + " (" + parameters + ") Bool " +
           (bad.any || bad.parameters.empty() ? holds : "(and " + distinct(apart) + " " + holds + ")") + ")\n";
  }

  void declare() {
    std::set<SortId> sorts;
    declarations_ = "(define-sort proc () Int)\n";
    for (const Symbol& symbol : arena_.signature().symbols()) {
      if (symbol.sort != Signature::proc && sorts.insert(symbol.sort).second) declarations_ += printer_.declare_sort(symbol.sort);
    }
    for (std::size_t s = 0; s < arena_.signature().symbols().size(); ++s) {
      const Symbol& symbol = arena_.signature().symbols()[s];
      std::string arguments;
      for (std::uint32_t k = 0; k < symbol.arity; ++k) arguments += k == 0 ? "proc" : " proc";
      declarations_ += "(declare-fun " + function(SymbolId(s)) + " (" + arguments + ") " + printer_.sort_name(symbol.sort) + ")\n";
    }
    for (const std::string& constant : constants_) declarations_ += "(declare-const " + constant + " proc)\n";
    if (constants_.size() > 1) declarations_ += "(assert " + distinct(constants_) + ")\n";
    for (Bad& bad : bad_) bad.definition = define(bad.name, bad);
  }

  // All tuples of `range` of that length; `apart`: of different names.
  template <class Visit>
  void each_tuple(const Names& range, std::size_t length, bool apart, const Visit& visit) {
    Names tuple;
    const auto choose = [&](const auto& self) -> void {
      if (tuple.size() == length) {
        visit(tuple);
        return;
      }
      for (const std::string& name : range) {
        if (apart && std::find(tuple.begin(), tuple.end(), name) != tuple.end()) continue;
        tuple.push_back(name);
        self(self);
        tuple.pop_back();
      }
    };
    choose(choose);
  }

  [[nodiscard]] Names everybody(const Names& processes) const {
    Names all = processes;
    all.insert(all.end(), constants_.begin(), constants_.end());
    return all;
  }

  // What a conjunction says about enumerated cells of processes with names.
  void learn(const Bindings& bindings, TermId atom) {
    if (arena_.op(atom) != Op::Member || arena_.op(arena_.args(atom)[0]) != Op::Cell) return;
    const TermId cell = arena_.args(atom)[0];
    bindings_ = bindings;
    Names names;
    for (const TermId index : arena_.args(cell)) names.push_back(name_of(index));
    facts_.try_emplace({arena_.symbol(cell), names}, ~std::uint64_t{0}).first->second &= arena_.payload(atom);
  }

  [[nodiscard]] bool contradicted(const Bad& bad, const Names& tuple) const {
    return std::any_of(bad.literals.begin(), bad.literals.end(), [&](TermId literal) {
      if (arena_.op(literal) != Op::Member || arena_.op(arena_.args(literal)[0]) != Op::Cell) return false;
      const TermId cell = arena_.args(literal)[0];
      Names names;
      for (const TermId index : arena_.args(cell)) {
        const bool constant = arena_.op(index) == Op::ProcessConst;
        names.push_back(constant ? "|#" + std::to_string(arena_.payload(index)) + "|" : tuple[arena_.payload(index)]);
      }
      const auto at = facts_.find({arena_.symbol(cell), names});
      return at != facts_.end() && (at->second & arena_.payload(literal)) == 0;
    });
  }

  // I at these processes, with its definitions; forgets what was learnt.
  [[nodiscard]] Names invariant(const Names& processes, std::string& definitions) {
    Names assertions;
    for (const Bad& bad : bad_) {
      const std::size_t before = assertions.size();
      each_tuple(bad.any ? everybody(processes) : processes, bad.parameters.size(), !bad.any, [&](const Names& tuple) {
        if (!contradicted(bad, tuple)) assertions.push_back("(not " + application(bad.name, tuple) + ")");
      });
      if (assertions.size() > before) definitions += bad.definition;
    }
    facts_.clear();
    return assertions;
  }

  // Premises under which a tuple is one that the bound variables range over.
  [[nodiscard]] Names in_range(const std::vector<le::Universal::Bound>& bound, const Names& tuple, const Names& parameters) const {
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

  [[nodiscard]] static Bindings bound_to(Bindings bindings, const std::vector<le::Universal::Bound>& bound, const Names& tuple) {
    for (std::size_t k = 0; k < bound.size(); ++k) bindings[bound[k].variable] = tuple[k];
    return bindings;
  }

  [[nodiscard]] Names init(const Names& processes) {
    Names assertions;
    for (const le::InitClause& clause : system_.init) {
      each_tuple(everybody(processes), clause.bound.size(), false, [&](const Names& tuple) {
        assertions.push_back(implication(in_range(clause.bound, tuple, {}), with(bound_to({}, clause.bound, tuple), clause.formula)));
      });
    }
    return assertions;
  }

  [[nodiscard]] std::string init_obligation(const Bad& bad) {
    const Names processes = bad.parameters.empty() && constants_.empty() ? Names{"w"} : bad.parameters;
    Names assertions = init(processes);
    assertions.push_back(application(bad.name, bad.parameters));
    return script("no initial state is in " + bad.name, processes, assertions, bad.definition);
  }

  [[nodiscard]] std::string unsafe_obligation(const le::Bad& unsafe) {
    Names processes;
    Bindings bindings;
    for (const le::Variable variable : unsafe.parameters)
      bindings[variable] = processes.emplace_back("x" + std::to_string(processes.size()));
    Names assertions{distinct(processes)};
    for (const TermId literal : unsafe.literals) {
      assertions.push_back(with(bindings, literal));
      learn(bindings, literal);
    }
    std::string definitions;
    const Names holds = invariant(processes, definitions);
    assertions.insert(assertions.end(), holds.begin(), holds.end());
    return script("the invariant excludes unsafe states", processes, assertions, definitions);
  }

  [[nodiscard]] std::string disjunct_name(std::size_t number) const {
    const std::uint32_t source = system_.transitions[number].source;
    std::size_t first = number, last = number;
    while (first > 0 && system_.transitions[first - 1].source == source) --first;
    while (last + 1 < system_.transitions.size() && system_.transitions[last + 1].source == source) ++last;
    const std::string& name = system_.program->transitions[source].name;
    return first == last ? name : name + "." + std::to_string(number - first + 1);
  }

  [[nodiscard]] std::string step_obligation(const Bad& bad, const le::Transition& transition) {
    const std::string what = "no firing of " + system_.name(transition) + " leads into " + bad.name;
    Names parameters, declared;
    Bindings bindings;
    for (const le::Variable variable : transition.parameters) {
      bindings[variable] = parameters.emplace_back("x" + std::to_string(parameters.size()));
      if (declared.size() < transition.declared) declared.push_back(parameters.back());
    }
    Names processes = parameters;
    processes.insert(processes.end(), bad.parameters.begin(), bad.parameters.end());
    Names assertions{distinct(parameters)};
    for (const TermId atom : transition.guard) {
      assertions.push_back(with(bindings, atom));
      learn(bindings, atom);
    }
    for (const le::Universal& universal : transition.universals) {
      each_tuple(everybody(processes), universal.bound.size(), false, [&](const Names& tuple) {
        Names disjuncts;
        for (const le::Conjunction& conjunction : universal.disjuncts) {
          Names parts;
          for (const TermId atom : conjunction) parts.push_back(with(bound_to(bindings, universal.bound, tuple), atom));
          disjuncts.push_back(junction("and", "true", parts));
        }
        assertions.push_back(implication(in_range(universal.bound, tuple, declared), junction("or", "false", disjuncts)));
      });
    }
    std::string definitions = state_after(transition, bindings);
    definitions += define("after", bad);
    if (!mentions(bad, after_)) {
      after_.clear();
      assertions.push_back("(not " + application(bad.name, bad.parameters) + ")");
      assertions.push_back(application("after", bad.parameters));
      return script(what, processes, assertions, bad.definition + definitions);
    }
    for (const TermId literal : bad.literals) {
      const TermId cell = arena_.op(literal) == Op::Member ? arena_.args(literal)[0] : TermId();
      if (cell.valid() && arena_.op(cell) == Op::Cell && !after_.contains(arena_.symbol(cell))) learn({}, literal);
    }
    after_.clear();
    const Names holds = invariant(processes, definitions);
    assertions.insert(assertions.end(), holds.begin(), holds.end());
    assertions.push_back(application("after", bad.parameters));
    return script(what, processes, assertions, definitions);
  }

  [[nodiscard]] bool mentions(const Bad& bad, const std::set<SymbolId>& symbols) const {
    bool found = false;
    for (const TermId literal : bad.literals)
      each_leaf(arena_, literal, [&](TermId leaf) { found = found || symbols.contains(arena_.symbol(leaf)); });
    return found;
  }

  // Definitions of the symbols that the transition may change; leaves them in `after_`.
  [[nodiscard]] std::string state_after(const le::Transition& transition, const Bindings& bindings) {
    std::string text;
    std::map<SymbolId, std::string> bodies;  // by symbol: what is left to be said for cells that no update matches
    const auto& updates = system_.updates[transition.source];
    for (std::size_t u = updates.size(); u-- > 0;) {
      const SymbolId symbol = updates[u].symbol;
      const std::string otherwise = bodies.contains(symbol) ? bodies[symbol] : application(function(symbol), indices(symbol));
      bodies[symbol] = new_value(updates[u], bindings, otherwise, u, text);
    }
    for (const auto& [symbol, body] : bodies) {
      std::string parameters;
      for (const std::string& index : indices(symbol)) parameters += (parameters.empty() ? "(" : " (") + index + " proc)";
      text += "(define-fun " + function_after(symbol) + " (" + parameters + ") " + printer_.sort_name(arena_.signature()[symbol].sort) +
              " " + body + ")\n";
      after_.insert(symbol);
    }
    return text;
  }

  [[nodiscard]] Names indices(SymbolId symbol) const {
    Names names;
    for (std::uint32_t k = 0; k < arena_.signature()[symbol].arity; ++k) names.push_back("j" + std::to_string(k));
    return names;
  }

  // The new value of cell j0, j1, ...; `declarations` gets the arbitrary values.
  [[nodiscard]] std::string new_value(const le::Update& update, Bindings bindings, const std::string& otherwise, std::size_t number,
                                      std::string& declarations) {
    const Names cell = indices(update.symbol);
    Names matches;
    for (std::size_t k = 0; k < update.target.size(); ++k) {
      const TermId index = update.target[k];
      const bool bound = arena_.op(index) == Op::Fresh && std::find(update.bound.begin(), update.bound.end(),
                                                                    static_cast<le::Variable>(arena_.payload(index))) != update.bound.end();
      if (bound) {
        bindings[static_cast<le::Variable>(arena_.payload(index))] = cell[k];
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
        declarations += "(declare-const " + chosen + " " + printer_.sort_name(arena_.signature()[update.symbol].sort) + ")\n";
      }
      const std::string condition = printer_.formula(branch.condition);
      value = condition == "true" ? chosen : "(ite " + condition + " " + chosen + " " + value + ")";
    }
    return matches.empty() ? value : "(ite " + junction("and", "true", matches) + " " + value + " " + otherwise + ")";
  }

  [[nodiscard]] std::string script(const std::string& what, const Names& processes, const Names& assertions,
                                   const std::string& definitions = "") {
    std::string text = "; " + what + "\n(set-info :status unsat)\n(set-logic ALL)\n" + declarations_;
    for (const std::string& process : processes) text += "(declare-const " + process + " proc)\n";
    text += definitions;
    if (const auto bound = system_.program->number_procs) {
      // At most so many processes: no more of them are distinct.
      const Names all = everybody(processes);
      if (all.size() > *bound) each_choice(all, *bound + 1, [&](const Names& some) { text += "(assert (not " + distinct(some) + "))\n"; });
    }
    for (const std::string& assertion : assertions) {
      if (assertion != "true") text += "(assert " + assertion + ")\n";
    }
    return text + "(check-sat)\n";
  }

  template <class Visit>
  void each_choice(const Names& from, std::size_t size, const Visit& visit) {
    Names chosen;
    const auto choose = [&](const auto& self, std::size_t next) -> void {
      if (chosen.size() == size) {
        visit(chosen);
        return;
      }
      for (std::size_t k = next; k < from.size(); ++k) {
        chosen.push_back(from[k]);
        self(self, k + 1);
        chosen.pop_back();
      }
    };
    choose(choose, 0);
  }

  const le::System& system_;
  TermArena& arena_;
  const Certificate& certificate_;
  SmtlibPrinter printer_;
  Names constants_;
  std::vector<Bad> bad_;
  std::string declarations_;
  std::map<std::pair<SymbolId, Names>, std::uint64_t> facts_;  // by cell: the values that it may have in the obligation at hand
  // The scope of what is being printed.
  Bindings bindings_;
  std::set<SymbolId> after_;  // symbols that are read in the state after
};

}  // namespace

bool is_plain(const le::System& system, const TermArena& arena, const Certificate& certificate) {
  const auto& symbols = arena.signature().symbols();
  const bool weak = std::any_of(symbols.begin(), symbols.end(), [](const Symbol& symbol) { return symbol.weak; });
  if (weak && system.model.delays_writes()) return false;
  bool cells = true;
  for (const CertificateCube& cube : certificate.cubes) {
    for (const TermId literal : cube.literals) each_leaf(arena, literal, [&](TermId leaf) { cells = cells && arena.op(leaf) == Op::Cell; });
  }
  return cells;
}

void each_obligation(const le::System& system, TermArena& arena, const Certificate& certificate, const VisitObligation& visit) {
  PARAPET_CHECK(is_plain(system, arena, certificate), "obligations are written for plain states");
  Writer(system, arena, certificate).run(visit);
}

}  // namespace parapet::check
