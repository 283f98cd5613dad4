#include "infer/state_test.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::search {
namespace {

constexpr Code most_tested_values = 63;

std::optional<std::int64_t> small_integer(const Rational& value) {
  constexpr std::int64_t most = 1'000'000;
  if (!value.is_integer()) return std::nullopt;
  const auto small = value.numerator().small();
  return small && *small <= most && *small >= -most ? small : std::nullopt;
}

bool compare(Op op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Op::Equal:
    case Op::SumZero:
      return a == b;
    case Op::Different:
    case Op::SumNonZero:
      return a != b;
    case Op::ProcLess:
    case Op::SumLess:
      return a < b;
    default:
      return a <= b;
  }
}

class Compiler {
 public:
  Compiler(TermArena& arena, const GuessInstance& instance) : arena_(arena), instance_(instance) {}

  std::optional<StateTest> run(TermId literal) {
    const TermId atom = arena_.rewrite(
        literal, [&](TermId leaf) { return arena_.op(leaf) == Op::Read && !instance_.has_buffers() ? arena_.location(leaf) : leaf; });
    switch (arena_.op(atom)) {
      case Op::True:
      case Op::False:
        return constant(arena_.op(atom) == Op::True);
      case Op::Member: {
        const auto at = instance_.location(arena_, arena_.args(atom)[0]);
        return at ? std::optional(member(*at, arena_.set(atom))) : std::nullopt;
      }
      case Op::Equal:
      case Op::Different:
      case Op::ProcLess:
      case Op::ProcLessEqual:
        return comparison(arena_.op(atom), arena_.args(atom)[0], arena_.args(atom)[1]);
      case Op::SumLessEqual:
      case Op::SumLess:
      case Op::SumZero:
      case Op::SumNonZero:
        return linear(arena_.op(atom), arena_.args(atom)[0]);
      default:
        return std::nullopt;
    }
  }

 private:
  static StateTest constant(bool value) {
    StateTest test;
    test.constant = value;
    return test;
  }

  [[nodiscard]] StateTest member(Location location, std::uint64_t set) const {
    StateTest test;
    test.kind = StateTest::Kind::Member;
    test.a = location;
    test.least = instance_.least_value(location);
    test.set = set;
    return test;
  }

  // The test whether the value of a location is one that `allowed` admits.
  template <class Allowed>
  [[nodiscard]] StateTest member_if(Location location, const Allowed& allowed) const {
    StateTest test = member(location, 0);
    for (Code k = 0; k < most_tested_values; ++k) {
      if (allowed(test.least + k)) test.set |= bit_of(test.least + k, test.least);
    }
    return test;
  }

  // The value of a constructor, a process of the instance or a small number.
  [[nodiscard]] std::optional<std::int64_t> value(TermId term) const {
    if (arena_.op(term) == Op::Constructor) return narrow<std::int64_t>(arena_.position(term));
    if (arena_.op(term) == Op::Number) return small_integer(arena_.number(term));
    const auto process = instance_.process(arena_, term);
    return process ? std::optional<std::int64_t>(*process) : std::nullopt;
  }

  [[nodiscard]] std::optional<StateTest> comparison(Op op, TermId left, TermId right) const {
    const auto a = instance_.location(arena_, left);
    const auto b = instance_.location(arena_, right);
    if (a && b) {
      StateTest test;
      test.kind = StateTest::Kind::Compare;
      test.a = *a;
      test.b = *b;
      test.op = op;
      return test;
    }
    const auto first = a ? std::nullopt : value(left);
    const auto second = b ? std::nullopt : value(right);
    if (first && second) return constant(compare(op, *first, *second));
    if (a && second) return member_if(*a, [&](Code code) { return compare(op, code, *second); });
    if (b && first) return member_if(*b, [&](Code code) { return compare(op, *first, code); });
    return std::nullopt;
  }

  [[nodiscard]] std::optional<StateTest> linear(Op op, TermId sum) const {
    StateTest test;
    test.kind = StateTest::Kind::Linear;
    test.op = op;
    test.numbers = &instance_.numbers();
    std::vector<TermId> terms{sum};
    std::vector<Rational> coefficients{Rational(1)};
    if (arena_.op(sum) == Op::Sum) {
      terms.assign(arena_.args(sum).begin(), arena_.args(sum).end());
      coefficients.assign(arena_.coefficients(sum).begin(), arena_.coefficients(sum).end());
      test.added = arena_.number(sum);
    }
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const auto at = instance_.location(arena_, terms[k]);
      if (!at) return std::nullopt;
      test.parts.emplace_back(*at, coefficients[k]);
    }
    add_whole_numbers(test);
    if (test.parts.size() != 1) return test;
    StateTest member = member_if(test.parts[0].first,
                                 [&](Code code) { return compare(op, (test.parts[0].second * Rational(code) + test.added).sign(), 0); });
    test.kind = member.kind;
    test.a = member.a;
    test.least = member.least;
    test.set = member.set;
    return test;
  }

  static void add_whole_numbers(StateTest& test) {
    const auto added = small_integer(test.added);
    test.whole = added.has_value();
    test.whole_added = added.value_or(0);
    for (const auto& [location, coefficient] : test.parts) {
      const auto whole = small_integer(coefficient);
      test.whole = test.whole && whole;
      test.whole_parts.emplace_back(location, whole.value_or(0));
    }
  }

  TermArena& arena_;
  const GuessInstance& instance_;
};

}  // namespace

bool StateTest::holds(std::span<const Code> row) const {
  switch (kind) {
    case Kind::Constant:
      return constant;
    case Kind::Member:
      if (row[a] == machine::open_value) return true;
      return machine::Numbers::is_small(row[a]) ? (set & bit_of(row[a], least)) != 0 : parts.empty() || exact_sum_holds(row);
    case Kind::Compare:
      return row[a] == machine::open_value || row[b] == machine::open_value || compare(op, row[a], row[b]);
    case Kind::Linear:
      break;
  }
  return sum_holds(row);
}

bool StateTest::sum_holds(std::span<const Code> row) const {
  if (!whole) return exact_sum_holds(row);
  std::int64_t sum = whole_added;
  for (const auto& [location, coefficient] : whole_parts) {
    if (row[location] == machine::open_value) return true;
    if (!machine::Numbers::is_small(row[location])) return exact_sum_holds(row);
    sum += coefficient * row[location];
  }
  return compare(op, sum, 0);
}

bool StateTest::exact_sum_holds(std::span<const Code> row) const {
  Rational sum = added;
  for (const auto& [location, coefficient] : parts) {
    if (row[location] == machine::open_value) return true;
    sum = sum + coefficient * numbers->number(row[location]);
  }
  return compare(op, sum.sign(), 0);
}

std::optional<StateTest> state_test(TermArena& arena, const GuessInstance& instance, TermId literal) {
  return Compiler(arena, instance).run(literal);
}

}  // namespace parapet::search
