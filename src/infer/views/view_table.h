// The views of one shape that are known to be possible, as bit columns: for each value of each feature the set of rows that have it. A row
// without a value for a feature (the view leaves it open) is in the columns of all its values.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "infer/views/vocabulary.h"

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
  // The words of the set of rows that, for each feature, may have a value in its set: visit(number, word) for those that are not 0, until it
  // returns false. Most words are 0 after a few features, so that the others are not looked at.
  template <class Visit>
  void each_agreeing_word(std::span<const ValueSet> sets, const Visit& visit) const;
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

template <class Visit>
void ViewTable::each_agreeing_word(std::span<const ValueSet> sets, const Visit& visit) const {
  std::vector<const std::uint64_t*> columns;  // of the features whose set is not everything
  std::vector<std::size_t> ends;              // of each feature, in `columns`
  for (std::uint32_t f = 0; f < sets.size(); ++f) {
    const ValueSet set = sets[f] & feature(f).all();
    if (set == feature(f).all()) continue;
    for (unsigned value = 0; value < feature(f).values; ++value) {
      if ((set >> value & 1) != 0) columns.push_back(column(f, value).words().data());
    }
    ends.push_back(columns.size());
  }
  const RowSet rows = all();
  for (std::size_t k = 0; k < rows.words().size(); ++k) {
    std::uint64_t word = rows.words()[k];
    std::size_t c = 0;
    for (std::size_t f = 0; f < ends.size() && word != 0; ++f) {
      std::uint64_t either = 0;
      for (; c < ends[f]; ++c) either |= columns[c][k];
      word &= either;
    }
    if (word != 0 && !visit(k, word)) return;
  }
}

}  // namespace parapet::search::views
