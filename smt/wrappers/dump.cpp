#include "smt/wrappers/dump.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/contract.h"
#include "base/file_output.h"
#include "base/printable.h"

namespace parapet::smt {

std::string_view status(Answer answer) {
  switch (answer) {
    case Answer::Sat:
      return "sat";
    case Answer::Unsat:
      return "unsat";
    case Answer::Unknown:
    case Answer::NotMine:
      break;
  }
  return "unknown";
}

QueryText query_commands(SmtlibPrinter& printer, std::span<const TermId> formulas, const DecisionLog::Comments& comments) {
  const auto prelude = printer.prelude(formulas);
  QueryText text{comments.above, prelude.logic, prelude.declarations + prelude.axioms};
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    text.commands += "(assert " + printer.formula(formulas[k]) + ")";
    if (k < comments.by_formula.size() && !comments.by_formula[k].empty()) text.commands += "  ; " + printable(comments.by_formula[k]);
    text.commands += '\n';
  }
  return text;
}

namespace {

std::string comment_lines(const QueryText& text, const std::vector<std::string>& comments) {
  std::string result;
  for (const auto* lines : {&comments, &text.comments}) {
    for (const std::string& line : *lines) result += "; " + printable(line) + '\n';
  }
  return result;
}

std::string status_line(Answer answer) { return "(set-info :status " + std::string(status(answer)) + ")\n"; }

// In one file with others: what is declared between push and pop is forgotten.
std::string query_section(const QueryText& text, Answer answer, const std::vector<std::string>& comments) {
  return comment_lines(text, comments) + "(push 1)\n" + status_line(answer) + text.commands + "(check-sat)\n(pop 1)\n";
}

[[noreturn]] void cannot_write(const std::filesystem::path& path) {
  throw OutputError("cannot write '" + path.string() + "': " + std::generic_category().message(errno));
}

}  // namespace

std::string query_file(const QueryText& text, Answer answer, const std::vector<std::string>& comments) {
  return comment_lines(text, comments) + status_line(answer) + "(set-logic " + text.logic + ")\n" + text.commands + "(check-sat)\n";
}

DumpFolder::DumpFolder(std::filesystem::path path, const std::string& only) {
  parse_filter(only);
  if (is_query_file(path)) {
    file_ = std::move(path);
    errno = 0;
    incremental_.open(file_);
    incremental_ << "(set-logic ALL)\n" << std::flush;
    if (!incremental_) cannot_write(file_);
    return;
  }
  folder_ = std::move(path);
  make_new_folder(folder_);
  index_.open(folder_ / "index.tsv");
  index_ << "file\tpurpose\tnode\ttransition\tstatus\tdecided by\tbytes\tengine\n" << std::flush;
  if (!index_) throw OutputError("cannot write queries to '" + folder_.string() + "'");
}

void DumpFolder::parse_filter(const std::string& only) {
  std::istringstream list(only);
  for (std::string condition; std::getline(list, condition, ',');) parse_condition(condition);
  if (only.ends_with(',')) parse_condition("");
}

void DumpFolder::parse_condition(const std::string& condition) {
  if (condition == "asked") {
    asked_ = true;
    return;
  }
  for (std::size_t k = 0; k < purposes_.size(); ++k) {
    if (smt::name(static_cast<Purpose>(k)) == condition) {
      purposes_[k] = true;
      return;
    }
  }
  constexpr std::string_view slow = "slow:";
  const std::string digits = condition.starts_with(slow) ? condition.substr(slow.size()) : condition;
  const auto number = Integer::parse(digits);
  if (!number || number->sign() < 0 || !number->small()) {
    throw SolverError("queries cannot be chosen by '" + condition +
                      "': a purpose (feasible, init, cover, fixpoint, order, replay, certify), a node number, slow:MS, or asked");
  }
  if (condition.starts_with(slow)) {
    slow_ = static_cast<double>(*number->small());
  } else {
    node_ = static_cast<std::uint64_t>(*number->small());
  }
}

bool DumpFolder::wants(std::uint64_t number, const Decision& decision) const {
  if (!failure_.empty() || !writes()) return false;
  if (wanted_ != 0) return number == wanted_;
  const bool all = std::find(purposes_.begin(), purposes_.end(), true) == purposes_.end();
  return (all || purposes_[static_cast<std::size_t>(decision.query.purpose)]) && (!node_ || decision.query.node == *node_) &&
         (!slow_ || decision.milliseconds >= *slow_) && (!asked_ || decision.asked);
}

