// What a search counts. One table has a row for each number: its key in `--stats`, JSON and docs/stats-schema.json, what it counts, and
// how the numbers of two searches are joined. A new number is a member and a row.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace parapet::search {

struct SearchStatistics {
  std::uint64_t nodes = 0;  // expanded, and kept or deleted later
  std::uint64_t generated = 0;
  std::uint64_t covered_by_one = 0;    // literal by literal
  std::uint64_t covered_by_union = 0;  // by the solver
  std::uint64_t cover_tests = 0;
  std::uint64_t deleted = 0;
  std::uint64_t frontier = 0;  // when the search stopped
  std::uint64_t spurious = 0;
  std::uint64_t depth = 0;
  std::uint64_t processes = 0;
  std::uint64_t open_reads = 0;
  // Of the search with candidates (infer/approximation.h).
  std::uint64_t approximation_nodes = 0;  // counted in `nodes` too
  std::uint64_t candidates = 0;
  std::uint64_t blamed = 0;
  std::uint64_t kept = 0;
  std::uint64_t explored_states = 0;
  std::uint64_t explore_microseconds = 0;
};

struct Statistic {
  enum class Join : std::uint8_t { Sum, Most };
  std::string_view key;
  std::uint64_t SearchStatistics::*member;
  Join join;
  std::string_view meaning;
};

inline constexpr std::array statistics_table{
    Statistic{"nodes", &SearchStatistics::nodes, Statistic::Join::Sum, "cubes visited"},
    Statistic{"generated", &SearchStatistics::generated, Statistic::Join::Sum, "cubes computed by pre-images"},
    Statistic{"covered_by_one", &SearchStatistics::covered_by_one, Statistic::Join::Sum, "covered by one visited cube"},
    Statistic{"covered_by_union", &SearchStatistics::covered_by_union, Statistic::Join::Sum, "covered by several visited cubes"},
    Statistic{"cover_tests", &SearchStatistics::cover_tests, Statistic::Join::Sum, "cubes tested against the visited ones"},
    Statistic{"deleted", &SearchStatistics::deleted, Statistic::Join::Sum, "visited cubes deleted because a newer one covers them"},
    Statistic{"frontier", &SearchStatistics::frontier, Statistic::Join::Sum, "cubes left to visit"},
    Statistic{"spurious", &SearchStatistics::spurious, Statistic::Join::Sum, "paths to init that could not be executed"},
    Statistic{"depth", &SearchStatistics::depth, Statistic::Join::Most, "largest number of steps from the unsafe states"},
    Statistic{"processes", &SearchStatistics::processes, Statistic::Join::Most, "largest number of processes in a cube"},
    Statistic{"open_reads", &SearchStatistics::open_reads, Statistic::Join::Most, "largest number of snapshot or pending reads in a cube"},
    Statistic{"approximation_nodes", &SearchStatistics::approximation_nodes, Statistic::Join::Sum,
              "cubes visited by the search with candidates"},
    Statistic{"candidates", &SearchStatistics::candidates, Statistic::Join::Sum, "guessed invariants"},
    Statistic{"blamed", &SearchStatistics::blamed, Statistic::Join::Sum, "guessed invariants that were wrong"},
    Statistic{"kept", &SearchStatistics::kept, Statistic::Join::Sum, "guessed invariants that were proved"},
    Statistic{"explored_states", &SearchStatistics::explored_states, Statistic::Join::Sum,
              "states of the instances they were guessed from"},
    Statistic{"explore_microseconds", &SearchStatistics::explore_microseconds, Statistic::Join::Sum, "time to explore it"},
};
static_assert(sizeof(SearchStatistics) == statistics_table.size() * sizeof(std::uint64_t), "every number has its row");

inline SearchStatistics& operator+=(SearchStatistics& total, const SearchStatistics& other) {
  for (const Statistic& row : statistics_table) {
    std::uint64_t& number = total.*row.member;
    number = row.join == Statistic::Join::Sum ? number + other.*row.member : std::max(number, other.*row.member);
  }
  return total;
}

// What the inference from views counts (infer/views). One table has a row for each number, as in statistics.h.

struct InferStatistics {
  std::uint64_t states = 0, views = 0, features = 0;
  std::uint64_t lemmas = 0, dropped = 0, forced = 0, needed = 0;
  std::uint64_t counterexamples = 0, completions = 0, splits = 0, exact_cubes = 0;
  std::uint64_t queries = 0;
  std::uint64_t work = 0;
  std::uint64_t cut = 0;
};

struct InferStatistic {
  std::string_view key;
  std::uint64_t InferStatistics::*member;
  std::string_view meaning;
};

inline constexpr std::array infer_statistics_table{
    InferStatistic{"states", &InferStatistics::states, "states of the instance that views were taken from"},
    InferStatistic{"cut", &InferStatistics::cut, "1: that instance has more states"},
    InferStatistic{"views", &InferStatistics::views, "views known at the beginning"},
    InferStatistic{"features", &InferStatistics::features, "features of the views, of all shapes together"},
    InferStatistic{"lemmas", &InferStatistics::lemmas, "lemmas made of views"},
    InferStatistic{"dropped", &InferStatistics::dropped, "lemmas that turned out to be wrong"},
    InferStatistic{"forced", &InferStatistics::forced, "of these: dropped although no view refutes them"},
    InferStatistic{"needed", &InferStatistics::needed, "lemmas and unsafe formulas that the invariant has"},
    InferStatistic{"counterexamples", &InferStatistics::counterexamples, "counterexamples to induction"},
    InferStatistic{"completions", &InferStatistics::completions, "models that were completed by known views"},
    InferStatistic{"splits", &InferStatistics::splits, "obligations that were split on a pointer"},
    InferStatistic{"exact_cubes", &InferStatistics::exact_cubes, "predecessors kept as they are"},
    InferStatistic{"queries", &InferStatistics::queries, "queries to the solver"},
    InferStatistic{"work", &InferStatistics::work, "units of work of all rungs"},
};
static_assert(sizeof(InferStatistics) == infer_statistics_table.size() * sizeof(std::uint64_t), "every number has its row");

}  // namespace parapet::search
