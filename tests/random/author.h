// What the generators have in common: a source of choices, and a writer of atoms, values and assignments over declared symbols.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "random/model.h"

namespace parapet::test {

// splitmix64: the standard distributions differ between libraries. The seed is mixed before it becomes the state: sequences of neighbouring
// seeds would otherwise be the same one, begun at neighbouring places.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(mix(seed) + 0x1234567ULL)) {}
  [[nodiscard]] std::uint64_t next() { return mix(state_ += 0x9E3779B97F4A7C15ULL); }
  [[nodiscard]] unsigned below(std::size_t count) { return static_cast<unsigned>(next() % count); }
  [[nodiscard]] unsigned between(unsigned low, unsigned high) { return low + below(high - low + 1); }
  [[nodiscard]] bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  [[nodiscard]] const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  [[nodiscard]] static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  std::uint64_t state_;
};

struct Known {  // a declared symbol
  std::string name;
  std::string sort;
  unsigned arity = 0;
  bool weak = false;
  bool constant = false;
  std::vector<std::string> values = {};  // the enumerations that it is indexed by, after the processes

  [[nodiscard]] bool array() const { return arity > 0 || !values.empty(); }
};

// Where a formula or a value stands.
struct Place {
  std::vector<std::string> processes;  // names that may be an index, or a value of type proc
  std::string actor;                   // plain arrays of two indices and less are used at this process only; empty: at any
  std::vector<std::string> readers;    // in unsafe: the processes for `i @ X`
};

class Author {
 public:
  explicit Author(std::uint64_t seed) : random(seed) {}

  // Constructors `P0`, `P1`, ... for a prefix P.
  void enumeration(const std::string& name, const std::string& prefix, unsigned size);
  // The values 0, 1, ...
  void range(const std::string& name, unsigned size);
  void abstract(const std::string& name);
  const Known& declare(Known symbol);

  [[nodiscard]] std::string cell(const Known& symbol, const Place& place);
  // A constant of the sort, or a cell of it (not `target`) if there is one and `cells` is set.
  [[nodiscard]] std::string value(const std::string& sort, const Place& place, bool cells, const std::string& target = "");
  [[nodiscard]] std::string simplest(const std::string& sort, const Place& place) const;
  [[nodiscard]] Expr atom(const Known& symbol, const Place& place, bool cells);
  // About different cells of symbols that satisfy `allowed`; fewer if there are not so many.
  template <class Allowed>
  [[nodiscard]] std::vector<Expr> atoms(unsigned count, const Place& place, bool cells, const Allowed& allowed) {
    std::vector<Known> candidates;
    for (const Known& symbol : symbols) {
      if (allowed(symbol)) candidates.push_back(symbol);
    }
    std::vector<Expr> result;
    for (unsigned k = 0; k < count && !candidates.empty(); ++k) {
      Expr one = atom(random.pick(candidates), place, cells);
      const std::string left = one.text.substr(0, one.text.find_first_of("=<>"));
      const auto same = [&](const Expr& other) { return other.text.rfind(left, 0) == 0; };
      if (std::none_of(result.begin(), result.end(), same)) result.push_back(std::move(one));
    }
    return result;
  }
  [[nodiscard]] Assign set(const Known& symbol, const Place& place, bool cells);
  // An update of every cell of an array by cases; `with_default`: the last branch keeps the cell.
  [[nodiscard]] Assign update(const Known& array, const Place& place, bool with_default);

  Random random;
  Model model;
  std::vector<Known> symbols;

 private:
  std::vector<std::pair<std::string, std::vector<std::string>>> enumerations_{{"bool", {"False", "True"}}};
  std::vector<std::string> abstracts_;
};

[[nodiscard]] Model generate_plain(std::uint64_t seed);
[[nodiscard]] Model generate_weak(std::uint64_t seed);
[[nodiscard]] Model generate_counting(std::uint64_t seed);
[[nodiscard]] Model generate_threads(std::uint64_t seed, bool shared_plain);

}  // namespace parapet::test
