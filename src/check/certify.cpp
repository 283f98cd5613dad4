// The obligations of a certificate. Let V be the union of its cubes and of the cubes of user invariants, which are assumed and not checked:
//   shape     every cube is well-formed: its Read terms are items of its snapshot reads, each of which is in its list, u last in those of
//             its processes; or, of events, its pending reads are of weak locations and have an order
//   narrowed  N(X) contains the initial values of X, and every assignment gives X a value in N(X) if all cells have values in their sets
//   intervals the same of I(X), the interval of a number; an assignment is made only if its guard holds
//   proper    the names that are claimed to be proper are (proper.h)
//   unsafe    every unsafe cube lies in V
//   init      no cube of the certificate meets init
//   step      for each cube and each transition: every predecessor cube lies in V, or each case of it, if it is split by where a proper
//             pointer points
// With a store buffer per location what is claimed is the set of states from which commits alone lead into V, and there are steps that are
// commits (reference.cpp).
// If they hold, V contains the unsafe states, contains the predecessors of its states, and contains no initial state: no execution leads
// from init to unsafe, for any number of processes. A model without initial states has no execution and needs no cube.
#include "check/certify.h"

#include <algorithm>
#include <functional>

#include "base/narrow.h"
#include "check/certificate_cover.h"
#include "check/certificate_union.h"
#include "check/commit_chain.h"
#include "check/event_reference.h"
#include "check/firing_instance.h"
#include "check/proper.h"
#include "check/reference.h"
#include "le/passes.h"

namespace parapet::check {
namespace {

using Kind = CertifyResult::Kind;

class Certifier {
 public:
  Certifier(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver)
      : system_(system),
        arena_(arena),
        certificate_(certificate),
        reference_(system, arena),
        events_(system, arena),
        split_(system, arena, certificate.proper),
        solver_(system, arena, solver, certificate) {}

  CertifyResult run() {
    try {
      result_.has_meaning = check_header() && check_exact() && check_shapes();
      if (result_.has_meaning && check_proper() && check_values()) check_cubes();
    } catch (const BudgetExhausted& reason) {
      result_.kind = Kind::NotConfirmed;
      result_.reason = reason.what();
    }
    result_.queries = solver_.queries();
    return result_;
  }

 private:
  bool reject(std::string reason) {
    result_.kind = Kind::Rejected;
    result_.reason = std::move(reason);
    return false;
  }

  // `answer` is the solver's answer to the negation of an obligation; `failure` is a sentence that says what is wrong if it is Sat.
  bool met(smt::Answer answer, const std::function<std::string()>& failure) {
    if (answer == smt::Answer::Unsat) {
      ++result_.obligations;
      return true;
    }
    if (answer == smt::Answer::Sat) return reject(failure());
    result_.kind = Kind::NotConfirmed;
    result_.reason = "the solver could not decide whether " + failure();
    return false;
  }

  bool check_header() {
    const ld::Program& program = *system_.program;
    if (certificate_.digest != digest(program)) return reject("the certificate is for another model (digest)");
    if (certificate_.model != system_.model.name) return reject("the certificate is for another memory model");
    if (certificate_.invariants != program.invariants.size()) return reject("the certificate assumes other invariants than the model's");
    if (certificate_.number_procs != program.number_procs)
      return reject("the certificate assumes another number of processes than the model");
    return true;
  }

  bool check_exact() {
    if (certificate_.of_events()) {
      // A count is of the plain state, firing by firing; of cells whose accesses are events it says nothing.
      const auto shared = [&](SymbolId array) { return system_.shared[array.index()]; };
      if (counts_types() && std::any_of(system_.counts.arrays.begin(), system_.counts.arrays.end(), shared)) {
        result_.kind = Kind::NotConfirmed;
        result_.reason = "counts of plain cells that several processes access cannot be checked in certificates of the event engine";
        return false;
      }
      // Where co is chosen it does not follow the firings.
      if (system_.model.writes_apart() || !le::find_shared_touch(system_, arena_)) return true;
      return reject("the event engine proves nothing on this model: it touches shared plain cells while writes may be in a buffer");
    }
    if (certificate_.delays_apart()) {
      if (!counts_types() || !system_.delays.any_late()) return true;
      // Such a firing stands where its last wfence() ends, and changes the types of processes there.
      result_.kind = Kind::NotConfirmed;
      result_.reason = "counts cannot be checked where firings pass a wfence() that waits";
      return false;
    }
    if (!le::find_shared_write(system_, arena_)) return true;
    return reject("the timeline is not exact on this model: it writes shared plain cells while writes may be in a buffer");
  }

