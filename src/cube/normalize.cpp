// Literals are sorted into three kinds:
//   members    `t in S`: one per term, the sets intersected, and intersected with what the term can ever hold (le/narrowing.cpp);
//   pointers   `t = z`, `t <> z` for a process z;
//   others     equalities between cells, arithmetic, order. A comparison of numbers that follows from the intervals of its cells
//              (le/narrowing.cpp) is dropped, one that contradicts them makes the cube empty.
// Terms with a known value (t = z, a set with one element, a number) are replaced by it in the other literals, until nothing changes.
// Members and pointers alone are satisfiable iff no set is empty and no term equals two processes or one it differs from: a process-valued
// cell can always be nobody. With others among them the solver is asked. A solver that decides everything is asked about the literals as
// they come, with the facts that the sets know; the sets then only give the normal form.
#include "cube/normalize.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <iterator>

#include "base/narrow.h"
#include "cube/cube_terms.h"
#include "cube/transition_instance.h"
#include "smt/solver.h"

namespace parapet::search {
namespace {

// For readers: the step's own read gets the first number that no other has.
void number_own_read(TermArena& arena, std::vector<TermId>& formulas) {
  std::uint32_t own = 0;
  const auto is_read = [&](TermId leaf) { return arena.op(leaf) == Op::Read; };
  for (const TermId formula : formulas) {
    each_leaf(arena, formula, [&](TermId leaf) {
      if (is_read(leaf) && arena.read_number(leaf) != new_read) own = std::max(own, arena.read_number(leaf) + 1);
    });
  }
  for (TermId& formula : formulas) {
    formula = arena.rewrite(formula, [&](TermId leaf) {
      return is_read(leaf) && arena.read_number(leaf) == new_read ? arena.read(own, arena.reader(leaf), arena.location(leaf)) : leaf;
    });
  }
}

// Appends the facts, each once, to the formulas that they are about.
smt::DecisionLog::Comments append_facts(std::vector<TermId>& facts, std::vector<TermId>& formulas) {
  std::sort(facts.begin(), facts.end());
  facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
  smt::DecisionLog::Comments comments;
  comments.by_formula.assign(formulas.size(), "");
  comments.by_formula.insert(comments.by_formula.end(), facts.size(), "always holds");
  formulas.insert(formulas.end(), facts.begin(), facts.end());
  return comments;
}

}  // namespace

InternalError contradicts_literal_sets(const smt::Solver& solver, const smt::Query& query) {
  return InternalError("solver " + std::string(solver.answered_by()) +
                       " finds formulas satisfiable that contradict each other literally (" + std::string(smt::name(query.purpose)) +
                       ", node " + std::to_string(query.node) + ")");
}

Normalizer::Normalizer(const le::System& system, TermArena& arena, smt::Solver& solver)
    : system_(system),
      arena_(arena),
      solver_(solver),
      counting_(system, arena),
      decisions_(solver.decisions()),
      states_(decisions_ != nullptr || solver.decides_all()),
      numbers_known_(system.counts.mentioned) {
  // Counts that the model does not mention have intervals too, which change nothing until a literal has them.
  for (std::size_t k = 0; k < system.intervals.size(); ++k)
    numbers_known_ = numbers_known_ || (system.intervals[k].bounded() && !arena.signature().symbols()[k].derived());
}

void Normalizer::add_known(TermId formula, std::vector<TermId>& known) {
  if (!numbers_known_) return;
  each_leaf(arena_, formula, [&](TermId leaf) {
    for (const TermId bound : bounds_of(leaf)) {
      if (bound.valid()) known.push_back(bound);
    }
  });
}

void Normalizer::add_facts(TermId formula, std::vector<TermId>& facts) {
  add_known(formula, facts);
  each_leaf(arena_, formula, [&](TermId leaf) {
    if (arena_.signature()[arena_.sort(leaf)].kind != SortKind::Enum) return;
    const TermId fact = arena_.member(leaf, narrowed(leaf));
    if (fact != arena_.truth(true)) facts.push_back(fact);
  });
}

const Normalizer::Bounds& Normalizer::bounds_of(TermId leaf) {
  const auto [at, fresh] = bounds_.try_emplace(leaf);
  if (!fresh) return at->second;
  std::vector<TermId> literals;
  add_bounds(arena_, leaf, range(arena_, system_.intervals, leaf), literals);
  std::copy(literals.begin(), literals.end(), at->second.begin());
  return at->second;
}

std::optional<bool> Normalizer::decided(TermId comparison) {
  if (!numbers_known_) return std::nullopt;
  const auto [at, fresh] = decided_.try_emplace(comparison);
  if (fresh) at->second = compute_decided(comparison);
  return at->second;
}

// Whether a comparison of a sum with 0 holds, or fails, for all numbers that its cells can hold.
std::optional<bool> Normalizer::compute_decided(TermId comparison) const {
  const Interval sum = range(arena_, system_.intervals, arena_.args(comparison)[0]);
  const auto above = [](const std::optional<Rational>& low, int least) { return low && low->sign() >= least; };
  const auto below = [](const std::optional<Rational>& high, int most) { return high && high->sign() <= most; };
  const bool positive = above(sum.low, 1);
  const bool negative = below(sum.high, -1);
  const bool zero = above(sum.low, 0) && below(sum.high, 0);
  switch (arena_.op(comparison)) {
    case Op::SumLessEqual:
      return positive ? std::optional(false) : below(sum.high, 0) ? std::optional(true) : std::nullopt;
    case Op::SumLess:
      return above(sum.low, 0) ? std::optional(false) : negative ? std::optional(true) : std::nullopt;
    case Op::SumZero:
      return positive || negative ? std::optional(false) : zero ? std::optional(true) : std::nullopt;
    case Op::SumNonZero:
      return zero ? std::optional(false) : positive || negative ? std::optional(true) : std::nullopt;
    default:
      return std::nullopt;
  }
}

std::uint64_t Normalizer::narrowed(TermId term) const {
  const TermId cell = arena_.op(term) == Op::Read ? arena_.location(term) : term;
  if (arena_.op(cell) != Op::Cell) return ~std::uint64_t{0};
  return system_.narrowed[arena_.symbol(cell).index()];
}

TermId Normalizer::negate(TermId literal) {
  if (arena_.op(literal) != Op::Member) return arena_.negate(literal);
  const TermId term = arena_.args(literal)[0];
  return arena_.member(term, ~arena_.set(literal) & narrowed(term));
}

TermId Normalizer::constant_of(TermId term) const {
  for (const Constant& c : constants_) {
    if (c.term == term) return c.value;
  }
  return {};
}

bool Normalizer::merge_member(TermId literal) {
  const TermId term = arena_.args(literal)[0];
  for (auto& [known, set] : members_) {
    if (known != term) continue;
    set &= arena_.set(literal);
    return set != 0;
  }
  const std::uint64_t possible = narrowed(term);
  const std::uint64_t set = arena_.set(literal) & possible;
  if (set != possible) members_.emplace_back(term, set);
  return set != 0;
}

bool Normalizer::same_linear_part(TermId a, TermId b) const {
  const TermId x = arena_.args(a)[0];
  const TermId y = arena_.args(b)[0];
  if (arena_.op(x) != Op::Sum || arena_.op(y) != Op::Sum) return x == y;
  return std::equal(arena_.args(x).begin(), arena_.args(x).end(), arena_.args(y).begin(), arena_.args(y).end()) &&
         std::equal(arena_.coefficients(x).begin(), arena_.coefficients(x).end(), arena_.coefficients(y).begin(),
                    arena_.coefficients(y).end());
}

// Of two bounds on one linear part the weaker goes: s + k <= 0 is stronger for the larger k.
void Normalizer::merge_bounds() {
  const auto is_bound = [&](TermId t) { return arena_.op(t) == Op::SumLessEqual && arena_.op(arena_.args(t)[0]) == Op::Sum; };
  for (std::size_t k = 0; k < others_.size(); ++k) {
    if (!is_bound(others_[k])) continue;
    for (std::size_t j = others_.size(); j-- > k + 1;) {
      if (!is_bound(others_[j]) || !same_linear_part(others_[k], others_[j])) continue;
      if (arena_.number(arena_.args(others_[j])[0]) > arena_.number(arena_.args(others_[k])[0])) others_[k] = others_[j];
      others_.erase(others_.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
}

bool Normalizer::merge(std::vector<TermId>& literals) {
  members_.clear();
  pointers_.clear();
  others_.clear();
  for (const TermId literal : literals) {
    switch (arena_.op(literal)) {
      case Op::True:
        break;
      case Op::False:
        return false;
      case Op::Member:
        if (!merge_member(literal)) return false;
        break;
      case Op::Equal:
      case Op::Different:
        if (is_process(arena_, arena_.args(literal)[0]) || is_process(arena_, arena_.args(literal)[1])) {
          pointers_.push_back(literal);
          break;
        }
        others_.push_back(literal);
        break;
      case Op::SumLessEqual:
      case Op::SumLess:
      case Op::SumZero:
      case Op::SumNonZero:
        if (const std::optional<bool> holds = decided(literal)) {
          if (!*holds) return false;
          break;
        }
        [[fallthrough]];
      default:
        others_.push_back(literal);
    }
  }
  return true;
}

// The literals come in the order of their age, which is another one in the arena of another thread. Of several disequalities of numbers the
// solver splits on the first that its values violate, and may give up or not by that order: they are asked in structural order.
smt::Answer Normalizer::ask(const std::vector<TermId>& given, const smt::Query& query) {
  const auto differs = [&](TermId literal) { return arena_.op(literal) == Op::SumNonZero; };
  const bool order = std::count_if(given.begin(), given.end(), differs) > 1;
  if (order) {
    in_order_ = given;
    sort(in_order_);
  }
  const std::vector<TermId>& literals = order ? in_order_ : given;
  known_.clear();
  for (const TermId literal : literals) add_known(literal, known_);
  solver_.push();
  for (const TermId literal : literals) solver_.add(literal);
  for (const TermId literal : known_) solver_.add(literal);
  const smt::Answer answer = solver_.check(query);
  if (decisions_ != nullptr && asked_.answer == smt::Answer::Sat) {
    const bool unknown = answer != smt::Answer::Sat && answer != smt::Answer::Unsat;
    asked_ = {answer, std::string(solver_.answered_by()), unknown ? solver_.reason() : "", false};
  }
  solver_.pop();
  return answer;
}

bool Normalizer::feasible(const smt::Query& query) {
  const auto is_arithmetic = [&](TermId literal) { return arena_.op(literal) >= Op::SumLessEqual && arena_.op(literal) <= Op::SumNonZero; };
  part_.clear();
  std::copy_if(others_.begin(), others_.end(), std::back_inserter(part_), is_arithmetic);
  if (!part_.empty()) {
    if (counting_.exists() && counting_.mentions(part_)) {
      std::vector<TermId> all = part_;
      for (const auto& [term, set] : members_) all.push_back(arena_.member(term, set));
      counting_.add_facts(all, {}, variables_, part_);
    }
    std::sort(part_.begin(), part_.end());
    const auto known = arithmetic_.find(part_);
    if (decisions_ != nullptr && known != arithmetic_.end()) asked_ = {known->second, "an earlier answer for this node", "", true};
    const smt::Answer answer = known != arithmetic_.end() ? known->second : arithmetic_.emplace(part_, ask(part_, query)).first->second;
    if (answer == smt::Answer::Unsat) return false;
  }
  part_.clear();
  std::copy_if(others_.begin(), others_.end(), std::back_inserter(part_), [&](TermId literal) { return !is_arithmetic(literal); });
  if (part_.empty()) return true;
  part_.insert(part_.end(), pointers_.begin(), pointers_.end());
  for (const auto& [term, set] : members_) part_.push_back(arena_.member(term, set));
  return ask(part_, query) != smt::Answer::Unsat;
}

bool Normalizer::state_and_decide(std::vector<TermId>& literals, const smt::Query& query) {
  return solver_.decides_all() ? decided_by_solver(literals, query) : decide_and_record(literals, query);
}

// The formulas of the record are the literals as they were and the facts that the cheap part knows of their terms. They are equivalent to
// the normal form, except that the solver, which is asked about equalities between cells, is not told those facts: there the record of Sat
// is the normal form, as the solver decided it.
bool Normalizer::decide_and_record(std::vector<TermId>& literals, const smt::Query& query) {
  std::vector<TermId> formulas = literals;
  asked_ = {smt::Answer::Sat, smt::by_literal_sets, "", false};
  smt::Query part = query;
  part.part = true;
  const auto start = std::chrono::steady_clock::now();
  const bool possible = decide(literals, part);
  const double milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  const auto is_enumeration = [&](TermId literal) { return arena_.op(literal) == Op::Equal || arena_.op(literal) == Op::Different; };
  const bool as_asked = possible && std::any_of(others_.begin(), others_.end(), is_enumeration);
  if (as_asked) formulas = literals;
  number_own_read(arena_, formulas);
  std::vector<TermId> facts;
  for (const TermId formula : formulas) as_asked ? add_known(formula, facts) : add_facts(formula, facts);
  counting_.add_facts(std::vector(formulas), {}, variables_, facts);
  const auto comments = append_facts(facts, formulas);
  const bool solver = asked_.by != smt::by_literal_sets;
  decisions_->record(
      {query, possible ? asked_.answer : smt::Answer::Unsat, asked_.by, solver && !asked_.earlier, milliseconds, asked_.reason}, formulas,
      comments);
  return possible;
}

// A conjunction that the solver leaves open has states, as far as anybody knows; but one without a normal form is no cube, and is dropped
// for what the literal sets know.
bool Normalizer::decided_by_solver(std::vector<TermId>& literals, const smt::Query& query) {
  std::vector<TermId> formulas = literals;
  number_own_read(arena_, formulas);
  std::vector<TermId> facts;
  for (const TermId formula : formulas) add_facts(formula, facts);
  counting_.add_facts(std::vector(formulas), {}, variables_, facts);
  const auto comments = append_facts(facts, formulas);
  const smt::Answer answer = smt::ask_and_record(solver_, query, formulas, comments);
  if (answer == smt::Answer::Unsat) return false;
  if (!reduce(literals)) {
    if (answer == smt::Answer::Sat) throw contradicts_literal_sets(solver_, query);
    return false;
  }
  sort(literals);
  return true;
}

bool Normalizer::decide(std::vector<TermId>& literals, const smt::Query& query) {
  if (!reduce(literals) || !feasible(query)) return false;
  sort(literals);
  return true;
}

void Normalizer::sort(std::vector<TermId>& literals) const {
  std::sort(literals.begin(), literals.end(), [&](TermId a, TermId b) { return arena_.compare(a, b) < 0; });
}

bool Normalizer::reduce(std::vector<TermId>& literals) {
  for (bool changed = true; changed;) {
    changed = false;
    std::sort(literals.begin(), literals.end());
    literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
    if (!merge(literals)) return false;
    constants_.clear();
    for (const TermId literal : pointers_) {
      if (arena_.op(literal) != Op::Equal) continue;
      const bool first = is_process(arena_, arena_.args(literal)[0]);
      const Constant c{arena_.args(literal)[first ? 1 : 0], arena_.args(literal)[first ? 0 : 1]};
      if (constant_of(c.term).valid()) return false;  // two different processes: equal literals are merged
      constants_.push_back(c);
    }
    std::erase_if(pointers_, [&](TermId literal) {
      if (arena_.op(literal) != Op::Different) return false;
      const bool first = is_process(arena_, arena_.args(literal)[0]);
      const TermId known = constant_of(arena_.args(literal)[first ? 1 : 0]);
      return known.valid() && known != arena_.args(literal)[first ? 0 : 1];
    });
    for (const TermId literal : pointers_) {
      if (arena_.op(literal) != Op::Different) continue;
      const bool first = is_process(arena_, arena_.args(literal)[0]);
      if (constant_of(arena_.args(literal)[first ? 1 : 0]).valid()) return false;
    }
    literals.clear();
    if (!others_.empty()) {
      for (const auto& [term, set] : members_) {
        if (std::has_single_bit(set)) {
          constants_.push_back({term, arena_.constructor(arena_.sort(term), narrow<std::uint32_t>(std::countr_zero(set)))});
        }
      }
      for (const TermId literal : others_) {
        if (arena_.op(literal) != Op::SumZero) continue;
        const TermId sum = arena_.args(literal)[0];
        if (arena_.op(sum) != Op::Sum) {
          constants_.push_back({sum, arena_.number(Rational(0), arena_.sort(sum))});
        } else if (arena_.args(sum).size() == 1) {
          constants_.push_back({arena_.args(sum)[0], arena_.number(-arena_.number(sum) / arena_.coefficients(sum)[0], arena_.sort(sum))});
        }
      }
      for (TermId& literal : others_) {
        TermId self;  // a literal does not rewrite itself
        if (arena_.op(literal) == Op::SumZero) {
          const TermId sum = arena_.args(literal)[0];
          if (arena_.op(sum) != Op::Sum) self = sum;
          if (arena_.op(sum) == Op::Sum && arena_.args(sum).size() == 1) self = arena_.args(sum)[0];
        }
        if (self.valid()) continue;
        const TermId now = arena_.rewrite(literal, [&](TermId leaf) {
          const TermId value = constant_of(leaf);
          return value.valid() ? value : leaf;
        });
        changed = changed || now != literal;
        literal = now;
      }
      merge_bounds();
    }
    for (const auto& [term, set] : members_) literals.push_back(arena_.member(term, set));
    literals.insert(literals.end(), pointers_.begin(), pointers_.end());
    literals.insert(literals.end(), others_.begin(), others_.end());
  }
  return true;
}

}  // namespace parapet::search
