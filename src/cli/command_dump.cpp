// `parapet dump`: the program, the event-explicit system, or one node of the search.
#include <csignal>
#include <map>
#include <ostream>

#include "cli/commands.h"
#include "cli/pipeline.h"
#include "cli/signals.h"
#include "cli/verbose.h"
#include "ld/program.h"
#include "search/observers.h"

namespace parapet::cli {
namespace {

// Remembers visited nodes as text until the wanted one comes; then it has seen enough.
class NodeRecorder : public search::SearchObserver {
 public:
  explicit NodeRecorder(std::uint64_t wanted) : wanted_(wanted) {}

  void visited(const Node& node, const search::SearchStatistics&) override {
    if (found()) return;
    seen_[node.id] = {node.successor, node_line(node), node.cube()};
    if (node.id != wanted_) return;
    formula_ = node.formula();
  }

  [[nodiscard]] bool found() const { return seen_.count(wanted_) != 0; }
  [[nodiscard]] bool satisfied() const override { return found(); }

  // The node as a formula, then as the search has it, with those it leads to, down to an unsafe cube.
  void print(std::ostream& out) const {
    out << formula_ << '\n';
    for (std::uint64_t id = wanted_; id != 0;) {
      const Seen& seen = seen_.at(id);
      out << seen.line << "\n  " << seen.cube << '\n';
      id = seen.successor;
    }
  }

 private:
  struct Seen {
    std::uint64_t successor = 0;
    std::string line;
    std::string cube;
  };
  std::uint64_t wanted_;
  std::string formula_;
  std::map<std::uint64_t, Seen> seen_;
};

Exit dump_node(const Options& options, const ld::Program& program, Console& console) {
  OneEngine one = one_engine(options, program, "'--node' is of one search: choose an engine");
  NodeRecorder recorder(*options.dump.node);
  Verbose verbose(console.err, options.report.verbosity);
  search::Observers observers;
  observers.add(recorder);
  if (options.report.verbosity > 0) observers.add(verbose);
  search::Outcome outcome = run_engine(options, one, observers).outcome;
  console.keep(std::move(outcome.remains));
  if (recorder.found()) {
    recorder.print(console.out);
    return Exit::Success;
  }
  const auto* unknown = std::get_if<search::Unknown>(&outcome.verdict);
  console.err << "parapet: error: node " << *options.dump.node << " was not visited; the nodes before "
              << (unknown != nullptr ? "\"" + unknown->reason + "\"" : "the verdict") << " are listed by -v\n";
  return unknown != nullptr ? Exit::Unknown : Exit::BadInput;
}

void print_system(const Options& options, const ld::Program& program, Console& console) {
  const auto translation =
      verify::translate(program, memory_model(options, program), {options.search.narrow, options.search.lateness}, options.limits.budget);
  le::print(console.out, translation->system, translation->arena);
}

}  // namespace

Exit run_dump(const Options& options, const frontend::Loaded& loaded, Console& console) {
  const ld::Program& program = *loaded.program;
  if (options.dump.ld || (!options.dump.le && !options.dump.node)) ld::print(console.out, program, options.limits.budget);
  if (!options.dump.le && !options.dump.node) return Exit::Success;
  try {
    if (options.dump.le) print_system(options, program, console);
    return options.dump.node ? dump_node(options, program, console) : Exit::Success;
  } catch (const verify::Rejected& rejected) {
    return print_rejected(rejected, loaded.file, console);
  }
}

}  // namespace parapet::cli
