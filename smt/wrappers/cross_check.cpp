#include "smt/wrappers/cross_check.h"

#include <unistd.h>

#include <utility>

#include "base/contract.h"
#include "smt/wrappers/dump.h"

namespace parapet::smt {

CrossCheck::CrossCheck(const TermArena& arena, std::vector<std::unique_ptr<Solver>> solvers, std::filesystem::path directory)
    : printer_(arena), solvers_(std::move(solvers)), directory_(std::move(directory)) {
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
  const auto decides = [](Answer answer) { return answer == Answer::Sat || answer == Answer::Unsat; };
  decided_ = 0;
  for (std::size_t k = 0; k < solvers_.size(); ++k) {
    answers.push_back(solvers_[k]->check(query));
    if (!decides(answers[k])) continue;
    if (!decides(answers[decided_])) decided_ = k;
    if (answers[k] != answers[decided_]) disagree(query, answers);
  }
  return answers[decided_];
}

void CrossCheck::disagree(const Query& query, const std::vector<Answer>& answers) {
  std::string who;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    who += (k == 0 ? "" : ", ") + std::string(solvers_[k]->answered_by()) + " " + std::string(status(answers[k]));
  }
  const auto file = directory_ / ("parapet-disagreement-" + std::to_string(getpid()) + ".smt2");
  write_query(file, printer_, formulas_, Answer::Unknown, {"purpose: " + std::string(smt::name(query.purpose)), "disagreement: " + who});
  throw InternalError("solvers disagree (" + who + ") on " + file.string());
}

}  // namespace parapet::smt
