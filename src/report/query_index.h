// The decisions of a run as one page: DIR/index.html of `--dump-smt DIR`. Counts by purpose and decider, then every file with its node,
// step, answer and decider. The first row of node K has a name: other pages can link to `index.html#node-K`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace parapet::report {

struct QueryRow {
  std::string file, purpose;
  std::uint64_t node = 0;  // 0: none
  std::string step, status, by, engine;
};

[[nodiscard]] std::string query_index_page(const std::string& model, const std::vector<QueryRow>& rows);

}  // namespace parapet::report
