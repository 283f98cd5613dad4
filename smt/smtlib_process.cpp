// Each check sends the whole query inside (push 1) ... (pop 1), so that nothing depends on how a program scopes declarations. The dialogue
// is synchronous: the answer to (check-sat) must come within the query limit, every other answer within a fixed time. After an unexpected
// answer the program is ended, and the next check starts a new one, unless that has failed many times one after the other.
#include "smt/smtlib_process.h"

#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "base/contract.h"
#include "smt/solver.h"

namespace parapet::smt {
namespace {

// The parts of an S-expression: (a (b c) d) has a, (b c), d. Empty for an atom.
std::vector<std::string> parts(std::string_view list) {
  std::vector<std::string> found;
  if (list.empty() || list.front() != '(') return found;
  list.remove_prefix(1);
  int depth = 0;
  char quote = 0;
  std::string part;
  for (const char c : list) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (quote == 0 && depth == 0 && (space || c == ')')) {
      if (!part.empty()) found.push_back(std::exchange(part, {}));
      if (c == ')') break;
      continue;
    }
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '|' || c == '"') {
      quote = c;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      --depth;
    }
    part += c;
  }
  if (!part.empty()) found.push_back(part);
  return found;
}

// 5, 5.0, (- 5), (/ 1 2), (- (/ 1.0 2.0)), (/ (- 1) 2), (to_real 5)
std::optional<Rational> number(const std::string& text) {
  if (text.empty() || text.size() > most_digits) return std::nullopt;
  if (text[0] != '(') return Rational::parse(text);
  const auto list = parts(text);
  if (list.size() < 2) return std::nullopt;
  const auto first = number(list[1]);
  if (!first) return std::nullopt;
  if (list.size() == 2 && list[0] == "-") return -*first;
  if (list.size() == 2 && list[0] == "to_real") return first;
  if (list.size() != 3 || list[0] != "/") return std::nullopt;
  const auto second = number(list[2]);
  if (!second || second->is_zero()) return std::nullopt;
  return *first / *second;
}

std::string excerpt(const std::string& text) { return text.size() <= 80 ? text : text.substr(0, 77) + "..."; }

}  // namespace

SmtlibProcess::SmtlibProcess(const TermArena& arena, std::string command, std::chrono::milliseconds limit,
                             std::chrono::milliseconds patience)
    : arena_(arena), printer_(arena), command_(std::move(command)), name_("smtlib:" + command_), limit_(limit), patience_(patience) {
  try {
    start();
  } catch (const Failure& failure) {
    throw SolverError("solver command '" + command_ + "' " + failure.why);
  } catch (const std::system_error& error) {
    throw SolverError("solver command '" + command_ + "' cannot be started: " + error.what());
  }
}

// Starts the program. What it prints before it echoes a given word (success, unsupported, a banner) is skipped, up to a limit.
void SmtlibProcess::start() {
  in_query_ = false;
  process_ = std::make_unique<ChildProcess>(command_, arena_.budget());
  say("(set-option :print-success false)\n(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n(set-logic "
      "ALL)\n(echo \"parapet\")\n");
  for (int skipped = 0;; ++skipped) {
    const std::string answer = hear();
    if (answer == "parapet" || answer == "\"parapet\"") return;
    if (skipped == 50) throw Failure{"does not speak SMT-LIB: it says '" + excerpt(answer) + "'"};
  }
}

void SmtlibProcess::demand(ChildProcess::Result result, std::chrono::milliseconds limit) {
  switch (result) {
    case ChildProcess::Result::Done:
      return;
    case ChildProcess::Result::Ended:
      throw Failure{process_->how_it_ended()};
    case ChildProcess::Result::TimedOut:
      throw Failure{"did not answer within " + std::to_string(limit.count()) + " ms", true};
    case ChildProcess::Result::TooLong:
      throw Failure{"does not speak SMT-LIB: its answer does not end"};
  }
}

void SmtlibProcess::say(std::string_view text) { demand(process_->write(text, ChildProcess::Clock::now() + patience_), patience_); }

std::string SmtlibProcess::hear(std::chrono::milliseconds limit) {
  std::string text;
  ChildProcess::Deadline deadline;
  if (limit.count() > 0) deadline = ChildProcess::Clock::now() + limit;
  demand(process_->read(text, deadline), limit);
  return text;
}

