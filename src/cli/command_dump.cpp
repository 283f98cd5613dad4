// `parapet dump` prints the program, its translation with explicit events, one node or one decision of the search; `parapet explain` says
// what became of a node.
#include <cstdint>
#include <map>
#include <ostream>
#include <utility>
#include <variant>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/tree_recorder.h"
#include "ld/atomicity.h"
#include "notation/render.h"
#include "report/search_tree.h"
#include "smt/wrappers/dump.h"

namespace parapet::cli {
namespace {

// Records the visited nodes as text up to the wanted one, and then ends the search.
class NodeRecorder : public search::SearchObserver {
 public:
  explicit NodeRecorder(std::uint64_t wanted) : wanted_(wanted) {}

  void visited(const Node& node, const search::SearchStatistics&) override {
    if (found()) return;
    seen_[node.id] = {node.successor, node_line(node), node.cube()};
    if (node.id == wanted_) formula_ = node.formula();
  }

  [[nodiscard]] bool found() const { return seen_.count(wanted_) != 0; }
  [[nodiscard]] bool satisfied() const override { return found(); }

  // The node as a formula of LE, then as a cube, followed by its successors up to an unsafe cube.
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
  NodeRecorder recorder(*options.dump.node);
  const Verdict verdict = search_with_one_engine(options, program, recorder, console);
  if (recorder.found()) {
    recorder.print(console.out);
    return Exit::Success;
  }
  const auto* unknown = std::get_if<Unknown>(&verdict);
  console.err << "parapet: error: node " << *options.dump.node << " was not visited"
              << (unknown != nullptr ? ": the search ended early (" + unknown->reason + ")" : "") << "; '-v' lists the visited nodes\n";
  return unknown != nullptr ? Exit::Unknown : Exit::BadInput;
}

void dump_formulas(const Options& options, const ld::Program& program, std::ostream& out) {
  const auto translation = verify::translate(program, memory_model(options, program), options.verify.translate, options.limits.budget);
  if (options.dump.format == NotationFormat::Smt2 && translation->system.counts.mentioned)
    throw UsageError("'--format smt2': the model counts processes (#procs, count), which these definitions do not have");
  const notation::Theory theory = notation::make_theory(translation->system, translation->arena);
  switch (options.dump.format) {
    case NotationFormat::Text:
      return notation::print_text(out, theory, translation->arena);
    case NotationFormat::Smt2:
      return notation::print_smtlib(out, theory, translation->arena);
    case NotationFormat::Latex:
      return notation::print_latex(out, theory, translation->arena);
  }
}

// Ends a search once the wanted decision is recorded.
class UntilFound : public search::SearchObserver {
 public:
  explicit UntilFound(const smt::DumpFolder& queries) : queries_(queries) {}
  [[nodiscard]] bool satisfied() const override { return queries_.found().has_value(); }

 private:
  const smt::DumpFolder& queries_;
};

// The same run as that of `check`, so that the numbers are the same.
Exit dump_query(const Options& options, const ld::Program& program, Console& console) {
  smt::DumpFolder queries(*options.dump.query);
  UntilFound until(queries);
  verify::Options how = verify_options(options, program);
  how.solver.dump = &queries;
  verify::Outcome outcome = verify::verify(program, how, {&until, &until, {}});
  console.keep(std::move(outcome.remains));
  if (queries.found()) {
    console.out << *queries.found();
    return Exit::Success;
  }
  const auto* unknown = std::get_if<Unknown>(&outcome.verdict);
  console.err << "parapet: error: there is no decision " << *options.dump.query
              << (unknown != nullptr ? ": the search ended early (" + unknown->reason + ")" : "")
              << "; '--dump-smt DIR' lists them in DIR/index.tsv\n";
  return unknown != nullptr ? Exit::Unknown : Exit::BadInput;
}

}  // namespace

Exit run_dump(const Options& options, const frontend::Loaded& loaded, Console& console) {
  const ld::Program& program = *loaded.program;
  if (options.dump.ld || (!options.dump.le && !options.dump.node && !options.dump.query))
    ld::print_with_remarks(console.out, program, options.limits.budget);
  if (options.dump.le) dump_formulas(options, program, console.out);
  if (options.dump.query) return dump_query(options, program, console);
  return options.dump.node ? dump_node(options, program, console) : Exit::Success;
}

Exit run_explain(const Options& options, const frontend::Loaded& loaded, Console& console) {
  TreeRecorder recorder(SIZE_MAX, {.cubes = true, .discarded = true});
  recorder.explain(options.evidence);
  smt::DumpFolder names;  // of the files that `--dump-smt` would write
  Options told = options;
  if (told.verify.solver.dump == nullptr) told.verify.solver.dump = &names;
  told.verify.solver.dump->on_decision([&](const smt::DumpFolder::Row& row) { recorder.decided(row); });
  const Verdict verdict = search_with_one_engine(told, *loaded.program, recorder, console);
  if (const report::TreeNode* node = find_node(recorder.tree(), options.evidence)) {
    print_node(console.out, recorder.tree(), *node);
    return Exit::Success;
  }
  const auto* unknown = std::get_if<Unknown>(&verdict);
  console.err << "parapet: error: the search has no node '" << printable(options.evidence) << "'"
              << (unknown != nullptr ? ", which ended early (" + unknown->reason + ")" : "")
              << "; '-v' lists its nodes and 'check --dot' draws them; 7.2 is the second predecessor of node 7 that was not visited\n";
  return unknown != nullptr ? Exit::Unknown : Exit::BadInput;
}

}  // namespace parapet::cli
