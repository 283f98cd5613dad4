#include "infer/views/view_table.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "base/narrow.h"

namespace parapet::search::views {

bool RowSet::empty() const {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}

std::size_t RowSet::count() const {
  std::size_t result = 0;
  for (const std::uint64_t word : words_) result += narrow<std::size_t>(std::popcount(word));
  return result;
}

bool RowSet::meets(const RowSet& other) const {
  for (std::size_t k = 0; k < words_.size(); ++k) {
    if ((words_[k] & other.words_[k]) != 0) return true;
  }
  return false;
}

void RowSet::intersect(const RowSet& other) {
  for (std::size_t k = 0; k < words_.size(); ++k) words_[k] &= other.words_[k];
}

void RowSet::unite(const RowSet& other) {
  for (std::size_t k = 0; k < words_.size(); ++k) words_[k] |= other.words_[k];
}

ViewTable::ViewTable(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)), known_(64, RowHash{this}, RowEqual{this}) {
  for (const Feature& feature : vocabulary_.features) {
    first_.push_back(columns_.size());
    columns_.resize(columns_.size() + feature.values);
  }
}

std::size_t ViewTable::RowHash::operator()(std::uint32_t number) const {
  std::uint64_t result = 0;
  for (const std::uint8_t value : table->rows_[number]) result = hash_with(result, value);
  return result;
}

bool ViewTable::add(const Row& row, bool whole) {
  const auto number = narrow<std::uint32_t>(rows_.size());
  rows_.push_back(row);
  const auto [at, fresh] = known_.insert(number);
  if (fresh && number % 64 == 0) {
    for (RowSet& column : columns_) column.words().push_back(0);
    whole_.words().push_back(0);
  }
  if (whole) whole_.words()[*at / 64] |= std::uint64_t{1} << (*at % 64);
  if (!fresh) {
    rows_.pop_back();
    return false;
  }
  const std::uint64_t bit = std::uint64_t{1} << (number % 64);
  for (std::size_t f = 0; f < row.size(); ++f) {
    const unsigned begin = row[f] == any_value ? 0 : row[f];
    const unsigned end = row[f] == any_value ? vocabulary_.features[f].values : row[f] + 1U;
    for (unsigned value = begin; value < end; ++value) columns_[first_[f] + value].words().back() |= bit;
  }
  return true;
}

RowSet ViewTable::all() const {
  RowSet result((rows_.size() + 63) / 64, ~std::uint64_t{0});
  if (rows_.size() % 64 != 0) result.words().back() = (std::uint64_t{1} << (rows_.size() % 64)) - 1;
  return result;
}

RowSet ViewTable::satisfying(std::uint32_t feature, ValueSet set) const {
  RowSet result((rows_.size() + 63) / 64);
  for (unsigned value = 0; value < vocabulary_.features[feature].values; ++value) {
    if ((set >> value & 1) != 0) result.unite(column(feature, value));
  }
  return result;
}

RowSet ViewTable::satisfying(std::span<const Condition> conditions) const {
  RowSet result = all();
  for (const Condition& condition : conditions) result.intersect(satisfying(condition.feature, condition.set));
  return result;
}

bool ViewTable::satisfies(std::size_t row, std::span<const Condition> conditions) const {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
    const std::uint8_t value = rows_[row][condition.feature];
    return value == any_value || (condition.set >> value & 1) != 0;
  });
}

}  // namespace parapet::search::views
