// The key of a shape is the literal in preorder, each process replaced by a hole. The sides of an equality and the summands of a sum are
// put into an order that does not depend on process names as far as possible (by their own keys, then coefficients); where two have the
// same key, two equal literals can get different forms. That loses a syntactic match, never soundness: the solver still sees the literals
// themselves.
#include "cube/shape.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/contract.h"
#include "base/narrow.h"
#include "cube/cube_terms.h"

namespace parapet::search {

std::uint32_t ShapeNumbers::shape(std::vector<std::uint32_t>&& key) {
  const std::lock_guard lock(mutex_);
  return shapes_.try_emplace(std::move(key), narrow<std::uint32_t>(shapes_.size())).first->second;
}

std::uint32_t ShapeNumbers::number(const Rational& value) {
  const std::lock_guard lock(mutex_);
  return numbers_.try_emplace(value, narrow<std::uint32_t>(numbers_.size())).first->second;
}

ProcessCode ShapeNumbers::constant(std::uint64_t n) {
  const std::lock_guard lock(mutex_);
  const auto [at, fresh] = constants_.try_emplace(n, no_process);
  if (fresh) {
    PARAPET_CHECK(constants_.size() < constant_code, "a model names fewer than 32767 processes");
    at->second = narrow<ProcessCode>(constant_code | (constants_.size() - 1));
  }
  return at->second;
}

std::uint64_t ShapeNumbers::bit(Bits& bits, std::uint32_t shape, unsigned value) {
  const std::lock_guard lock(mutex_);
  const auto [at, fresh] = bits.try_emplace(std::uint64_t{shape} << 8 | value, bits.size());
  return at->second < 64 ? std::uint64_t{1} << at->second : 0;
}

namespace {

struct Part {
  std::vector<std::uint32_t> key;
  std::vector<ProcessCode> args;
};

void append(const Part& part, std::vector<std::uint32_t>& key, std::vector<ProcessCode>& args) {
  key.insert(key.end(), part.key.begin(), part.key.end());
  args.insert(args.end(), part.args.begin(), part.args.end());
}

}  // namespace

const ShapeTable::Known& ShapeTable::known(TermId literal) {
  if (literal.index() >= index_.size()) index_.resize(std::max(arena_.size(), literal.index() + 1));
  std::uint32_t& at = index_[literal.index()];
  if (at == 0) {
    const Flat flat = compute(literal);
    known_.push_back({flat, values_of(flat)});
    at = narrow<std::uint32_t>(known_.size());
  }
  return known_[at - 1];
}

CellValues ShapeTable::values_of(const Flat& flat) {
  CellValues values;
  if (flat.kind != Flat::Kind::Member || flat.slow || flat.count > 1) return values;
  if (flat.count == 1 && (flat.args[0] & constant_code) != 0) return values;
  const auto bit = [&](std::uint64_t set) {
    const auto value = narrow<unsigned>(std::countr_zero(set));
    return flat.count == 0 ? numbers_->global_value(flat.shape, value) : numbers_->own_value(flat.shape, value);
  };
  if (std::has_single_bit(flat.set)) values.holds = bit(flat.set);
  const std::uint64_t full = arena_.full_set(arena_.sort(arena_.args(flat.term)[0]));
  for (std::uint64_t others = full & ~flat.set; others != 0; others &= others - 1) values.refuses |= bit(others);
  return values;
}

void ShapeTable::describe_sum(TermId sum, bool with_constant, std::vector<std::uint32_t>& key, std::vector<ProcessCode>& args,
                              bool& reads) {
  std::vector<Part> parts;
  const bool is_sum = arena_.op(sum) == Op::Sum;
  const std::size_t count = is_sum ? arena_.args(sum).size() : 1;
  for (std::size_t k = 0; k < count; ++k) {
    Part part;
    describe(is_sum ? arena_.args(sum)[k] : sum, part.key, part.args, reads);
    const Rational factor = is_sum ? arena_.coefficients(sum)[k] : Rational(1);
    part.key.push_back(numbers_->number(factor));
    parts.push_back(std::move(part));
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.key < b.key; });
  key.push_back(narrow<std::uint32_t>(count));
  for (const Part& part : parts) append(part, key, args);
  if (with_constant) key.push_back(numbers_->number(is_sum ? arena_.number(sum) : Rational(0)));
}

