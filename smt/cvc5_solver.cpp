// cvc5 through its C++ interface, in a shared module (module.h). Cores come from a second solver, since producing them slows down every
// check.
#include <cvc5/cvc5.h>

#include <algorithm>
#include <map>
#include <optional>

#include "smt/external.h"
#include "smt/module_solver.h"

namespace parapet::smt {
namespace {

class Cvc5Api {
 public:
  using Expr = cvc5::Term;
  static constexpr std::string_view name = "cvc5";

  explicit Cvc5Api(std::uint64_t limit) : limit_(limit) {
    configure(solver_);
    solver_.setOption("produce-models", "true");
    solver_.setOption("incremental", "true");
  }

  Expr integer(const std::string& symbol) { return solver_.mkConst(solver_.getIntegerSort(), symbol); }
  Expr real(const std::string& symbol) { return solver_.mkConst(solver_.getRealSort(), symbol); }
  Expr abstract(const std::string& sort, const std::string& symbol) {
    const auto at = sorts_.find(sort);
    const cvc5::Sort made = at != sorts_.end() ? at->second : sorts_.emplace(sort, solver_.mkUninterpretedSort(sort)).first->second;
    return solver_.mkConst(made, symbol);
  }
  Expr number(const Rational& value, bool is_real) {
    return is_real ? solver_.mkReal(value.to_string()) : solver_.mkInteger(value.to_string());
  }
  Expr truth(bool value) { return solver_.mkBoolean(value); }
  Expr sum(std::span<const Expr> parts) { return join(cvc5::ADD, parts); }
  Expr scaled(const Rational& factor, bool is_real, const Expr& it) {
    return factor == Rational(1) ? it : solver_.mkTerm(cvc5::MULT, {number(factor, is_real), it});
  }
  Expr less(const Expr& a, const Expr& b) { return solver_.mkTerm(cvc5::LT, {a, b}); }
  Expr less_equal(const Expr& a, const Expr& b) { return solver_.mkTerm(cvc5::LEQ, {a, b}); }
  Expr equal(const Expr& a, const Expr& b) { return solver_.mkTerm(cvc5::EQUAL, {a, b}); }
  Expr negation(const Expr& a) { return solver_.mkTerm(cvc5::NOT, {a}); }
  Expr conjunction(std::span<const Expr> parts) { return join(cvc5::AND, parts); }
  Expr disjunction(std::span<const Expr> parts) { return join(cvc5::OR, parts); }

  void push() { solver_.push(); }
  void pop() { solver_.pop(); }
  void assume(const Expr& formula) { solver_.assertFormula(formula); }
  [[nodiscard]] std::string reason() const { return reason_; }
  void interrupt() {}  // version 1.0.3 cannot be interrupted

  Answer check() {
    reason_.clear();
    try {
      const cvc5::Result result = solver_.checkSat();
      if (result.isSat()) return Answer::Sat;
      if (result.isUnsat()) return Answer::Unsat;
      reason_ = "cvc5: " + result.toString();
    } catch (const cvc5::CVC5ApiException& error) {
      reason_ = "cvc5: " + error.getMessage();
    }
    return Answer::Unknown;
  }

  Rational number_of(const Expr& it) {
    const Expr value = solver_.getValue(it);
    const std::string text = value.isIntegerValue() ? value.getIntegerValue() : value.getRealValue();
    const std::size_t slash = text.find('/');
    const auto numerator = Integer::parse(text.substr(0, slash));
    const auto denominator = slash == std::string::npos ? Integer(1) : Integer::parse(text.substr(slash + 1));
    PARAPET_CHECK(numerator && denominator, "numbers are decimal");
    return {*numerator, *denominator};
  }

  std::int64_t label_of(const Expr& it) {
    const std::string text = solver_.getValue(it).toString();
    return labels_.emplace(text, static_cast<std::int64_t>(labels_.size())).first->second;
  }

  std::optional<std::vector<std::size_t>> core(std::span<const Expr> axioms, std::span<const Expr> formulas) {
    cvc5::Solver tracked;
    configure(tracked);
    tracked.setOption("produce-unsat-cores", "true");
    for (const Expr& axiom : axioms) tracked.assertFormula(axiom);
    for (const Expr& formula : formulas) tracked.assertFormula(formula);
    if (!tracked.checkSat().isUnsat()) return std::nullopt;
    std::vector<std::size_t> positions;
    const std::vector<Expr> core = tracked.getUnsatCore();
    for (std::size_t k = 0; k < formulas.size(); ++k) {
      if (std::find(core.begin(), core.end(), formulas[k]) != core.end()) positions.push_back(k);
    }
    return positions;
  }

 private:
  void configure(cvc5::Solver& solver) const {
    solver.setLogic("QF_UFLIRA");
    if (limit_ != 0) solver.setOption("tlimit-per", std::to_string(limit_));
  }

  Expr join(cvc5::Kind kind, std::span<const Expr> parts) {
    return parts.size() == 1 ? parts[0] : solver_.mkTerm(kind, std::vector<Expr>(parts.begin(), parts.end()));
  }

  std::uint64_t limit_;
  cvc5::Solver solver_;
  std::map<std::string, cvc5::Sort> sorts_;
  std::map<std::string, std::int64_t> labels_;
  std::string reason_;
};

}  // namespace
}  // namespace parapet::smt

extern "C" [[gnu::visibility("default")]] parapet::smt::ModuleResult<parapet::smt::ModuleSolver*> parapet_make_solver(
    const parapet::TermArena* arena, std::uint64_t limit) noexcept {
  using namespace parapet::smt;
  return contained([&] { return std::make_unique<External<Cvc5Api>>(*arena, std::make_unique<Cvc5Api>(limit)); });
}

extern "C" [[gnu::visibility("default")]] const char* parapet_solver_version() noexcept {
  static const std::string text = cvc5::Solver().getVersion();
  return text.c_str();
}
