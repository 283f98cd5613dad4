// Grounding: every declaration is copied once per choice of its parameters, quantifiers become conjunctions and disjunctions over the
// processes or values (normal.h says which fence goes with them), an update of every cell becomes one update per cell, an access becomes a
// cell number, or a place whose number depends on the state. What is left is propositional, so the enumerator needs no environment and no scoping rules.
#include "random/ground.h"

#include <algorithm>
#include <functional>
#include <set>

#include "random/normal.h"

namespace parapet::test {
namespace {

using ld::Formula;
using ld::Term;
using Tuple = std::vector<std::uint32_t>;

GroundFormula truth(bool value) { return {value ? GroundFormula::Kind::True : GroundFormula::Kind::False, {}, {}, {}}; }

GroundFormula join(GroundFormula::Kind kind, std::vector<GroundFormula> args) {
  const bool conjunction = kind == GroundFormula::Kind::And;
  const auto neutral = conjunction ? GroundFormula::Kind::True : GroundFormula::Kind::False;
  const auto absorbing = conjunction ? GroundFormula::Kind::False : GroundFormula::Kind::True;
  std::vector<GroundFormula> kept;
  for (GroundFormula& arg : args) {
    if (arg.kind == absorbing) return arg;
    if (arg.kind != neutral) kept.push_back(std::move(arg));
  }
  if (kept.empty()) return truth(conjunction);
  if (kept.size() == 1) return kept.front();
  return {kind, {}, {}, std::move(kept)};
}

bool compare(ld::Comparison comparison, std::int64_t a, std::int64_t b) {
  switch (comparison) {
    case ld::Comparison::Equal:
      return a == b;
    case ld::Comparison::Different:
      return a != b;
    case ld::Comparison::Less:
      return a < b;
    case ld::Comparison::LessEqual:
      return a <= b;
    case ld::Comparison::Greater:
      return a > b;
    case ld::Comparison::GreaterEqual:
      return a >= b;
  }
  return false;
}

// All tuples of `length` processes; distinct ones only, and without those of `avoid`, if asked.
std::vector<Tuple> tuples(std::uint32_t processes, std::size_t length, bool distinct, const Tuple& avoid = {}) {
  std::vector<Tuple> result{{}};
  for (std::size_t k = 0; k < length; ++k) {
    std::vector<Tuple> longer;
    for (const Tuple& tuple : result) {
      for (std::uint32_t p = 0; p < processes; ++p) {
        if (distinct && std::count(tuple.begin(), tuple.end(), p) > 0) continue;
        if (std::count(avoid.begin(), avoid.end(), p) > 0) continue;
        longer.push_back(tuple);
        longer.back().push_back(p);
      }
    }
    result = std::move(longer);
  }
  return result;
}

void walk(const Formula& formula, const std::function<void(const Term&)>& visit);

void walk(const Term& term, const std::function<void(const Term&)>& visit) {
  visit(term);
  for (const Term& arg : term.args) walk(arg, visit);
  for (const Term& arg : term.reader) walk(arg, visit);
  for (const Formula& body : term.body) walk(body, visit);
}

void walk(const Formula& formula, const std::function<void(const Term&)>& visit) {
  for (const Term& term : formula.terms) walk(term, visit);
  for (const Formula& arg : formula.args) walk(arg, visit);
}

// The same text. (Indices are no sums.)
bool alike(const Term& a, const Term& b) {
  return a.kind == b.kind && a.sort == b.sort && a.index == b.index &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), alike);
}

// All tuples with a number below each of the sizes, the last one changing fastest.
std::vector<Tuple> mixed_tuples(const std::vector<std::uint32_t>& sizes) {
  std::vector<Tuple> result{{}};
  for (const std::uint32_t size : sizes) {
    std::vector<Tuple> longer;
    for (const Tuple& tuple : result) {
      for (std::uint32_t k = 0; k < size; ++k) {
        longer.push_back(tuple);
        longer.back().push_back(k);
      }
    }
    result = std::move(longer);
  }
  return result;
}

