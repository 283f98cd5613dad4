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
#include <optional>
#include <set>

#include "ld/text.h"
#include "lint/lint.h"

namespace parapet::lint {
namespace {

// The cells that a transition reads or writes, as text; `every`: one of them stands for several.
struct Cells {
  std::set<std::string> texts;
  bool every = false;
  [[nodiscard]] bool several() const { return every || texts.size() > 1; }
};

bool is_equation(const ld::Formula& formula, ld::Variable variable) {
  if (formula.kind != ld::Formula::Kind::Compare || formula.comparison != ld::Comparison::Equal) return false;
  const auto is_it = [&](const ld::Term& term) { return term.kind == ld::Term::Kind::Process && term.index == variable; };
  const auto is_process = [](const ld::Term& term) {
    return term.kind == ld::Term::Kind::Process || term.kind == ld::Term::Kind::ProcessConstant;
  };
  return (is_it(formula.terms[0]) && is_process(formula.terms[1])) || (is_it(formula.terms[1]) && is_process(formula.terms[0]));
}

class Atomicity {
 public:
  Atomicity(const ld::Program& program, const ld::Transition& transition) : program_(program), transition_(transition) {
    ld::each_evaluated(transition, [&](const ld::Term& term) {
      if (term.kind == ld::Term::Kind::Access && program.signature[term.symbol()].weak) add_read(term);
    });
    for (const ld::Assignment& assignment : transition.assignments) {
      if (program.signature[assignment.symbol].weak) add_write(assignment);
    }
  }

  [[nodiscard]] std::optional<Diagnostic> warning() const {
    const bool both = !reads_.texts.empty() && !writes_.texts.empty();
    const bool contained = std::includes(writes_.texts.begin(), writes_.texts.end(), reads_.texts.begin(), reads_.texts.end());
    std::string what = "transition `" + transition_.name + "` ";
    const std::string hint = "split it into steps that access one location each, or accept it: (*@ atomic *) in front of the transition";
    if (writes_.several() || (both && (!contained || reads_.every))) {
      if (both) what += "reads " + list(reads_) + " and ";
      what += "writes " + list(writes_) + " in one atomic step, which no single instruction does";
      return Diagnostic{Severity::Warning, transition_.range, what, hint, "atomic-step"};
    }
    if (reads_.texts.size() < 2) return std::nullopt;
    what += "reads " + list(reads_) + " at one instant, which no single instruction does";
    return Diagnostic{Severity::Warning, transition_.range, what, hint, "atomic-read"};
  }

 private:
  void add_read(const ld::Term& term) {
    ld::Term cell = term;
    cell.reader.clear();
    reads_.texts.insert(ld::to_string(cell, transition_, program_.signature));
    for (const ld::Term& index : term.args)
      reads_.every = reads_.every || index.kind == ld::Term::Kind::Value ||
                     (index.kind == ld::Term::Kind::Process && index.index >= transition_.parameters);
  }

  // `A[j] := case | j = p : v | _ : A[j]` writes one cell.
  void add_write(const ld::Assignment& assignment) {
    const std::string& name = program_.signature[assignment.symbol].name;
    std::size_t written = 0;
    bool every = false;
    const ld::Formula* one = nullptr;
    for (const ld::Branch& branch : assignment.branches) {
      if (ld::keeps_cell(assignment, branch.value)) continue;
      ++written;
      one = branch.condition && assignment.bound.size() == 1 && is_equation(*branch.condition, assignment.bound[0]) ? &*branch.condition
                                                                                                                    : nullptr;
      every = every || (one == nullptr && !assignment.bound.empty());
      if (one != nullptr) {
        const bool first = one->terms[0].kind == ld::Term::Kind::Process && one->terms[0].index == assignment.bound[0];
        writes_.texts.insert(name + "[" + ld::to_string(one->terms[first ? 1 : 0], transition_, program_.signature) + "]");
      }
    }
    if (assignment.kind == ld::Assignment::Kind::Case && written == 0) return;
    if (one != nullptr && !every) return;
    writes_.every = writes_.every || !assignment.bound.empty();
    ld::Term cell;
    cell.kind = ld::Term::Kind::Access;
    cell.index = assignment.symbol.value;
    cell.args = assignment.indices;
    writes_.texts.insert(assignment.bound.empty() ? ld::to_string(cell, transition_, program_.signature) : "every cell of " + name);
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

  const ld::Program& program_;
  const ld::Transition& transition_;
  Cells reads_, writes_;
};

}  // namespace

std::optional<Diagnostic> atomicity(const ld::Program& program, const ld::Transition& transition) {
  return Atomicity(program, transition).warning();
}

void find_atomic_steps(const ld::Program& by_elements, std::vector<Diagnostic>& out) {
  const ld::Program& program = by_elements.as_written();
  for (const ld::Transition& transition : program.transitions) {
    if (transition.accepted_atomic) continue;
    if (auto warning = atomicity(program, transition)) out.push_back(std::move(*warning));
  }
}

}  // namespace parapet::lint
