// The sample that count lemmas are made from (count_lemmas.h): states of small instances under SC, as far as lemmas speak of them.
//
// Instances with 1, 2 and 3 processes are explored, numbers exact, each as far as its own limits allow: of an instance with infinitely many
// states the first ones count. Instances of different sizes are essential: with one size n, `X = #procs` and `X = n` are the same equation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "cube/context.h"
#include "machine/instance.h"

namespace parapet::search {

class CountSample {
 public:
  // A state as a vector.
  struct Row {
    std::vector<std::int64_t> numbers;  // by column
    std::vector<std::uint32_t> finite;  // by variable of an enumeration
    friend auto operator<=>(const Row&, const Row&) = default;
  };

  explicit CountSample(Context& context);

  // Columns: 1, #procs, K(t) of each type t that occurs, the integer variables and constants. Their terms; the first is none, the number 1.
  [[nodiscard]] const std::vector<TermId>& terms() const { return terms_; }
  // The columns of counts are [first_type, end_of_types).
  static constexpr std::size_t first_type = 2;
  [[nodiscard]] std::size_t end_of_types() const { return first_type + types_; }
  [[nodiscard]] std::size_t column(TermId term) const { return columns_.at(term); }
  [[nodiscard]] const std::vector<SymbolId>& finite() const { return finite_; }
  // Different states as vectors, once each.
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

  // A comparison of a sum of columns with 0.
  [[nodiscard]] bool is_comparison_of_columns(TermId literal) const;
  // Whether a state satisfies an atom: such a comparison, or `X in S` for a variable X of an enumeration.
  [[nodiscard]] bool holds(TermId atom, const Row& row) const;

 private:
  void find_columns();
  void explore(std::uint32_t processes, std::set<Row>& found);
  [[nodiscard]] std::optional<Row> row_of(const machine::Instance& instance, const machine::State& state) const;
  void drop_idle_types(const std::set<Row>& found);

  Context& context_;
  const TermArena& arena_;
  std::vector<TermId> terms_;
  std::unordered_map<TermId, std::size_t> columns_, finite_of_;
  std::size_t types_ = 0;
  std::vector<SymbolId> integers_, finite_;
  std::vector<Row> rows_;
};

}  // namespace parapet::search