void DumpFolder::take(std::uint64_t number, const Decision& decision, const std::function<std::string()>& step,
                      const std::function<QueryText()>& text) {
  const bool wanted = wants(number, decision);
  const bool told = listener_ && (wanted || !writes());
  if (!wanted && !told) return;
  const Query& query = decision.query;
  char digits[32];
  std::snprintf(digits, sizeof digits, "%06llu", static_cast<unsigned long long>(number));
  const Row row{runs_,
                std::string(digits) + "-" + std::string(smt::name(query.purpose)) + ".smt2",
                query.purpose,
                query.node,
                step(),
                decision.answer,
                printable(decision.by),
                engine_};
  if (wanted) write(number, decision, row, text());
  if (told && failure_.empty()) listener_(row);
}

void DumpFolder::write(std::uint64_t number, const Decision& decision, const Row& row, const QueryText& text) {
  const std::string purpose(smt::name(row.purpose));
  std::vector<std::string> comments{"purpose: " + purpose};
  if (row.node != 0) comments.push_back("node: " + std::to_string(row.node));
  if (!row.step.empty()) comments.push_back("transition: " + row.step);
  comments.push_back("decided by: " + decision.by + (decision.reason.empty() ? "" : ": " + decision.reason));
  if (!engine_.empty()) comments.push_back("engine: " + engine_);
  if (wanted_ != 0) {
    found_ = query_file(text, row.answer, comments);
  } else if (folder_.empty()) {
    comments.insert(comments.begin(), "decision " + std::to_string(number));
    append(query_section(text, row.answer, comments));
  } else {
    const std::string whole = query_file(text, row.answer, comments);
    write_in_folder(row.file, whole,
                    row.file + '\t' + purpose + '\t' + std::to_string(row.node) + '\t' + printable(row.step) + '\t' +
                        std::string(status(row.answer)) + '\t' + row.by + '\t' + std::to_string(whole.size()) + '\t' + engine_ + '\n');
  }
}

void DumpFolder::write_in_folder(const std::string& name, const std::string& text, const std::string& index_line) {
  try {
    write_file(folder_ / name, text);
    errno = 0;
    index_ << index_line << std::flush;
    if (!index_) cannot_write(folder_ / "index.tsv");
  } catch (const OutputError& error) {
    failure_ = std::string(error.what()) + "; no further queries were written";
  }
}

void DumpFolder::append(const std::string& text) {
  try {
    errno = 0;
    incremental_ << text << std::flush;
    if (!incremental_) cannot_write(file_);
  } catch (const OutputError& error) {
    failure_ = std::string(error.what()) + "; no further queries were written";
  }
}

Dump::Dump(const TermArena& arena, std::unique_ptr<Solver> inner, DumpFolder& folder)
    : arena_(arena), inner_(std::move(inner)), printer_(arena), folder_(folder) {}

void Dump::do_push() {
  levels_.push_back(formulas_.size());
  inner_->push();
}

void Dump::do_pop() {
  PARAPET_CHECK(!levels_.empty(), "pop matches a push");
  formulas_.resize(levels_.back());
  levels_.pop_back();
  inner_->pop();
}

void Dump::do_add(TermId formula) {
  formulas_.push_back(formula);
  inner_->add(formula);
}

Answer Dump::do_check(const Query& query) {
  if (query.part) return inner_->check(query);
  const auto start = std::chrono::steady_clock::now();
  const Answer answer = inner_->check(query);
  const double milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  const bool decided = answer == Answer::Sat || answer == Answer::Unsat;
  record({query, answer, std::string(inner_->answered_by()), true, milliseconds, decided ? "" : inner_->reason()}, formulas_);
  return answer;
}

void Dump::record(const Decision& decision, std::span<const TermId> formulas, const Comments& comments) {
  record(decision, [&] { return query_commands(printer_, formulas, comments); });
}

void Dump::record(const Decision& decision, const std::function<QueryText()>& text) {
  if (!folder_.counts(decision)) return;
  const auto step = [&] {
    std::string result(decision.query.transition);
    if (decision.query.processes == nullptr) return result;
    result += '(';
    for (const TermId process : *decision.query.processes) result += (result.back() == '(' ? "" : ", ") + to_string(arena_, process);
    return result + ')';
  };
  folder_.take(folder_.next_number(), decision, step, text);
}

}  // namespace parapet::smt