void ShapeTable::describe(TermId term, std::vector<std::uint32_t>& key, std::vector<ProcessCode>& args, bool& reads) {
  const Op op = arena_.op(term);
  key.push_back(number_of<std::uint32_t>(op));
  switch (op) {
    case Op::ProcessVar:
      PARAPET_CHECK(arena_.process_number(term) < constant_code, "a cube has fewer than 32768 processes");
      args.push_back(narrow<ProcessCode>(arena_.process_number(term)));
      key.back() = number_of<std::uint32_t>(Op::ProcessVar);
      return;
    case Op::ProcessConst:
      args.push_back(numbers_->constant(arena_.constant_number(term)));
      key.back() = number_of<std::uint32_t>(Op::ProcessVar);
      return;
    case Op::Sum:
      describe_sum(term, true, key, args, reads);
      return;
    case Op::Read:
      reads = true;
      break;
    default:
      break;
  }
  key.push_back(arena_.sort(term).value);
  // The identity of a number is of its arena only.
  key.push_back(op == Op::Number ? numbers_->number(arena_.number(term)) : narrow<std::uint32_t>(arena_.identity(term)));
  for (const TermId arg : arena_.args(term)) describe(arg, key, args, reads);
}

Flat ShapeTable::compute(TermId literal) {
  Flat flat;
  flat.term = literal;
  std::vector<std::uint32_t> key;
  std::vector<ProcessCode> args;
  bool reads = false;
  const Op op = arena_.op(literal);
  const auto parts = arena_.args(literal);
  switch (op) {
    case Op::Member:
      flat.kind = Flat::Kind::Member;
      flat.set = arena_.set(literal);
      key.push_back(1'000);
      describe(parts[0], key, args, reads);
      break;
    case Op::Equal:
    case Op::Different: {
      const bool first = is_process(arena_, parts[0]);
      if (first || is_process(arena_, parts[1])) {
        flat.kind = op == Op::Equal ? Flat::Kind::PointerEqual : Flat::Kind::PointerDifferent;
        key.push_back(1'001);
        describe(parts[first ? 1 : 0], key, args, reads);
        describe(parts[first ? 0 : 1], key, args, reads);
        break;
      }
      const bool constructor_first = arena_.op(parts[0]) == Op::Constructor;
      if (constructor_first || arena_.op(parts[1]) == Op::Constructor) {
        flat.kind = op == Op::Equal ? Flat::Kind::ValueEqual : Flat::Kind::ValueDifferent;
        flat.set = arena_.position(parts[constructor_first ? 0 : 1]);
        key.push_back(1'002);
        describe(parts[constructor_first ? 1 : 0], key, args, reads);
        break;
      }
      Part a, b;
      describe(parts[0], a.key, a.args, reads);
      describe(parts[1], b.key, b.args, reads);
      if (std::tie(b.key, b.args) < std::tie(a.key, a.args)) std::swap(a, b);
      key.push_back(number_of<std::uint32_t>(op));
      append(a, key, args);
      append(b, key, args);
      break;
    }
    case Op::SumLessEqual:
      flat.kind = Flat::Kind::Bound;
      key.push_back(number_of<std::uint32_t>(op));
      describe_sum(parts[0], false, key, args, reads);
      break;
    case Op::SumLess:
    case Op::SumZero:
    case Op::SumNonZero:
      key.push_back(number_of<std::uint32_t>(op));
      describe_sum(parts[0], true, key, args, reads);
      break;
    default:
      key.push_back(number_of<std::uint32_t>(op));
      for (const TermId part : parts) describe(part, key, args, reads);
  }
  if (compare_ == Compare::Shapes && !flat.is_pointer()) flat.kind = Flat::Kind::Exact;
  flat.arithmetic = op >= Op::SumLessEqual && op <= Op::SumNonZero;
  flat.slow = reads || args.size() > Flat::most_args;
  flat.count = narrow<std::uint8_t>(std::min(args.size(), Flat::most_args));
  std::copy_n(args.begin(), flat.count, flat.args.begin());
  // A literal that is compared as a term must not share a shape with another that only looks alike in its first args.
  if (args.size() > Flat::most_args) key.insert(key.end(), args.begin(), args.end());
  flat.shape = numbers_->shape(std::move(key));
  return flat;
}

}  // namespace parapet::search
