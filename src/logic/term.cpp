// Hash-consing: one table of chains over the structure of terms (operator, sort, args, own number). Numbers and sums are interned first, so that
// a place in a list stands for them.
//
// Sums are kept as c1*t1 + ... + cn*tn + k with the terms in structural order. In an atom `sum <= 0` they are scaled to integer
// coefficients with greatest common divisor 1 (over integers k is rounded: 2x - 3 <= 0 is x - 1 <= 0), and `sum = 0` starts with a positive
// coefficient; so an atom has one form.
#include "logic/term.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/contract.h"
#include "base/hash.h"
#include "base/narrow.h"

namespace parapet {
namespace {

constexpr std::uint32_t none = UINT32_MAX;

template <class T>
int three_way(const T& a, const T& b) {
  if (a < b) return -1;
  return b < a ? 1 : 0;
}

}  // namespace

TermArena::TermArena(const Signature& signature, Budget* budget) : signature_(&signature), budget_(budget), buckets_(1024, none) {
  true_ = intern(Op::True, Signature::formula, {}, 0);
  false_ = intern(Op::False, Signature::formula, {}, 0);
}

TermId TermArena::intern(Op op, SortId sort, std::span<const TermId> args, std::uint64_t own) {
  spend();
  std::uint64_t long_hash = hash_with(number_of<std::uint64_t>(op) << 32 | sort.value, own);
  for (const TermId arg : args) long_hash = hash_with(long_hash, arg.value);
  const auto hash = low_bits<std::uint32_t>(long_hash);
  std::uint32_t& bucket = buckets_[hash & (buckets_.size() - 1)];
  for (std::uint32_t at = bucket; at != none; at = entries_[at].next) {
    const Entry& entry = entries_[at];
    if (entry.hash == hash && entry.op == op && entry.sort == sort && entry.own == own && entry.args_count == args.size() &&
        std::equal(args.begin(), args.end(), entry.args)) {
      return TermId(at);
    }
  }
  expect_growth(entries_, 1);
  const TermId id(entries_.size());
  entries_.push_back({op, sort, narrow<std::uint32_t>(args.size()), hash, bucket, own, store(args)});
  bucket = id.value;
  if (entries_.size() > buckets_.size()) grow();
  return id;
}

const TermId* TermArena::store(std::span<const TermId> args) {
  constexpr std::size_t usual_block = 4096;
  if (args.empty()) return nullptr;
  if (block_size_ - block_used_ < args.size()) {
    const std::size_t size = std::max(usual_block, args.size());
    if (budget_ != nullptr) budget_->expect_memory(size * sizeof(TermId));
    arg_blocks_.push_back(std::make_unique<TermId[]>(size));
    block_size_ = size;
    block_used_ = 0;
  }
  TermId* const begin = arg_blocks_.back().get() + block_used_;
  std::copy(args.begin(), args.end(), begin);
  block_used_ += args.size();
  return begin;
}

TermArena::TermArena(const TermArena& other)
    : signature_(other.signature_),
      budget_(nullptr),
      entries_(other.entries_),
      buckets_(other.buckets_),
      numbers_(other.numbers_),
      sums_(other.sums_),
      number_index_(other.number_index_),
      sum_index_(other.sum_index_),
      negations_(other.negations_),
      true_(other.true_),
      false_(other.false_) {
  for (Entry& entry : entries_) entry.args = store({entry.args, entry.args_count});
}

void TermArena::grow() {
  if (budget_ != nullptr) budget_->expect_memory(buckets_.size() * 2 * sizeof(std::uint32_t));
  buckets_.assign(buckets_.size() * 2, none);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    std::uint32_t& bucket = buckets_[entries_[k].hash & (buckets_.size() - 1)];
    entries_[k].next = bucket;
    bucket = narrow<std::uint32_t>(k);
  }
}

std::uint32_t TermArena::intern_number(const Rational& value) {
  const std::size_t hash = value.hash();
  const auto [begin, end] = number_index_.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    if (numbers_[at->second] == value) return at->second;
  }
  numbers_.push_back(value);
  const auto index = narrow<std::uint32_t>(numbers_.size() - 1);
  number_index_.emplace(hash, index);
  return index;
}

std::uint32_t TermArena::intern_sum(SumData data) {
  std::size_t hash = data.constant.hash();
  for (const Rational& factor : data.coefficients) hash = hash_with(hash, factor.hash());
  const auto [begin, end] = sum_index_.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    if (sums_[at->second] == data) return at->second;
  }
  sums_.push_back(std::move(data));
  const auto index = narrow<std::uint32_t>(sums_.size() - 1);
  sum_index_.emplace(hash, index);
  return index;
}

