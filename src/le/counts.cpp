#include "le/counts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/contract.h"
#include "ld/text.h"

namespace parapet::le {
namespace {

using Type = std::vector<std::uint32_t>;  // by array: the position of a constructor
using Box = std::vector<std::uint64_t>;   // by array: a set of constructors

// Which types of processes may occur, by an over-approximation that looks at one process at a time. The types of a process form a graph. A type is initial if init's formula allows each of its values for a parameter. A transition has an
// edge from t to t' for a process x whose cells it assigns, if its guard allows each value of t for x, and t' has a value that the
// transition may assign where it assigns one, and the value of t elsewhere. Every type that a process has in a reachable state is reached
// in this graph; what relates a process to others and to variables is ignored. The result only chooses what is worth counting.
class TypeGraph {
 public:
  TypeGraph(const ld::Program& program, std::span<const SymbolId> arrays, std::size_t most)
      : program_(program), arrays_(arrays), most_(most) {
    for (const SymbolId array : arrays_) {
      const std::size_t values = program_.signature[program_.signature[array].sort].constructors.size();
      full_.push_back(values == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << values) - 1);
    }
  }

  // False: there are more than `most`.
  bool explore() {
    Box initial = full_;
    for (ld::Variable parameter = 0; parameter < program_.init.parameters; ++parameter)
      initial = both(initial, allowed(program_.init.formula, parameter, true));
    add_all(initial);
    while (!waiting_.empty() && types_.size() <= most_) {
      const Type type = std::move(waiting_.back());
      waiting_.pop_back();
      for (const ld::Transition& transition : program_.transitions) step(transition, type);
    }
    return types_.size() <= most_;
  }

 private:
  static Box both(Box a, const Box& b) {
    for (std::size_t k = 0; k < a.size(); ++k) a[k] &= b[k];
    return a;
  }

