// Which maps of the pending reads of one cube to those of another preserve their order in ghb, and that of explored writes.
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
  // `map` has the images of all pending reads, none of which is now. True: the explored writes of f have images in g; then the images of the
  // slots are added (now: the write maps to one that has none), and those of the writes, numbered after the reads and slots of g.
  [[nodiscard]] bool map_writes(std::vector<std::uint32_t>& map) const;

 private:
  struct Pair {
    const ReadSet* from;
    const ReadSet* to;
  };
  void add(const ReadSet& from, const ReadSet* to);
  void add_cells(const PendingOrder::CellRow& from, const PendingOrder::CellRow* to);

  // The images of the reads and slots of f, and of its first writes.
  struct Images {
    std::vector<std::uint32_t> numbers;
    std::vector<std::size_t> writes;
  };
  [[nodiscard]] std::vector<TermId> images(std::vector<TermId> processes) const;
  [[nodiscard]] bool map_writes(Images& images) const;
  [[nodiscard]] bool may_map(std::size_t write, std::size_t previous, bool has_previous, const PendingOrder::Write& to) const;
  [[nodiscard]] bool keeps_rows(const Images& images) const;
  [[nodiscard]] bool keeps_items(const Images& images) const;

  const PendingOrder& f_;
  const PendingOrder& g_;
  const std::function<TermId(TermId)> image_;
  std::vector<Pair> pairs_;
};

}  // namespace parapet::check
