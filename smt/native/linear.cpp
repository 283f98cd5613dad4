// Equalities. An equality a*x + r = 0 gives x = -r/a, which replaces x in every other row (Gaussian elimination). Over the integers x with
// a = 1 or -1 is preferred: then x is an integer wherever the other variables are. An equality with coprime coefficients d and a constant
// that is no integer has no integer solution.
//
// Inequalities (Fourier-Motzkin). The rows that contain x are lower bounds -p*x + r <= 0 and upper bounds q*x + s <= 0 with p, q > 0. Each
// pair implies q*r + p*s <= 0, strict if one of the two is strict, and over the rationals the pairs imply that a value of x exists: every
// lower bound r/p is at most every upper bound -s/q. So the rows with x are replaced by the pairs, until no variable is left; then each row
// is a comparison of a constant with 0, and a false one makes the system unsatisfiable. A variable without lower or without upper bounds
// leaves no pairs, so its rows are dropped: most systems of the search end there. The variable that adds the fewest rows is taken first.
//
// Integers. Rows have coprime integer coefficients, so over the integers their sum is an integer and the constant c of `sum + c <= 0` may
// be rounded up. Every derived row follows from the given ones for integers, so unsatisfiable is right. A solution is built backwards:
// values are chosen for the variables in the opposite order of their elimination, each between the bounds that its rows give with the
// values chosen so far. If there is no integer between them the answer is Open: another choice of the earlier values might work.
//
// Disequalities are ignored until values are chosen: a variable takes a value between its bounds that none of them excludes, if there is
// one. There is, unless finitely many values are left (reals: one value). Only the constants are tested before: 0 <> 0 is unsatisfiable.
//
// Levels. Each derived row has the greatest level of the rows that it was derived from. So the false row that ends the elimination says up
// to which level rows are needed for the contradiction.
//
// Limits. More than `derived_limit` derived rows, or a number of a row that does not fit a machine word: Open. So the work is bounded.
#include "smt/native/linear.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/contract.h"

namespace parapet::smt::native {
namespace {

using Relation = LinearSystem::Relation;
using Row = LinearSystem::Row;
using Term = LinearSystem::Term;

constexpr std::size_t derived_limit = 64;

const Rational* coefficient(const Row& row, std::uint32_t variable) {
  const auto found = std::find_if(row.terms.begin(), row.terms.end(), [&](const Term& term) { return term.variable == variable; });
  return found == row.terms.end() ? nullptr : &found->coefficient;
}

bool is_small(const Rational& number) { return number.numerator().is_small() && number.denominator().is_small(); }

// a * first + b * second, with the terms in the order of their variables.
Row combine(const Row& first, const Rational& a, const Row& second, const Rational& b, Relation relation) {
  Row row;
  row.relation = relation;
  row.level = std::max(first.level, second.level);
  row.constant = a * first.constant + b * second.constant;
  std::size_t k = 0;
  std::size_t n = 0;
  while (k < first.terms.size() || n < second.terms.size()) {
    const bool left = n == second.terms.size() || (k < first.terms.size() && first.terms[k].variable <= second.terms[n].variable);
    const bool right = k == first.terms.size() || (n < second.terms.size() && second.terms[n].variable <= first.terms[k].variable);
    Rational sum;
    const std::uint32_t variable = left ? first.terms[k].variable : second.terms[n].variable;
    if (left) sum = sum + a * first.terms[k++].coefficient;
    if (right) sum = sum + b * second.terms[n++].coefficient;
    if (!sum.is_zero()) row.terms.push_back({variable, std::move(sum)});
  }
  return row;
}

// The same row with coprime integer coefficients.
void make_primitive(Row& row) {
  Integer common(0);
  Integer denominator(1);
  for (const Term& term : row.terms) {
    common = Integer::gcd(common, term.coefficient.numerator());
    const Integer& other = term.coefficient.denominator();
    denominator = denominator * Integer::floor_div(other, Integer::gcd(denominator, other));
  }
  const Rational factor(denominator, common);
  if (factor == Rational(1)) return;
  for (Term& term : row.terms) term.coefficient = term.coefficient * factor;
  row.constant = row.constant * factor;
}

bool same_terms(const Row& a, const Row& b) {
  return std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(),
                    [](const Term& s, const Term& t) { return s.variable == t.variable && s.coefficient == t.coefficient; });
}

}  // namespace

