// Which maps of the pending reads of one cube to those of another preserve their order in ghb.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "result/certificate.h"

namespace parapet::check {

// The image of an open read that is made at the end of the execution, from memory as it is then.
inline constexpr std::uint32_t now = UINT32_MAX;

class RowCover {
 public:
  // Pairs the rows of f with their counterparts in g; `image` maps the processes of f to those of g.
  RowCover(const PendingOrder& f, const PendingOrder& g, const std::function<TermId(TermId)>& image);

  // `map` has the images of the first pending reads of f; `allows` was true for it without its last element.
  [[nodiscard]] bool allows(const std::vector<std::uint32_t>& map) const;

 private:
  struct Pair {
    const ReadSet* from;
    const ReadSet* to;
  };
  void add(const ReadSet& from, const ReadSet* to);
  void add_cells(const PendingOrder::CellRow& from, const PendingOrder::CellRow* to);

  const PendingOrder& f_;
  const PendingOrder& g_;
  std::vector<Pair> pairs_;
};

}  // namespace parapet::check
