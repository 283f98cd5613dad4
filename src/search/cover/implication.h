// Whether a literal of G implies a literal of F under a map of processes: literal by literal, without a solver. Where a solver decides
// everything (Context::asks_all), only whether G has a literal of the same shape about the same cell: the solver is asked about the rest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/cover/process_map.h"

namespace parapet::search {

enum class Implied : std::uint8_t { Yes, No, Contradicted };

class Implication {
 public:
  explicit Implication(const Context& context) : arena_(context.arena), by_shape_(context.asks_all) {}

  // Before the instances of many F in one G: a table of G's literals `cell in set` with at most one process, by shape and process.
  void prepare(const IndexedLiterals& g);
  [[nodiscard]] bool is_prepared(const IndexedLiterals& g) const { return prepared_ == &g; }

  // How a literal of G bears on a literal of F with the same shape and the same cell; `f_last` is the image of F's last process.
  [[nodiscard]] Implied compare(const Flat& f, ProcessCode f_last, const Flat& g) const;

  // All processes of the literal are mapped.
  [[nodiscard]] Implied implied(const Flat& f, const ProcessMap& map) const;
  // The same, of a G that is prepared.
  [[nodiscard, gnu::always_inline]] inline Implied implied_in_table(const Flat& f, const ProcessMap& map) const {
    if (f.kind != Flat::Kind::Member || f.count > 1 || (f.count == 1 && (f.args[0] & constant_code) != 0)) return implied(f, map);
    const std::size_t column = f.count == 0 ? 0u : map.image[f.args[0]] + 1u;
    const std::uint64_t set = f.shape < row_of_shape_.size() ? table_[row_of_shape_[f.shape] * table_width_ + column] : 0;
    if (set == 0) return Implied::No;
    if ((set & ~f.set) == 0) return Implied::Yes;
    return (set & f.set) == 0 ? Implied::Contradicted : Implied::No;
  }
  // Of a literal `cell(v) in set` of a G that is prepared: adds to costs[p], for each process p of G, 1 if G does not imply it with p for
  // v, and `contradicted` if G contradicts it.
  void add_costs(const Flat& f, std::uint32_t contradicted, std::span<std::uint32_t> costs) const {
    const std::uint64_t* const sets = table_.data() + (f.shape < row_of_shape_.size() ? row_of_shape_[f.shape] * table_width_ : 0) + 1;
    for (std::size_t p = 0; p < costs.size(); ++p) {
      const std::uint64_t set = sets[p];
      if (set == 0 || (set & ~f.set) != 0) costs[p] += set != 0 && (set & f.set) == 0 ? contradicted : 1;
    }
  }

 private:
  [[nodiscard]] Implied implied_by_scan(const Flat& f, const ProcessMap& map) const;
  [[nodiscard]] Rational constant(TermId sum) const { return arena_.op(sum) == Op::Sum ? arena_.number(sum) : Rational(0); }

  const TermArena& arena_;
  const bool by_shape_;
  const IndexedLiterals* prepared_ = nullptr;
  std::vector<std::uint32_t> row_of_shape_, used_shapes_;
  std::vector<std::uint64_t> table_;
  std::size_t table_width_ = 1;
};

}  // namespace parapet::search
