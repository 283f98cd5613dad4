// One model through the search, and its answer against the enumerator's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ld/program.h"
#include "ld/trace.h"
#include "le/system.h"
#include "random/enumerator.h"
#include "search/search.h"

namespace parapet::test {

using parapet::Engine;

struct SearchSetup {
  Memory memory = Memory::Tso;
  le::TranslateOptions translate;
  search::SearchOptions search;
  smt::SolverOptions solver;
  Engine engine = Engine::Timeline;
  bool certify = false;                   // have the certificate of a Safe checked
  std::size_t enumerated_states = 20000;  // of one instance
  std::uint64_t work = 0;                 // units (base/budget.h); 0: no limit
};

// Small limits: a random model that needs more is not worth its time.
[[nodiscard]] SearchSetup small_search(Memory memory, Engine engine = Engine::Timeline);

struct SearchAnswer {
  enum class Kind : std::uint8_t {
    Safe,
    Unsafe,    // its trace was replayed
    Limit,     // gave up
    Spurious,  // only traces that could not be executed
    Refused,   // the timeline is not exact on this model
    Nothing,   // nothing found, and the event engine is not exact on this model
  };
  Kind kind = Kind::Safe;
  std::optional<Trace> trace;
  bool universal = false;  // some guard has a universal quantifier: pre-images are then over-approximated
  std::string detail;      // the reason of an Unknown
  std::string rejection;   // of the certificate of a Safe; empty: none
  bool certified = false;  // the certificate of a Safe was confirmed
  search::SearchStatistics statistics;
  search::InferOutcome infer;
};

[[nodiscard]] SearchAnswer run_search(const ld::Program& program, const SearchSetup& setup);
[[nodiscard]] const char* to_string(SearchAnswer::Kind kind);

// What both said about one model, and what is wrong with that; empty: nothing.
struct Compared {
  SearchAnswer search;
  EnumResult enumerated;
  std::string defect;
};

// Against the enumerator with 1 .. `processes` processes.
[[nodiscard]] Compared compare_search(const ld::Program& program, const SearchSetup& setup, unsigned processes);

}  // namespace parapet::test
