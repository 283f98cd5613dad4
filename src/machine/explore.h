// Explicit-state exploration of an instance: the reachable states in breadth-first order, one for each class of states that differ by a
// renaming of interchangeable processes (symmetry.h), each with an execution that reaches it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ld/trace.h"
#include "machine/initial.h"
#include "machine/successors.h"
#include "machine/symmetry.h"

namespace parapet::machine {

struct ExploreLimits {
  std::uint64_t states = 2000;
  std::uint64_t attempts_per_state = 200;  // attempts to fire, on average; bounds the work independently of the computer
  std::size_t entries = SIZE_MAX;          // in one store buffer
  DomainLimits values{};
};

// An execution: the initial values of all cells, and the steps.
struct Execution {
  struct Step {
    machine::Step::Kind kind = machine::Step::Kind::Fire;
    std::uint32_t transition = 0;    // Fire
    std::vector<Process> processes;  // Fire: by parameter; Commit: whose buffer
    Location location = 0;           // Commit: of which location, if each has a buffer of its own
    std::vector<Code> havoc;         // Fire
  };
  std::vector<Code> initial;  // by location
  std::vector<Step> steps;
};

using StateNumber = std::uint32_t;

class Explorer {
 public:
  enum class Follow : std::uint8_t {
    Yes,
    No,    // do not compute its successors
    Omit,  // treat it as unreachable: it gets no number, and `visit` is called again when another step reaches it
    Stop,  // end the exploration
  };
  // Called once for each state, before its successors are computed. The state may have open cells.
  using Visit = std::function<Follow(StateNumber, const State&)>;

  // Called for every step, except steps to omitted states. `to` is the number of the stored state, which is the state that the step reaches
  // under the renaming with this number (Symmetry::renaming).
  using Edge = std::function<void(StateNumber from, StateNumber to, const Step&, std::size_t renaming)>;

  // The locations in `closed` get their values in the initial states, so they are never open.
  Explorer(Instance& instance, const ExploreLimits& limits, std::vector<Location> closed = {});

  void run(const Visit& visit, const Edge& edge = {});

  [[nodiscard]] std::uint64_t states() const { return records_.size(); }
  // The exploration as a sequence: when it computed the successors of its k-th state, in breadth-first order, it knew so many states and
  // had made so many attempts to fire. The last step may have been cut short.
  struct Progress {
    std::uint64_t known = 0, attempts = 0;
  };
  [[nodiscard]] const std::vector<Progress>& progress() const { return progress_; }
  [[nodiscard]] std::uint64_t attempts() const { return limits_.states * limits_.attempts_per_state - successors_.attempts_left(); }
  // How many visited states still wait for their successors to be computed.
  [[nodiscard]] std::uint64_t waiting() const { return queue_.size() - followed_; }
  [[nodiscard]] std::uint64_t initial_states() const { return initial_; }
  // Every reachable state was visited, except states that are reached only through states answered with Follow::No.
  [[nodiscard]] bool complete() const { return complete_; }
  // A limit ended the exploration before the successors of every state were computed.
  [[nodiscard]] bool cut() const { return cut_; }
  [[nodiscard]] const Symmetry& symmetry() const { return symmetry_; }
  [[nodiscard]] const Successors& successors() const { return successors_; }
  [[nodiscard]] const Domains& domains() const { return domains_; }

  [[nodiscard]] State state(StateNumber number) const;
  // The state from which this one was first reached; the state itself if it is initial.
  [[nodiscard]] StateNumber predecessor(StateNumber number) const { return records_[number].from; }
  // By location: plain cells and memory. Valid until the exploration continues.
  [[nodiscard]] std::span<const Code> cells(StateNumber number) const { return words(records_[number]).first(instance_.layout().size()); }
  // An execution that reaches a renaming of the state: `renamed` maps the processes of the state to those of the execution. `given` has
  // values for open cells of the state; an open cell that is not given has the first value of its domain.
  struct Reached {
    Execution execution;
    std::vector<Process> renamed;
  };
  [[nodiscard]] Reached execution_to(StateNumber number, const std::vector<Write>& given = {}) const;

 private:
  struct Record {
    std::size_t begin = 0;  // of its words
    std::uint32_t size = 0;
    StateNumber from = 0;  // the predecessor; the state itself if it is initial
    Step step;
    std::size_t renaming = 0;  // applied to the state that the step reaches
  };

  // False: the exploration must end.
  bool add(const State& state, StateNumber from, const Step& step, const Visit& visit, const Edge& edge);
  [[nodiscard]] std::span<const Code> words(const Record& record) const { return std::span(pool_).subspan(record.begin, record.size); }
  [[nodiscard]] std::size_t slot_of(std::span<const Code> words, std::uint64_t hash) const;
  void grow();

  Instance& instance_;
  ExploreLimits limits_;
  std::vector<Location> closed_;
  Domains domains_;
  Successors successors_;
  Symmetry symmetry_;
  std::vector<Record> records_;
  std::vector<Code> pool_;
  // A hash table with open addressing whose size is a power of two. An entry has the upper half of the hash of a state above the number of
  // the state plus 1; 0 is a free entry.
  std::vector<std::uint64_t> table_;
  std::vector<StateNumber> queue_;  // states whose successors are wanted, in breadth-first order
  std::size_t followed_ = 0;        // how many states of the queue have been expanded
  std::vector<Progress> progress_;
  std::uint64_t initial_ = 0;
  bool complete_ = true;
  bool cut_ = false;
  State expanded_, stored_;  // reused to avoid allocations
};

}  // namespace parapet::machine

namespace parapet {

// The processes of a trace, and an execution as a trace with its initial values and steps; the caller fills in the unsafe formula that holds
// at the end.
[[nodiscard]] machine::Roster roster_of(const Trace& trace);
[[nodiscard]] Trace trace_of(machine::Instance& instance, const machine::Execution& execution);

}  // namespace parapet