TermId TermArena::process(std::uint32_t number) { return intern(Op::ProcessVar, Signature::proc, {}, number); }
TermId TermArena::process_const(std::uint32_t n) { return intern(Op::ProcessConst, Signature::proc, {}, n); }
TermId TermArena::constructor(SortId sort, std::uint32_t position) { return intern(Op::Constructor, sort, {}, position); }
TermId TermArena::variable(std::uint32_t number) { return intern(Op::Variable, Signature::proc, {}, number); }
TermId TermArena::fresh(std::uint32_t number, SortId sort) { return intern(Op::Fresh, sort, {}, number); }
TermId TermArena::event(std::uint32_t number) { return intern(Op::Event, Signature::event, {}, number); }
TermId TermArena::number(const Rational& value, SortId sort) { return intern(Op::Number, sort, {}, intern_number(value)); }

TermId TermArena::cell(SymbolId symbol, std::span<const TermId> args) {
  return intern(Op::Cell, (*signature_)[symbol].sort, args, symbol.value);
}

TermId TermArena::read(std::uint32_t open_read, TermId reader, TermId cell) {
  PARAPET_CHECK(op(cell) == Op::Cell, "a read is of a cell");
  const SortId value = sort(cell);
  if (!reader.valid()) return intern(Op::Read, value, std::array{cell}, open_read);
  return intern(Op::Read, value, std::array{reader, cell}, open_read);
}

const Rational& TermArena::number(TermId id) const {
  const Entry& entry = entries_[id.index()];
  return entry.op == Op::Number ? numbers_[entry.own] : sums_[entry.own].constant;
}

std::span<const Rational> TermArena::coefficients(TermId sum) const { return sums_[identity(sum)].coefficients; }

// Large numbers take as long as many terms.
void TermArena::spend_on(const Rational& number) const {
  constexpr std::uint64_t large = 256;
  if (!number.numerator().is_small() || !number.denominator().is_small()) spend(large);
}

TermId TermArena::sum(std::span<const Rational> coefficients, std::span<const TermId> args, const Rational& constant, SortId sort) {
  for (const Rational& factor : coefficients) spend_on(factor);
  spend_on(constant);
  std::vector<std::pair<TermId, Rational>> parts;
  Rational rest = constant;
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (op(args[k]) == Op::Number) {
      rest = rest + coefficients[k] * number(args[k]);
    } else if (op(args[k]) == Op::Sum) {
      const auto inner = this->coefficients(args[k]);
      for (std::size_t j = 0; j < inner.size(); ++j) parts.emplace_back(this->args(args[k])[j], coefficients[k] * inner[j]);
      rest = rest + coefficients[k] * number(args[k]);
    } else {
      parts.emplace_back(args[k], coefficients[k]);
    }
  }
  std::sort(parts.begin(), parts.end(), [&](const auto& a, const auto& b) { return compare(a.first, b.first) < 0; });
  SumData data{{}, rest};
  std::vector<TermId> terms;
  for (const auto& [term, factor] : parts) {
    if (!terms.empty() && terms.back() == term) {
      data.coefficients.back() = data.coefficients.back() + factor;
    } else {
      terms.push_back(term);
      data.coefficients.push_back(factor);
    }
    if (data.coefficients.back().is_zero()) {
      data.coefficients.pop_back();
      terms.pop_back();
    }
  }
  if (terms.empty()) return number(data.constant, sort);
  if (terms.size() == 1 && data.coefficients[0] == Rational(1) && data.constant.is_zero()) return terms[0];
  return intern(Op::Sum, sort, terms, intern_sum(std::move(data)));
}

