// The common part of the backends for solver libraries: translation of terms, axioms of processes and enumerations, levels, cores, models.
// A library is an Api with
//
//   Expr; integer(name), real(name), abstract(sort, name): variables; number(Rational, is_real); truth(bool);
//   sum(span<Expr>), scaled(Rational, is_real, Expr), less, less_equal, equal(a, b), negation, conjunction(span), disjunction(span)
//   push(), pop(), assume(Expr), check() -> Answer, reason(), number_of(Expr) -> Rational, label_of(Expr) -> int64 (after Sat)
//   interrupt(): called from another thread, makes a check give up if the library can
//   core(axioms, formulas) -> optional<vector<size_t>>: positions of formulas that are unsatisfiable with the axioms.
//
// Encoding: a Proc value is an integer; process terms of the query are pairwise different. An enumeration is an integer between 0 and its
// size, an event its rank.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/contract.h"
#include "smt/solver.h"

namespace parapet::smt {

template <class Api>
class External final : public Solver {
 public:
  using Expr = typename Api::Expr;

  External(const TermArena& arena, std::unique_ptr<Api> api) : arena_(arena), api_(std::move(api)) {}

  [[nodiscard]] std::string_view name() const override { return Api::name; }
  [[nodiscard]] std::string reason() const override { return api_->reason(); }
  void interrupt() override {
    interrupted_ = true;
    api_->interrupt();
  }

 private:
  struct Level {
    std::size_t formulas, axioms, introduced;
  };

  void do_push() override {
    levels_.push_back({formulas_.size(), axioms_.size(), introduced_.size()});
    api_->push();
  }

  void do_pop() override {
    PARAPET_CHECK(!levels_.empty(), "pop matches a push");
    api_->pop();
    const Level level = levels_.back();
    levels_.pop_back();
    formulas_.resize(level.formulas);
    axioms_.erase(axioms_.begin() + static_cast<std::ptrdiff_t>(level.axioms), axioms_.end());
    for (; introduced_.size() > level.introduced; introduced_.pop_back()) known_.erase(introduced_.back());
  }

  void do_add(TermId formula) override {
    formulas_.push_back(formula);
    introduce(formula);
    api_->assume(expr(formula));
  }

  Answer do_check(const Query& /*query*/) override { return api_->check(); }

  Value do_value(TermId term) override {
    const SortId sort = arena_.sort(term);
    switch (arena_.signature()[sort].kind) {
      case SortKind::Abstract:
        return {sort, Rational(api_->label_of(expr(term)))};
      case SortKind::Proc:
        // A value that differs from those of all process terms of the query.
        if (!known_.contains(term)) return {sort, Rational((std::int64_t{1} << 40) + term.value)};
        break;
      case SortKind::Enum:
        if (arena_.op(term) != Op::Constructor && !known_.contains(term)) return {sort, Rational(0)};
        break;
      case SortKind::Formula:
      case SortKind::Int:
      case SortKind::Real:
      case SortKind::Event:
        break;
    }
    return {sort, api_->number_of(expr(term))};
  }

  std::vector<TermId> do_core() override {
    std::vector<Expr> exprs;
    for (const TermId formula : formulas_) exprs.push_back(expr(formula));
    const auto positions = api_->core(std::span<const Expr>(axioms_), std::span<const Expr>(exprs));
    if (!positions) return formulas_;
    std::vector<TermId> core;
    for (const std::size_t at : *positions) core.push_back(formulas_[at]);
    return core;
  }

  [[nodiscard]] bool is_process(TermId term) const { return arena_.op(term) == Op::ProcessVar || arena_.op(term) == Op::ProcessConst; }

  // Adds the axioms of variables that occur for the first time in the enclosing levels.
  void introduce(TermId id) {
    const Op op = arena_.op(id);
    if (op >= Op::Member || op == Op::Sum) {
      for (const TermId arg : arena_.args(id)) introduce(arg);
      return;
    }
    if (op == Op::Constructor || op == Op::Number || !known_.insert(id).second) return;
    const Sort& sort = arena_.signature()[arena_.sort(id)];
    if (sort.kind == SortKind::Enum) {
      const Expr it = expr(id);
      axiom(api_->less_equal(integer(0), it));
      axiom(api_->less(it, integer(static_cast<std::int64_t>(sort.constructors.size()))));
    }
    if (is_process(id)) {
      for (const TermId other : introduced_) {
        if (is_process(other)) axiom(api_->negation(api_->equal(expr(id), expr(other))));
      }
    }
    introduced_.push_back(id);
  }

