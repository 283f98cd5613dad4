// exists v. L, by sort of v:
//   Enum            only literals `v in S`: the intersection of the sets is not empty. Otherwise one case per constructor.
//   Proc, Abstract  v = t: replace v by t. Otherwise disequalities are dropped, since there are always more values than those named. For
//                   the order of processes, which is dense, lower and upper bounds combine: a < v < b is a < b; `<=` is split into `<`
//                   and `=`.
//   Int, Real       v = t with coefficient 1: replace v by t. `<>` is split into `<` and `>`. Then bounds combine (Fourier-Motzkin): exact
//                   over rationals, and over integers when one of the two coefficients is 1. Otherwise the value stays.
#include <algorithm>
#include <array>

#include "cube/cube_terms.h"
#include "cube/normalize.h"

namespace parapet::search {
namespace {

using Literals = std::vector<TermId>;

class Eliminator {
 public:
  Eliminator(TermArena& arena, TermId value) : arena_(arena), value_(value) {}

  std::vector<Literals> run(const Literals& literals) {
    switch (arena_.signature()[arena_.sort(value_)].kind) {
      case SortKind::Enum:
        enumeration(literals);
        break;
      case SortKind::Int:
      case SortKind::Real:
        numbers(literals);
        break;
      default:
        anonymous(literals);
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool mentions(TermId literal) const {
    bool found = false;
    each_leaf(arena_, literal, [&](TermId leaf) { found = found || leaf == value_; });
    return found;
  }

  // False if a literal became false.
  bool replace(const Literals& literals, TermId by, Literals& result) {
    for (const TermId literal : literals) {
      const TermId now = arena_.rewrite(literal, [&](TermId leaf) { return leaf == value_ ? by : leaf; });
      if (now == arena_.truth(false)) return false;
      if (now != arena_.truth(true)) result.push_back(now);
    }
    return true;
  }

  void emit_replaced(const Literals& literals, TermId by) {
    Literals result;
    if (replace(literals, by, result)) out_.push_back(std::move(result));
  }

  void enumeration(const Literals& literals) {
    const SortId sort = arena_.sort(value_);
    const std::size_t count = arena_.signature()[sort].constructors.size();
    Literals rest;
    std::uint64_t set = ~std::uint64_t{0};
    bool sets_only = true;
    for (const TermId literal : literals) {
      if (!mentions(literal)) {
        rest.push_back(literal);
      } else if (arena_.op(literal) == Op::Member) {
        set &= arena_.set(literal);
      } else {
        sets_only = false;
      }
    }
    if (sets_only) {
      if (count > 64 || (set & arena_.full_set(sort)) != 0) out_.push_back(std::move(rest));
      return;
    }
    for (std::uint32_t k = 0; k < count; ++k) emit_replaced(literals, arena_.constructor(sort, k));
  }

  [[nodiscard]] TermId other_side(TermId literal) const {
    const auto args = arena_.args(literal);
    return args[0] == value_ ? args[1] : args[0];
  }

  void anonymous(const Literals& literals) {
    for (const TermId literal : literals) {
      if (mentions(literal) && arena_.op(literal) == Op::Equal) return emit_replaced(literals, other_side(literal));
    }
    for (std::size_t k = 0; k < literals.size(); ++k) {
      if (!mentions(literals[k]) || arena_.op(literals[k]) != Op::ProcLessEqual) continue;
      const TermId a = arena_.args(literals[k])[0];
      const TermId b = arena_.args(literals[k])[1];
      Literals strict = literals;
      strict[k] = arena_.less(a, b);
      anonymous(strict);
      emit_replaced(literals, other_side(literals[k]));
      return;
    }
    Literals rest, lower, upper;
    for (const TermId literal : literals) {
      if (!mentions(literal)) {
        rest.push_back(literal);
      } else if (arena_.op(literal) == Op::ProcLess) {
        const bool is_lower = arena_.args(literal)[1] == value_;
        (is_lower ? lower : upper).push_back(other_side(literal));
      }
    }
    for (const TermId a : lower) {
      for (const TermId b : upper) rest.push_back(arena_.less(a, b));
    }
    if (std::find(rest.begin(), rest.end(), arena_.truth(false)) == rest.end()) out_.push_back(std::move(rest));
  }

  // The coefficient of the value in the sum of an arithmetic literal.
  [[nodiscard]] Rational factor(TermId literal) const {
    const TermId sum = arena_.args(literal)[0];
    if (sum == value_) return {1};
    const auto args = arena_.args(sum);
    for (std::size_t k = 0; k < args.size(); ++k) {
      if (args[k] == value_) return arena_.coefficients(sum)[k];
    }
    return {0};
  }

  void numbers(const Literals& literals) {
    const SortId sort = arena_.sort(value_);
    const bool integers = arena_.signature()[sort].kind == SortKind::Int;
    const TermId zero = arena_.number(Rational(0), sort);
    for (const TermId literal : literals) {
      if (!mentions(literal) || arena_.op(literal) != Op::SumZero) continue;
      const Rational c = factor(literal);
      if (integers && c != Rational(1) && c != Rational(-1)) continue;
      // c*v + rest = 0: v = -rest/c = v - (c*v + rest)/c
      const std::array<Rational, 2> factors{Rational(1), Rational(-1) / c};
      return emit_replaced(literals, arena_.sum(factors, std::array{value_, arena_.args(literal)[0]}, Rational(0), sort));
    }
    for (std::size_t k = 0; k < literals.size(); ++k) {
      if (!mentions(literals[k]) || arena_.op(literals[k]) != Op::SumNonZero) continue;
      const TermId sum = arena_.args(literals[k])[0];
      for (const TermId side : {arena_.less(sum, zero), arena_.less(zero, sum)}) {
        Literals split = literals;
        split[k] = side;
        numbers(split);
      }
      return;
    }
    combine(literals, integers);
  }

  void combine(const Literals& literals, bool integers) {
    Literals rest, lower, upper;  // c*v + s <= 0 with c < 0 bounds v from below
    for (const TermId literal : literals) {
      if (!mentions(literal)) {
        rest.push_back(literal);
      } else if (arena_.op(literal) == Op::SumZero) {
        out_.push_back(literals);  // an integer equation with a coefficient: keep the value
        return;
      } else {
        (factor(literal).sign() < 0 ? lower : upper).push_back(literal);
      }
    }
    for (const TermId a : lower) {
      for (const TermId b : upper) {
        const Rational p = -factor(a);
        const Rational q = factor(b);
        if (integers && p != Rational(1) && q != Rational(1)) {
          out_.push_back(literals);
          return;
        }
        const TermId total =
            arena_.sum(std::array{q, p}, std::array{arena_.args(a)[0], arena_.args(b)[0]}, Rational(0), arena_.sort(value_));
        const TermId zero = arena_.number(Rational(0), arena_.sort(value_));
        const bool strict = arena_.op(a) == Op::SumLess || arena_.op(b) == Op::SumLess;
        rest.push_back(strict ? arena_.less(total, zero) : arena_.less_equal(total, zero));
      }
    }
    if (std::find(rest.begin(), rest.end(), arena_.truth(false)) == rest.end()) out_.push_back(std::move(rest));
  }

  TermArena& arena_;
  TermId value_;
  std::vector<Literals> out_;
};

}  // namespace

std::vector<std::vector<TermId>> eliminate(TermArena& arena, const std::vector<TermId>& literals, TermId value) {
  return Eliminator(arena, value).run(literals);
}

}  // namespace parapet::search
