// The successors of a state: every state that one commit or one firing leads to. A firing whose result depends on an open cell is attempted
// with each value of that cell; an assignment of an arbitrary value is attempted with each value of its domain.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "machine/domain.h"
#include "machine/instance.h"
#include "machine/needs.h"

namespace parapet::machine {

struct Step {
  enum class Kind : std::uint8_t { Fire, Commit };
  Kind kind = Kind::Fire;
  std::uint32_t firing = 0;   // Fire: index into Successors::firings
  Process process = 0;        // Commit: whose buffer
  Location location = 0;      // Commit: of which location, if each has a buffer of its own
  std::vector<Code> havoc;    // Fire: the values of its havocs
  std::vector<Write> looked;  // Fire: open cells that the firing read, and the initial values chosen for them
};

class Successors {
 public:
  struct Limits {
    std::uint64_t attempts = UINT64_MAX;  // attempts to fire, in all calls of `each` together
    std::size_t entries = SIZE_MAX;       // most entries of a store buffer; a firing that would exceed it is left out
  };
  Successors(Instance& instance, const Domains& domains, const Limits& limits);

  [[nodiscard]] const std::vector<Firing>& firings() const { return firings_; }
  // False: some value was left open by the program and not all its values were tried, or a limit was reached.
  [[nodiscard]] bool complete() const { return complete_; }
  // The limit on attempts ended the enumeration.
  [[nodiscard]] bool cut() const { return cut_; }
  // Attempts to fire that the limit leaves.
  [[nodiscard]] std::uint64_t attempts_left() const { return limits_.attempts; }
  // False: the limit on attempts is used up.
  [[nodiscard]] bool may_go_on() const { return limits_.attempts != 0; }

  // visit(step, state) returns whether the enumeration goes on. The state is valid during the call only.
  using Visit = std::function<bool(const Step&, const State&)>;
  void each(const State& state, const Visit& visit);

 private:
  bool skip(std::size_t firings);
  bool choose_havoc(const State& state, Step& step, const Visit& visit);
  bool fire(const State& state, Step& step, const Visit& visit);

  Instance& instance_;
  const Domains& domains_;
  Limits limits_;
  std::vector<Firing> firings_;
  std::optional<PossibleFirings> possible_;  // of these
  bool complete_ = true;
  bool cut_ = false;
  State next_;  // reused to avoid allocations, like fired_
  Fired fired_;
};

}  // namespace parapet::machine
