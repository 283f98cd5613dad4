// Lateness: which firings can execute while writes of their process are still buffered, and for which systems each engine is exact.
#pragma once

#include <cstdint>
#include <optional>

#include "le/system.h"

namespace parapet::le {

// Sets Transition::late (an over-approximation). Acting processes and shared names must be known.
void find_late(System& system, TermArena& arena);

// Why the timeline engine is not exact: `transition` writes the shared plain name `symbol` while the write of the LD transition `buffered`
// (possibly `transition` itself) may not have reached memory.
struct SharedWrite {
  SymbolId symbol;
  std::uint32_t transition = 0;
  std::uint32_t buffered = 0;
};

// The first such write, in file order; none if the timeline engine is exact on this system.
[[nodiscard]] std::optional<SharedWrite> find_shared_write(const System& system, TermArena& arena);

// Why the event engine is not exact: `transition` reads or writes the shared plain name `symbol` while the write of the LD transition
// `buffered` (possibly `transition` itself) to the weak `location`, which several processes write, may not have reached memory.
struct SharedTouch {
  SymbolId symbol;
  std::uint32_t transition = 0;
  SymbolId location;
  std::uint32_t buffered = 0;
};

// The first such access, in file order; none if the event engine is exact on this system.
[[nodiscard]] std::optional<SharedTouch> find_shared_touch(const System& system, TermArena& arena);

// Sets System::ordered_by_commit. The kinds of firings must be known.
void find_ordered_by_commit(System& system, TermArena& arena);

}  // namespace parapet::le
