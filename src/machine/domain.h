// Which values are tried where the program leaves one open: initial values, and assignments of an arbitrary value.
#pragma once

#include <vector>

#include "machine/instance.h"

namespace parapet::machine {

struct DomainLimits {
  std::size_t numbers = 12;
  std::size_t labels = 3;     // of an abstract type
  std::size_t strangers = 3;  // values of a process variable that are no process
};

// By sort. An enumeration has all its values, a process variable every process and some values that are no process. An abstract type and
// numbers have infinitely many: some are tried, those around the numbers that the program mentions first.
class Domains {
 public:
  Domains(Instance& instance, const DomainLimits& limits);

  [[nodiscard]] const std::vector<Code>& of(SymbolId symbol) const { return values_[sort_of_[symbol.index()]]; }
  // These are all values, up to renaming of those that nothing tells apart.
  [[nodiscard]] bool complete(SymbolId symbol) const { return complete_[sort_of_[symbol.index()]]; }

 private:
  std::vector<std::size_t> sort_of_;       // by symbol
  std::vector<std::vector<Code>> values_;  // by sort
  std::vector<bool> complete_;
};

// Whether some values of the open cells of a state make `test` true; those it looked at are then added to `given`. `test(state, open)`
// gives a Truth and, with Truth::Open, the cell that it depends on. `all_tried` becomes false where the answer is no and a cell has values
// that were not tried.
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

// Some formula compares processes by their order: then they are not interchangeable.
[[nodiscard]] bool compares_processes(const ld::Program& program);

}  // namespace parapet::machine
