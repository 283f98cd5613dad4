#include "smt/wrappers/cross_check.h"

#include <unistd.h>

#include <utility>

#include "base/contract.h"
#include "base/file_output.h"
#include "smt/wrappers/dump.h"

namespace parapet::smt {

namespace {

bool decides(Answer answer) { return answer == Answer::Sat || answer == Answer::Unsat; }

}  // namespace

CrossCheck::CrossCheck(const TermArena& arena, std::vector<std::unique_ptr<Solver>> solvers, std::filesystem::path directory,
                       SolverStatistics& statistics)
    : printer_(arena), solvers_(std::move(solvers)), directory_(std::move(directory)), statistics_(statistics) {
  PARAPET_CHECK(!solvers_.empty(), "there is someone to ask");
}

void CrossCheck::do_push() {
  levels_.push_back(formulas_.size());
  for (const auto& solver : solvers_) solver->push();
}

void CrossCheck::do_pop() {
  PARAPET_CHECK(!levels_.empty(), "pop matches a push");
  formulas_.resize(levels_.back());
  levels_.pop_back();
  for (const auto& solver : solvers_) solver->pop();
}

void CrossCheck::do_add(TermId formula) {
  formulas_.push_back(formula);
  for (const auto& solver : solvers_) solver->add(formula);
}

Answer CrossCheck::do_check(const Query& query) {
  std::vector<Answer> answers;
  decided_ = 0;
  for (std::size_t k = 0; k < solvers_.size(); ++k) {
    answers.push_back(solvers_[k]->check(query));
    if (!decides(answers[k])) continue;
    if (!decides(answers[decided_])) decided_ = k;
    if (answers[k] != answers[decided_]) disagree(query, answers);
  }
  count_unconfirmed(query, answers);
  return answers[decided_];
}

void CrossCheck::count_unconfirmed(const Query& query, const std::vector<Answer>& answers) {
  const bool decided = decides(answers[decided_]);
  // A query of purpose Order confirms an answer that the rows of a cube gave already, so it counts as unconfirmed if no solver decides it.
  if (!decided && query.purpose != Purpose::Order) return;
  const std::string_view first = solvers_[decided_]->answered_by();
  std::string others;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    const std::string_view who = solvers_[k]->answered_by();
    if (decides(answers[k]) && who != first) return;
    if (decides(answers[k])) continue;
    const std::string why = solvers_[k]->reason();
    others += "; " + (why.empty() ? std::string(who) + " gave up" : why);
  }
  if (statistics_.unconfirmed++ != 0) return;
  statistics_.first_unconfirmed =
      (decided ? "only " + std::string(first) : "no solver") + " answered a query (" + std::string(smt::name(query.purpose)) + ")" + others;
}

void CrossCheck::disagree(const Query& query, const std::vector<Answer>& answers) {
  std::string who;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    who += (k == 0 ? "" : ", ") + std::string(solvers_[k]->answered_by()) + " " + std::string(status(answers[k]));
  }
  const auto file = directory_ / ("parapet-disagreement-" + std::to_string(getpid()) + ".smt2");
  std::string where = file.string();
  try {
    write_file(file, query_file(query_commands(printer_, formulas_), Answer::Unknown,
                                {"purpose: " + std::string(smt::name(query.purpose)), "disagreement: " + who}));
  } catch (const OutputError& error) {
    where = std::string("a query that was not saved (") + error.what() + ")";
  }
  throw InternalError("solvers disagree (" + who + ") on " + where);
}

}  // namespace parapet::smt
