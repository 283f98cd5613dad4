// What the inference from views counts (infer/views). One table has a row for each number, as in statistics.h.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace parapet::search {

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
