// Atoms and values of terms as tests and values on locations. What has one location and a fixed other side is a set of values.
#include <algorithm>

#include "base/narrow.h"
#include "search/guess/ground.h"

namespace parapet::search {
namespace {

constexpr std::uint64_t any_bit = std::uint64_t{1} << any_value;

std::optional<std::int64_t> small_integer(const Rational& value) {
  if (!value.is_integer()) return std::nullopt;
  const auto small = value.numerator().small();
  if (!small || *small > 1'000'000 || *small < -1'000'000) return std::nullopt;
  return small;
}

}  // namespace

TermId Ground::settled(TermId term) {
  return arena_.rewrite(term, [&](TermId leaf) { return arena_.op(leaf) == Op::Read ? arena_.location(leaf) : leaf; });
}

std::optional<Code> Ground::code(TermId value) const {
  switch (arena_.op(value)) {
    case Op::Constructor:
      return narrow<Code>(arena_.payload(value));
    case Op::ProcessVar:
    case Op::ProcessConst: {
      const std::int32_t at = position(value);
      return at < 0 ? std::nullopt : std::optional(narrow<Code>(at));
    }
    case Op::Number: {
      const auto number = small_integer(arena_.number(value));
      if (!number || *number < lowest_number || *number > highest_number) return std::nullopt;
      return narrow<Code>(*number - lowest_number);
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::uint32_t> Ground::compile_sum(TermId sum) {
  Linear linear;
  std::vector<TermId> parts{sum};
  std::vector<Rational> coefficients{Rational(1)};
  if (arena_.op(sum) == Op::Sum) {
    parts.assign(arena_.args(sum).begin(), arena_.args(sum).end());
    coefficients.assign(arena_.coefficients(sum).begin(), arena_.coefficients(sum).end());
    const auto constant = small_integer(arena_.number(sum));
    if (!constant) return std::nullopt;
    linear.constant = *constant;
  }
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto at = location(parts[k]);
    const auto coefficient = small_integer(coefficients[k]);
    if (!at || !coefficient) return std::nullopt;
    linear.parts.emplace_back(*at, *coefficient);
    linear.constant += *coefficient * lowest_number;  // codes count from there
  }
  linears_.push_back(std::move(linear));
  return narrow<std::uint32_t>(linears_.size() - 1);
}

std::optional<Code> Ground::evaluate(std::uint32_t index, const Code* state) const {
  const Linear& linear = linears_[index];
  std::int64_t sum = linear.constant;
  for (const auto& [location, coefficient] : linear.parts) {
    if (state[location] == any_value) return any_value;
    sum += coefficient * state[location];
  }
  if (sum < lowest_number || sum > highest_number) return std::nullopt;
  return narrow<Code>(sum - lowest_number);
}

std::optional<GroundTest> Ground::compile_linear(TermId atom) {
  const auto sum = compile_sum(arena_.args(atom)[0]);
  if (!sum) return std::nullopt;
  linears_[*sum].op = arena_.op(atom);
  GroundTest test{GroundTest::Kind::Linear, 0, 0, 0, *sum};
  if (linears_[*sum].parts.size() != 1) return test;
  GroundTest member{GroundTest::Kind::Member, linears_[*sum].parts[0].first, 0, any_bit, 0};
  std::vector<Code> state(cells_.size(), 0);
  for (Code value = 0; value < any_value; ++value) {
    state[member.a] = value;
    if (holds(test, state.data())) member.set |= std::uint64_t{1} << value;
  }
  linears_.pop_back();
  return member;
}

std::optional<GroundTest> Ground::compile_comparison(TermId atom) {
  const TermId left = arena_.args(atom)[0];
  const TermId right = arena_.args(atom)[1];
  const auto kind = [&] {
    switch (arena_.op(atom)) {
      case Op::Equal:
        return GroundTest::Kind::Equal;
      case Op::Different:
        return GroundTest::Kind::Different;
      case Op::ProcLess:
        return GroundTest::Kind::Less;
      default:
        return GroundTest::Kind::LessEqual;
    }
  }();
  const auto a = location(left);
  const auto b = location(right);
  if (a && b) return GroundTest{kind, *a, *b, 0, 0};
  const auto known = code(a ? right : left);
  if (!known) return std::nullopt;
  const auto compare = [&](Code x, Code y) {
    switch (kind) {
      case GroundTest::Kind::Equal:
        return x == y;
      case GroundTest::Kind::Different:
        return x != y;
      case GroundTest::Kind::Less:
        return x < y;
      default:
        return x <= y;
    }
  };
  // Two processes: the order of the instance.
  if (!a && !b) {
    const auto other = code(left);
    if (!other) return std::nullopt;
    return GroundTest{GroundTest::Kind::Member, 0, 0, compare(*other, *code(right)) ? ~std::uint64_t{0} : 0, 0};
  }
  GroundTest test{GroundTest::Kind::Member, a ? *a : *b, 0, any_bit, 0};
  for (Code value = 0; value < any_value; ++value) {
    if (a ? compare(value, *known) : compare(*known, value)) test.set |= std::uint64_t{1} << value;
  }
  return test;
}

std::optional<GroundTest> Ground::compile(TermId literal) {
  const TermId atom = settled(literal);
  switch (arena_.op(atom)) {
    case Op::True:
      return GroundTest{GroundTest::Kind::Member, 0, 0, ~std::uint64_t{0}, 0};
    case Op::False:
      return GroundTest{GroundTest::Kind::Member, 0, 0, 0, 0};
    case Op::Member: {
      const auto at = location(arena_.args(atom)[0]);
      if (!at) return std::nullopt;
      return GroundTest{GroundTest::Kind::Member, *at, 0, arena_.payload(atom) | any_bit, 0};
    }
    case Op::Equal:
    case Op::Different:
    case Op::ProcLess:
    case Op::ProcLessEqual:
      return compile_comparison(atom);
    case Op::SumLessEqual:
    case Op::SumLess:
    case Op::SumZero:
    case Op::SumNonZero:
      return compile_linear(atom);
    default:
      return std::nullopt;
  }
}

bool Ground::compile_all(const le::Conjunction& atoms, GroundTests& out) {
  for (const TermId atom : atoms) {
    const auto test = compile(atom);
    if (!test) return false;
    out.push_back(*test);
  }
  return true;
}

std::optional<GroundAlternative> Ground::compile(const Alternative& alternative) {
  GroundAlternative result;
  if (!compile_all(alternative.conditions, result.when)) return std::nullopt;
  if (alternative.kind == le::Branch::Kind::Keep) return result;
  if (alternative.kind == le::Branch::Kind::Havoc) {
    result.kind = GroundAlternative::Kind::Havoc;
    return result;
  }
  const TermId value = settled(alternative.value);
  if (const auto source = location(value)) {
    result.kind = GroundAlternative::Kind::Copy;
    result.source = *source;
  } else if (const auto constant = code(value)) {
    result.kind = GroundAlternative::Kind::Constant;
    result.constant = *constant;
  } else if (arena_.op(value) == Op::Sum) {
    const auto sum = compile_sum(value);
    if (!sum) return std::nullopt;
    result.kind = GroundAlternative::Kind::Sum;
    result.linear = *sum;
  } else {
    return std::nullopt;  // a number beyond the window
  }
  return result;
}

}  // namespace parapet::search
