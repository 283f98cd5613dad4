// A state gives a value to every variable and a function from processes to values to every array. With I the invariant, the conjunction of
// not bad_k(z) (invariant.cpp), the obligations are the following formulas, which must be unsatisfiable:
//     init    init and bad_k(z)                                  for each k
//     unsafe  unsafe(x) and I                                    for each unsafe formula
//     step    I, the guard of t at x, and bad_k(z) in the state after t(x)      for each k and each disjunct t of a transition's guard
// The state after t is written with definitions, A' (j) being the new value of the cell if t's assignment matches j, else A(j). I, init and
// universal guards are asserted only for the processes that the obligation names (x, z, the constants). These instances are consequences of
// the quantified formulas, so an obligation that is unsatisfiable with them is unsatisfiable with the quantified formulas too. Facts for I
// are the literals of the guard and those of bad_k over cells that t does not write. If t writes no name of bad_k, not bad_k(z) is the only
// instance of I that is asserted.
#include "check/obligations.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/contract.h"
#include "check/firing_instance.h"
#include "check/invariant.h"
#include "check/reference.h"
#include "smt/factory.h"

namespace parapet::check {
namespace {

using Bindings = StateText::Bindings;

class Writer {
 public:
  Writer(const le::System& system, TermArena& arena, const Certificate& certificate)
      : system_(system),
        arena_(arena),
        certificate_(certificate),
        states_(system, arena),
        declarations_(states_.declarations()),
        invariant_(system, arena, certificate, states_) {}

  void run(const VisitObligation& visit) {
    if (certificate_.cubes.empty() && init_is_empty()) {
      visit("init", script("init has no state", {"w"}, init({"w"})));
      return;
    }
    for (const UnsafeCube& unsafe : invariant_.predicates()) {
      if (!unsafe.assumed && !visit("init-" + unsafe.name, init_obligation(unsafe))) return;
    }
    for (std::size_t k = 0; k < system_.unsafes.size(); ++k) {
      if (!visit("unsafe-" + std::to_string(k + 1), unsafe_obligation(system_.unsafes[k]))) return;
    }
    for (const UnsafeCube& unsafe : invariant_.predicates()) {
      for (std::size_t t = 0; t < system_.transitions.size() && !unsafe.assumed; ++t) {
        if (!visit("step-" + unsafe.name + "-" + disjunct_name(t), step_obligation(unsafe, system_.transitions[t]))) return;
      }
    }
  }

 private:
  // The premises under which the bound variables range over this tuple.
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
      each_tuple_of_names(states_.everybody(processes), clause.bound.size(), false, [&](const Names& tuple) {
        arena_.spend();
        assertions.push_back(
            implication(in_range(clause.bound, tuple, {}), states_.formula(clause.formula, bound_to({}, clause.bound, tuple))));
      });
    }
    return assertions;
  }

  // A proof has no cubes where init has no state, and where narrowing, intervals or trusted invariants exclude all unsafe states.
  [[nodiscard]] bool init_is_empty() {
    smt::SolverStatistics use;
    const auto solver = smt::make_solver(arena_, {}, use);
    for (const TermId formula : init_formulas(system_, arena_, 1)) solver->add(formula);
    return solver->check({smt::Purpose::Certify, 0, {}}) == smt::Answer::Unsat;
  }

  // With one process at least: every system has one.
  [[nodiscard]] Names some_process(Names processes) const {
    if (processes.empty() && states_.constants().empty()) processes.emplace_back("w");
    return processes;
  }

  [[nodiscard]] std::string init_obligation(const UnsafeCube& unsafe) {
    const Names processes = some_process(unsafe.parameters);
    Names assertions = init(processes);
    assertions.push_back(application(unsafe.name, unsafe.parameters));
    return script("no initial state is in " + unsafe.name, processes, assertions, unsafe.definition);
  }

