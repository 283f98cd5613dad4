// `parapet explain NODE FILE`: what became of a node of the search, which visited cubes cover it under which renaming, and the chain from
// it to an unsafe cube.
#include <algorithm>
#include <ostream>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/pipeline.h"
#include "cli/tree_recorder.h"
#include "cli/verbose.h"
#include "search/observers.h"

namespace parapet::cli {
namespace {

using report::TreeNode;
using State = TreeNode::State;

class Explanation {
 public:
  Explanation(const TreeRecorder& recorder, std::ostream& out) : recorder_(recorder), nodes_(recorder.tree().nodes), out_(out) {}

  // False: there is no such node.
  bool print(const std::string& name) {
    const auto at = std::ranges::find(nodes_, name, &TreeNode::name);
    if (at == nodes_.end()) return false;
    print_fate(*at);
    print_before(static_cast<std::size_t>(at - nodes_.begin()));
    print_chain(*at);
    return true;
  }

 private:
  void print_fate(const TreeNode& node) {
    switch (node.state) {
      case State::Visited:
        out_ << "node " << node.name << " was visited: no cube visited before covers it\n  " << node.cube << '\n';
        return;
      case State::Deleted:
        out_ << "node " << node.name << " was visited, and deleted when node " << node.by.front() << " came, which covers it\n  "
             << node.cube << '\n';
        return;
      case State::Replaced:
        out_ << "node " << node.name << " was replaced by candidate " << node.by.front() << ", which is more general\n  " << node.cube
             << '\n';
        return;
      case State::Blamed:
        out_ << "candidate " << node.name << " was wrong: its search met init, and what it had covered was taken up again\n  " << node.cube
             << '\n';
        return;
      case State::Spurious:
        out_ << "cube " << node.name << " meets init, but its path could not be executed\n  " << node.cube << '\n';
        return;
      case State::Initial:
        out_ << "cube " << node.name << " meets init: the counterexample begins here\n  " << node.cube << '\n';
        return;
      case State::Covered:
        break;
    }
    const auto& coverings = recorder_.explanation();
    out_ << "cube " << node.name << " is covered" << (coverings.size() > 1 ? ": no state is in it and outside of all these" : "") << "\n  "
         << node.cube << '\n';
    for (const auto& covering : coverings) print_covering(covering);
  }

  void print_covering(const search::SearchObserver::Covering& covering) {
    const std::string name = std::to_string(covering.node);
    const bool visited = std::ranges::find(nodes_, name, &TreeNode::name) != nodes_.end();
    out_ << "by " << (visited ? "node " + name : "an invariant of the model");
    if (!covering.renaming.empty()) out_ << " with " << covering.renaming;
    out_ << "\n  " << covering.cube << '\n';
    if (covering.rest.empty()) return;
    out_ << "  as far as";
    for (std::size_t k = 0; k < covering.rest.size(); ++k) out_ << (k == 0 ? " " : " && ") << covering.rest[k];
    out_ << '\n';
  }

  void print_before(std::size_t index) {
    std::string visited, covered;
    for (const TreeNode& node : nodes_) {
      if (node.successor != index) continue;
      std::string& list = node.state == State::Covered ? covered : visited;
      list += (list.empty() ? "" : ", ") + node.name;
    }
    if (!visited.empty()) out_ << "cubes before it: " << visited << '\n';
    if (!covered.empty()) out_ << "covered cubes before it: " << covered << '\n';
  }

  void print_chain(const TreeNode& from) {
    const TreeNode* root = &from;
    while (root->successor) root = &nodes_[*root->successor];
    out_ << "from it to " << (root->transition == "candidate" ? "a candidate" : "unsafe") << '\n';
    for (const TreeNode* node = &from;; node = &nodes_[*node->successor]) {
      out_ << "  " << node->name << "  " << node->step << '\n';
      if (!node->successor) return;
      out_ << "      " << nodes_[*node->successor].cube << '\n';
    }
  }

  const TreeRecorder& recorder_;
  const std::vector<TreeNode>& nodes_;
  std::ostream& out_;
};

Exit explain(const Options& options, const ld::Program& program, Console& console) {
  OneEngine one = one_engine(options, program, "nodes are of one engine: choose timeline or ghb");
  TreeRecorder recorder(SIZE_MAX, true);
  recorder.explain(options.evidence);
  Verbose verbose(console.err, options.report.verbosity);
  search::Observers observers;
  observers.add(recorder);
  if (options.report.verbosity > 0) observers.add(verbose);
  search::Outcome outcome = run_engine(options, one, observers).outcome;
  console.keep(std::move(outcome.remains));
  if (Explanation(recorder, console.out).print(options.evidence)) return Exit::Success;
  const auto* unknown = std::get_if<search::Unknown>(&outcome.verdict);
  console.err << "parapet: error: the search has no node '" << printable(options.evidence) << "'"
              << (unknown != nullptr ? " before \"" + unknown->reason + "\"" : "") << "; the nodes are listed by -v and drawn by --dot, "
              << "a covered cube is named as 7.2, the second such before node 7\n";
  return unknown != nullptr ? Exit::Unknown : Exit::BadInput;
}

}  // namespace

Exit run_explain(const Options& options, const frontend::Loaded& loaded, Console& console) {
  try {
    return explain(options, *loaded.program, console);
  } catch (const verify::Rejected& rejected) {
    return print_rejected(rejected, loaded.file, console);
  }
}

}  // namespace parapet::cli