struct LinearSystem::Bounds {
  std::optional<Rational> low, high;
  bool low_strict = false, high_strict = false;

  void raise(Rational value, bool strict) {
    if (low && (value < *low || (value == *low && !strict))) return;
    low = std::move(value);
    low_strict = strict;
  }
  void lower(Rational value, bool strict) {
    if (high && (value > *high || (value == *high && !strict))) return;
    high = std::move(value);
    high_strict = strict;
  }
};

void LinearSystem::spend() const {
  if (budget_ != nullptr) budget_->spend();
}

void LinearSystem::reset(std::size_t variables, bool integers) {
  integers_ = integers;
  gave_up_ = false;
  derived_ = 0;
  rows_.clear();
  different_.clear();
  solved_.clear();
  projected_.clear();
  open_.assign(variables, true);
  values_.assign(variables, Rational());
}

void LinearSystem::add(Row row) {
  std::sort(row.terms.begin(), row.terms.end(), [](const Term& a, const Term& b) { return a.variable < b.variable; });
  (row.relation == Relation::NonZero ? different_ : rows_).push_back(std::move(row));
}

// Brings a row into its normal form. True, False: it is constant, or over the integers decided. Open: it must be kept.
Truth LinearSystem::settle(Row& row) {
  spend();
  const auto decided = [&](bool holds) {
    if (!holds) conflict_level_ = row.level;
    return holds ? Truth::True : Truth::False;
  };
  if (row.terms.empty()) {
    switch (row.relation) {
      case Relation::Zero:
        return decided(row.constant.is_zero());
      case Relation::NonZero:
        return decided(!row.constant.is_zero());
      case Relation::AtMostZero:
        return decided(row.constant.sign() <= 0);
      case Relation::BelowZero:
        return decided(row.constant.sign() < 0);
    }
  }
  make_primitive(row);
  if (integers_) {
    if (row.relation == Relation::BelowZero) {
      row.relation = Relation::AtMostZero;
      row.constant = Rational(row.constant.floor()) + Rational(1);
    } else if (row.relation == Relation::AtMostZero) {
      row.constant = Rational(row.constant.ceil());
    } else if (!row.constant.is_integer()) {
      return decided(row.relation == Relation::NonZero);
    }
  }
  gave_up_ = gave_up_ || !is_small(row.constant) ||
             !std::all_of(row.terms.begin(), row.terms.end(), [](const Term& term) { return is_small(term.coefficient); });
  return Truth::Open;
}

// Adds an inequality, unless it follows from one with the same sum; a weaker one is replaced. False: it cannot hold.
bool LinearSystem::keep(Row row) {
  const Truth truth = settle(row);
  if (truth != Truth::Open) return truth == Truth::True;
  for (Row& other : rows_) {
    if (!same_terms(row, other)) continue;
    const bool stronger = row.constant > other.constant || (row.constant == other.constant && row.relation == Relation::BelowZero);
    if (stronger) other = std::move(row);
    return true;
  }
  rows_.push_back(std::move(row));
  if (++derived_ > derived_limit) gave_up_ = true;
  return true;
}

