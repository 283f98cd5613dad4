// What the cubes of a certificate say of store buffers, one per process and location, and what the analyses of the translated system say of
// them (le/delays.h), as far as the certificate was made with them.
#pragma once

#include <cstdint>
#include <vector>

#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

// The buffer of the process for the cell; null: the cube says nothing of it.
[[nodiscard]] const DelayedBuffer* find_buffer(const TermArena& arena, const Cube& cube, TermId process, TermId cell);
// The same; it is added if it is missing.
[[nodiscard]] DelayedBuffer& buffer_of(const TermArena& arena, Cube& cube, TermId process, TermId cell);
// A number that is greater than that of every entry.
[[nodiscard]] std::uint32_t unused_entry(const Cube& cube);
// Numbers the entries after the snapshot reads, in the order of the buffers, and leaves out buffers of which nothing is said. The literals
// have no snapshot reads with the old number of an entry.
void number_entries(TermArena& arena, Cube& cube);

class StoreBuffers {
 public:
  StoreBuffers(const le::System& system, TermArena& arena) : system_(system), arena_(arena) {}

  // The write of the cell by this transition may stay in the buffer when its process fires it.
  [[nodiscard]] bool may_delay(std::uint32_t transition, TermId process, TermId cell) const;
  // The process may have an entry for the cell in some state of the machine.
  [[nodiscard]] bool may_wait(TermId process, TermId cell) const;
  // False: no state of the machine is in the cube, since its processes cannot have their entries where they are.
  [[nodiscard]] bool possible(const Cube& cube) const;
  // In every state of the cube, which knows no entry there, the process has none for the cell.
  [[nodiscard]] bool surely_empty(const Cube& cube, TermId process, TermId cell) const;

  // The two questions above look at one literal at a time and may miss what several say together (an equality of two cells, a
  // disjunction). As formulas the analyses say all that they know:
  // Holds in every state of the machine that is in the cube.
  [[nodiscard]] std::vector<TermId> facts(const Cube& cube) const;
  // Holds in every state of the cube, which knows no entry there, in which the process has an entry for the cell.
  [[nodiscard]] TermId may_be_buffered(const Cube& cube, TermId process, TermId cell) const;

 private:
  [[nodiscard]] std::uint64_t values(const Cube& cube, TermId term) const;
  [[nodiscard]] std::vector<le::Delays::Demand> demands(const Cube& cube, TermId process) const;
  [[nodiscard]] std::vector<TermId> users(const Cube& cube) const;
  [[nodiscard]] TermId own_cell(TermId process, SymbolId name) const;
  [[nodiscard]] TermId own_view(const Cube& cube, TermId process, SymbolId name) const;
  [[nodiscard]] bool may_hold(const Cube& cube, TermId process, const std::vector<le::Delays::Demand>& demands) const;
  [[nodiscard]] TermId holding(const Cube& cube, TermId process, std::vector<le::Delays::Demand> demands) const;

  const le::System& system_;
  TermArena& arena_;
};

}  // namespace parapet::check
