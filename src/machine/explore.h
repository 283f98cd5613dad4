// The states that an instance reaches, breadth first, up to renaming of interchangeable processes, each with an execution that leads there.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "machine/initial.h"
#include "machine/successors.h"
#include "machine/symmetry.h"

namespace parapet::machine {

struct ExploreLimits {
  std::uint64_t states = 2000;
  std::uint64_t attempts_per_state = 200;  // to fire, on average: a bound on the work that does not depend on the machine
  std::size_t entries = SIZE_MAX;          // in one store buffer
  DomainLimits values{};
};

// An execution: the values of all cells at the beginning, and the steps.
struct Execution {
  struct Step {
    machine::Step::Kind kind = machine::Step::Kind::Fire;
    std::uint32_t transition = 0;    // Fire
    std::vector<Process> processes;  // Fire: by parameter; Commit: whose buffer
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
    No,    // its successors are of no interest
    Omit,  // as if it could not be reached; it has no number, and is asked about again if it is reached again
    Stop,  // end the exploration
  };
  // Called once for each state, before its successors are looked for. The state may have open cells.
  using Visit = std::function<Follow(StateNumber, const State&)>;

  // A step led from one state to another, which is what it led to renamed. Called for every step, also to states that are known, but not
  // to those that are omitted.
  using Edge = std::function<void(StateNumber from, StateNumber to, const Step&, std::size_t renaming)>;

  // The cells of `closed` are never open.
  Explorer(Instance& instance, const ExploreLimits& limits, std::vector<Location> closed = {});

  void run(const Visit& visit, const Edge& edge = {});

  [[nodiscard]] std::uint64_t states() const { return nodes_.size(); }
  // Visited, to be followed, and not followed yet.
  [[nodiscard]] std::uint64_t waiting() const { return queue_.size() - followed_; }
  [[nodiscard]] std::uint64_t initial_states() const { return initial_; }
  // Every reachable state was visited, but for those behind states that were not followed.
  [[nodiscard]] bool complete() const { return complete_; }
  // A limit ended it: some states were not followed.
  [[nodiscard]] bool cut() const { return cut_; }
  [[nodiscard]] const Symmetry& symmetry() const { return symmetry_; }
  [[nodiscard]] const Successors& successors() const { return successors_; }
  [[nodiscard]] const Domains& domains() const { return domains_; }

  [[nodiscard]] State state(StateNumber number) const;
  // By location: plain state and memory. Valid until the exploration goes on.
  [[nodiscard]] std::span<const Code> cells(StateNumber number) const { return words(nodes_[number]).first(instance_.layout().size()); }
  // An execution that leads to a renaming of the state, which follows it: `renamed` maps the processes of the state to those of the
  // execution. `given` is what open cells of the state hold; those that nobody looked at and that are not given are the first of their
  // values.
  struct Reached {
    Execution execution;
    std::vector<Process> renamed;
  };
  [[nodiscard]] Reached execution_to(StateNumber number, const std::vector<Write>& given = {}) const;

 private:
  struct Node {
    std::size_t begin = 0;  // of its words
    std::uint32_t size = 0;
    StateNumber from = 0;  // itself: an initial state
    Step step;
    std::size_t renaming = 0;  // applied to what the step led to
  };

  // False: the exploration ends.
  bool add(const State& state, StateNumber from, const Step& step, const Visit& visit, const Edge& edge);
  [[nodiscard]] std::span<const Code> words(const Node& node) const { return std::span(pool_).subspan(node.begin, node.size); }
  [[nodiscard]] std::size_t slot_of(std::span<const Code> words, std::uint64_t hash) const;
  void grow();

  Instance& instance_;
  ExploreLimits limits_;
  std::vector<Location> closed_;
  Domains domains_;
  Successors successors_;
  Symmetry symmetry_;
  std::vector<Node> nodes_;
  std::vector<Code> pool_;
  // Open addressing. The upper half of the hash of a state, and below it its number + 1; 0: free. A power of two.
  std::vector<std::uint64_t> table_;
  std::vector<StateNumber> queue_;  // states to be followed, in order
  std::size_t followed_ = 0;        // of those
  std::uint64_t initial_ = 0;
  bool complete_ = true;
  bool cut_ = false;
  State expanded_, stored_;  // scratch
};

}  // namespace parapet::machine