  void axiom(Expr expr) {
    api_->assume(expr);
    axioms_.push_back(std::move(expr));
  }

  Expr integer(std::int64_t value) { return api_->number(Rational(value), false); }

  Expr expr(TermId id) {
    if (interrupted_.load(std::memory_order_relaxed)) throw std::runtime_error("interrupted");
    const auto at = exprs_.find(id);
    if (at != exprs_.end()) return at->second;
    Expr made = arena_.op(id) < Op::Member ? term(id) : formula(id);
    exprs_.emplace(id, made);
    return made;
  }

  Expr term(TermId id) {
    const SortId sort = arena_.sort(id);
    const SortKind kind = arena_.signature()[sort].kind;
    const bool real = kind == SortKind::Real;
    switch (arena_.op(id)) {
      case Op::Constructor:
        return integer(static_cast<std::int64_t>(arena_.position(id)));
      case Op::Number:
        return api_->number(arena_.number(id), real);
      case Op::Sum: {
        std::vector<Expr> parts;
        for (std::size_t k = 0; k < arena_.args(id).size(); ++k) {
          parts.push_back(api_->scaled(arena_.coefficients(id)[k], real, expr(arena_.args(id)[k])));
        }
        parts.push_back(api_->number(arena_.number(id), real));
        return api_->sum(parts);
      }
      default:
        break;
    }
    const std::string name = "t" + std::to_string(id.value);
    if (kind == SortKind::Abstract) return api_->abstract(arena_.signature()[sort].name, name);
    return real ? api_->real(name) : api_->integer(name);
  }

  // A set of positions as a union of intervals.
  Expr member(const Expr& it, std::uint64_t set) {
    std::vector<Expr> runs;
    for (int low = 0; low < 64; ++low) {
      if ((set >> low & 1) == 0) continue;
      int high = low;
      while (high < 63 && (set >> (high + 1) & 1) != 0) ++high;
      if (low == high) {
        runs.push_back(api_->equal(it, integer(low)));
      } else {
        const std::vector<Expr> ends{api_->less_equal(integer(low), it), api_->less_equal(it, integer(high))};
        runs.push_back(api_->conjunction(ends));
      }
      low = high;
    }
    return runs.size() == 1 ? runs[0] : api_->disjunction(runs);
  }

  Expr formula(TermId id) {
    const auto args = arena_.args(id);
    const auto arg = [&](std::size_t k) { return expr(args[k]); };
    const auto zero = [&] { return api_->number(Rational(0), arena_.signature()[arena_.sort(args[0])].kind == SortKind::Real); };
    switch (arena_.op(id)) {
      case Op::True:
      case Op::False:
        return api_->truth(arena_.op(id) == Op::True);
      case Op::Member:
        return member(arg(0), arena_.set(id));
      case Op::Equal:
        return api_->equal(arg(0), arg(1));
      case Op::Different:
        return api_->negation(api_->equal(arg(0), arg(1)));
      case Op::ProcLess:
      case Op::Before:
        return api_->less(arg(0), arg(1));
      case Op::ProcLessEqual:
        return api_->less_equal(arg(0), arg(1));
      case Op::NotBefore:
        return api_->less_equal(arg(1), arg(0));
      case Op::SumLessEqual:
        return api_->less_equal(arg(0), zero());
      case Op::SumLess:
        return api_->less(arg(0), zero());
      case Op::SumZero:
        return api_->equal(arg(0), zero());
      case Op::SumNonZero:
        return api_->negation(api_->equal(arg(0), zero()));
      default:
        break;
    }
    PARAPET_CHECK(arena_.op(id) == Op::And || arena_.op(id) == Op::Or, "only formulas are decided");
    std::vector<Expr> parts;
    for (const TermId part : args) parts.push_back(expr(part));
    return arena_.op(id) == Op::And ? api_->conjunction(parts) : api_->disjunction(parts);
  }

  const TermArena& arena_;
  std::unique_ptr<Api> api_;
  std::atomic<bool> interrupted_{false};
  std::unordered_map<TermId, Expr> exprs_;
  std::unordered_set<TermId> known_;  // variables with axioms
  std::vector<TermId> introduced_;
  std::vector<TermId> formulas_;
  std::vector<Expr> axioms_;
  std::vector<Level> levels_;
};

}  // namespace parapet::smt
