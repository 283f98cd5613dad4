// The instances of F that matter for covering G by a union: every injection of processes (and map of open reads) under which at most `most`
// of F's literals, and a few arithmetic ones, are not implied by literals of G, and none is contradicted. What is left of F under an
// instance is the conjunction of those literals (fixpoint.h makes a clause of it).
//
// Most cubes have no such instance, and a table finds that before any injection is tried. For a variable v of F and a process p of G let
//   cost(v, p)  the number of F's literals `cell(v) in set`, of v alone, that G does not imply with p for v; infinite if it contradicts one
//   rest(v)     the sum over the variables from v on of their least cost over all p.
// An injection that maps v to p leaves cost(v, p) literals, and at least rest(v + 1) more with the variables after it. So it is given up as
// soon as what is left already, cost(v, p) and rest(v + 1) together are more than `most`. Only injections that would be refused later are
// given up: the instances that are found, and their order, are those of trying all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/narrow.h"
#include "cube/indexed.h"
#include "search/cover/matching.h"

namespace parapet::search {

// Instances of visited cubes in one cube, without terms, so that another thread can read them: each is a row of numbers,
//   the position of the visited cube F; how many literals of F are left; the images of F's processes; of F's open reads; the
//   literals left.

using UnionInstances = std::vector<std::uint32_t>;  // by position of the visited cube, ascending

inline void add_instance(UnionInstances& all, std::uint32_t visited_at, std::span<const ProcessCode> processes,
                         std::span<const std::uint32_t> reads, std::span<const LiteralNumber> left) {
  all.push_back(visited_at);
  all.push_back(narrow<std::uint32_t>(left.size()));
  all.insert(all.end(), processes.begin(), processes.end());
  all.insert(all.end(), reads.begin(), reads.end());
  all.insert(all.end(), left.begin(), left.end());
}

struct EncodedInstance {
  std::span<const std::uint32_t> processes, reads, left;
};

// The first row of the rest of a UnionInstances, of a cube with so many processes and open reads, which is cut off the rest.
inline EncodedInstance take_instance(std::span<const std::uint32_t>& rest, std::size_t processes, std::size_t reads) {
  const std::size_t left = rest[1];
  const std::size_t size = 2 + processes + reads + left;
  const EncodedInstance taken{rest.subspan(2, processes), rest.subspan(2 + processes, reads), rest.subspan(size - left, left)};
  rest = rest.subspan(size);
  return taken;
}

class InstanceSearch {
 public:
  // Arithmetic literals are counted apart: they often follow from others, which only the solver sees.
  static constexpr std::size_t most_arithmetic = 12;
  // Of one cube: symmetric cubes with many processes have too many instances to look at.
  static constexpr std::size_t most_steps = 4000;

  InstanceSearch(const Context& context, const Implication& implication) : context_(context), implication_(implication) {}

  // Forgets what is left; `most` 0: every literal is to be implied.
  void start(std::size_t most) {
    most_ = most;
    deferred_.clear();
    residual_.clear();
  }
  // Calls found() for each injection of a started map. found() may leave more literals; true: stop.
  void run(ProcessMap& map, const std::function<bool()>& found);

  [[nodiscard]] std::size_t most() const { return most_; }

  // A literal with open reads that no literal of G implies; false: there are too many.
  [[nodiscard]] bool leave(LiteralNumber literal) {
    if (counted() >= most_) return false;
    residual_.push_back(literal);
    return true;
  }
  // Literals with open reads that are left; and only the first `size` of them any more.
  [[nodiscard]] std::size_t left_with_reads() const { return residual_.size(); }
  void shrink(std::size_t size) { residual_.resize(size); }

  // All that are left.
  [[nodiscard]] std::vector<LiteralNumber> left() const {
    std::vector<LiteralNumber> all = residual_;
    all.insert(all.end(), deferred_.begin(), deferred_.end());
    return all;
  }

 private:
  // Fills cost_ and rest_; false: there is no instance.
  [[nodiscard]] bool estimate();
  bool enumerate(std::uint32_t variable);
  // The literals that are complete now; slot: 0, or 1 + the variable just mapped.
  [[nodiscard]] bool admit_variable(std::uint32_t slot);
  [[nodiscard]] bool admit(LiteralNumber literal);
  // Literals left, arithmetic ones aside.
  [[nodiscard]] std::size_t counted() const;

  const Context& context_;
  const Implication& implication_;
  ProcessMap* map_ = nullptr;
  const std::function<bool()>* found_ = nullptr;
  std::size_t most_ = 0;
  bool prepared_ = false;
  std::size_t steps_ = 0;
  std::vector<std::uint32_t> cost_;      // by variable of F and process of G
  std::vector<std::uint32_t> rest_;      // by variable of F, and one more
  std::vector<LiteralNumber> residual_;  // literals with open reads that are not implied
  std::vector<LiteralNumber> deferred_;  // the others
};

}  // namespace parapet::search
