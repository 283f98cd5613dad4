#include "smt/wrappers/dump.h"

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

std::string query_text(SmtlibPrinter& printer, const std::vector<TermId>& formulas, Answer answer, const std::vector<std::string>& comment,
                       const Annotation& note) {
  std::ostringstream out;
  const auto prelude = printer.prelude(formulas);
  for (const auto* lines : {&comment, &note.comments_above}) {
    for (const std::string& line : *lines) out << "; " << printable(line) << '\n';
  }
  out << "(set-info :status " << status(answer) << ")\n(set-logic " << (note.extra_logic.empty() ? prelude.logic : note.extra_logic)
      << ")\n"
      << prelude.declarations << prelude.axioms;
  for (const std::string& line : note.declarations) out << line << '\n';
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    out << "(assert " << printer.formula(formulas[k]) << ")";
    if (k < note.comments.size()) out << "  ; " << printable(note.comments[k]);
    out << '\n';
  }
  out << "(check-sat)\n";
  return out.str();
}

DumpFolder::DumpFolder(std::filesystem::path path, const std::string& only) : path_(std::move(path)) {
  parse_filter(only);
  make_new_folder(path_);
  index_.open(path_ / "index.tsv");
  index_ << "number\tpurpose\tnode\tanswer\tmilliseconds\tbackend\n" << std::flush;
  if (!index_) throw OutputError("cannot write queries to '" + path_.string() + "'");
}

void DumpFolder::parse_filter(const std::string& only) {
  if (only.empty()) return;
  for (std::size_t k = 0; k < SolverStatistics::purposes; ++k) {
    if (smt::name(static_cast<Purpose>(k)) == only) {
      purpose_ = static_cast<Purpose>(k);
      return;
    }
  }
  constexpr std::string_view slow = "slow:";
  const std::string digits = only.starts_with(slow) ? only.substr(slow.size()) : only;
  const auto number = Integer::parse(digits);
  if (!number || number->sign() < 0 || !number->small()) {
    throw SolverError("queries cannot be chosen by '" + only + "': a purpose (feasible, init, fixpoint, ...), a node number or slow:MS");
  }
  if (only.starts_with(slow)) {
    slow_ = static_cast<double>(*number->small());
  } else {
    node_ = static_cast<std::uint64_t>(*number->small());
  }
}

bool DumpFolder::wants(const Query& query, double milliseconds) const {
  if (!failure_.empty()) return false;
  if (purpose_) return query.purpose == *purpose_;
  if (node_) return query.node == *node_;
  return !slow_ || milliseconds >= *slow_;
}

void DumpFolder::write(const std::string& name, const std::string& query, const std::string& index_line) {
  try {
    write_file(path_ / name, query);
    errno = 0;
    index_ << index_line << std::flush;
    if (!index_) throw OutputError("cannot write '" + (path_ / "index.tsv").string() + "': " + std::generic_category().message(errno));
  } catch (const OutputError& error) {
    failure_ = std::string(error.what()) + "; no further queries were written";
  }
}

Dump::Dump(const TermArena& arena, std::unique_ptr<Solver> inner, DumpFolder& folder)
    : inner_(std::move(inner)), printer_(arena), folder_(folder) {}

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
  const auto start = std::chrono::steady_clock::now();
  const Answer answer = inner_->check(query);
  const double milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  const std::uint64_t number = folder_.next_number();
  if (folder_.wants(query, milliseconds)) write(number, query, answer, milliseconds);
  return answer;
}

void Dump::write(std::uint64_t number, const Query& query, Answer answer, double milliseconds) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%06llu", static_cast<unsigned long long>(number));
  char time[32];
  std::snprintf(time, sizeof time, "%.3f", milliseconds);
  const std::string purpose(smt::name(query.purpose)), by = printable(inner_->answered_by());
  std::vector<std::string> comment{"purpose: " + purpose};
  if (query.node != 0) comment.push_back("node: " + std::to_string(query.node));
  if (!query.transition.empty()) comment.push_back("transition: " + std::string(query.transition));
  comment.push_back("answered by " + by + (answer == Answer::Unknown ? ": " + inner_->reason() : ""));
  const Annotation note = query.annotation == nullptr ? Annotation{} : (*query.annotation)();
  folder_.write(std::string(digits) + "-" + purpose + ".smt2", query_text(printer_, formulas_, answer, comment, note),
                std::string(digits) + '\t' + purpose + '\t' + std::to_string(query.node) + '\t' + std::string(status(answer)) + '\t' +
                    time + '\t' + by + '\n');
}

}  // namespace parapet::smt
