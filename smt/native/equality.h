// The theory of equality and disequality of variables with domains: enumerations, processes and abstract values (equality.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/narrow.h"
#include "logic/signature.h"
#include "smt/native/colour.h"

namespace parapet::smt::native {

class EqualityTheory {
 public:
  using Variable = std::uint32_t;

  // A domain is a set of at most 64 values, or has no set (`wide`): then `size` values, 0 for infinitely many, and two variables with
  // different nonzero `name` are different (process terms; constructors of a large enumeration, whose name is the position + 1).
  Variable add_variable(std::uint64_t set);
  Variable add_wide_variable(std::uint32_t size, std::uint32_t name);

  // Each returns false if propagation finds the constraints inconsistent; then the caller must undo to an earlier mark.
  [[nodiscard]] bool restrict(Variable v, std::uint64_t set);
  [[nodiscard]] bool merge(Variable a, Variable b);
  [[nodiscard]] bool separate(Variable a, Variable b);

  // Evaluate a constraint in the present state.
  [[nodiscard]] Truth member(Variable v, std::uint64_t set) const {
    const std::uint64_t domain = domain_[root_[v]];
    if ((domain & set) == 0) return Truth::False;
    return (domain & ~set) == 0 ? Truth::True : Truth::Open;
  }
  [[nodiscard]] Truth equal(Variable a, Variable b) const;

  struct Mark {
    std::uint32_t trail = 0, apart = 0;
  };
  [[nodiscard]] Mark mark() const { return {parapet::narrow<std::uint32_t>(trail_.size()), parapet::narrow<std::uint32_t>(apart_.size())}; }
  void undo(Mark mark);

  // Finite domains may be too small for the disequalities: searches values for all classes. Open: the search gave up.
  [[nodiscard]] Truth colour();
  // After `colour` returned True: the value as a position in the enumeration.
  [[nodiscard]] std::uint32_t position(Variable v) const;
  [[nodiscard]] Variable root(Variable v) const { return root_[v]; }

 private:
  struct Info {
    std::uint32_t size;     // wide: the number of values, 0 for infinitely many; otherwise 64
    std::uint32_t name;     // of the class, while this is its root
    std::uint32_t members;  // of the class, while this is its root
    std::uint32_t next;     // the next member of the class, in a circular list
    std::uint32_t apart;    // the first of its disequalities
    bool wide;
  };
  struct Apart {
    Variable owner, other;
    std::uint32_t next;
  };
  struct Change {
    Variable variable;  // root whose domain changed; or the root that was merged away
    bool merged;
    std::uint32_t name;    // merged: the surviving root's name before
    std::uint64_t domain;  // otherwise: the domain before
  };

  Variable add(std::uint64_t set, Info info);
  bool narrow(Variable root, std::uint64_t domain);
  bool settle();
  template <class Visit>
  bool each_apart(Variable root, Visit visit) const;
  [[nodiscard]] Truth colour_wide();

  std::vector<Variable> root_;
  std::vector<std::uint64_t> domain_;  // of the class, at its root; all ones if wide
  std::vector<Info> info_;
  std::vector<Apart> apart_;  // two per disequality
  std::vector<Change> trail_;
  std::vector<Variable> work_;  // roots whose domain became a single value

  ListColouring colouring_;
  std::vector<std::uint32_t> node_of_;      // root -> node of colouring_
  std::vector<Variable> coloured_;          // roots with a node
  std::vector<std::uint32_t> position_of_;  // wide root -> chosen position
  std::vector<Variable> positioned_;        // roots with a chosen position
  std::vector<std::uint32_t> taken_;
};

}  // namespace parapet::smt::native
