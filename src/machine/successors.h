// One step further: every state that a commit or a firing leads to.
#pragma once

#include <functional>
#include <vector>

#include "machine/domain.h"
#include "machine/instance.h"

namespace parapet::machine {

struct Step {
  enum class Kind : std::uint8_t { Fire, Commit };
  Kind kind = Kind::Fire;
  std::uint32_t firing = 0;   // Fire: its place in Successors::firings
  Process process = 0;        // Commit: whose buffer
  std::vector<Code> havoc;    // Fire: the values of its havocs
  std::vector<Write> looked;  // Fire: open cells that were looked at, and the initial values they have
};

class Successors {
 public:
  struct Limits {
    std::uint64_t attempts = UINT64_MAX;  // to fire, of all calls together
    std::size_t entries = SIZE_MAX;       // in one store buffer; a firing that would need more is left out
  };
  Successors(Instance& instance, const Domains& domains, const Limits& limits);

  [[nodiscard]] const std::vector<Firing>& firings() const { return firings_; }
  // False: a firing with an arbitrary value was tried with some of its values only, or a limit was met.
  [[nodiscard]] bool complete() const { return complete_; }
  // An attempt was left out because of the limit on attempts.
  [[nodiscard]] bool cut() const { return cut_; }
  // False: no attempt is left.
  [[nodiscard]] bool may_go_on() const { return limits_.attempts != 0; }

  // visit(step, state): false ends it. The state is valid during the call.
  using Visit = std::function<bool(const Step&, const State&)>;
  void each(const State& state, const Visit& visit);

 private:
  bool choose_havoc(const State& state, Step& step, const Visit& visit);
  bool fire(const State& state, Step& step, const Visit& visit);

  Instance& instance_;
  const Domains& domains_;
  Limits limits_;
  std::vector<Firing> firings_;
  bool complete_ = true;
  bool cut_ = false;
  State next_;  // scratch, like the next one
  Fired fired_;
};

}  // namespace parapet::machine
