#include "infer/vanishing.h"

#include <algorithm>
#include <utility>

#include "base/narrow.h"
#include "machine/domain.h"
#include "machine/explore.h"

namespace parapet::search {
namespace {

constexpr std::uint64_t most_vanishing_states = 10'000;

// Whether a quantifier of the formula may be universal; under a negation, an implication or a condition every one may be.
bool universal(const ld::Formula& formula, bool any) {
  using enum ld::Formula::Kind;
  if (formula.kind == Forall || formula.kind == ForallOther) return true;
  if (any && (formula.kind == Exists || formula.kind == ExistsOther)) return true;
  any = any || formula.kind == Not || formula.kind == Implies || formula.kind == Iff || formula.kind == IfThenElse;
  return std::any_of(formula.args.begin(), formula.args.end(), [any](const ld::Formula& arg) { return universal(arg, any); });
}

class Vanishing {
 public:
  explicit Vanishing(ld::Program program) : program_(std::move(program)) {
    vanished_ = program_.signature.add_symbol({"vanished", Signature::boolean, 1, false, false, {}});
  }

  VanishingProgram run() {
    add_to_init();
    for (ld::Unsafe& unsafe : program_.unsafes) unsafe.formula = of_present(unsafe, std::move(unsafe.formula));
    for (ld::Transition& transition : program_.transitions) transition.guard = of_present(transition, std::move(transition.guard));
    add_vanish();
    return {std::move(program_), vanished_};
  }

 private:
  [[nodiscard]] ld::Term process(ld::Variable variable) const {
    ld::Term term;
    term.kind = ld::Term::Kind::Process;
    term.sort = Signature::proc;
    term.index = variable;
    return term;
  }
  [[nodiscard]] ld::Term truth(std::uint32_t value) const {
    ld::Term term;
    term.kind = ld::Term::Kind::Constructor;
    term.sort = Signature::boolean;
    term.index = value;
    return term;
  }
  [[nodiscard]] ld::Formula has_vanished(ld::Variable variable, std::uint32_t value) const {
    ld::Term cell;
    cell.kind = ld::Term::Kind::Access;
    cell.sort = Signature::boolean;
    cell.index = vanished_.value;
    cell.args.push_back(process(variable));
    ld::Formula formula;
    formula.kind = ld::Formula::Kind::Compare;
    formula.terms = {std::move(cell), truth(value)};
    return formula;
  }
  [[nodiscard]] static ld::Formula junction(ld::Formula::Kind kind, std::vector<ld::Formula> args) {
    if (args.size() == 1) return std::move(args.front());
    ld::Formula formula;
    formula.kind = kind;
    formula.args = std::move(args);
    return formula;
  }

  // Every quantifier ranges over the processes that are present.
  void relativize(ld::Formula& formula) const {
    using Kind = ld::Formula::Kind;
    for (ld::Formula& arg : formula.args) relativize(arg);
    const bool forall = formula.kind == Kind::Forall || formula.kind == Kind::ForallOther;
    const bool exists = formula.kind == Kind::Exists || formula.kind == Kind::ExistsOther;
    if (!forall && !exists) return;
    std::vector<ld::Formula> parts;
    for (const ld::Variable variable : formula.bound)
      parts.push_back(has_vanished(variable, forall ? Signature::true_value : Signature::false_value));
    parts.push_back(std::move(formula.args[0]));
    formula.args[0] = junction(forall ? Kind::Or : Kind::And, std::move(parts));
  }

  [[nodiscard]] ld::Formula of_present(const ld::Declaration& declaration, ld::Formula formula) const {
    relativize(formula);
    std::vector<ld::Formula> parts{std::move(formula)};
    for (ld::Variable p = 0; p < declaration.parameters; ++p) parts.push_back(has_vanished(p, Signature::false_value));
    return junction(ld::Formula::Kind::And, std::move(parts));
  }

  void add_to_init() {
    const auto variable = narrow<ld::Variable>(program_.init.variables.size());
    program_.init.variables.emplace_back("vanishing");
    ld::Formula all;
    all.kind = ld::Formula::Kind::Forall;
    all.bound = {variable};
    all.args.push_back(has_vanished(variable, Signature::false_value));
    program_.init.formula = junction(ld::Formula::Kind::And, {std::move(program_.init.formula), std::move(all)});
  }

  void add_vanish() {
    ld::Transition vanish;
    vanish.name = "vanish";
    vanish.variables = {"p"};
    vanish.parameters = 1;
    vanish.guard = has_vanished(0, Signature::false_value);
    ld::Assignment assignment;
    assignment.symbol = vanished_;
    assignment.indices.push_back(process(0));
    assignment.value = truth(Signature::true_value);
    vanish.assignments.push_back(std::move(assignment));
    program_.transitions.push_back(std::move(vanish));
  }

  ld::Program program_;
  SymbolId vanished_;
};

bool reaches_unsafe(const ld::Program& program, const machine::Roster& roster, Budget& budget) {
  machine::Instance instance(program, ld::sc, roster, machine::Instance::Detail::Simplified, budget);
  machine::Explorer explorer(instance, {.states = most_vanishing_states});
  const auto invariants = machine::targets_of(instance, program.invariants);
  const auto unsafes = machine::targets_of(instance, program.unsafes);
  bool found = false;
  explorer.run([&](machine::StateNumber, const machine::State& state) {
    if (machine::certain(instance, invariants, state)) return machine::Explorer::Follow::Omit;
    found = machine::certain(instance, unsafes, state);
    return found ? machine::Explorer::Follow::Stop : machine::Explorer::Follow::Yes;
  });
  return found;
}

}  // namespace

bool has_universal_guard(const ld::Program& program) {
  return std::any_of(program.transitions.begin(), program.transitions.end(),
                     [](const ld::Transition& transition) { return universal(transition.guard, false); });
}

VanishingProgram with_vanishing(const ld::Program& program) { return Vanishing(program).run(); }

std::optional<std::uint32_t> unsafe_if_processes_vanish(const ld::Program& program, std::uint32_t most, Budget& budget) {
  const ld::Program vanishing = with_vanishing(program).program;
  for (std::uint32_t processes = 1; processes <= most; ++processes) {
    const auto roster = machine::roster_of(vanishing, processes);
    try {
      if (roster && reaches_unsafe(vanishing, *roster, budget)) return processes;
    } catch (const machine::TooLarge&) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace parapet::search
