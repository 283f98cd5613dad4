// The loop of the search, in the words of the papers on backward reachability with cubes:
//
//   push the unsafe cubes
//   while the frontier is not empty:            `advance`
//     pop a cube
//     covered?     visited cubes cover it: next
//     approximate  a candidate takes its place, if there is one
//     visit it
//     push each cube of its pre-image           `push`:
//       covered?     one visited cube covers it: drop it
//       safe?        it meets init: report the path, or blame the candidate that the path ends in
//       put it into the frontier
//   the frontier is empty: SAFE
//
// Covering by a union of visited cubes, which is expensive, is tested once, when a cube is popped.
//
// Invariant: the union of the visited and the queued cubes contains the unsafe states and, with each visited cube, all states from which
// one step leads into it. So an empty frontier without a cube that meets init proves that no initial state reaches unsafe. Covered cubes
// are dropped, and visited ones that a newer one covers are deleted: neither makes that union smaller. A candidate in the place of a node
// contains it. (Abdulla et al., 1996; Ghilardi and Ranise, 2010.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "search/loop/candidates.h"
#include "search/loop/counterexample.h"
#include "search/loop/covering.h"
#include "search/loop/dispatch.h"
#include "search/loop/tree.h"
#include "search/preimage/preimage.h"
#include "search/preimage/start.h"

namespace parapet::search {

// A visited cube of a search that closed.
struct ProvedCube {
  Cube cube;
  std::uint64_t node = 0;  // its id
};

// When a search ends before its share of nodes: `few` are visited and the next one has at least `many` processes.
struct Growth {
  std::uint64_t few = 0;
  std::uint32_t many = UINT32_MAX;
  std::uint32_t many_with_number = UINT32_MAX;  // at any time, if a literal of the next one has a number
};

class Backward {
 public:
  struct Task {
    bool approximate = false;              // with candidates in place of nodes
    std::optional<std::uint32_t> formula;  // of the unsafe formulas this one only (le::UnsafeCube::source)
  };
  Backward(Run& run, const Task& task);

  // The cubes count as visited from now on. Together with the user's invariants they contain their own pre-image, and none meets init.
  void add_proved(const std::vector<ProvedCube>& proved);
  // Candidates come from this instance from now on.
  void guess_from(const GuessInstance& instance) { candidates_.guess_from(instance); }
  // The search has had its first share. A counterexample, if one is found now.
  std::optional<Trace> go_on() { return candidates_.go_on(); }

  // After Safe: the visited cubes, without those of the user's invariants.
  [[nodiscard]] std::vector<ProvedCube> proof() const;

  // So many threads look ahead from now on, this one included.
  void use_jobs(unsigned jobs) { dispatch_.use_jobs(jobs); }
  // Ends the other threads.
  void finish() { dispatch_.finish(); }

  // Visits so many more nodes, fewer if the cubes have grown. Nothing: no verdict yet.
  std::optional<Verdict> advance(std::uint64_t nodes, const Growth& growth = {});

 private:
  std::optional<Verdict> push_unsafe();
  // The node just added. It is forgotten if a visited cube covers it, unless that cube may be blamed.
  std::optional<Verdict> push(Node& node, const CoverAhead& known = {});
  // What the look-ahead has of the cubes before the node is used up.
  std::optional<Verdict> push_preimage(Node& node);
  [[nodiscard]] bool is_covered(Node& node);
  // The candidate that takes the place of the node, or the node.
  [[nodiscard]] Node& approximated(Node& node);
  void visit(Node& node);

  std::optional<Verdict> must_stop();
  [[nodiscard]] bool has_grown(const Node& node, const Growth& growth) const;
  [[nodiscard]] bool has_number(const Cube& cube) const;
  Verdict limit(const std::string& reason);
  void look_ahead_of(Node& node);
  bool admits(const Node& node, const Action& action, const Choice& choice, const std::vector<TermId>& literals);

  // A solver that decides everything, and no longer decides anything, covers no cube: the search would not end.
  static constexpr std::uint64_t most_given_up = 200;
  Verdict solver_gave_up();

  // The frontier is empty.
  Verdict closed();

  Run& run_;
  Task task_;
  Preimage preimage_;
  Tree tree_;
  Covering covering_;
  Dispatch dispatch_;
  Candidates candidates_;
  LookAhead look_;  // for the node that is being expanded
  bool started_ = false;
  std::uint64_t visits_ = 0;
  std::uint64_t expanded_ = 0;  // the node whose pre-image is computed
  std::size_t invariants_ = 0;  // the first visited cubes are those of the user's invariants
};

}  // namespace parapet::search
