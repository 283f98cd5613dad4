// The init formula must hold for all values of its parameters, which may coincide. A conjunct that mentions only some of the parameters
// does not depend on the others, and there is at least one process: it is instantiated once per assignment to the parameters it mentions.
//
// The initial states are enumerated by backtracking over the conjuncts. If a conjunct is open (its truth depends on open cells), its first
// open cell gets each value of its domain in turn (if the conjunct equates the cell with a known term, only that value), so that values
// which make the conjunct false are excluded at once. A conjunct that is true for all values of its open cells leaves them open.
#include <algorithm>
#include <set>

#include "base/narrow.h"
#include "ld/text.h"
#include "machine/domain.h"

namespace parapet::machine {
namespace {

class InitialStates {
 public:
  InitialStates(Instance& instance, const Domains& domains, const std::vector<Location>& closed, std::size_t most)
      : instance_(instance), domains_(domains), closed_(closed), most_(most), conjuncts_(ground_init(instance)) {}

  Initial run() {
    State state = instance_.blank_state();
    extend(state, 0);
    return std::move(result_);
  }

 private:
  void extend(State& state, std::size_t conjunct) {
    if (result_.states.size() >= most_) {
      result_.complete = false;
      return;
    }
    for (; conjunct < conjuncts_.size(); ++conjunct) {
      instance_.budget().spend();
      View view = instance_.view(state);
      const Truth truth = view.holds(conjuncts_[conjunct].formula);
      if (truth == Truth::False) return;
      if (truth == Truth::Open) return split(state, conjunct, view.open_location());
    }
    const auto open = std::find_if(closed_.begin(), closed_.end(), [&](Location cell) { return state.cells[cell] == open_value; });
    if (open != closed_.end()) return give_values(state, conjunct, *open);
    result_.states.push_back(state);
  }

  void give_values(State& state, std::size_t conjunct, Location open) {
    const SymbolId symbol = instance_.layout().symbol(open);
    result_.complete = result_.complete && domains_.complete(symbol);
    for (const Code value : domains_.of(symbol)) {
      state.cells[open] = value;
      extend(state, conjunct);
    }
    state.cells[open] = open_value;
  }

  void split(State& state, std::size_t conjunct, Location open) {
    if (const auto [location, value] = forced(state, conjuncts_[conjunct].formula); value != open_value) {
      state.cells[location] = value;
      extend(state, conjunct + 1);
      state.cells[location] = open_value;
      return;
    }
    give_values(state, conjunct, open);
  }

  // If the formula is `cell = t` with an open cell and a known t: the cell and that value.
  Write forced(const State& state, const GroundFormula& formula) {
    if (formula.kind != GroundFormula::Kind::Compare || formula.comparison != ld::Comparison::Equal) return {0, open_value};
    View view = instance_.view(state);
    const Code left = view.value(formula.left);
    const Code right = view.value(formula.right);
    if (formula.left.kind == GroundTerm::Kind::Cell && left == open_value) return {formula.left.location, right};
    if (formula.right.kind == GroundTerm::Kind::Cell && right == open_value) return {formula.right.location, left};
    return {0, open_value};
  }

  Instance& instance_;
  const Domains& domains_;
  const std::vector<Location>& closed_;
  std::size_t most_;
  std::vector<InitConjunct> conjuncts_;
  Initial result_;
};

std::set<ld::Variable> parameters_in(const ld::Formula& formula, std::uint32_t parameters) {
  std::set<ld::Variable> found;
  ld::each_term(formula, [&](const ld::Term& term) {
    if (term.kind == ld::Term::Kind::Process && term.index < parameters) found.insert(term.index);
  });
  return found;
}

void add_conjuncts(Instance& instance, const ld::Formula& formula, std::vector<InitConjunct>& out) {
  if (formula.kind == ld::Formula::Kind::And) {
    for (const ld::Formula& arg : formula.args) add_conjuncts(instance, arg, out);
    return;
  }
  const ld::Init& init = instance.program().init;
  const std::set<ld::Variable> mentioned = parameters_in(formula, init.parameters);
  const auto any = [](const std::vector<Process>&, Process) { return true; };
  each_tuple(instance.roster().processes, mentioned.size(), instance.budget(), any, [&](const std::vector<Process>& values) {
    InitConjunct& conjunct = out.emplace_back();
    conjunct.text = &formula;
    std::vector<Process> parameters(init.parameters, 0);
    for (const ld::Variable parameter : mentioned) {
      parameters[parameter] = values[conjunct.parameters.size()];
      conjunct.parameters.emplace_back(parameter, parameters[parameter]);
    }
    conjunct.formula = instance.formula(init, formula, parameters);
  });
}

}  // namespace

std::vector<InitConjunct> ground_init(Instance& instance) {
  std::vector<InitConjunct> result;
  add_conjuncts(instance, instance.program().init.formula, result);
  return result;
}

Initial initial_states(Instance& instance, const Domains& domains, const std::vector<Location>& closed, std::size_t most) {
  return InitialStates(instance, domains, closed, most).run();
}

}  // namespace parapet::machine