  // Some cube or unsafe formula counts processes of a type; `#procs` never changes and needs nothing.
  [[nodiscard]] bool counts_types() const {
    const auto counts = [&](const std::vector<TermId>& literals) {
      bool found = false;
      for (const TermId literal : literals)
        each_leaf(arena_, literal, [&](TermId leaf) {
          found = found || (arena_.op(leaf) == Op::Cell && arena_.signature()[arena_.symbol(leaf)].role == SymbolRole::Count);
        });
      return found;
    };
    const auto cube = [&](const Cube& one) { return counts(one.literals); };
    const auto formula = [&](const le::UnsafeCube& one) { return counts(one.literals); };
    return std::any_of(certificate_.cubes.begin(), certificate_.cubes.end(), cube) ||
           std::any_of(system_.unsafes.begin(), system_.unsafes.end(), formula);
  }

  bool check_shapes() {
    for (std::size_t k = 0; k < certificate_.cubes.size(); ++k) {
      const std::string wrong = wrong_shape(system_, arena_, certificate_.cubes[k], certificate_);
      if (!wrong.empty()) return reject("cube " + std::to_string(k) + " is malformed: " + wrong);
    }
    return true;
  }

  bool check_proper() {
    if (certificate_.proper.empty()) return true;
    // The cells of cubes of events are those of different instants.
    if (certificate_.of_events()) return reject("certificates of the event engine have no proper names");
    const std::string wrong = why_not_proper(system_, arena_, certificate_.proper);
    return wrong.empty() || reject("the names claimed to be proper are not: " + wrong);
  }

  // That the cell holds a value that the certificate claims for its symbol.
  [[nodiscard]] TermId claimed(SymbolId symbol, TermId value) {
    std::vector<TermId> claims;
    if (certificate_.narrowed[symbol.index()] != ~std::uint64_t{0}) {
      claims.push_back(arena_.member(value, certificate_.narrowed[symbol.index()]));
    }
    add_bounds(arena_, value, certificate_.intervals[symbol.index()], claims);
    return arena_.conjunction(claims);
  }

  [[nodiscard]] std::string claim_text(SymbolId symbol) const {
    const Interval& interval = certificate_.intervals[symbol.index()];
    return interval.bounded() ? "that is not in its interval " + to_string(interval) : "that is not among its narrowed ones";
  }

  bool check_values() {
    const auto& symbols = arena_.signature().symbols();
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      const SymbolId symbol(k);
      if (certificate_.narrowed[k] == ~std::uint64_t{0} && !certificate_.intervals[k].bounded()) continue;
      const auto failure = [&] { return symbols[k].name + " can have a value at init " + claim_text(symbol); };
      if (!met(outside_at_init(symbol), failure) || !check_assignments(symbol)) return false;
    }
    return true;
  }

  // Whether some cell of the symbol has an initial value outside, for indices in every pattern of equal and different processes.
  [[nodiscard]] smt::Answer outside_at_init(SymbolId symbol) {
    Certificate nothing_known;
    nothing_known.narrowed.assign(certificate_.narrowed.size(), ~std::uint64_t{0});
    nothing_known.intervals.resize(certificate_.intervals.size());
    BoundedSolver free(system_, arena_, solver_.raw(), nothing_known);
    smt::Answer worst = smt::Answer::Unsat;
    const std::uint32_t arity = arena_.signature()[symbol].arity;
    each_pattern(system_, arena_, 0, arity, Repeats::Allowed, [&](std::uint32_t variables, const std::vector<TermId>& indices) {
      std::vector<TermId> formulas = init_formulas(system_, arena_, variables);
      formulas.push_back(arena_.negate(claimed(symbol, arena_.cell(symbol, indices))));
      const smt::Answer answer = free.check(formulas, 0, {});
      if (answer == smt::Answer::Sat || worst == smt::Answer::Unsat) worst = answer;
      return true;
    });
    return worst;
  }