// The updated cell itself as value.
bool identity(const ld::Assignment& assignment, const Term& value) {
  if (value.kind != Term::Kind::Access || value.symbol() != assignment.symbol) return false;
  for (std::size_t k = 0; k < value.args.size(); ++k) {
    const Term& arg = value.args[k];
    if (!assignment.bound.empty()) {
      if ((arg.kind != Term::Kind::Process && arg.kind != Term::Kind::Value) || arg.index != assignment.bound[k]) return false;
    } else if (!alike(arg, assignment.indices[k])) {
      return false;
    }
  }
  return true;
}

class Grounder {
 public:
  Grounder(const ld::Program& program, Ground& out) : program_(program.as_written()), out_(out) {
    for (std::size_t s = 0; s < program.signature.symbols().size(); ++s) {
      const Symbol& symbol = program.signature.symbols()[s];
      const std::size_t count = tuples(out.processes, symbol.arity, false).size();
      for (std::uint32_t k = 0; k < count; ++k)
        out.cells.push_back({SymbolId(s), k, symbol.sort, program.signature[symbol.sort].kind, symbol.weak});
    }
    // The elements of an array follow each other, those of its last index fastest; each is an array over processes.
    std::uint32_t cells = 0;
    for (const Symbol& symbol : program_.signature.symbols()) {
      first_cell_.push_back(cells);
      std::uint32_t count = 1;
      for (std::size_t k = 0; k < symbol.arity; ++k) count *= range(symbol, k);
      cells += count;
    }
  }

  void init() {
    for (const Tuple& tuple : tuples(out_.processes, program_.init.parameters, false)) {
      enter(program_.init, tuple, -1);
      add_conjuncts(formula(normal(program_.init.formula)));
    }
  }

  // Unsafe formulas and invariants.
  template <class UnsafeCube>
  void bad(const std::vector<UnsafeCube>& all, std::vector<GroundBad>& out) {
    for (std::uint32_t number = 0; number < all.size(); ++number) {
      for (const Tuple& tuple : tuples(out_.processes, all[number].parameters, true)) {
        enter(all[number], tuple, -1);
        GroundFormula bad = formula(normal(all[number].formula));
        if (bad.kind != GroundFormula::Kind::False) out.push_back({number, tuple, std::move(bad)});
      }
    }
  }

  void transition(std::uint32_t number) {
    const ld::Transition& transition = program_.transitions[number];
    for (const Tuple& tuple : tuples(out_.processes, transition.parameters, true)) {
      enter(transition, tuple, transition.actor ? static_cast<int>(tuple[*transition.actor]) : -1);
      GroundAction action{number, tuple, actor_, false, false, formula(normal(transition.guard)), {}};
      if (action.guard.kind == GroundFormula::Kind::False) continue;
      text_accesses(transition, action);
      for (const ld::Assignment& assignment : transition.assignments) assign(assignment, action);
      out_.actions.push_back(std::move(action));
    }
  }

 private:
  void enter(const ld::Declaration& declaration, const Tuple& parameters, int actor) {
    parameters_ = parameters;
    values_ = parameters;
    values_.resize(declaration.variables.size());
    actor_ = actor;
  }

  void add_conjuncts(GroundFormula formula) {
    if (formula.kind == GroundFormula::Kind::And) {
      for (GroundFormula& arg : formula.args) add_conjuncts(std::move(arg));
    } else if (formula.kind != GroundFormula::Kind::True) {
      out_.init.push_back(std::move(formula));
    }
  }

  std::uint32_t process(const Term& term) const {
    if (term.kind == Term::Kind::Process) return values_[term.index];
    for (const auto& [n, p] : out_.constants) {
      if (n == term.index) return p;
    }
    return UINT32_MAX;
  }

  [[nodiscard]] std::uint32_t size_of(SortId sort) const {
    return sort == Signature::proc ? out_.processes : static_cast<std::uint32_t>(program_.signature[sort].constructors.size());
  }
  [[nodiscard]] std::uint32_t range(const Symbol& symbol, std::size_t k) const { return size_of(symbol.index_sort(k)); }

