// machine.smt2: the machine and the invariant with quantifiers, for readers. Every universal statement is made for all processes; a value of
// sort proc that is no process is possible (NOTE(processes)). The constants x0, x1, ... and the times of firings are free, so a model of the
// formula gives the processes of the step that fails. Counts of processes are numbers of which the file says nothing: that they count is no
// statement of first-order logic.
#include <algorithm>

#include "check/certificate_union.h"
#include "check/proof_text.h"

namespace parapet::check {
namespace {

std::string for_all(const Names& processes, const Names& times, const std::string& statement) {
  if (processes.empty() && times.empty()) return statement;
  Names premises;
  for (const std::string& process : processes) premises.push_back("(is-process " + process + ")");
  return "(forall " + sorted_variables(processes, times) + " " + implication(premises, statement) + ")";
}

std::string define(const std::string& name, const Names& parts) {
  return "(define-fun |" + name + "| () Bool\n  " + conjunction(parts) + ")\n";
}

const Range everything{true, {}, {}};

}  // namespace

std::string ProofText::in_cube(const std::string& name, const Cube& cube, bool after) const {
  const Scope scope = CubeText::scope_of(cube, after);
  const std::string mark = after ? states_.mark() : "";
  Names parts{CubeText::holds(name, scope.processes, scope.times, mark)};
  const std::vector<SymbolId> others = cubes_.others(cube);
  for (std::size_t k = 0; k < others.size(); ++k) {
    const Names cell = states_.indices(others[k]);
    parts.push_back(for_all(cell, {}, CubeText::holds_of(name, k, scope.processes, cell, scope.times, mark)));
  }
  return conjunction(parts);
}

std::string ProofText::outside(bool after) const {
  Names parts;
  for (std::size_t k = 0; k < all_.size(); ++k) {
    const Scope scope = CubeText::scope_of(all_[k], after);
    parts.push_back(for_all(scope.processes, scope.times, negation(in_cube(name(k), all_[k], after))));
  }
  for (std::size_t s = 0; s < arena_.signature().symbols().size(); ++s) {
    const SymbolId symbol(s);
    if (!cubes_.claims(symbol)) continue;
    const Names at = states_.indices(symbol);
    parts.push_back(for_all(at, {}, cubes_.claim(symbol, application(states_.cell(symbol, after), at))));
    append(parts, weak_->seen_values(symbol, states_.own(symbol, "values"), after));
  }
  std::string text;
  for (std::size_t k = 0; k < all_.size(); ++k) text += cubes_.define(name(k), all_[k], after);
  return text + define("invariant" + (after ? states_.mark() : ""), parts);
}

std::string ProofText::quantified() {
  std::string text =
      "; The machine, the invariant and the proof in one formula with quantifiers, for readers: the other files are its instances.\n"
      "; A solver may not be able to decide it.\n(set-info :status unsat)\n(set-logic ALL)\n" +
      declarations_ + (cubes_.claims_processes() ? "" : "(declare-fun is-process (proc) Bool)\n");
  Names facts{states_.constants().empty() ? "(exists ((p proc)) (is-process p))" : "true"};
  for (const std::string& constant : states_.constants()) facts.push_back("(is-process " + constant + ")");
  if (const auto bound = system_.program->number_procs) {
    const Names some = numbered("z", std::size_t{*bound} + 1);
    facts.push_back(for_all(some, {}, some.size() < 2 ? "false" : negation(distinct(some))));
  }
  append(facts, weak_->about_now(everything, {}));
  append(facts, weak_->known(everything));
  text += "(assert " + conjunction(facts) + ")\n";
  std::size_t parameters = 0;
  for (const le::Transition& each : system_.transitions) parameters = std::max(parameters, each.parameters.size());
  for (const std::string& process : numbered("x", parameters)) text += "(declare-const " + process + " proc)\n";
  for (const char* time : {"h", "tx", "tw", "tl"}) text += "(declare-const " + std::string(time) + " Int)\n";
  text += "\n; cubes, and the invariant: the state is in none of them\n" + outside(false);
  text += "\n; initial states\n" + define("init", init(everything));
  Names wrong{"(and init (not invariant))"};
  const std::vector<Cube> starts = unsafe_states(system_, arena_, certificate_, system_.unsafes);
  text += "\n; unsafe states\n";
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const std::string name = "unsafe" + std::to_string(k + 1);
    text += cubes_.define(name, starts[k], false);
    const Scope scope = CubeText::scope_of(starts[k], false);
    const Names &processes = scope.processes, &times = scope.times;
    Names parts;
    for (const std::string& process : processes) parts.push_back("(is-process " + process + ")");
    parts.push_back(in_cube(name, starts[k], false));
    const std::string holds = conjunction(parts);
    wrong.push_back("(and invariant " +
                    (processes.empty() && times.empty() ? holds : "(exists " + sorted_variables(processes, times) + " " + holds + ")") +
                    ")");
  }
  if (weak_->takes()) {
    states_.keep(".take'");
    text += "\n; the step `take`\n" + weak_->after_take();
    text += outside(true) + define("take", weak_->possible_take());
    wrong.emplace_back("(and invariant take (not |invariant.take'|))");
  }
  for (const le::Transition& transition : system_.transitions) text += quantified_step(transition, wrong);
  return text + "\n(assert (or\n  " + [&] {
    std::string all;
    for (const std::string& each : wrong) all += (all.empty() ? "" : "\n  ") + each;
    return all;
  }() + "))\n(check-sat)\n";
}

std::string ProofText::quantified_step(const le::Transition& transition, Names& wrong) {
  const std::string mark = "." + name(transition) + "'";
  Names times;
  const FiringText firing = this->firing(transition, times);
  std::string text = "\n; firings of `" + name(transition) + "`\n" + states_.update(transition, firing.scope, mark);
  // Each of these changes what the names of the state after are.
  text += weak_->after(firing, everything);
  text += counts_.declare_after(firing);
  text += outside(true);
  Names parts;
  for (const std::string& process : firing.parameters) parts.push_back("(is-process " + process + ")");
  append(parts, guard(firing, everything));
  append(parts, weak_->possible(firing, everything, {}));
  text += define("fires." + name(transition), parts);
  // What is claimed to be unreachable are the states from which commits lead into the cubes.
  std::string before = "invariant";
  if (weak_->commits(firing)) {
    text += weak_->after_commits_only(firing);
    text += outside(true);
    before += " |invariant" + states_.mark() + "|";
  }
  wrong.push_back("(and " + before + " |fires." + name(transition) + "| (not |invariant" + mark + "|))");
  return text;
}

}  // namespace parapet::check