  // Every assignment to the symbol gives a value that is claimed, if all cells hold claimed values, whether or not the conditions of its
  // branch hold. For numbers one disjunct of the guard is taken at a time.
  bool check_assignments(SymbolId symbol) {
    for (std::uint32_t t = 0; t < system_.updates.size(); ++t) {
      const bool assigns =
          std::any_of(system_.updates[t].begin(), system_.updates[t].end(), [&](const le::Update& each) { return each.symbol == symbol; });
      if (!assigns) continue;
      if (!certificate_.intervals[symbol.index()].bounded()) {
        if (!check_assignments(symbol, t, {})) return false;
        continue;
      }
      for (const le::Transition& transition : system_.transitions) {
        if (transition.source == t && !check_assignments(symbol, t, numbers_of_guard(transition))) return false;
      }
    }
    return true;
  }

  bool check_assignments(SymbolId symbol, std::uint32_t t, const std::vector<TermId>& guard) {
    const std::string& name = system_.program->transitions[t].name;
    const auto failure = [&] { return "`" + name + "` can assign " + arena_.signature()[symbol].name + " a value " + claim_text(symbol); };
    for (const le::Update& update : system_.updates[t]) {
      if (update.symbol != symbol) continue;
      for (const le::Branch& branch : update.branches) {
        if (branch.kind == le::Branch::Kind::Keep) continue;
        const TermId fresh = arena_.fresh(0, arena_.signature()[symbol].sort);
        std::vector<TermId> formulas = guard;
        formulas.push_back(arena_.negate(claimed(symbol, branch.kind == le::Branch::Kind::Set ? with_processes(branch.value) : fresh)));
        if (!met(solver_.check(formulas, 0, name), failure)) return false;
      }
    }
    return true;
  }

  // The template with a process for each of its variables. Variables that denote the same process make cells equal; a state in which they
  // are equal gives one with different processes and equal cells, in which arithmetic has the same values. So the processes do not matter.
  [[nodiscard]] TermId with_processes(TermId term) {
    return arena_.rewrite(
        term, [&](TermId leaf) { return arena_.op(leaf) == Op::Variable ? arena_.process(arena_.variable_number(leaf)) : leaf; });
  }

  // The comparisons of numbers in the guard. Weak cells have the same value in guard and assignment if the firing is atomic.
  [[nodiscard]] std::vector<TermId> numbers_of_guard(const le::Transition& transition) {
    std::vector<TermId> result;
    for (const TermId literal : transition.guard) {
      if (arena_.op(literal) < Op::SumLessEqual || arena_.op(literal) > Op::SumNonZero) continue;
      bool weak = false;
      each_leaf(arena_, literal,
                [&](TermId leaf) { weak = weak || arena_.op(leaf) != Op::Cell || arena_.signature()[arena_.symbol(leaf)].weak; });
      if (!weak || transition.read_modify_write()) result.push_back(with_processes(literal));
    }
    return result;
  }

  void check_cubes() {
    if (solver_.check_init(init_formulas(system_, arena_, 0), 0, 0) == smt::Answer::Unsat) return;
    const std::vector<Cube> all = union_of(system_, arena_, certificate_);
    // Only where the proof counts: for any other one the literals would be a burden.
    if (counts_types()) {
      reference_.ask_everybody();
      events_.ask_everybody();
    }
    const StoreBuffers* const buffers = certificate_.delays_apart() ? &reference_.known() : nullptr;
    CertificateCover cover(arena_, solver_, all, certificate_.of_events(), buffers);
    start(system_.unsafes, [&](const Cube& cube) {
      return met(cover.uncovered(cube, all.size(), {}), [&] { return text(cube) + ", an unsafe cube, is not covered by the certificate"; });
    });
    for (std::size_t k = 0; k < certificate_.cubes.size() && result_.kind == Kind::Confirmed; ++k) {
      if (check_init(k)) check_steps(cover, k);
      if (result_.kind == Kind::Confirmed && certificate_.delays_apart()) check_commits(cover, k);
      if (result_.kind == Kind::Confirmed) ++result_.cubes;
    }
  }