std::uint64_t TermArena::full_set(SortId enumeration) const {
  const std::size_t count = (*signature_)[enumeration].constructors.size();
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

TermId TermArena::member(TermId term, std::uint64_t set) {
  set &= full_set(sort(term));
  if (set == 0) return false_;
  if (set == full_set(sort(term))) return true_;
  if (op(term) == Op::Constructor) return truth((set >> position(term) & 1) != 0);
  return intern(Op::Member, Signature::formula, std::array{term}, set);
}

TermId TermArena::equal(TermId a, TermId b) {
  if (a == b) return true_;
  const auto is_process = [&](TermId t) { return op(t) == Op::ProcessVar || op(t) == Op::ProcessConst; };
  switch ((*signature_)[sort(a)].kind) {
    case SortKind::Int:
    case SortKind::Real:
      return compare_sum(Op::SumZero, difference(a, b));
    case SortKind::Proc:
      if (is_process(a) && is_process(b)) return false_;
      break;
    case SortKind::Enum:
      if (op(a) == Op::Constructor) std::swap(a, b);
      if (op(b) == Op::Constructor) {
        if (op(a) == Op::Constructor) return false_;
        if ((*signature_)[sort(a)].constructors.size() <= 64) return member(a, std::uint64_t{1} << position(b));
      }
      break;
    case SortKind::Formula:
    case SortKind::Abstract:
    case SortKind::Event:
      break;
  }
  if (compare(b, a) < 0) std::swap(a, b);
  return intern(Op::Equal, Signature::formula, std::array{a, b}, 0);
}

TermId TermArena::difference(TermId a, TermId b) {
  const std::array<Rational, 2> factors{Rational(1), Rational(-1)};
  return sum(factors, std::array{a, b}, Rational(0), sort(a));
}

TermId TermArena::compare_sum(Op op, TermId sum) {
  const SortId value = sort(sum);
  const bool integers = (*signature_)[value].kind == SortKind::Int;
  if (this->op(sum) == Op::Number) {
    const int sign = number(sum).sign();
    if (op == Op::SumLessEqual) return truth(sign <= 0);
    if (op == Op::SumLess) return truth(sign < 0);
    return truth((sign == 0) == (op == Op::SumZero));
  }
  std::vector<TermId> terms{sum};
  SumData data{{Rational(1)}, Rational(0)};
  if (this->op(sum) == Op::Sum) {
    terms.assign(args(sum).begin(), args(sum).end());
    data = sums_[identity(sum)];
  }
  // Scale to integer coefficients with gcd 1.
  Integer multiple = 1;
  Integer divisor = 0;
  for (const Rational& factor : data.coefficients) {
    multiple = Integer::floor_div(multiple * factor.denominator(), Integer::gcd(multiple, factor.denominator()));
  }
  for (const Rational& factor : data.coefficients) divisor = Integer::gcd(divisor, (factor * Rational(multiple)).numerator());
  Rational scale(multiple, divisor);
  const bool equation = op == Op::SumZero || op == Op::SumNonZero;
  if (equation && data.coefficients[0].sign() < 0) scale = -scale;
  for (Rational& factor : data.coefficients) factor = factor * scale;
  data.constant = data.constant * scale;
  if (integers) {
    if (op == Op::SumLess) {  // s + k < 0 over integers s: s <= ceil(-k) - 1
      data.constant = Rational(Integer(1) - (-data.constant).ceil());
      op = Op::SumLessEqual;
    } else if (op == Op::SumLessEqual) {  // s <= floor(-k)
      data.constant = Rational(-((-data.constant).floor()));
    } else if (!data.constant.is_integer()) {
      return truth(op == Op::SumNonZero);
    }
  }
  const TermId scaled = this->sum(data.coefficients, terms, data.constant, value);
  return intern(op, Signature::formula, std::array{scaled}, 0);
}

TermId TermArena::less(TermId a, TermId b) {
  if ((*signature_)[sort(a)].kind == SortKind::Proc) return a == b ? false_ : intern(Op::ProcLess, Signature::formula, std::array{a, b}, 0);
  return compare_sum(Op::SumLess, difference(a, b));
}

TermId TermArena::less_equal(TermId a, TermId b) {
  if ((*signature_)[sort(a)].kind != SortKind::Proc) return compare_sum(Op::SumLessEqual, difference(a, b));
  if (a == b) return true_;
  // Distinct processes are never equal.
  if (equal(a, b) == false_) return less(a, b);
  return intern(Op::ProcLessEqual, Signature::formula, std::array{a, b}, 0);
}

TermId TermArena::before(TermId a, TermId b) { return a == b ? false_ : intern(Op::Before, Signature::formula, std::array{a, b}, 0); }

TermId TermArena::junction(Op op, std::span<const TermId> args) {
  spend(args.size());
  const TermId neutral = truth(op == Op::And);
  const TermId absorbing = truth(op != Op::And);
  std::vector<TermId> flat;
  for (const TermId arg : args) {
    if (arg == absorbing) return absorbing;
    if (arg == neutral) continue;
    if (this->op(arg) == op) {
      flat.insert(flat.end(), this->args(arg).begin(), this->args(arg).end());
    } else {
      flat.push_back(arg);
    }
  }
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat[0];
  return intern(op, Signature::formula, flat, 0);
}

TermId TermArena::conjunction(std::span<const TermId> args) { return junction(Op::And, args); }
TermId TermArena::disjunction(std::span<const TermId> args) { return junction(Op::Or, args); }

TermId TermArena::negate(TermId formula) {
  spend();
  const auto flipped = [&](Op op) { return intern(op, Signature::formula, args(formula), 0); };
  switch (op(formula)) {
    case Op::True:
      return false_;
    case Op::False:
      return true_;
    case Op::Member:
      return member(args(formula)[0], ~set(formula));
    case Op::Equal:
      return flipped(Op::Different);
    case Op::Different:
      return flipped(Op::Equal);
    case Op::ProcLess:
      return less_equal(args(formula)[1], args(formula)[0]);
    case Op::ProcLessEqual:
      return less(args(formula)[1], args(formula)[0]);
    case Op::SumZero:
      return flipped(Op::SumNonZero);
    case Op::SumNonZero:
      return flipped(Op::SumZero);
    case Op::SumLessEqual:
    case Op::SumLess: {
      const TermId zero = number(Rational(0), sort(args(formula)[0]));
      const TermId opposite = difference(zero, args(formula)[0]);
      return compare_sum(op(formula) == Op::SumLess ? Op::SumLessEqual : Op::SumLess, opposite);
    }
    case Op::Before:
      return flipped(Op::NotBefore);
    case Op::NotBefore:
      return flipped(Op::Before);
    case Op::And:
    case Op::Or: {
      if (const auto known = negations_.find(formula); known != negations_.end()) return known->second;
      ArgsCopy parts(args(formula));
      for (TermId& part : parts.span()) part = negate(part);
      const TermId result = junction(op(formula) == Op::And ? Op::Or : Op::And, parts.span());
      negations_.emplace(formula, result);
      return result;
    }
    default:
      PARAPET_CHECK(false, "only formulas are negated");
  }
  return formula;
}

TermId TermArena::rebuild(TermId id, std::span<const TermId> args) {
  switch (op(id)) {
    case Op::Sum: {
      const SumData data = sums_[identity(id)];
      return sum(data.coefficients, args, data.constant, sort(id));
    }
    case Op::Member:
      return member(args[0], set(id));
    case Op::Equal:
      return equal(args[0], args[1]);
    case Op::Different:
      return different(args[0], args[1]);
    case Op::ProcLess:
      return less(args[0], args[1]);
    case Op::ProcLessEqual:
      return less_equal(args[0], args[1]);
    case Op::SumLessEqual:
    case Op::SumLess:
    case Op::SumZero:
    case Op::SumNonZero:
      return compare_sum(op(id), args[0]);
    case Op::Before:
      return before(args[0], args[1]);
    case Op::NotBefore:
      return negate(before(args[0], args[1]));
    case Op::And:
    case Op::Or:
      return junction(op(id), args);
    default:
      PARAPET_CHECK(false, "only sums and formulas are rebuilt");
  }
  return id;
}

TermRecord TermArena::record(TermId id) const {
  TermRecord result{op(id), sort(id), identity(id), {args(id).begin(), args(id).end()}, {}, {}};
  if (op(id) != Op::Number && op(id) != Op::Sum) return result;
  result.own = 0;
  result.number = number(id);
  if (op(id) == Op::Sum) result.coefficients = sums_[identity(id)].coefficients;
  return result;
}

// The record is of a term, so it is in normal form already: the order of args is one of structure, but for And and Or.
TermId TermArena::adopt(const TermRecord& record) {
  switch (record.op) {
    case Op::Number:
      return number(record.number, record.sort);
    case Op::Sum:
      return intern(Op::Sum, record.sort, record.args, intern_sum({record.coefficients, record.number}));
    case Op::And:
    case Op::Or:
      return junction(record.op, record.args);
    default:
      return intern(record.op, record.sort, record.args, record.own);
  }
}

int TermArena::compare(TermId a, TermId b) const {
  if (a == b) return 0;
  if (op(a) != op(b)) return op(a) < op(b) ? -1 : 1;
  if (op(a) == Op::Number || op(a) == Op::Sum) {
    if (const int order = three_way(number(a), number(b)); op(a) == Op::Number && order != 0) return order;
  } else if (identity(a) != identity(b)) {
    return identity(a) < identity(b) ? -1 : 1;
  }
  if (args(a).size() != args(b).size()) return args(a).size() < args(b).size() ? -1 : 1;
  const auto compare_all = [&](std::span<const TermId> left, std::span<const TermId> right) {
    for (std::size_t k = 0; k < left.size(); ++k) {
      if (const int order = compare(left[k], right[k]); order != 0) return order;
    }
    return 0;
  };
  if (op(a) == Op::And || op(a) == Op::Or) {  // their args are in order of id, which depends on age
    ArgsCopy left(args(a));
    ArgsCopy right(args(b));
    const auto less = [&](TermId x, TermId y) { return compare(x, y) < 0; };
    std::sort(left.begin(), left.end(), less);
    std::sort(right.begin(), right.end(), less);
    return compare_all(left.span(), right.span());
  }
  if (const int order = compare_all(args(a), args(b)); order != 0) return order;
  if (op(a) == Op::Sum) {
    for (std::size_t k = 0; k < coefficients(a).size(); ++k) {
      if (const int order = three_way(coefficients(a)[k], coefficients(b)[k]); order != 0) return order;
    }
    if (const int order = three_way(number(a), number(b)); order != 0) return order;
  }
  return three_way(sort(a).value, sort(b).value);
}

}  // namespace parapet