void SmtlibProcess::leave_query() {
  if (!in_query_) return;
  in_query_ = false;
  try {
    say("(pop 1)\n");
  } catch (const Failure&) {
    process_.reset();
  }
}

void SmtlibProcess::do_push() {
  leave_query();
  levels_.push_back(formulas_.size());
}

void SmtlibProcess::do_pop() {
  PARAPET_CHECK(!levels_.empty(), "pop matches a push");
  leave_query();
  formulas_.resize(levels_.back());
  levels_.pop_back();
}

void SmtlibProcess::do_add(TermId formula) {
  leave_query();
  formulas_.push_back(formula);
}

std::string SmtlibProcess::script() {
  const auto prelude = printer_.prelude(formulas_);
  std::string text = "(push 1)\n" + prelude.declarations + prelude.axioms;
  for (std::size_t k = 0; k < formulas_.size(); ++k) {
    text += "(assert (! " + printer_.formula(formulas_[k]) + " :named parapet." + std::to_string(k) + "))\n";
  }
  return text + "(check-sat)\n";
}

Answer SmtlibProcess::ask() {
  if (!process_ && failures_ >= most_failures) {
    reason_ = "'" + command_ + "' failed " + std::to_string(failures_) + " times one after the other and is not started again";
    return Answer::Unknown;
  }
  if (!process_) start();
  in_query_ = true;
  say(script());
  const std::string answer = hear(limit_);
  const bool decided = answer == "sat" || answer == "unsat";
  if (!decided && answer != "unknown" && answer != "timeout") throw Failure{"answered '" + excerpt(answer) + "' to (check-sat)"};
  failures_ = 0;
  if (decided) return answer == "sat" ? Answer::Sat : Answer::Unsat;
  reason_ = "'" + command_ + "' answered " + answer;
  return Answer::Unknown;
}

Answer SmtlibProcess::do_check(const Query& /*query*/) {
  leave_query();
  reason_.clear();
  labels_.clear();
  try {
    return ask();
  } catch (const Failure& failure) {
    reason_ = "'" + command_ + "' " + failure.why;
    if (!failure.too_slow) ++failures_;
  } catch (const std::system_error& error) {
    reason_ = "'" + command_ + "' cannot be started again: " + error.what();
    ++failures_;
  }
  process_.reset();
  in_query_ = false;
  return Answer::Unknown;
}

Value SmtlibProcess::do_value(TermId term) {
  PARAPET_CHECK(in_query_, "a value is asked after Sat");
  const SortId sort = arena_.sort(term);
  const SortKind kind = arena_.signature()[sort].kind;
  try {
    say("(get-value (" + printer_.term(term) + "))\n");
    const std::string answer = hear();
    // ((term value))
    const auto list = parts(answer);
    const auto pair = list.size() == 1 ? parts(list[0]) : std::vector<std::string>();
    if (pair.size() != 2) throw Failure{"answered '" + excerpt(answer) + "' to (get-value)"};
    if (kind == SortKind::Abstract) {
      return {sort, Rational(labels_.emplace(pair[1], static_cast<std::int64_t>(labels_.size())).first->second)};
    }
    if (kind == SortKind::Enum) {
      const int position = printer_.position(sort, pair[1]);
      if (position >= 0) return {sort, Rational(position)};
    } else if (const auto value = number(pair[1])) {
      return {sort, *value};
    }
    throw Failure{"gave the value '" + excerpt(pair[1]) + "'"};
  } catch (const Failure& failure) {
    throw SolverError("solver command '" + command_ + "' " + failure.why);
  }
}

std::vector<TermId> SmtlibProcess::do_core() {
  std::vector<TermId> core;
  try {
    say("(get-unsat-core)\n");
    const std::string answer = hear();
    constexpr std::string_view prefix = "parapet.";
    for (const std::string& mark : parts(answer)) {
      if (!mark.starts_with(prefix)) return formulas_;  // an error, or the program does not support cores: all formulas are a core
      std::size_t at = 0;
      const char* const end = mark.data() + mark.size();
      const auto [rest, failed] = std::from_chars(mark.data() + prefix.size(), end, at);
      if (failed != std::errc() || rest != end || at >= formulas_.size()) return formulas_;  // not a name of this query
      core.push_back(formulas_[at]);
    }
  } catch (const Failure&) {
    process_.reset();
    in_query_ = false;
    return formulas_;
  }
  return core;
}

}  // namespace parapet::smt