  void start(const std::vector<le::UnsafeCube>& all, const VisitCube& visit) {
    certificate_.of_events() ? events_.start(all, visit) : reference_.start(all, visit);
  }

  void before(const Cube& cube, std::uint32_t transition, const VisitCube& visit) {
    certificate_.of_events() ? events_.before(cube, transition, visit) : reference_.before(cube, transition, visit);
  }

  bool check_init(std::size_t k) {
    const Cube& cube = certificate_.cubes[k];
    // Initially all buffers are empty, and no read has found a write.
    const PendingOrder& order = cube.weak.order;
    const auto buffered = [](const DelayedBuffer& buffer) { return !buffer.entries.empty(); };
    const auto found = [&](const PendingOrder::Item& item) { return order.is_demand(item); };
    if (std::any_of(cube.weak.buffers.begin(), cube.weak.buffers.end(), buffered)) return true;
    if (std::any_of(order.sought.begin(), order.sought.end(), found)) return true;
    std::vector<TermId> formulas = init_formulas(system_, arena_, cube.processes);
    for (const TermId literal : cube.literals) {
      formulas.push_back(arena_.rewrite(literal, [&](TermId leaf) { return arena_.op(leaf) == Op::Read ? arena_.location(leaf) : leaf; }));
    }
    return met(solver_.check_init(formulas, k + 1, cube.processes), [&] { return "an initial state is in cube " + std::to_string(k); });
  }

  void check_steps(CertificateCover& cover, std::size_t k) {
    for (std::uint32_t t = 0; t < system_.transitions.size() && result_.kind == Kind::Confirmed; ++t) {
      const std::string& name = system_.name(system_.transitions[t]);
      before(certificate_.cubes[k], t, [&](const Cube& earlier) {
        return met(uncovered(cover, earlier, k, name), [&] {
          return text(earlier) + ", a predecessor of cube " + std::to_string(k) + " by `" + name + "`, is not covered by the certificate";
        });
      });
    }
  }

  // A predecessor by a firing may be split (proper.h). With a store buffer per location it is also enough that commits alone lead from the
  // states before a firing into V. (Not from those before a commit that is a step: the argument of reference.cpp counts commits.)
  [[nodiscard]] smt::Answer uncovered(CertificateCover& cover, const Cube& cube, std::size_t first, std::string_view name) {
    const smt::Answer answer = cover.uncovered(cube, first, name);
    if (answer == smt::Answer::Unsat) return answer;
    if (answer == smt::Answer::Sat && certificate_.delays_apart() && find_chain(reference_, arena_, cover, cube, first, name))
      return smt::Answer::Unsat;
    return certificate_.proper.empty() ? answer : by_cases(cover, cube, first, name, answer);
  }

  // The states of a case are predecessors by the same firing, so its universal guards hold in them. (They need not hold after a commit: what
  // commits lead to is not split.)
  [[nodiscard]] smt::Answer by_cases(CertificateCover& cover, const Cube& cube, std::size_t first, std::string_view name,
                                     smt::Answer whole) {
    const PointerSplit::Widen widen = [&](Cube one) { return reference_.with_new_process(std::move(one)); };
    const smt::Answer answer = split_.uncovered(cover, cube, first, name, widen);
    return answer == smt::Answer::Sat ? whole : answer;
  }

  void check_commits(CertificateCover& cover, std::size_t k) {
    reference_.before_silent(certificate_.cubes[k], [&](const Cube& earlier) {
      return met(cover.uncovered(earlier, k, {}), [&] {
        return text(earlier) + ", a predecessor of cube " + std::to_string(k) + " by a commit, is not covered by the certificate";
      });
    });
  }

  [[nodiscard]] std::string text(const Cube& cube) const {
    std::string result;
    for (const TermId literal : cube.literals) {
      if (literal == arena_.truth(true)) continue;
      result += (result.empty() ? "" : " && ") + to_string(arena_, literal);
    }
    return "{" + result + "}";
  }

  const le::System& system_;
  TermArena& arena_;
  const Certificate& certificate_;
  Reference reference_;
  EventReference events_;
  PointerSplit split_;
  BoundedSolver solver_;
  CertifyResult result_;
};

}  // namespace

CertifyResult certify(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver) {
  return Certifier(system, arena, certificate, solver).run();
}

}  // namespace parapet::check
