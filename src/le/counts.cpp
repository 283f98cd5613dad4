#include "le/counts.h"

#include <algorithm>
#include <set>

#include "base/contract.h"
#include "ld/text.h"
#include "le/occurring_types.h"

namespace parapet::le {
namespace {

// Lemmas count no more types than this: each type that occurs is a column of the sample that they are made from. There is a symbol for every
// type, whether it occurs or not, and every query with counts looks at all of them.
constexpr std::size_t most_occurring_types = 64;
constexpr std::size_t most_symbols_for_lemmas = 256;
constexpr std::size_t most_values = 64;

bool has_few_types(const ld::Program& program, std::span<const SymbolId> arrays) {
  const std::size_t types = number_of_types(program.signature, arrays);
  if (types <= most_occurring_types) return true;
  return types <= most_symbols_for_lemmas && at_most_types_occur(program, arrays, most_occurring_types);
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
