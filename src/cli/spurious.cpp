#include "cli/spurious.h"

#include <algorithm>
#include <ostream>

#include "check/replay.h"
#include "coverage/small_instances.h"
#include "report/node_text.h"
#include "report/trace_text.h"
#include "infer/vanishing.h"

namespace parapet::cli {
namespace {

// False: there is none among small instances, or a limit ended the exploration.
bool print_vanishing(const Options& options, const ld::Program& program, std::ostream& out) {
  if (!search::has_universal_guard(program)) return false;
  Budget unlimited;
  Budget& budget = options.limits.budget_or(unlimited);
  const ld::Program vanishing = search::with_vanishing(program).program;
  constexpr coverage::SmallInstanceLimits limits{4, 100'000, true, false};
  try {
    std::optional<Trace> trace = coverage::explore_small_instances(vanishing, ld::sc, limits, budget).unsafe;
    if (!trace) return false;
    const check::ReplayResult replayed = check::replay(vanishing, ld::sc, *trace, budget);
    if (!replayed.ok()) return false;
    trace->unsafe = Trace::no_formula;  // of the model it is no counterexample
    out << "The model has no such execution: in it processes vanish (`vanish`). A process that has vanished fires nothing and no\n"
           "universal guard asks it. The search, which asks only the processes of a cube, cannot exclude such executions.\n\n";
    report::print_trace(out, {vanishing, *trace, replayed.account, ld::sc.name, "unsafe", options.operand});
    return true;
  } catch (const BudgetExhausted&) {
    return false;
  }
}

}  // namespace

void print_spurious(const Options& options, const ld::Program& program, const report::SearchTree& tree, std::ostream& out) {
  const auto found = std::ranges::find(tree.nodes, report::TreeNode::State::Spurious, &report::TreeNode::state);
  if (found != tree.nodes.end()) {
    print_node(out, tree, *found);
  } else if (!print_vanishing(options, program, out)) {
    out << "no path to an initial state was found, executable or not\n";
    return;
  }
  out << '\n';
}

}  // namespace parapet::cli