  [[nodiscard]] std::optional<std::size_t> place(SymbolId symbol) const {
    const auto at = std::find(arrays_.begin(), arrays_.end(), symbol);
    return at == arrays_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - arrays_.begin()));
  }

  // The values of the cells of a parameter with which the formula, or its negation, may hold.
  [[nodiscard]] Box allowed(const ld::Formula& formula, ld::Variable parameter, bool holds) const {
    using Kind = ld::Formula::Kind;
    switch (formula.kind) {
      case Kind::Not:
        return allowed(formula.args[0], parameter, !holds);
      case Kind::And:
      case Kind::Or: {
        const bool conjunction = (formula.kind == Kind::And) == holds;
        Box result = conjunction ? full_ : Box(full_.size(), 0);
        for (const ld::Formula& arg : formula.args) {
          const Box one = allowed(arg, parameter, holds);
          for (std::size_t k = 0; k < result.size(); ++k) result[k] = conjunction ? result[k] & one[k] : result[k] | one[k];
        }
        return result;
      }
      case Kind::Compare:
        return allowed_by_comparison(formula, parameter, holds);
      default:
        return full_;
    }
  }

  [[nodiscard]] Box allowed_by_comparison(const ld::Formula& formula, ld::Variable parameter, bool holds) const {
    Box result = full_;
    const bool equal = formula.comparison == ld::Comparison::Equal;
    if (!equal && formula.comparison != ld::Comparison::Different) return result;
    for (const auto& [cell, value] : {std::pair(&formula.terms[0], &formula.terms[1]), std::pair(&formula.terms[1], &formula.terms[0])}) {
      if (cell->kind != ld::Term::Kind::Access || value->kind != ld::Term::Kind::Constructor) continue;
      const auto array = place(cell->symbol());
      if (!array || !is_own(cell->args, parameter)) continue;
      const std::uint64_t set = std::uint64_t{1} << value->index;
      result[*array] &= equal == holds ? set : ~set;
    }
    return result;
  }

  static bool is_own(const std::vector<ld::Term>& indices, ld::Variable parameter) {
    return std::all_of(indices.begin(), indices.end(),
                       [&](const ld::Term& index) { return index.kind == ld::Term::Kind::Process && index.index == parameter; });
  }

  // The process is a parameter, or one that no parameter stands for.
  void step(const ld::Transition& transition, const Type& type) {
    for (ld::Variable parameter = 0; parameter < transition.parameters; ++parameter) {
      const Box guard = allowed(transition.guard, parameter, true);
      bool possible = true;
      for (std::size_t k = 0; k < type.size(); ++k) possible = possible && (guard[k] >> type[k] & 1) != 0;
      if (possible) move(transition, type, parameter);
    }
    move(transition, type, std::nullopt);
  }

  void move(const ld::Transition& transition, const Type& type, std::optional<ld::Variable> parameter) {
    Box after;
    for (const std::uint32_t value : type) after.push_back(std::uint64_t{1} << value);
    for (const ld::Assignment& assignment : transition.assignments) {
      const auto array = place(assignment.symbol);
      if (!array) continue;
      const bool everybody = !assignment.bound.empty();
      // A cell of `#n` is one of a process that may be no parameter.
      const bool constant = std::all_of(assignment.indices.begin(), assignment.indices.end(),
                                        [](const ld::Term& index) { return index.kind == ld::Term::Kind::ProcessConstant; });
      const bool own = parameter && is_own(assignment.indices, *parameter);
      if (!everybody && !constant && !own) continue;
      const bool certain = own && !everybody && assignment.kind != ld::Assignment::Kind::Case;
      after[*array] = assigned(assignment, *array) | (certain ? 0 : after[*array]);
    }
    add_all(after);
  }

  [[nodiscard]] std::uint64_t assigned(const ld::Assignment& assignment, std::size_t array) const {
    std::uint64_t result = assignment.kind == ld::Assignment::Kind::Havoc ? full_[array] : 0;
    const auto add = [&](const ld::Term& value) {
      if (value.kind == ld::Term::Kind::Constructor) {
        result |= std::uint64_t{1} << value.index;
      } else if (!ld::keeps_cell(assignment, value)) {
        result |= full_[array];
      }
    };
    if (assignment.kind == ld::Assignment::Kind::Set) add(assignment.value);
    for (const ld::Branch& branch : assignment.branches) add(branch.value);
    return result;
  }

  void add_all(const Box& box) {
    Type type(box.size(), 0);
    const auto choose = [&](const auto& self, std::size_t k) -> void {
      if (types_.size() > most_) return;
      if (k == box.size()) {
        if (types_.insert(type).second) waiting_.push_back(type);
        return;
      }
      for (std::uint32_t value = 0; value < 64; ++value) {
        if ((box[k] >> value & 1) == 0) continue;
        type[k] = value;
        self(self, k + 1);
      }
    };
    choose(choose, 0);
  }

  const ld::Program& program_;
  std::span<const SymbolId> arrays_;
  const std::size_t most_;
  Box full_;
  std::set<Type> types_;
  std::vector<Type> waiting_;
};

// Lemmas count no more types than this: each type that occurs is a column of the sample that they are made from. There is a symbol for every
// type, whether it occurs or not, and every query with counts looks at all of them.
constexpr std::size_t most_occurring_types = 64;
constexpr std::size_t most_symbols_for_lemmas = 256;
constexpr std::size_t most_values = 64;

bool has_few_types(const ld::Program& program, std::span<const SymbolId> arrays) {
  const std::size_t types = number_of_types(program.signature, arrays);
  if (types <= most_occurring_types) return true;
  return types <= most_symbols_for_lemmas && TypeGraph(program, arrays, most_occurring_types).explore();
}

std::size_t values_of(const Signature& signature, SymbolId array) { return signature[signature[array].sort].constructors.size(); }

void add_accesses(const ld::Formula& formula, std::set<SymbolId>& out) {
  ld::each_term(formula, [&](const ld::Term& term) {
    if (term.kind == ld::Term::Kind::Access) out.insert(term.symbol());
  });
}

// Whether lemmas with counts can say anything: some number changes, or a guard asks all processes.
bool wants_lemmas(const ld::Program& program) {
  const auto universal = [](const auto& self, const ld::Formula& formula) -> bool {
    if (formula.kind >= ld::Formula::Kind::Forall) return true;
    return std::any_of(formula.args.begin(), formula.args.end(), [&](const ld::Formula& arg) { return self(self, arg); });
  };
  return std::any_of(program.transitions.begin(), program.transitions.end(), [&](const ld::Transition& transition) {
    const auto number = [&](const ld::Assignment& assignment) {
      const Symbol& symbol = program.signature[assignment.symbol];
      return symbol.arity == 0 && symbol.sort == Signature::integer;
    };
    return universal(universal, transition.guard) || std::any_of(transition.assignments.begin(), transition.assignments.end(), number);
  });
}

