// Linear sums of accesses, while a term is being read.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "ld/program.h"

namespace parapet::cub {

class Linear {
 public:
  SortId sort;  // invalid until the first part is known
  Rational number;

  [[nodiscard]] bool is_constant() const { return accesses_.empty(); }
  // Adds factor * access, where equal accesses are one.
  void add(const ld::Term& access, const Rational& factor);
  void add(const Linear& other, const Rational& factor);
  // The shortest term of this value.
  [[nodiscard]] ld::Term to_term(SourceRange range) const;
  // Some access whose coefficient has become 0, or null.
  [[nodiscard]] const ld::Term* cancelled() const;

 private:
  std::vector<ld::Term> accesses_;
  std::vector<Rational> coefficients_;
  std::unordered_map<std::u32string, std::size_t> positions_;
};

}  // namespace parapet::cub
