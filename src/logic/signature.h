// Sorts and state symbols of one model: what terms are made over.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/number.h"
#include "base/source.h"

namespace parapet {

struct SortTag;
struct SymbolTag;
using SortId = Id<SortTag>;
using SymbolId = Id<SymbolTag>;

enum class SortKind : std::uint8_t {
  Formula,   // truth values of formulas; not a type of the language
  Proc,      // processes, and values that are no process
  Enum,      // exactly the listed constructors, pairwise distinct; `bool` is one
  Abstract,  // infinitely many anonymous values
  Int,
  Real,
  Event,  // of an execution graph; not a type of the language
};

struct Sort {
  SortKind kind = SortKind::Abstract;
  std::string name;
  std::vector<std::string> constructors;  // Enum only
  bool range = false;                     // an Enum that is declared as `low .. high`; its constructors are numerals
};

// One index of an array as its author wrote it: a process, or a value of an enumeration.
struct WrittenIndex {
  SortId sort;
  std::uint32_t position = 0;  // of the value in its enumeration
};

// What a symbol stands for. Only State symbols are declared by a model; the others are functions of the state (le/counts.h).
enum class SymbolRole : std::uint8_t {
  State,
  Processes,  // the number of processes
  Count,      // the number of processes of one type
};

struct Symbol {
  std::string name;
  SortId sort;              // of its value
  std::uint32_t arity = 0;  // number of indices; 0 is a variable
  bool weak = false;        // behind the memory model
  bool constant = false;    // never assigned
  SourceRange range;        // of its name where it is declared
  SymbolRole role = SymbolRole::State;
  std::vector<SymbolId> counted{};      // Count: the arrays whose cells make the type of a process
  std::vector<std::uint32_t> values{};  // Count: the type, by array
  // Of an array as its author wrote it (ld/program.h): the type of each index. Empty if all of them are processes.
  std::vector<SortId> index_sorts = {};
  // Of an element of such an array (ld/elements.h): the indices of the array, of which the processes are the indices of this symbol, and
  // the name of the array. Empty for every other symbol.
  std::vector<WrittenIndex> element = {};
  std::string array = {};

  [[nodiscard]] SortId index_sort(std::size_t k) const;
  [[nodiscard]] bool has_value_index() const { return !index_sorts.empty(); }
  [[nodiscard]] bool derived() const { return role != SymbolRole::State; }
};

class Signature {
 public:
  // The sorts every model has, in this order.
  static constexpr SortId formula{0}, proc{1}, boolean{2}, integer{3}, real{4}, event{5};
  static constexpr std::uint32_t false_value = 0, true_value = 1;  // constructors of `bool`

  Signature();

  SortId add_sort(Sort sort);
  SymbolId add_symbol(Symbol symbol);
  void rename(SymbolId symbol, std::string name) { symbols_[symbol.index()].name = std::move(name); }

  [[nodiscard]] const Sort& operator[](SortId id) const { return sorts_[id.index()]; }
  [[nodiscard]] const Symbol& operator[](SymbolId id) const { return symbols_[id.index()]; }
  [[nodiscard]] const std::vector<Sort>& sorts() const { return sorts_; }
  [[nodiscard]] const std::vector<Symbol>& symbols() const { return symbols_; }
  [[nodiscard]] std::optional<SortId> find_sort(std::string_view name) const;
  [[nodiscard]] std::optional<SymbolId> find_symbol(std::string_view name) const;
  // The element of the array with these indices; `position` of an index that is a process is not compared.
  [[nodiscard]] std::optional<SymbolId> find_element(std::string_view array, const std::vector<WrittenIndex>& indices) const;
  // A cell as it is written in a model, `A[p, S1]`, given the text of each process index.
  [[nodiscard]] std::string cell_text(SymbolId symbol, std::span<const std::string> processes, std::string_view separator = ", ") const;

 private:
  std::vector<Sort> sorts_;
  std::vector<Symbol> symbols_;
};

// A concrete value of a sort, as one number: Enum: the constructor's position; Int, Real: the number; Abstract: a label (equal labels,
// equal values); Proc: a place on a line, whose order is the order of processes. Which places are processes is said by whoever gives the
// value.
struct Value {
  SortId sort;
  Rational number;
  friend bool operator==(const Value&, const Value&) = default;
};

// What is known about a formula: its truth value, or Open, that it depends on something that is not known.
enum class Truth : std::uint8_t { False, True, Open };

}  // namespace parapet
