// Steps that no instruction of a processor does.
//
// A transition is one step: all it reads is read at one instant, and all it writes reaches memory together. On a machine one instruction
// reads one location, or writes one, or reads and writes the same one (exchange, compare-and-swap, fetch-and-add). The text of a transition
// accesses the cells
//     R = its weak reads (guard, `let`, values, conditions)        W = its weak writes (without the branches of `case` that keep the cell)
// where a cell under a quantifier, or of an update of every cell, stands for several. The text is the one that its author wrote: `Slot[My[p]]`
// is one cell. It is reported as
//     atomic-step    if |W| > 1, or W and R are not empty and R is not contained in W
//     atomic-read    if it is not an atomic-step and R has several texts
// A universal guard over one weak array and nothing else (`forall_other q. Flag[q] = False`), one look at everybody, is a usual abstraction
// in this language and is not reported.
// Two texts of cells that differ may denote the same location (`A[p]` and `A[q]` never do: parameters are distinct). `(*@ atomic *)`
// accepts the step.

#include <algorithm>
#include <set>

#include "ld/text.h"

namespace parapet::ld {
namespace {

// The cells that a transition reads or writes, as text; `every`: one of them stands for several.
struct Cells {
  std::set<std::string> texts;
  bool every = false;
  [[nodiscard]] bool several() const { return every || texts.size() > 1; }
};

bool is_equation(const Formula& formula, Variable variable) {
  if (formula.kind != Formula::Kind::Compare || formula.comparison != Comparison::Equal) return false;
  const auto is_it = [&](const Term& term) { return term.kind == Term::Kind::Process && term.index == variable; };
  return (is_it(formula.terms[0]) && formula.terms[1].is_process()) || (is_it(formula.terms[1]) && formula.terms[0].is_process());
}

class Accesses {
 public:
  Accesses(const Program& program, const Transition& transition) : program_(program), transition_(transition) {
    each_evaluated(transition, [&](const Term& term) {
      if (term.kind == Term::Kind::Access && program.signature[term.symbol()].weak) add_read(term);
    });
    for (const Assignment& assignment : transition.assignments) {
      if (program.signature[assignment.symbol].weak) add_write(assignment);
    }
  }

  [[nodiscard]] std::optional<Atomicity> found() const {
    const bool both = !reads_.texts.empty() && !writes_.texts.empty();
    const bool contained = std::includes(writes_.texts.begin(), writes_.texts.end(), reads_.texts.begin(), reads_.texts.end());
    if (writes_.several() || (both && (!contained || reads_.every)))
      return Atomicity{Atomicity::Kind::Step, (both ? "reads " + list(reads_) + " and " : "") + "writes " + list(writes_)};
    if (reads_.texts.size() < 2) return std::nullopt;
    return Atomicity{Atomicity::Kind::Read, "reads " + list(reads_)};
  }

 private:
  void add_read(const Term& term) {
    Term cell = term;
    cell.reader.clear();
    reads_.texts.insert(to_string(cell, transition_, program_.signature));
    for (const Term& index : term.args)
      reads_.every =
          reads_.every || index.kind == Term::Kind::Value || (index.kind == Term::Kind::Process && index.index >= transition_.parameters);
  }

  // `A[j] := case | j = p : v | _ : A[j]` writes one cell.
  void add_write(const Assignment& assignment) {
    const std::string& name = program_.signature[assignment.symbol].name;
    std::size_t written = 0;
    bool every = false;
    const Formula* one = nullptr;
    for (const Branch& branch : assignment.branches) {
      if (keeps_cell(assignment, branch.value)) continue;
      ++written;
      one = branch.condition && assignment.bound.size() == 1 && is_equation(*branch.condition, assignment.bound[0]) ? &*branch.condition
                                                                                                                    : nullptr;
      every = every || (one == nullptr && !assignment.bound.empty());
      if (one != nullptr) {
        const bool first = one->terms[0].kind == Term::Kind::Process && one->terms[0].index == assignment.bound[0];
        writes_.texts.insert(name + "[" + to_string(one->terms[first ? 1 : 0], transition_, program_.signature) + "]");
      }
    }
    if (assignment.kind == Assignment::Kind::Case && written == 0) return;
    if (one != nullptr && !every) return;
    writes_.every = writes_.every || !assignment.bound.empty();
    Term cell;
    cell.kind = Term::Kind::Access;
    cell.index = assignment.symbol.value;
    cell.args = assignment.indices;
    writes_.texts.insert(assignment.bound.empty() ? to_string(cell, transition_, program_.signature) : "every cell of " + name);
  }

  [[nodiscard]] static std::string list(const Cells& cells) {
    std::string text;
    std::size_t k = 0;
    for (const std::string& each : cells.texts) {
      text += (k == 0 ? "" : k + 1 == cells.texts.size() ? " and " : ", ") + each;
      ++k;
    }
    return text;
  }

  const Program& program_;
  const Transition& transition_;
  Cells reads_, writes_;
};

}  // namespace

std::optional<Atomicity> atomicity(const Program& program, const Transition& transition) { return Accesses(program, transition).found(); }

std::string_view name(Atomicity::Kind kind) { return kind == Atomicity::Kind::Step ? "atomic step" : "atomic read"; }

}  // namespace parapet::ld
