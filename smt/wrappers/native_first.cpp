#include "smt/wrappers/native_first.h"

#include <utility>

#include "smt/wrappers/timed.h"

namespace parapet::smt {

NativeFirst::NativeFirst(const TermArena& arena, SolverStatistics& statistics, MakeSecond make_second)
    : native_(arena), statistics_(statistics), make_second_(std::move(make_second)) {}

std::string NativeFirst::reason() const {
  if (asked_second_) return second_->reason();
  return "outside the native fragment: " + native_.reason() + (no_second_.empty() ? "" : "; " + no_second_);
}

void NativeFirst::leave_second() {
  if (!asked_second_) return;
  asked_second_ = false;
  second_->pop();
}

void NativeFirst::do_push() {
  leave_second();
  native_.push();
}

void NativeFirst::do_pop() {
  leave_second();
  native_.pop();
}

void NativeFirst::do_add(TermId formula) {
  leave_second();
  native_.add(formula);
}

Answer NativeFirst::do_check(const Query& query) {
  leave_second();
  const auto purpose = static_cast<std::size_t>(query.purpose);
  {
    const Stopwatch stopwatch(statistics_.native[purpose]);
    const Answer answer = native_.check(query);
    if (answer != Answer::NotMine) return answer;
  }
  if (!make_second_ || !no_second_.empty()) return Answer::Unknown;
  try {
    if (!second_) second_ = make_second_();
  } catch (const SolverError& error) {
    no_second_ = error.what();
    return Answer::Unknown;
  }
  second_->push();
  asked_second_ = true;
  for (const TermId formula : native_.formulas()) second_->add(formula);
  return second_->check(query);
}

Value NativeFirst::do_value(TermId term) { return asked_second_ ? second_->value(term) : native_.value(term); }
std::vector<TermId> NativeFirst::do_core() { return asked_second_ ? second_->core() : native_.core(); }

}  // namespace parapet::smt