  // How far apart two cells are whose indices differ by one at place k: processes change faster than values.
  [[nodiscard]] std::uint32_t stride(const Symbol& symbol, std::size_t k) const {
    std::uint32_t result = 1;
    const bool process = symbol.index_sort(k) == Signature::proc;
    for (std::size_t other = 0; other < symbol.arity; ++other) {
      const bool other_process = symbol.index_sort(other) == Signature::proc;
      if (process == other_process ? other > k : other_process) result *= range(symbol, other);
    }
    return result;
  }

  GroundPlace place(SymbolId symbol, const std::vector<Term>& indices) {
    GroundPlace result{first_cell_[symbol.index()], {}};
    const Symbol& array = program_.signature[symbol];
    for (std::size_t k = 0; k < indices.size(); ++k) {
      GroundTerm value = term(indices[k]);
      if (value.parts.empty())
        result.first += stride(array, k) * static_cast<std::uint32_t>(value.number);
      else
        result.indices.push_back({std::move(value), stride(array, k), range(array, k)});
    }
    return result;
  }

  // The cell whose indices are these numbers of processes and values.
  [[nodiscard]] std::uint32_t cell(SymbolId symbol, const Tuple& indices) const {
    std::uint32_t result = first_cell_[symbol.index()];
    for (std::size_t k = 0; k < indices.size(); ++k) result += stride(program_.signature[symbol], k) * indices[k];
    return result;
  }

  [[nodiscard]] std::vector<std::uint32_t> ranges(SymbolId symbol) const {
    std::vector<std::uint32_t> result;
    for (std::size_t k = 0; k < program_.signature[symbol].arity; ++k) result.push_back(range(program_.signature[symbol], k));
    return result;
  }

  // A factor, or a number of the kind.
  std::int64_t integer(const Rational& number, SortKind kind = SortKind::Int) {
    const Rational scaled = kind == SortKind::Real ? number * Rational(halves) : number;
    const auto small = scaled.is_integer() ? scaled.numerator().small() : std::nullopt;
    if (!small || *small > 1000 || *small < -1000) out_.inexact = true;
    return small.value_or(0);
  }

  GroundTerm term(const Term& term) {
    GroundTerm result;
    result.kind = program_.signature[term.sort].kind;
    switch (term.kind) {
      case Term::Kind::Process:
      case Term::Kind::ProcessConstant:
        result.number = process(term);
        break;
      case Term::Kind::Constructor:
        result.number = term.index;
        break;
      case Term::Kind::Number:
        result.number = integer(term.number, result.kind);
        break;
      case Term::Kind::Access: {
        const int reader = term.reader.empty() ? actor_ : static_cast<int>(process(term.reader[0]));
        result.parts.push_back({1, place(term.symbol(), term.args), program_.signature[term.symbol()].weak ? reader : -1});
        break;
      }
      case Term::Kind::Value:
        result.number = values_[term.index];
        break;
      case Term::Kind::Next:
      case Term::Kind::Previous: {
        const std::int64_t values = size_of(term.sort);
        result = this->term(term.args[0]);
        result.values = values;
        result.number += term.kind == Term::Kind::Next ? 1 : values - 1;
        if (result.parts.empty()) result.number %= values;
        break;
      }
      case Term::Kind::Processes:
        result.number = out_.processes;
        break;
      case Term::Kind::Count: {
        GroundTerm::Counted counted;
        for (std::uint32_t p = 0; p < out_.processes; ++p) {
          values_[term.index] = p;
          counted.formulas.push_back(formula(normal(term.body[0])));
        }
        result.counted.push_back(std::move(counted));
        break;
      }
      case Term::Kind::Sum:
        result.number = integer(term.number, result.kind);
        for (std::size_t k = 0; k < term.args.size(); ++k) {
          const GroundTerm part = this->term(term.args[k]);
          const std::int64_t factor = integer(term.coefficients[k]);
          result.number += factor * part.number;
          for (GroundTerm::Part one : part.parts) {
            one.coefficient *= factor;
            result.parts.push_back(one);
          }
          for (GroundTerm::Counted one : part.counted) {
            one.coefficient *= factor;
            result.counted.push_back(std::move(one));
          }
        }
        break;
    }
    return result;
  }

