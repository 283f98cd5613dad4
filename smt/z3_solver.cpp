// z3 through its C++ interface, in a shared module (module.h). z3's simple solver is used, not the combined one: it is incremental from the
// start and spends no time on the choice of tactics, which dominates on small queries. Cores come from a second check with tracked
// formulas, so that ordinary checks do not pay for them.
#include <z3++.h>

#include <algorithm>
#include <optional>

#include "base/narrow.h"
#include "smt/external.h"
#include "smt/module_solver.h"

namespace parapet::smt {
namespace {

class Z3Api {
 public:
  using Expr = z3::expr;
  static constexpr std::string_view name = "z3";

  explicit Z3Api(std::uint64_t limit) : limit_(limit), solver_(context_, z3::solver::simple()) { configure(solver_); }

  Expr integer(const std::string& symbol) { return context_.int_const(symbol.c_str()); }
  Expr real(const std::string& symbol) { return context_.real_const(symbol.c_str()); }
  Expr abstract(const std::string& sort, const std::string& symbol) {
    return context_.constant(symbol.c_str(), context_.uninterpreted_sort(sort.c_str()));
  }
  Expr number(const Rational& value, bool is_real) {
    const std::string text = value.to_string();
    return is_real ? context_.real_val(text.c_str()) : context_.int_val(text.c_str());
  }
  Expr truth(bool value) { return context_.bool_val(value); }
  Expr sum(std::span<const Expr> parts) { return z3::sum(vector(parts)); }
  Expr scaled(const Rational& factor, bool is_real, const Expr& it) { return factor == Rational(1) ? it : number(factor, is_real) * it; }
  Expr less(const Expr& a, const Expr& b) { return a < b; }
  Expr less_equal(const Expr& a, const Expr& b) { return a <= b; }
  Expr equal(const Expr& a, const Expr& b) { return a == b; }
  Expr negation(const Expr& a) { return !a; }
  Expr conjunction(std::span<const Expr> parts) { return z3::mk_and(vector(parts)); }
  Expr disjunction(std::span<const Expr> parts) { return z3::mk_or(vector(parts)); }

  void push() { solver_.push(); }
  void pop() { solver_.pop(); }
  void assume(const Expr& formula) { solver_.add(formula); }
  [[nodiscard]] std::string reason() const { return reason_; }
  void interrupt() { context_.interrupt(); }

  Answer check() {
    model_.reset();
    reason_.clear();
    try {
      switch (solver_.check()) {
        case z3::sat:
          return Answer::Sat;
        case z3::unsat:
          return Answer::Unsat;
        case z3::unknown:
          break;
      }
      reason_ = "z3: " + solver_.reason_unknown();
    } catch (const z3::exception& error) {
      reason_ = std::string("z3: ") + error.msg();
    }
    return Answer::Unknown;
  }

  Rational number_of(const Expr& it) {
    const Expr value = evaluate(it);
    PARAPET_CHECK(value.is_numeral(), "a model gives numbers");
    const auto numerator = Integer::parse(Z3_get_numeral_string(context_, value.is_real() ? Expr(value.numerator()) : value));
    const auto denominator = value.is_real() ? Integer::parse(Z3_get_numeral_string(context_, value.denominator())) : Integer(1);
    PARAPET_CHECK(numerator && denominator, "numerals are decimal");
    return {*numerator, *denominator};
  }

  std::int64_t label_of(const Expr& it) { return evaluate(it).id(); }

  std::optional<std::vector<std::size_t>> core(std::span<const Expr> axioms, std::span<const Expr> formulas) {
    z3::solver tracked(context_, z3::solver::simple());
    configure(tracked);
    for (const Expr& axiom : axioms) tracked.add(axiom);
    z3::expr_vector marks(context_);
    for (std::size_t k = 0; k < formulas.size(); ++k) {
      marks.push_back(context_.bool_const(("f!" + std::to_string(k)).c_str()));
      tracked.add(z3::implies(marks.back(), formulas[k]));
    }
    if (tracked.check(marks) != z3::unsat) return std::nullopt;
    std::vector<std::size_t> positions;
    for (const Expr& mark : tracked.unsat_core()) positions.push_back(std::stoul(mark.decl().name().str().substr(2)));
    std::sort(positions.begin(), positions.end());
    return positions;
  }

 private:
  // Otherwise z3 would handle SIGINT during a check, and Parapet's handler would not be called.
  void configure(z3::solver& solver) const {
    solver.set("ctrl_c", false);
    if (limit_ != 0) solver.set("timeout", narrow<unsigned>(std::min<std::uint64_t>(limit_, UINT32_MAX - 1)));
  }

  z3::expr_vector vector(std::span<const Expr> parts) {
    z3::expr_vector made(context_);
    for (const Expr& part : parts) made.push_back(part);
    return made;
  }

  Expr evaluate(const Expr& it) {
    if (!model_) model_.emplace(solver_.get_model());
    return model_->eval(it, true);
  }

  std::uint64_t limit_;
  z3::context context_;
  z3::solver solver_;
  std::optional<z3::model> model_;
  std::string reason_;
};

}  // namespace
}  // namespace parapet::smt

extern "C" [[gnu::visibility("default")]] parapet::smt::ModuleResult<parapet::smt::ModuleSolver*> parapet_make_solver(
    const parapet::TermArena* arena, std::uint64_t limit) noexcept {
  using namespace parapet::smt;
  return contained([&] { return std::make_unique<External<Z3Api>>(*arena, std::make_unique<Z3Api>(limit)); });
}

extern "C" [[gnu::visibility("default")]] const char* parapet_solver_version() noexcept {
  static const std::string text = [] {
    unsigned major = 0, minor = 0, build = 0, revision = 0;
    Z3_get_version(&major, &minor, &build, &revision);
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
  }();
  return text.c_str();
}
