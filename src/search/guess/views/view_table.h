// The views of one shape that are known to be possible, as bit columns: for each value of each feature the set of rows that have it. A row
// without a value for a feature (the view leaves it open) is in the columns of all its values.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "search/guess/views/vocabulary.h"

namespace parapet::search::views {

using Row = std::vector<std::uint8_t>;  // by feature
inline constexpr std::uint8_t any_value = 255;

// A condition on one feature. Conjunctions of them are sorted by feature.
struct Condition {
  std::uint32_t feature = 0;
  ValueSet set = 0;
  friend bool operator==(const Condition&, const Condition&) = default;
};

class RowSet {
 public:
  RowSet() = default;
  explicit RowSet(std::size_t words, std::uint64_t fill = 0) : words_(words, fill) {}
  [[nodiscard]] bool empty() const;
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] bool meets(const RowSet& other) const;
  [[nodiscard]] bool contains(std::size_t row) const { return (words_[row / 64] >> (row % 64) & 1) != 0; }
  void intersect(const RowSet& other);
  void unite(const RowSet& other);
  [[nodiscard]] std::vector<std::uint64_t>& words() { return words_; }
  [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_;
};

class ViewTable {
 public:
  explicit ViewTable(Vocabulary vocabulary);
  ViewTable(const ViewTable&) = delete;  // its parts refer to it
  ViewTable& operator=(const ViewTable&) = delete;

  [[nodiscard]] const Vocabulary& vocabulary() const { return vocabulary_; }
  [[nodiscard]] const Feature& feature(std::uint32_t number) const { return vocabulary_.features[number]; }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const Row& row(std::size_t number) const { return rows_[number]; }
  // False: the row was there. `whole`: it is a view of a state in which its processes have no delayed writes, so that its cells are all
  // there is to say about them.
  bool add(const Row& row, bool whole = true);
  [[nodiscard]] const RowSet& whole() const { return whole_; }

  [[nodiscard]] RowSet all() const;
  // The rows whose feature may have a value in the set.
  [[nodiscard]] RowSet satisfying(std::uint32_t feature, ValueSet set) const;
  [[nodiscard]] bool meets(const RowSet& rows, std::uint32_t feature, unsigned value) const { return rows.meets(column(feature, value)); }
  [[nodiscard]] RowSet satisfying(std::span<const Condition> conditions) const;
  // Whether the row with this number satisfies all conditions.
  [[nodiscard]] bool satisfies(std::size_t row, std::span<const Condition> conditions) const;

 private:
  [[nodiscard]] const RowSet& column(std::uint32_t feature, unsigned value) const { return columns_[first_[feature] + value]; }
  struct RowHash {
    const ViewTable* table;
    std::size_t operator()(std::uint32_t number) const;
  };
  struct RowEqual {
    const ViewTable* table;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return table->rows_[a] == table->rows_[b]; }
  };

  Vocabulary vocabulary_;
  std::vector<Row> rows_;
  std::unordered_set<std::uint32_t, RowHash, RowEqual> known_;
  std::vector<std::size_t> first_;  // by feature: its first column
  std::vector<RowSet> columns_;
  RowSet whole_;
};

}  // namespace parapet::search::views
