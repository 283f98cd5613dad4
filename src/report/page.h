// A run as one page: verdict, warnings, counterexample to step through, model, coverage, search tree, statistics. Nothing is fetched; without scripts
// everything is still there to be read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "report/instance_report.h"
#include "report/run.h"
#include "report/search_tree.h"
#include "result/event_graph.h"

namespace parapet::report {

// Of the search tree: a page with more is no longer read by people, or by browsers.
inline constexpr std::size_t most_tree_nodes = 3000;

struct PageMark {
  SourceRange range;
  std::string_view kind;  // a class of the style sheet
};

// A word beside a line of the model.
struct PageNote {
  std::uint32_t line = 0;
  std::string word, text;  // the text is shown where the word is pointed at
  bool accepted = false;   // by the author of the model
};

struct PageContent {
  const Run& run;
  std::string_view model;                // its text
  std::vector<PageMark> marks;           // of it, in order, without overlaps
  const evidence::Execution* execution;  // null: no counterexample
  const ExecutionGraph* graph;           // of the execution
  const SearchTree& tree;
  std::vector<PageNote> notes = {};
  const CoverageReport* coverage = nullptr;  // null: the small instances were not explored
};

[[nodiscard]] std::string run_page(const PageContent& content);

// Its parts.
[[nodiscard]] std::string model_html(std::string_view text, const std::vector<PageMark>& marks, const std::vector<PageNote>& notes = {});
// With an execution and its graph.
[[nodiscard]] std::string execution_html(const PageContent& content);
// `per_location`: each process has a store buffer for each location, not one for all.
[[nodiscard]] std::string state_html(const evidence::Execution& execution, bool per_location);
[[nodiscard]] std::string coverage_html(const CoverageReport& report);
[[nodiscard]] std::string tree_html(const SearchTree& tree);

}  // namespace parapet::report
