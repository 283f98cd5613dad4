#include "machine/state.h"

#include <algorithm>

#include "base/contract.h"

namespace parapet::machine {
namespace {

Truth truth(bool value) { return value ? Truth::True : Truth::False; }

Truth negation(Truth value) {
  if (value == Truth::Open) return value;
  return truth(value == Truth::False);
}

}  // namespace

bool State::drained() const {
  return std::all_of(buffers.begin(), buffers.end(), [](const std::vector<Entry>& buffer) { return buffer.empty(); });
}

Read View::look_up(Process reader, Location location) const {
  const auto& buffer = state_.buffers[reader];
  for (std::size_t k = buffer.size(); k-- > 0;) {
    for (const Write& write : buffer[k]) {
      if (write.location == location) return {reader, location, write.value, k};
    }
  }
  return {reader, location, state_.cells[location], std::nullopt};
}

Code View::cell(const GroundTerm& term) {
  if (log_ == nullptr && (!term.weak || term.reader == no_process || state_.buffers[term.reader].empty())) {
    const Code value = state_.cells[term.location];
    if (value == open_value) open_location_ = term.location;
    return value;
  }
  if (!term.weak || term.reader == no_process) {
    if (log_ != nullptr && !term.weak) log_->plain.insert(term.location);
    const Code value = state_.cells[term.location];
    if (value == open_value) open_location_ = term.location;
    return value;
  }
  const Read read = look_up(term.reader, term.location);
  if (read.value == open_value) open_location_ = term.location;
  if (log_ != nullptr && std::none_of(log_->weak.begin(), log_->weak.end(),
                                      [&](const Read& known) { return known.reader == read.reader && known.location == read.location; }))
    log_->weak.push_back(read);
  return read.value;
}

Code View::sum(const GroundSum& sum) {
  Rational total = sum.constant;
  bool open = false;
  for (const auto& [coefficient, part] : sum.parts) {
    const Code code = value(part);
    open = open || code == open_value;
    if (!open) total = total + coefficient * numbers_.number(code);
  }
  return open ? open_value : numbers_.code(total);
}

Code View::count(const GroundSum& sum) {
  std::int64_t total = 0;
  bool open = false;
  for (const GroundFormula& one : sum.counted) {
    const Truth truth = holds(one);
    open = open || truth == Truth::Open;
    if (truth == Truth::True) ++total;
  }
  return open ? open_value : numbers_.code(Rational(total));
}

Code View::value(const GroundTerm& term) {
  switch (term.kind) {
    case GroundTerm::Kind::Constant:
      return term.constant;
    case GroundTerm::Kind::Cell:
      return cell(term);
    case GroundTerm::Kind::Sum:
      return sum(sums_[term.sum]);
    case GroundTerm::Kind::Count:
      return count(sums_[term.sum]);
  }
  contract_failed("a term has one of the known kinds", __FILE__, __LINE__);
}

// Values of every sort are compared as numbers: constructors in the order of their declaration, processes in the process order.
Truth View::compare(const GroundFormula& formula) {
  const Code left = value(formula.left);
  if (left == open_value && log_ == nullptr) return Truth::Open;
  const Code right = value(formula.right);
  if (left == open_value || right == open_value) return Truth::Open;
  const auto order = left == right ? std::strong_ordering::equal : numbers_.compare(left, right);
  return truth(ld::holds(formula.comparison, order));
}

Truth View::junction(const GroundFormula& formula, Truth absorbing, Truth neutral) {
  Truth result = neutral;
  for (const GroundFormula& arg : formula.args) {
    const Truth one = holds(arg);
    if (one == absorbing) {
      result = absorbing;
      if (log_ == nullptr || formula.index_case) return result;
    } else if (one == Truth::Open && result == neutral) {
      result = Truth::Open;
    }
  }
  return result;
}

Truth View::holds(const GroundFormula& formula) {
  using Kind = GroundFormula::Kind;
  switch (formula.kind) {
    case Kind::True:
    case Kind::False:
      return truth(formula.kind == Kind::True);
    case Kind::Compare:
      return compare(formula);
    case Kind::Fence:
      return truth(!fences_denied_ && (!actor_ || state_.buffers[*actor_].empty()));
    case Kind::WriteFence:
      return truth(!write_fences_denied_);
    case Kind::Not:
      return negation(holds(formula.args[0]));
    case Kind::And:
      return junction(formula, Truth::False, Truth::True);
    case Kind::Or:
      return junction(formula, Truth::True, Truth::False);
    case Kind::Iff: {
      const Truth left = holds(formula.args[0]);
      const Truth right = holds(formula.args[1]);
      if (left == Truth::Open || right == Truth::Open) return Truth::Open;
      return truth(left == right);
    }
    case Kind::If: {
      const Truth condition = holds(formula.args[0]);
      if (log_ == nullptr) {
        if (condition == Truth::Open) return condition;
        return holds(formula.args[condition == Truth::True ? 1 : 2]);
      }
      const Truth yes = holds(formula.args[1]);
      const Truth no = holds(formula.args[2]);
      return condition == Truth::True ? yes : no;
    }
  }
  contract_failed("a formula has one of the known kinds", __FILE__, __LINE__);
}

}  // namespace parapet::machine