  GroundFormula quantified(const Normal& quantifier) {
    const bool universal = quantifier.kind == Normal::Kind::Forall;
    const auto& bound = quantifier.source->bound;
    std::vector<GroundFormula> instances;
    if (universal && demands_fence(quantifier)) instances.push_back({GroundFormula::Kind::Fence, {}, {}, {}});
    if (universal && demands_fence(quantifier, Normal::Kind::WriteFence))
      instances.push_back({GroundFormula::Kind::WriteFence, {}, {}, {}});
    for (const Tuple& tuple : tuples(size_of(quantifier.source->over), bound.size(), true, quantifier.others ? parameters_ : Tuple{})) {
      for (std::size_t k = 0; k < tuple.size(); ++k) values_[bound[k]] = tuple[k];
      instances.push_back(formula(quantifier.args[0]));
    }
    return join(universal ? GroundFormula::Kind::And : GroundFormula::Kind::Or, std::move(instances));
  }

  GroundFormula formula(const Normal& source) {
    switch (source.kind) {
      case Normal::Kind::True:
        return truth(true);
      case Normal::Kind::False:
        return truth(false);
      case Normal::Kind::Fence:
        return {GroundFormula::Kind::Fence, {}, {}, {}};
      case Normal::Kind::WriteFence:
        return {GroundFormula::Kind::WriteFence, {}, {}, {}};
      case Normal::Kind::Compare: {
        const auto& sides = source.source->terms;
        GroundFormula result{GroundFormula::Kind::Compare, source.comparison, {term(sides[0]), term(sides[1])}, {}};
        if (!result.sides[0].varies() && !result.sides[1].varies())
          return truth(compare(source.comparison, result.sides[0].number, result.sides[1].number));
        return result;
      }
      case Normal::Kind::And:
      case Normal::Kind::Or: {
        std::vector<GroundFormula> args;
        for (const Normal& arg : source.args) args.push_back(formula(arg));
        return join(source.kind == Normal::Kind::And ? GroundFormula::Kind::And : GroundFormula::Kind::Or, std::move(args));
      }
      case Normal::Kind::Forall:
      case Normal::Kind::Exists:
        return quantified(source);
    }
    return truth(true);
  }

  void branches(const ld::Assignment& assignment, GroundAssignment& result) {
    for (const ld::Branch& branch : assignment.branches) {
      GroundAssignment::Branch one{branch.condition ? formula(normal(*branch.condition)) : truth(true), std::nullopt};
      if (!identity(assignment, branch.value)) one.value = term(branch.value);
      result.branches.push_back(std::move(one));
    }
  }

  // `A := B`: cell number n of A gets the value of cell number n of B, for every n.
  void copy(const ld::Assignment& assignment, GroundAction& action) {
    const SymbolId from = assignment.value.symbol();
    const Symbol& source = program_.signature[from];
    for (std::uint32_t n = 0; n < mixed_tuples(ranges(from)).size(); ++n) {
      GroundTerm value;
      value.kind = program_.signature[source.sort].kind;
      value.parts.push_back({1, {first_cell_[from.index()] + n, {}}, source.weak ? actor_ : -1});
      action.assignments.push_back({{first_cell_[assignment.symbol.index()] + n, {}}, false, {{truth(true), value}}});
    }
  }

  void assign(const ld::Assignment& assignment, GroundAction& action) {
    if (assignment.kind == ld::Assignment::Kind::Set && !assignment.bound.empty()) return copy(assignment, action);
    if (assignment.kind == ld::Assignment::Kind::Case && !assignment.bound.empty()) {
      for (const Tuple& tuple : mixed_tuples(ranges(assignment.symbol))) {
        for (std::size_t k = 0; k < tuple.size(); ++k) values_[assignment.bound[k]] = tuple[k];
        GroundAssignment result{{cell(assignment.symbol, tuple), {}}, false, {}};
        branches(assignment, result);
        action.assignments.push_back(std::move(result));
      }
      return;
    }
    GroundAssignment result{place(assignment.symbol, assignment.indices), assignment.kind == ld::Assignment::Kind::Havoc, {}};
    if (assignment.kind == ld::Assignment::Kind::Set) result.branches.push_back({truth(true), term(assignment.value)});
    branches(assignment, result);
    action.assignments.push_back(std::move(result));
  }