// Replaces the variable in every row by what the equality makes it equal to.
bool LinearSystem::substitute(const Row& equality, std::uint32_t variable) {
  const Rational pivot = *coefficient(equality, variable);
  for (std::vector<Row>* rows : {&rows_, &different_}) {
    std::size_t kept = 0;
    for (Row& row : *rows) {
      Truth truth = Truth::Open;
      if (const Rational* factor = coefficient(row, variable)) {
        row = combine(row, Rational(1), equality, -(*factor / pivot), row.relation);
        truth = settle(row);
      }
      if (truth == Truth::False) return false;
      if (truth == Truth::True) continue;
      if (&(*rows)[kept] != &row) (*rows)[kept] = std::move(row);
      ++kept;
    }
    rows->resize(kept);
  }
  return true;
}

bool LinearSystem::solve_equalities() {
  const auto unit = [](const Term& term) { return term.coefficient == Rational(1) || term.coefficient == Rational(-1); };
  while (!gave_up_) {
    // Exact substitutions first: they may turn the others into exact ones.
    const auto is_equality = [](const Row& row) { return row.relation == Relation::Zero; };
    auto at = std::find_if(rows_.begin(), rows_.end(),
                           [&](const Row& row) { return is_equality(row) && std::any_of(row.terms.begin(), row.terms.end(), unit); });
    if (at == rows_.end()) at = std::find_if(rows_.begin(), rows_.end(), is_equality);
    if (at == rows_.end()) return true;
    const Row equality = std::move(*at);
    rows_.erase(at);
    auto pivot = std::find_if(equality.terms.begin(), equality.terms.end(), unit);
    if (pivot == equality.terms.end()) pivot = equality.terms.begin();
    if (!substitute(equality, pivot->variable)) return false;
    open_[pivot->variable] = false;
    solved_.push_back({pivot->variable, {equality}});
  }
  return true;
}

// The open variable whose elimination adds the fewest rows.
std::uint32_t LinearSystem::cheapest() const {
  std::vector<std::int64_t> lower(open_.size());
  std::vector<std::int64_t> upper(open_.size());
  for (const Row& row : rows_) {
    for (const Term& term : row.terms) ++(term.coefficient.sign() < 0 ? lower : upper)[term.variable];
  }
  std::optional<std::uint32_t> best;
  const auto growth = [&](std::uint32_t variable) { return lower[variable] * upper[variable] - lower[variable] - upper[variable]; };
  for (std::uint32_t variable = 0; variable < open_.size(); ++variable) {
    if (open_[variable] && (!best || growth(variable) < growth(*best))) best = variable;
  }
  PARAPET_CHECK(best.has_value(), "a variable is left");
  return *best;
}

bool LinearSystem::project(std::uint32_t variable) {
  std::vector<Row> with;
  const auto contains = [&](const Row& row) { return coefficient(row, variable) != nullptr; };
  const auto rest = std::stable_partition(rows_.begin(), rows_.end(), [&](const Row& row) { return !contains(row); });
  with.assign(std::make_move_iterator(rest), std::make_move_iterator(rows_.end()));
  rows_.erase(rest, rows_.end());
  open_[variable] = false;
  for (const Row& low : with) {
    const Rational* p = coefficient(low, variable);
    if (p->sign() > 0) continue;
    for (const Row& high : with) {
      const Rational* q = coefficient(high, variable);
      if (q->sign() < 0) continue;
      const bool strict = low.relation == Relation::BelowZero || high.relation == Relation::BelowZero;
      if (!keep(combine(low, *q, high, -*p, strict ? Relation::BelowZero : Relation::AtMostZero))) return false;
      if (gave_up_) return true;
    }
  }
  projected_.push_back({variable, std::move(with)});
  return true;
}

bool LinearSystem::eliminate() {
  auto left = static_cast<std::size_t>(std::count(open_.begin(), open_.end(), true));
  for (; left > 0 && !gave_up_; --left) {
    if (!project(cheapest())) return false;
  }
  return true;
}

// The value of the variable for which the sum of the row is 0, the other variables having their values.
Rational LinearSystem::limit(const Row& row, std::uint32_t variable) const {
  Rational rest = row.constant;
  Rational pivot;
  for (const Term& term : row.terms) {
    if (term.variable == variable) {
      pivot = term.coefficient;
    } else {
      rest = rest + term.coefficient * values_[term.variable];
    }
  }
  return -rest / pivot;
}

