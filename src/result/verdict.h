// The verdict of a check with its evidence, the engines that find it, and cross-checks of it: what search, pipeline, reports and benchmarks
// have in common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ld/trace.h"
#include "result/account.h"
#include "result/certificate.h"

namespace parapet {

struct Safe {
  Certificate certificate{};  // has the cubes that prove it if they were asked for
};
struct Unsafe {
  Trace trace{};
  Account account{};       // of the replay that confirmed the trace
  bool invariant = false;  // trace.unsafe counts the invariants, one of which is violated
};
enum class UnknownKind : std::uint8_t {
  Limit,        // of time, memory, work, nodes, depth or processes
  Interrupted,  // by a signal, or by who asked for the search
  Spurious,     // paths to init, none of which could be executed
  Solver,       // that could not decide
  Inexact,      // nothing found, by an engine that is not exact on this system
  Invariants,   // trusted ones that were to be proved
  CrossCheck,   // that was asked for and not completed
};
struct Unknown {
  std::string reason{};
  UnknownKind kind = UnknownKind::Limit;
};
using Verdict = std::variant<Safe, Unsafe, Unknown>;

// The verdict without its evidence.
enum class VerdictKind : std::uint8_t { Safe, Unsafe, Unknown };
[[nodiscard]] inline VerdictKind kind_of(const Verdict& verdict) {
  return std::holds_alternative<Safe>(verdict)     ? VerdictKind::Safe
         : std::holds_alternative<Unsafe>(verdict) ? VerdictKind::Unsafe
                                                   : VerdictKind::Unknown;
}
[[nodiscard]] constexpr std::string_view name(VerdictKind kind) {
  return kind == VerdictKind::Safe ? "SAFE" : kind == VerdictKind::Unsafe ? "UNSAFE" : "UNKNOWN";
}

// How cubes represent weak memory. Auto: the timeline where it is exact, else events; Both must agree.
enum class Engine : std::uint8_t { Auto, Timeline, Ghb, Both };
[[nodiscard]] constexpr std::string_view name(Engine engine) {
  return engine == Engine::Auto ? "auto" : engine == Engine::Timeline ? timeline_engine : engine == Engine::Ghb ? event_engine : "both";
}

// A check of the verdict that is independent of the search, and that the user asked for.
struct CrossCheck {
  std::string name;  // the option
  bool completed = true;
  std::string reason;  // why it was not completed
};

// Adds the result of a check. A check that is made several times is completed if it was completed each time.
inline void note(std::vector<CrossCheck>& all, CrossCheck check) {
  const auto known = std::ranges::find(all, check.name, &CrossCheck::name);
  if (known == all.end()) {
    all.push_back(std::move(check));
  } else if (known->completed) {
    *known = std::move(check);
  }
}

}  // namespace parapet