std::string name_of(const Signature& signature, std::span<const SymbolId> arrays, const std::vector<std::uint32_t>& values) {
  std::string text = "count(";
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const Symbol& array = signature[arrays[k]];
    text += (k == 0 ? "" : ", ") + array.name + " = " + signature[array.sort].constructors[values[k]];
  }
  return text + ")";
}

// The next tuple in lexicographic order; false: it was the last.
bool advance(const Signature& signature, std::span<const SymbolId> arrays, std::vector<std::uint32_t>& values) {
  for (std::size_t k = values.size(); k-- > 0;) {
    if (++values[k] < values_of(signature, arrays[k])) return true;
    values[k] = 0;
  }
  return false;
}

}  // namespace

TermId own_cell(TermArena& arena, SymbolId array, TermId process) {
  const std::vector<TermId> indices(arena.signature()[array].arity, process);
  return arena.cell(array, indices);
}

bool is_countable(const Signature& signature, SymbolId array) {
  const Symbol& symbol = signature[array];
  const Sort& sort = signature[symbol.sort];
  return symbol.arity != 0 && !symbol.weak && !symbol.derived() && sort.kind == SortKind::Enum && sort.constructors.size() <= most_values;
}

std::size_t number_of_types(const Signature& signature, std::span<const SymbolId> arrays) {
  std::size_t product = 1;
  for (const SymbolId array : arrays) product = std::min(most_types + 1, product * values_of(signature, array));
  return product;
}

std::vector<SymbolId> counted_arrays(const ld::Program& program) {
  const Signature& signature = program.signature;
  std::set<SymbolId> chosen;
  ld::each_term_of(program, [&](const ld::Term& term) {
    if (term.kind == ld::Term::Kind::Count) add_accesses(term.body[0], chosen);
  });
  std::vector<SymbolId> result(chosen.begin(), chosen.end());
  if (!wants_lemmas(program) && !ld::counts_processes(program)) return result;
  std::set<SymbolId> tested, assigned;
  for (const ld::Transition& transition : program.transitions) {
    add_accesses(transition.guard, tested);
    for (const ld::Assignment& assignment : transition.assignments) assigned.insert(assignment.symbol);
  }
  std::vector<SymbolId> candidates;
  for (const SymbolId array : tested) {
    if (is_countable(signature, array) && signature[array].arity == 1 && assigned.contains(array) && !chosen.contains(array))
      candidates.push_back(array);
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](SymbolId a, SymbolId b) { return values_of(signature, a) > values_of(signature, b); });
  for (const SymbolId array : candidates) {
    result.push_back(array);
    if (!has_few_types(program, result)) result.pop_back();
  }
  return result;
}

Signature with_counts(const ld::Program& program, std::span<const SymbolId> arrays) {
  Signature signature = program.signature;
  if (arrays.empty() && !ld::counts_processes(program)) return signature;
  PARAPET_CHECK(number_of_types(signature, arrays) <= most_types, "there are few types");
  signature.add_symbol({"#procs", Signature::integer, 0, false, true, {}, SymbolRole::Processes});
  if (arrays.empty()) return signature;
  std::vector<std::uint32_t> values(arrays.size(), 0);
  do {
    signature.add_symbol({name_of(signature, arrays, values),
                          Signature::integer,
                          0,
                          false,
                          false,
                          {},
                          SymbolRole::Count,
                          {arrays.begin(), arrays.end()},
                          values});
  } while (advance(signature, arrays, values));
  return signature;
}

Signature with_counts(const ld::Program& program) { return with_counts(program, counted_arrays(program)); }

Counts counts_in(const Signature& signature) {
  Counts result;
  for (std::size_t k = 0; k < signature.symbols().size(); ++k) {
    const Symbol& symbol = signature.symbols()[k];
    if (symbol.role == SymbolRole::Processes) result.processes = SymbolId(k);
    if (symbol.role != SymbolRole::Count) continue;
    result.arrays = symbol.counted;
    result.types.push_back({symbol.values, SymbolId(k)});
  }
  return result;
}

}  // namespace parapet::le
