#include "smt/wrappers/factory.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "base/contract.h"
#include "base/file_output.h"
#include "smt/module.h"
#include "smt/smtlib_process.h"
#include "smt/wrappers/dump.h"
#include "smt/wrappers/interruptible.h"
#include "smt/wrappers/native_first.h"
#include "smt/wrappers/timed.h"

namespace parapet::smt {
namespace {

std::uint64_t limit(const SolverOptions& options) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(options.query_limit.count(), 0));
}

std::unique_ptr<Solver> make_external(const std::string& name, TermArena& arena, const SolverOptions& options, SolverStatistics& statistics,
                                      Timed::Role role) {
  // Version 1.0.3 has one term manager per thread, but the managers write to common tables without locks.
  if (options.one_of_several && name == "cvc5") throw SolverError("cvc5 is not for several threads");
  const auto make = [name, &arena, limit = limit(options)] { return make_from_module(name, arena, limit); };
  Budget* const budget = arena.budget();
  return std::make_unique<Timed>(budget == nullptr ? make() : std::make_unique<Interruptible>(*budget, make), statistics.external, role);
}

// z3, or cvc5 if z3 is not installed. That z3 is missing is reported only if cvc5 is missing too.
std::unique_ptr<Solver> make_second(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics) {
  try {
    return make_external("z3", arena, options, statistics, Timed::Role::Helps);
  } catch (const SolverError& no_z3) {
    try {
      return make_external("cvc5", arena, options, statistics, Timed::Role::Helps);
    } catch (const SolverError& no_cvc5) {
      throw SolverError(std::string("a query is outside the native fragment and no other solver is there: ") + no_z3.what() + "; " +
                        no_cvc5.what());
    }
  }
}

std::unique_ptr<Solver> make_plain(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics) {
  const std::string& name = options.solver;
  if (name == "native") return std::make_unique<NativeFirst>(arena, statistics, nullptr);
  if (name == "auto") {
    return std::make_unique<NativeFirst>(arena, statistics,
                                         [&arena, options, &statistics] { return make_second(arena, options, statistics); });
  }
  if (name == "z3" || name == "cvc5") return make_external(name, arena, options, statistics, Timed::Role::DecidesAll);
  constexpr std::string_view process = "smtlib:";
  if (name.starts_with(process)) {
    return std::make_unique<Timed>(std::make_unique<SmtlibProcess>(arena, name.substr(process.size()), options.query_limit),
                                   statistics.external, Timed::Role::DecidesAll);
  }
  throw SolverError("no solver named '" + name + "': there are auto, native, z3, cvc5 and smtlib:COMMAND");
}

// The chosen solver and every other installed one. Fails if there is no other, rather than silently skip the comparison. A query on which
// they disagree is saved as a file.
std::unique_ptr<Solver> make_cross_check(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics) {
  std::vector<std::unique_ptr<Solver>> solvers;
  solvers.push_back(make_plain(arena, options, statistics));
  std::string absent;
  for (const char* name : {"native", "z3", "cvc5"}) {
    if (options.solver == name || (options.solver == "auto" && std::string_view(name) == "native")) continue;
    SolverOptions other = options;
    other.solver = name;
    try {
      solvers.push_back(make_plain(arena, other, statistics));
    } catch (const SolverError& error) {
      absent += (absent.empty() ? "" : "; ") + std::string(error.what());
    }
  }
  if (solvers.size() == 1) {
    throw SolverError("--cross-check has no second solver to ask: " + absent +
                      "; install the package libz3-dev or libcvc5-dev and build Parapet again, or leave --cross-check out");
  }
  const auto directory =
      options.dump == nullptr || options.dump->folder().empty() ? std::filesystem::temp_directory_path() : options.dump->folder();
  return std::make_unique<CrossCheck>(arena, std::move(solvers), directory, statistics);
}

}  // namespace

std::unique_ptr<Solver> make_solver(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics) {
  auto solver = options.cross_check ? make_cross_check(arena, options, statistics) : make_plain(arena, options, statistics);
  if (options.dump == nullptr) return solver;
  return std::make_unique<Dump>(arena, std::move(solver), *options.dump);
}

std::string z3_version() { return module_version("z3"); }
std::string cvc5_version() { return module_version("cvc5"); }

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
