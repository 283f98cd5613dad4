// Which firings can happen while their process still has writes in its buffer.
#pragma once

#include <cstdint>
#include <optional>

#include "le/system.h"

namespace parapet::le {

// Sets Transition::late (an over-approximation). Needs the actors and shared names.
void find_late(System& system, TermArena& arena);

// A plain cell outside what the timeline is exact about: `transition` writes the shared `symbol` while the write of `buffered` (an LD
// transition, possibly itself) may not have reached memory.
struct SharedWrite {
  SymbolId symbol;
  std::uint32_t transition = 0;
  std::uint32_t buffered = 0;
};

// The first such write, in file order; none if the timeline engine is exact on this system.
[[nodiscard]] std::optional<SharedWrite> find_shared_write(const System& system, TermArena& arena);

// A plain cell outside what the event engine is exact about: a firing of `transition` touches the shared `symbol` while the write of
// `buffered` (an LD transition, possibly itself) to the weak `location`, which several processes write, may not have reached memory.
struct SharedTouch {
  SymbolId symbol;
  std::uint32_t transition = 0;
  SymbolId location;
  std::uint32_t buffered = 0;
};

// The first such touch, in file order; none if the event engine is exact on this system.
[[nodiscard]] std::optional<SharedTouch> find_shared_touch(const System& system, TermArena& arena);

}  // namespace parapet::le
