// The values that the machine tries where the program leaves a value open: initial values that init does not fix, and assignments of an
// arbitrary value (`?`).
#pragma once

#include <vector>

#include "machine/instance.h"

namespace parapet::machine {

struct DomainLimits {
  std::size_t numbers = 12;
  std::size_t labels = 3;     // of an abstract type
  std::size_t strangers = 3;  // values of sort proc that denote no process
  std::int64_t range = 0;     // the numbers below it, from 0 on, beyond `numbers`
};

// The values of each sort. An enumeration has all its constructors; sort proc has every process and some values that denote no process. An
// abstract type and the numbers have infinitely many values: a finite selection is tried, and numbers near those in the text come first.
class Domains {
 public:
  Domains(Instance& instance, const DomainLimits& limits);

  [[nodiscard]] const std::vector<Code>& of(SymbolId symbol) const { return values_[sort_of_[symbol.index()]]; }
  // of(symbol) has every value, up to a renaming of values that no formula of the program tells apart.
  [[nodiscard]] bool complete(SymbolId symbol) const { return complete_[sort_of_[symbol.index()]]; }

 private:
  std::vector<std::size_t> sort_of_;       // by symbol
  std::vector<std::vector<Code>> values_;  // by sort
  std::vector<bool> complete_;
};

// Whether some values of the open cells of a state make `test` true. If so, the values of the open cells that the test read are added to
// `given`. `test(state, open)` returns a Truth and, with Truth::Open, sets `open` to a cell that the truth depends on. `all_tried` becomes
// false if no tried value makes the test true and some cell has values that were not tried: the answer false is then not conclusive.
template <class Test>
bool possible(const Instance& instance, const Domains& domains, const State& state, std::vector<Write>& given, bool& all_tried,
              const Test& test) {
  Location open = 0;
  const Truth truth = test(state, open);
  if (truth != Truth::Open) return truth == Truth::True;
  State known = state;
  const SymbolId symbol = instance.layout().symbol(open);
  for (const Code value : domains.of(symbol)) {
    known.cells[open] = value;
    given.push_back({open, value});
    if (possible(instance, domains, known, given, all_tried, test)) return true;
    given.pop_back();
  }
  all_tried = all_tried && domains.complete(symbol);
  return false;
}

// Whether some formula compares processes by the process order; if so, they are not interchangeable.
[[nodiscard]] bool compares_processes(const ld::Program& program);

}  // namespace parapet::machine