  void text_accesses(const ld::Transition& transition, GroundAction& action) const {
    const auto visit = [&](const Term& term) {
      if (term.kind == Term::Kind::Access && program_.signature[term.symbol()].weak) action.reads_weak = true;
    };
    walk(transition.guard, visit);
    for (const ld::Let& let : transition.lets) walk(let.value, visit);
    for (const ld::Assignment& assignment : transition.assignments) {
      bool writes = assignment.kind != ld::Assignment::Kind::Case;
      for (const Term& index : assignment.indices) walk(index, visit);
      if (assignment.kind == ld::Assignment::Kind::Set) walk(assignment.value, visit);
      for (const ld::Branch& branch : assignment.branches) {
        if (branch.condition) walk(*branch.condition, visit);
        if (identity(assignment, branch.value)) continue;
        walk(branch.value, visit);
        writes = true;
      }
      if (writes && program_.signature[assignment.symbol].weak) action.writes_weak = true;
    }
  }

  const ld::Program& program_;
  Ground& out_;
  std::vector<std::uint32_t> first_cell_;
  Tuple parameters_;
  Tuple values_;  // by variable
  int actor_ = -1;
};

// Every formula and term of the model, wherever it stands.
void everything(const ld::Program& program, const std::function<void(const Formula&)>& formulas,
                const std::function<void(const Term&)>& terms) {
  formulas(program.init.formula);
  for (const auto& unsafe : program.unsafes) formulas(unsafe.formula);
  for (const auto& invariant : program.invariants) formulas(invariant.formula);
  for (const auto& transition : program.transitions) {
    formulas(transition.guard);
    for (const auto& let : transition.lets) terms(let.value);
    for (const auto& assignment : transition.assignments) {
      if (assignment.kind == ld::Assignment::Kind::Set) terms(assignment.value);
      for (const Term& index : assignment.indices) terms(index);
      for (const auto& branch : assignment.branches) {
        if (branch.condition) formulas(*branch.condition);
        terms(branch.value);
      }
    }
  }
}

}  // namespace

std::vector<std::uint32_t> named_constants(const ld::Program& by_elements) {
  const ld::Program& program = by_elements.as_written();
  std::set<std::uint32_t> found;
  const auto visit = [&](const Term& term) {
    if (term.kind == Term::Kind::ProcessConstant) found.insert(term.index);
  };
  everything(
      program, [&](const Formula& formula) { walk(formula, visit); }, [&](const Term& term) { walk(term, visit); });
  return {found.begin(), found.end()};
}

bool orders_processes(const ld::Program& by_elements) {
  const ld::Program& program = by_elements.as_written();
  bool found = false;
  std::function<void(const Formula&)> visit = [&](const Formula& formula) {
    const bool equality = formula.comparison == ld::Comparison::Equal || formula.comparison == ld::Comparison::Different;
    if (formula.kind == Formula::Kind::Compare && !equality && formula.terms[0].sort == Signature::proc) found = true;
    for (const Formula& arg : formula.args) visit(arg);
  };
  everything(program, visit, [](const Term&) {});
  return found;
}

Ground ground(const ld::Program& program, std::uint32_t processes, const std::vector<std::uint32_t>& constants) {
  Ground out;
  out.processes = processes;
  const auto names = named_constants(program);
  for (std::size_t k = 0; k < names.size(); ++k) out.constants.emplace_back(names[k], constants[k]);
  const ld::Program& text = program.as_written();
  Grounder grounder(program, out);
  grounder.init();
  grounder.bad(text.unsafes, out.unsafes);
  grounder.bad(text.invariants, out.invariants);
  for (std::uint32_t k = 0; k < text.transitions.size(); ++k) grounder.transition(k);
  return out;
}

}  // namespace parapet::test
