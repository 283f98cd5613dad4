// `parapet explain NODE FILE`: searches and says what became of a node.
#include <cstdint>
#include <ostream>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/pipeline.h"
#include "cli/tree_recorder.h"
#include "report/node_text.h"

namespace parapet::cli {

Exit run_explain(const Options& options, const frontend::Loaded& loaded, Console& console) {
  TreeRecorder recorder(SIZE_MAX, {.cubes = true, .discarded = true});
  recorder.explain(options.evidence);
  smt::DumpFolder names;  // of the files that `--dump-smt` would write
  Options told = options;
  if (told.verify.solver.dump == nullptr) told.verify.solver.dump = &names;
  told.verify.solver.dump->on_decision([&](const smt::DumpFolder::Row& row) { recorder.decided(row); });
  const search::Verdict verdict = search_with_one_engine(
      told, *loaded.program, "a node belongs to the search of one engine: choose '--engine timeline' or '--engine ghb'", recorder, console);
  if (const report::TreeNode* node = find_node(recorder.tree(), options.evidence)) {
    print_node(console.out, recorder.tree(), *node);
    return Exit::Success;
  }
  const auto* unknown = std::get_if<search::Unknown>(&verdict);
  console.err << "parapet: error: the search has no node '" << printable(options.evidence) << "'"
              << (unknown != nullptr ? ", which ended early (" + unknown->reason + ")" : "")
              << "; '-v' lists its nodes and 'check --dot' draws them; 7.2 is the second predecessor of node 7 that was not visited\n";
  return unknown != nullptr ? Exit::Unknown : Exit::BadInput;
}

}  // namespace parapet::cli