  [[nodiscard]] std::string unsafe_obligation(const le::UnsafeCube& unsafe) {
    Names processes;
    Bindings bindings;
    for (const le::Variable variable : unsafe.parameters)
      bindings[variable] = processes.emplace_back("x" + std::to_string(processes.size()));
    Names assertions{distinct(processes)};
    processes = some_process(std::move(processes));
    Facts facts;
    for (const TermId literal : unsafe.literals) {
      assertions.push_back(states_.formula(literal, bindings));
      invariant_.learn(facts, literal, bindings);
    }
    std::string definitions;
    const Names holds = invariant_.at(processes, facts, definitions);
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

  [[nodiscard]] std::string step_obligation(const UnsafeCube& unsafe, const le::Transition& transition) {
    const std::string what = "no firing of " + system_.name(transition) + " leads into " + unsafe.name;
    Names parameters, declared;
    Bindings bindings;
    for (const le::Variable variable : transition.parameters) {
      bindings[variable] = parameters.emplace_back("x" + std::to_string(parameters.size()));
      if (declared.size() < transition.declared) declared.push_back(parameters.back());
    }
    Names processes = parameters;
    processes.insert(processes.end(), unsafe.parameters.begin(), unsafe.parameters.end());
    processes = some_process(std::move(processes));
    Names assertions{distinct(parameters)};
    Facts facts;
    for (const TermId atom : transition.guard) {
      assertions.push_back(states_.formula(atom, bindings));
      invariant_.learn(facts, atom, bindings);
    }
    for (const le::Universal& universal : transition.universals) {
      each_tuple_of_names(states_.everybody(processes), universal.bound.size(), false, [&](const Names& tuple) {
        arena_.spend();
        Names disjuncts;
        for (const le::Conjunction& conjunction : universal.disjuncts) {
          Names parts;
          for (const TermId atom : conjunction) parts.push_back(states_.formula(atom, bound_to(bindings, universal.bound, tuple)));
          disjuncts.push_back(junction("and", "true", parts));
        }
        assertions.push_back(implication(in_range(universal.bound, tuple, declared), junction("or", "false", disjuncts)));
      });
    }
    std::string definitions = states_.go_forward(transition, bindings);
    definitions += invariant_.define("after", unsafe);
    if (!mentions(unsafe, states_.changed())) {
      states_.go_back();
      assertions.push_back("(not " + application(unsafe.name, unsafe.parameters) + ")");
      assertions.push_back(application("after", unsafe.parameters));
      return script(what, processes, assertions, unsafe.definition + definitions);
    }
    for (const TermId literal : unsafe.literals) {
      const TermId cell = arena_.op(literal) == Op::Member ? arena_.args(literal)[0] : TermId();
      if (cell.valid() && arena_.op(cell) == Op::Cell && !states_.changed().contains(arena_.symbol(cell))) invariant_.learn(facts, literal);
    }
    states_.go_back();
    const Names holds = invariant_.at(processes, facts, definitions);
    assertions.insert(assertions.end(), holds.begin(), holds.end());
    assertions.push_back(application("after", unsafe.parameters));
    return script(what, processes, assertions, definitions);
  }

  [[nodiscard]] bool mentions(const UnsafeCube& unsafe, const std::set<SymbolId>& symbols) const {
    bool found = false;
    for (const TermId literal : unsafe.literals)
      each_leaf(arena_, literal, [&](TermId leaf) { found = found || symbols.contains(arena_.symbol(leaf)); });
    return found;
  }

  // number_procs = n: among any n + 1 processes two are equal.
  [[nodiscard]] std::string no_more_processes(const Names& all) const {
    const auto bound = system_.program->number_procs;
    if (!bound || all.size() <= *bound) return {};
    std::string text;
    std::vector<bool> chosen(all.size(), false);
    std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(*bound) + 1, true);
    do {
      Names some;
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (chosen[k]) some.push_back(all[k]);
      }
      text += "(assert (not " + distinct(some) + "))\n";
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
    return text;
  }

  [[nodiscard]] std::string script(const std::string& what, const Names& processes, const Names& assertions,
                                   const std::string& definitions = "") {
    std::string text = "; " + what + "\n(set-info :status unsat)\n(set-logic ALL)\n" + declarations_;
    for (const std::string& process : processes) text += "(declare-const " + process + " proc)\n";
    text += definitions;
    text += no_more_processes(states_.everybody(processes));
    for (const std::string& assertion : assertions) {
      if (assertion != "true") text += "(assert " + assertion + ")\n";
    }
    return text + "(check-sat)\n";
  }

  const le::System& system_;
  TermArena& arena_;
  const Certificate& certificate_;
  StateText states_;
  std::string declarations_;
  Invariant invariant_;
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
