// The rules and the argument are in ghosts.h.
#include "check/ghosts.h"

#include <algorithm>

#include "ld/ghost.h"
#include "ld/text.h"

namespace parapet::check {
namespace {

using ld::Term;

class GhostRules {
 public:
  GhostRules(const ld::Program& program, const ld::Program& with, const std::vector<ld::Ghost>& ghosts)
      : program_(program), with_(with), ghosts_(ghosts), first_(program.signature.symbols().size()) {}

  std::string run() {
    for (std::size_t k = 0; k < ghosts_.size(); ++k) {
      const std::string& name = ghosts_[k].name;
      if (program_.signature.find_symbol(name)) return "the model has the name " + name;
      for (std::size_t other = 0; other < k; ++other) {
        if (ghosts_[other].name == name) return "two ghosts are called " + name;
      }
    }
    if (std::string wrong = wrong_symbols(); !wrong.empty()) return wrong;
    if (std::string wrong = wrong_init(); !wrong.empty()) return wrong;
    for (std::size_t t = 0; t < with_.transitions.size(); ++t) {
      if (std::string wrong = wrong_updates(with_.transitions[t]); !wrong.empty()) return wrong;
      if (changes_memory(program_.transitions[t], with_.transitions[t]))
        return "with the ghosts `" + program_.transitions[t].name + "` accesses weak memory in another way";
    }
    return same(erased(), bare(program_)) ? "" : "without its ghosts the program is not the model";
  }

 private:
  [[nodiscard]] bool is_ghost(SymbolId symbol) const { return symbol.index() >= first_; }

  [[nodiscard]] std::string wrong_symbols() const {
    const auto& symbols = with_.signature.symbols();
    if (symbols.size() != first_ + ghosts_.size() || with_.transitions.size() != program_.transitions.size())
      return "the program has other names or transitions than the model and its ghosts";
    for (std::size_t k = first_; k < symbols.size(); ++k) {
      const Symbol& symbol = symbols[k];
      if (symbol.weak || symbol.constant || symbol.derived() || symbol.arity > 1 || symbol.has_value_index())
        return symbol.name + " is not a plain variable or array over processes";
      const SortKind kind = with_.signature[symbol.sort].kind;
      if (kind != SortKind::Enum && kind != SortKind::Proc) return symbol.name + " holds neither processes nor values of an enumeration";
    }
    return {};
  }

  // init is ((F && clause of a ghost) && ..): each clause gives every cell of one ghost a value that reads no ghost.
  [[nodiscard]] std::string wrong_init() const {
    std::vector<SymbolId> seen;
    const ld::Formula* formula = &with_.init.formula;
    for (std::size_t k = initial_values(); k > 0; --k) {
      if (formula->kind != ld::Formula::Kind::And || formula->args.size() != 2) return "init is not that of the model";
      const ld::Formula* clause = &formula->args[1];
      formula = &formula->args[0];
      std::vector<ld::Variable> bound;
      if (clause->kind == ld::Formula::Kind::Forall && clause->args.size() == 1) {
        bound = clause->bound;
        clause = &clause->args[0];
      }
      if (clause->kind != ld::Formula::Kind::Compare || clause->comparison != ld::Comparison::Equal) return "init gives a ghost no value";
      const Term& cell = clause->terms[0];
      const Term& value = clause->terms[1];
      const bool every = cell.kind == Term::Kind::Access && is_ghost(cell.symbol()) && cell.args.size() == bound.size() &&
                         with_.signature[cell.symbol()].arity == bound.size() &&
                         (bound.empty() || (cell.args[0].kind == Term::Kind::Process && cell.args[0].index == bound[0]));
      if (!every || std::find(seen.begin(), seen.end(), cell.symbol()) != seen.end()) return "init gives a ghost no value";
      seen.push_back(cell.symbol());
      if (!is_simple(value, 0, bound)) return "the initial value of " + with_.signature[cell.symbol()].name + " is not one of the state";
    }
    return {};
  }

  [[nodiscard]] std::size_t initial_values() const {
    return static_cast<std::size_t>(
        std::count_if(ghosts_.begin(), ghosts_.end(), [](const ld::Ghost& ghost) { return ghost.initial.has_value(); }));
  }

  // A variable that is below `parameters` or bound, a constructor, or a cell of the model with such indices.
  [[nodiscard]] bool is_simple(const Term& term, std::uint32_t parameters, const std::vector<ld::Variable>& bound) const {
    if (!term.reader.empty() || !term.body.empty()) return false;
    if (term.kind == Term::Kind::Process)
      return term.index < parameters || std::find(bound.begin(), bound.end(), term.index) != bound.end();
    if (term.kind == Term::Kind::Constructor) return term.index < with_.signature[term.sort].constructors.size();
    if (term.kind != Term::Kind::Access || is_ghost(term.symbol())) return false;
    return term.args.size() == with_.signature[term.symbol()].arity && term.sort == with_.signature[term.symbol()].sort &&
           std::all_of(term.args.begin(), term.args.end(),
                       [&](const Term& index) { return index.kind == Term::Kind::Process && is_simple(index, parameters, bound); });
  }

