// Linear sums of accesses, used while a term is elaborated.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "ld/program.h"

namespace parapet::cub {

class Linear {
 public:
  SortId sort;  // invalid until the first summand is known
  Rational number;

  [[nodiscard]] bool is_constant() const { return accesses_.empty(); }
  // Adds factor * access; the coefficients of equal accesses are added.
  void add(const ld::Term& access, const Rational& factor);
  void add(const Linear& other, const Rational& factor);
  // The sum as a term: a number or a single access if it is one.
  [[nodiscard]] ld::Term to_term(SourceRange range) const;
  // An access whose coefficient became 0, or null.
  [[nodiscard]] const ld::Term* cancelled() const;

 private:
  std::vector<ld::Term> accesses_;
  std::vector<Rational> coefficients_;
  std::unordered_map<std::u32string, std::size_t> positions_;
};

}  // namespace parapet::cub
