// How a cube was reached from its successor: the firing, and what was decided for the open reads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "logic/term.h"

namespace parapet::search {

struct Firing {
  std::uint32_t transition = 0;          // index into le::System::transitions
  std::vector<TermId> processes;         // by parameter, in the successor's names; new ones are z(n), z(n+1), ...
  std::vector<std::uint32_t> rename;     // by variable of successor and firing: its number in this cube, or UINT32_MAX: gone
  std::vector<std::uint32_t> node_map;   // by open read of the successor, then the firing's own: its number in this cube, or UINT32_MAX
  std::vector<bool> closed;              // by open read of the successor: timeline: closed by this firing; ghb: reads from it (rf)
  std::vector<bool> passed;              // ghb, by pending read of the successor: does not read from it (fr)
  std::vector<TermId> written;           // ghb: the weak and shared plain cells that it wrote, in the successor's names
  std::vector<SymbolId> written_beyond;  // ghb: the arrays of which it wrote every cell with a process that is not in the successor
};

template <class Visit>
void each_term(Firing& firing, Visit&& visit) {
  std::for_each(firing.processes.begin(), firing.processes.end(), visit);
  std::for_each(firing.written.begin(), firing.written.end(), visit);
}

}  // namespace parapet::search
