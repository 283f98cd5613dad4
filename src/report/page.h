// A run as one page: model, verdict, counterexample to step through, search tree, statistics. Nothing is fetched; without scripts
// everything is still there to be read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "report/run.h"
#include "report/search_tree.h"
#include "result/execution_graph.h"

namespace parapet::report {

// Of the search tree: a page with more is no longer read by people, or by browsers.
inline constexpr std::size_t most_tree_nodes = 3000;

struct PageMark {
  SourceRange range;
  std::string_view kind;  // a class of the style sheet
};

struct PageContent {
  const Run& run;
  std::string_view model;                // its text
  std::vector<PageMark> marks;           // of it, in order, without overlaps
  const evidence::Execution* execution;  // null: no counterexample
  const ExecutionGraph* graph;           // of the execution
  const SearchTree& tree;
};

[[nodiscard]] std::string run_page(const PageContent& content);

// Its parts.
[[nodiscard]] std::string model_html(std::string_view text, const std::vector<PageMark>& marks);
[[nodiscard]] std::string execution_html(const evidence::Execution& execution, const ExecutionGraph& graph);
[[nodiscard]] std::string tree_html(const SearchTree& tree);

}  // namespace parapet::report