  [[nodiscard]] bool is_simple_condition(const ld::Formula& formula, std::uint32_t parameters,
                                         const std::vector<ld::Variable>& bound) const {
    if (formula.kind == ld::Formula::Kind::And)
      return std::all_of(formula.args.begin(), formula.args.end(),
                         [&](const ld::Formula& arg) { return is_simple_condition(arg, parameters, bound); });
    return formula.kind == ld::Formula::Kind::Compare && formula.terms[0].sort == formula.terms[1].sort &&
           is_simple(formula.terms[0], parameters, bound) && is_simple(formula.terms[1], parameters, bound) &&
           (formula.comparison == ld::Comparison::Equal || formula.comparison == ld::Comparison::Different);
  }

  [[nodiscard]] std::string wrong_updates(const ld::Transition& transition) const {
    std::vector<SymbolId> updated;
    for (const ld::Assignment& assignment : transition.assignments) {
      if (!is_ghost(assignment.symbol)) continue;
      const std::string& name = with_.signature[assignment.symbol].name;
      const std::string of = "the update of " + name + " by `" + transition.name + "` ";
      if (std::find(updated.begin(), updated.end(), assignment.symbol) != updated.end()) return of + "is not the only one";
      updated.push_back(assignment.symbol);
      const Symbol& symbol = with_.signature[assignment.symbol];
      if (assignment.kind != ld::Assignment::Kind::Case || assignment.branches.empty()) return of + "has no cases";
      if (assignment.indices.size() + assignment.bound.size() != symbol.arity) return of + "has another number of indices";
      for (const Term& index : assignment.indices) {
        if (index.kind != Term::Kind::Process || index.index >= transition.parameters) return of + "is of no parameter's cell";
      }
      for (std::size_t k = 0; k < assignment.branches.size(); ++k) {
        const ld::Branch& branch = assignment.branches[k];
        if (!branch.condition && k + 1 < assignment.branches.size()) return of + "has a case after the last one";
        if (branch.condition && !is_simple_condition(*branch.condition, transition.parameters, assignment.bound))
          return of + "has a condition that is not one of the state";
        if (branch.value.sort != symbol.sort || !is_simple(branch.value, transition.parameters, assignment.bound))
          return of + "has a value that is not one of the state";
      }
    }
    return {};
  }

  [[nodiscard]] bool changes_memory(ld::Transition before, ld::Transition after) const {
    before.facts.reset();
    after.facts.reset();
    const ld::TextFacts a = ld::text_facts(before, program_.signature);
    const ld::TextFacts b = ld::text_facts(after, with_.signature);
    return a.reads_weak != b.reads_weak || a.writes_weak != b.writes_weak;
  }

  // The program by elements itself is compared, not what it was made from.
  [[nodiscard]] static ld::Program bare(ld::Program program) {
    program.written.clear();
    return program;
  }

  [[nodiscard]] ld::Program erased() const {
    ld::Program result = bare(with_);
    result.signature = program_.signature;
    for (std::size_t k = initial_values(); k > 0; --k) {
      ld::Formula rest = std::move(result.init.formula.args[0]);
      result.init.formula = std::move(rest);
    }
    const auto cut = [](std::vector<std::string>& variables, std::size_t size) {
      if (variables.size() > size) variables.resize(size);
    };
    cut(result.init.variables, program_.init.variables.size());
    for (std::size_t t = 0; t < result.transitions.size(); ++t) {
      cut(result.transitions[t].variables, program_.transitions[t].variables.size());
      std::erase_if(result.transitions[t].assignments, [&](const ld::Assignment& each) { return is_ghost(each.symbol); });
    }
    // The names of the model come first and are the same.
    const auto same_name = [](const Symbol& a, const Symbol& b) {
      return a.name == b.name && a.sort == b.sort && a.arity == b.arity && a.weak == b.weak && a.constant == b.constant;
    };
    const auto& mine = program_.signature.symbols();
    if (!std::equal(mine.begin(), mine.end(), with_.signature.symbols().begin(), same_name)) result.transitions.clear();
    return result;
  }

  const ld::Program& program_;
  const ld::Program& with_;
  const std::vector<ld::Ghost>& ghosts_;
  const std::size_t first_;  // symbol that is a ghost
};

}  // namespace

std::string why_not_ghosts(const ld::Program& program, const ld::Program& with, const std::vector<ld::Ghost>& ghosts) {
  return GhostRules(program, with, ghosts).run();
}

}  // namespace parapet::check
