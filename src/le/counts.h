// Counts: the number of processes, and how many of them have which values in their own cells.
//
// NOTE(counts). Take the plain arrays A1 .. Ak that counts are over. The *type* of a process x is the tuple of the values of its cells
// A1[x] .. Ak[x] (of an array with several indices, the cell whose indices are all x). T is the set of all types. For each type t the arena
// has a symbol K(t), a function of the state:
//     K(t) = |{ x : type(x) = t }|,    and for the number of processes the symbol `#procs`.
// Every set S of types has the count K(S) = the sum of K(t) over t in S, so a count of any set is a linear sum of cells, two counts of the
// same set are one term, and a count needs no operator of its own. These symbols occur in formulas like variables of type int; nothing
// assigns them, and a firing changes them by what it does to the types of the processes that it assigns (search/cube/count_update.h).
// What relates them to the processes of a formula are the counting facts (cube/count_facts.h, and independently check/counting.h):
//     K(t) >= the number of those processes whose type is t,   the sum of all K(t) = #procs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ld/program.h"
#include "logic/term.h"

namespace parapet::le {

struct CountType {
  std::vector<std::uint32_t> values;  // by array: the position of a constructor
  SymbolId symbol;                    // K of this type
};

struct Counts {
  SymbolId processes;            // `#procs`; invalid: the arena has no symbols of counts
  std::vector<SymbolId> arrays;  // whose cells make the type of a process; none: only the number of processes is a term
  std::vector<CountType> types;  // all of T, in lexicographic order
  bool mentioned = false;        // the text of the model has `#procs` or a `count`

  [[nodiscard]] bool exist() const { return processes.valid(); }
  // The type with this symbol; nothing: the symbol is no K(t).
  [[nodiscard]] std::optional<std::size_t> type_of(SymbolId symbol) const {
    if (types.empty() || symbol < types.front().symbol || types.back().symbol < symbol) return std::nullopt;
    return symbol.index() - types.front().symbol.index();
  }
  [[nodiscard]] bool has(SymbolId symbol) const { return exist() && (symbol == processes || type_of(symbol).has_value()); }
};

// The cell of an array at one process: all its indices are that process.
[[nodiscard]] TermId own_cell(TermArena& arena, SymbolId array, TermId process);

// The arrays that counts of the program are over: those that its own counts mention; and where lemmas may need counts, the plain arrays of
// enumerations that its guards test, as long as there are few types.
[[nodiscard]] std::vector<SymbolId> counted_arrays(const ld::Program& program);

// More types than Parapet handles. `what` is a sentence.
inline constexpr std::size_t most_types = 1024;
[[nodiscard]] std::size_t number_of_types(const Signature& signature, std::span<const SymbolId> arrays);

// Whether an array can be one of them: plain, of an enumeration with at most 64 values.
[[nodiscard]] bool is_countable(const Signature& signature, SymbolId array);

// The signature of the program with the symbols of counts over these arrays after its own; unchanged if counts are never needed.
[[nodiscard]] Signature with_counts(const ld::Program& program, std::span<const SymbolId> arrays);
[[nodiscard]] Signature with_counts(const ld::Program& program);

// The counts of a signature that `with_counts` made; `mentioned` is not filled in.
[[nodiscard]] Counts counts_in(const Signature& signature);

}  // namespace parapet::le