// Sets the value of the variable, the first of the values tried that is free. False: no integer is between the bounds. Of reals a value at
// a bound comes last: inside there is more room for the disequalities and strict bounds of the variables that follow.
bool LinearSystem::choose(std::uint32_t variable, const Bounds& bounds, const std::vector<Rational>& excluded) {
  const auto first = [&]() -> Rational {
    if (bounds.low) return integers_ ? Rational(bounds.low->ceil()) : *bounds.low;
    if (bounds.high) return integers_ ? Rational(bounds.high->floor()) : *bounds.high;
    return {};
  }();
  // Two more values are tried than are excluded, and only the value at the bound may be outside by strictness: one is free, if there is room.
  const auto steps = static_cast<std::int64_t>(excluded.size()) + 1;
  Rational step(bounds.low || !bounds.high ? 1 : -1);
  if (!integers_ && bounds.low && bounds.high) step = (*bounds.high - *bounds.low) / Rational(steps + 1);
  const auto inside = [&](const Rational& value) {
    return !(bounds.low && (value < *bounds.low || (bounds.low_strict && value == *bounds.low))) &&
           !(bounds.high && (value > *bounds.high || (bounds.high_strict && value == *bounds.high)));
  };
  std::optional<Rational> chosen;
  for (std::int64_t k = 0; k <= steps; ++k) {
    spend();
    const Rational value = first + Rational(integers_ ? k : (k + 1) % (steps + 1)) * step;
    if (!inside(value)) continue;
    const bool free = std::find(excluded.begin(), excluded.end(), value) == excluded.end();
    if (free || !chosen) chosen = value;
    if (free) break;
  }
  if (!chosen) return false;
  values_[variable] = *chosen;
  return true;
}

bool LinearSystem::choose_values() {
  std::vector<bool> known(open_.size(), false);
  // A disequality excludes a value of the variable of it that is chosen last.
  const auto excluded = [&](std::uint32_t variable) {
    std::vector<Rational> found;
    for (const Row& row : different_) {
      const bool last = coefficient(row, variable) != nullptr && std::all_of(row.terms.begin(), row.terms.end(), [&](const Term& term) {
                          return term.variable == variable || known[term.variable];
                        });
      if (last) found.push_back(limit(row, variable));
    }
    return found;
  };
  for (auto at = projected_.rbegin(); at != projected_.rend(); ++at) {
    Bounds bounds;
    for (const Row& row : at->rows) {
      const bool strict = row.relation == Relation::BelowZero;
      if (coefficient(row, at->variable)->sign() < 0) {
        bounds.raise(limit(row, at->variable), strict);
      } else {
        bounds.lower(limit(row, at->variable), strict);
      }
    }
    if (!choose(at->variable, bounds, excluded(at->variable))) return false;
    known[at->variable] = true;
  }
  for (auto at = solved_.rbegin(); at != solved_.rend(); ++at) {
    values_[at->variable] = limit(at->rows.front(), at->variable);
    if (integers_ && !values_[at->variable].is_integer()) return false;
  }
  return true;
}

Truth LinearSystem::solve() {
  std::vector<Row> given = std::move(rows_);
  rows_.clear();
  for (std::vector<Row>* rows : {&given, &different_}) {
    for (Row& row : *rows) {
      if (settle(row) == Truth::False) return Truth::False;
    }
    std::erase_if(*rows, [](const Row& row) { return row.terms.empty(); });
  }
  rows_ = std::move(given);
  if (!solve_equalities()) return Truth::False;
  if (!gave_up_ && !eliminate()) return Truth::False;
  return !gave_up_ && choose_values() ? Truth::True : Truth::Open;
}

}  // namespace parapet::smt::native
