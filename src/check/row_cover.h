// Which maps of the pending reads of one cube to those of another keep the order they live in.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "result/certificate.h"

namespace parapet::check {

class RowCover {
 public:
  // The rows of f beside their counterparts in g, where `image` is that of f's processes.
  RowCover(const PendingOrder& f, const PendingOrder& g, const std::function<TermId(TermId)>& image);

  // `map`: of f's pending reads from 0 on to g's; all but the last were asked about.
  [[nodiscard]] bool allows(const std::vector<std::uint32_t>& map) const;

 private:
  struct Pair {
    const PendingOrder::Reads* from;
    const PendingOrder::Reads* to;
  };
  void add(const PendingOrder::Reads& from, const PendingOrder::Reads* to);
  void add_cells(const PendingOrder::CellRow& from, const PendingOrder::CellRow* to);

  const PendingOrder& f_;
  const PendingOrder& g_;
  std::vector<Pair> pairs_;
};

}  // namespace parapet::check
