// The literals of a conjunction that is built by branching: a branch is left as soon as its literals contradict each other, instead of when
// all of them are chosen.
//
// The test sees what Normalizer::merge sees, `t in S`, `t = z` and `t <> z` of one term t, and nothing else. So whatever it refuses, the
// normalizer would refuse without asking a solver, with any literals added: leaving the branch changes neither the cubes that come out, nor
// their order, nor the queries.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cube/cube_terms.h"
#include "cube/normalize.h"

namespace parapet::search {

class LiteralStack {
 public:
  LiteralStack(const TermArena& arena, const Normalizer& normalizer) : arena_(arena), normalizer_(normalizer) {}

  // The number of ways to choose one of each factor, at most `many`: for fewer the test is not worth its time.
  static constexpr std::size_t many = 16;
  template <class Factors, class Size>
  [[nodiscard]] static std::size_t ways(const Factors& factors, const Size& size) {
    std::size_t product = 1;
    for (const auto& factor : factors) {
      const std::size_t count = size(factor);
      if (count == 0) return 0;
      product = std::min(many, product * count);
    }
    return product;
  }

  // False: no conjunction with these literals is satisfiable.
  [[nodiscard]] bool push(TermId literal) {
    arena_.spend();
    switch (arena_.op(literal)) {
      case Op::False:
        return false;
      case Op::Member:
        return push_member(arena_.args(literal)[0], arena_.set(literal));
      case Op::Equal:
      case Op::Different:
        return push_pointer(literal);
      default:
        return true;
    }
  }
  template <class List>
  [[nodiscard]] bool push_all(const List& literals) {
    for (const TermId literal : literals) {
      if (!push(literal)) return false;
    }
    return true;
  }

  [[nodiscard]] std::size_t size() const { return facts_.size(); }
  void shrink(std::size_t size) { facts_.resize(size); }

 private:
  struct Fact {
    TermId term;
    TermId process;         // it equals, or differs from; invalid: it is in `set`
    std::uint64_t set = 0;  // with all earlier facts about the term
    bool equal = false;
  };

  bool push_member(TermId term, std::uint64_t set) {
    for (std::size_t k = facts_.size();; --k) {
      if (k == 0) {
        set &= normalizer_.narrowed(term);
        break;
      }
      if (facts_[k - 1].term != term || facts_[k - 1].process.valid()) continue;
      set &= facts_[k - 1].set;
      break;
    }
    facts_.push_back({term, {}, set, false});
    return set != 0;
  }

  bool push_pointer(TermId literal) {
    const bool first = is_process(arena_, arena_.args(literal)[0]);
    if (!first && !is_process(arena_, arena_.args(literal)[1])) return true;
    const TermId term = arena_.args(literal)[first ? 1 : 0];
    const TermId process = arena_.args(literal)[first ? 0 : 1];
    const bool equal = arena_.op(literal) == Op::Equal;
    for (const Fact& fact : facts_) {
      if (fact.term != term || !fact.process.valid()) continue;
      const bool contradicts = fact.process == process ? fact.equal != equal : fact.equal && equal;
      if (contradicts) return false;
    }
    facts_.push_back({term, process, 0, equal});
    return true;
  }

  const TermArena& arena_;
  const Normalizer& normalizer_;
  std::vector<Fact> facts_;
};

}  // namespace parapet::search
