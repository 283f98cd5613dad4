#include "smt/wrappers/dump.h"

#include <chrono>
#include <cstdio>
#include <system_error>
#include <utility>

#include "base/contract.h"

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

void write_query(const std::filesystem::path& file, SmtlibPrinter& printer, const std::vector<TermId>& formulas, Answer answer,
                 const std::vector<std::string>& comment, const Annotation& note) {
  std::ofstream out(file);
  const auto prelude = printer.prelude(formulas);
  for (const auto* lines : {&comment, &note.comments_above}) {
    for (const std::string& line : *lines) out << "; " << line << '\n';
  }
  out << "(set-info :status " << status(answer) << ")\n(set-logic " << (note.extra_logic.empty() ? prelude.logic : note.extra_logic)
      << ")\n"
      << prelude.declarations << prelude.axioms;
  for (const std::string& line : note.declarations) out << line << '\n';
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    out << "(assert " << printer.formula(formulas[k]) << ")";
    if (k < note.comments.size()) out << "  ; " << note.comments[k];
    out << '\n';
  }
  out << "(check-sat)\n";
  if (!out.flush()) throw SolverError("cannot write " + file.string());
}

Dump::Dump(const TermArena& arena, std::unique_ptr<Solver> inner, const std::filesystem::path& directory, const std::string& only)
    : inner_(std::move(inner)), printer_(arena), directory_(directory) {
  parse_filter(only);
  std::error_code failed;
  std::filesystem::create_directories(directory_, failed);
  index_.open(directory_ / "index.tsv");
  if (!index_) throw SolverError("cannot write queries to " + directory_.string() + (failed ? ": " + failed.message() : ""));
  index_ << "number\tpurpose\tnode\tanswer\tmilliseconds\tbackend\n" << std::flush;
}

void Dump::parse_filter(const std::string& only) {
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

bool Dump::wanted(const Query& query, double milliseconds) const {
  if (purpose_) return query.purpose == *purpose_;
  if (node_) return query.node == *node_;
  return !slow_ || milliseconds >= *slow_;
}

Answer Dump::do_check(const Query& query) {
  const auto start = std::chrono::steady_clock::now();
  const Answer answer = inner_->check(query);
  const double milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  ++count_;
  if (wanted(query, milliseconds)) write(query, answer, milliseconds);
  return answer;
}

void Dump::write(const Query& query, Answer answer, double milliseconds) {
  char number[32];
  std::snprintf(number, sizeof number, "%06llu", static_cast<unsigned long long>(count_));
  char time[32];
  std::snprintf(time, sizeof time, "%.3f", milliseconds);
  const std::string purpose(smt::name(query.purpose));
  std::vector<std::string> comment{"purpose: " + purpose};
  if (query.node != 0) comment.push_back("node: " + std::to_string(query.node));
  if (!query.transition.empty()) comment.push_back("transition: " + std::string(query.transition));
  comment.push_back("answered by " + std::string(inner_->answered_by()) + (answer == Answer::Unknown ? ": " + inner_->reason() : ""));
  write_query(directory_ / (std::string(number) + "-" + purpose + ".smt2"), printer_, formulas_, answer, comment,
              query.annotation == nullptr ? Annotation{} : (*query.annotation)());
  index_ << number << '\t' << purpose << '\t' << query.node << '\t' << status(answer) << '\t' << time << '\t' << inner_->answered_by()
         << '\n'
         << std::flush;
}

}  // namespace parapet::smt
