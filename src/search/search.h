// The search as its callers see it: options, observer, outcome.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cube/memory_traits.h"
#include "le/system.h"
#include "result/verdict.h"
#include "search/infer_statistics.h"
#include "search/statistics.h"
#include "smt/factory.h"

namespace parapet::search {

enum class Order : std::uint8_t { Bfs, Dfs, Size };

// SearchOptions::approximate, for who wants candidates and says no more.
inline constexpr unsigned usual_instance = 3;

// The inference from views (infer/views/induction.h).
enum class Infer : std::uint8_t {
  Off,
  Auto,  // beside the search, if that takes long
  Only,  // without the search
};
inline constexpr std::uint64_t usual_infer_work = 20'000;

struct SearchOptions {
  Order order = Order::Size;
  std::uint64_t max_nodes = 0;  // 0: no limit, here and below
  std::uint32_t max_depth = 0;
  std::uint32_t max_processes = 0;
  unsigned jobs = 1;
  std::size_t alone = 100;     // nodes visited, with several jobs, before the other threads are started
  bool lockstep = false;       // with several jobs: wait for all look-ahead, so that it is as old as it can be when it is used (for tests)
  bool delete_covered = true;  // a new node deletes visited ones that it covers
  bool postpone = true;        // cubes with more processes than their successor wait until there are no others
  OrderOptions orders;                    // how the event engine decides about the order of events
  bool twins = true;                      // of processes that can be exchanged try one order only
  bool certificate = false;               // keep the visited cubes of a Safe outcome
  unsigned approximate = 0;               // most processes of the instance that candidates are taken from; 0: exact search only
  bool fixed_instance = false;            // it has exactly so many
  std::uint64_t exact_nodes = 80;         // visited without candidates first; 0: candidates only
  Infer infer = Infer::Off;
  std::uint64_t infer_work = usual_infer_work;  // units of work of each rung of the inference in its first round
  bool ghosts_first = false;                    // the inference begins with splits and ghosts, where there are any (for tests)
};

// The same search, but the trace of Unsafe has the fewest firings that lead to unsafe. Nodes are expanded by depth, nothing put off, no
// candidates (a second search would not know how deep the first one is). Then, for
// each state that reaches unsafe in k firings: it is in a cube of depth at most k that was expanded or waits.
//   - A step backward from an expanded cube of depth d gives cubes of depth d + 1, or lies in that cube.
//   - A cube is dropped if visited ones cover it: they came earlier, so their depth is no greater.
//   - A new node deletes visited cubes, which were expanded already.
// So the first cube that meets init has the least depth. Two provisos: paths that could not be executed may have covered others (spurious
// is then not 0), and executions that violate a trusted invariant are not looked for.
[[nodiscard]] inline SearchOptions with_fewest_firings(SearchOptions options) {
  options.order = Order::Bfs;
  options.postpone = false;
  options.approximate = 0;
  if (options.infer == Infer::Auto) options.infer = Infer::Off;
  return options;
}

// What happens, as it happens. All calls come from the thread that runs the search, in a deterministic order.
class SearchObserver {
 public:
  virtual ~SearchObserver() = default;
  // A visited cube that covers a node, alone or with others.
  struct Covering {
    std::uint64_t node = 0;         // an id that was not visited: a cube of a user invariant
    std::string renaming;           // `z0 -> z1, z1 -> z0`: its processes, and its open reads, as those of the covered node
    std::vector<std::string> rest;  // its literals, renamed, that no single literal of the covered node implies
    std::string cube;
  };
  struct Node {
    std::uint64_t id = 0;
    std::uint64_t successor = 0;  // 0: an unsafe cube
    std::uint32_t depth = 0;
    std::string_view transition;                          // name; of a start cube: of its unsafe formula
    std::function<std::string()> step;                    // `t(z0, z1)`
    std::function<std::string()> cube;                    // text, with its open reads
    std::function<std::string()> formula;                 // the same in LE: events, values, ghb
    std::function<std::vector<std::string_view>()> path;  // the names of the transitions from here, then `unsafe` or `candidate`
    std::function<std::vector<Covering>()> covering;      // of a covered node: by which cubes; few of them, where there are several
  };
  // A step into a visited node that does not exist.
  struct Discarded {
    enum class Reason : std::uint8_t {
      Value,           // a cell or a read would have another value than the cube of the node needs
      Literals,        // guard, conditions and the literals of the cube contradict each other
      UniversalGuard,  // they do together with a universal guard, asked of the processes at hand
      Order,           // ghb would have a cycle
    };
    std::uint64_t successor = 0;  // the node
    std::string step;             // `t(z0, z1)`
    Reason reason = Reason::Literals;
    std::string why;
  };
  // Asked once, at the beginning. Discarded steps are told only if somebody wants them: to know why takes longer than to know that.
  [[nodiscard]] virtual bool wants_discarded() const { return false; }
  virtual void discarded(const Discarded& one) { (void)one; }
  virtual void visited(const Node& node, const SearchStatistics& statistics) { (void)node, (void)statistics; }
  virtual void covered(const Node& node, std::uint64_t by) { (void)node, (void)by; }  // by 0: a union
  virtual void deleted(std::uint64_t node, std::uint64_t by) { (void)node, (void)by; }
  virtual void reached(const Node& node) { (void)node; }  // it meets init, and its path was executed
  virtual void replaced(const Node& node, const Node& candidate) { (void)node, (void)candidate; }
  virtual void blamed(const Node& candidate, const Node& met) { (void)candidate, (void)met; }  // its cube `met` meets init
  virtual void spurious(const Node& node, const std::string& why) { (void)node, (void)why; }
  // False: it need not hear of every node; a search beside that of another thread may leave it out.
  [[nodiscard]] virtual bool wants_every_node() const { return true; }
  // Asked before every node: whoever looks on has seen what he wanted, the verdict is of no interest.
  [[nodiscard]] virtual bool satisfied() const { return false; }
};

[[nodiscard]] constexpr std::string_view name(SearchObserver::Discarded::Reason reason) {
  using enum SearchObserver::Discarded::Reason;
  switch (reason) {
    case Value:
      return "value";
    case Literals:
      return "contradiction";
    case UniversalGuard:
      return "universal guard";
    case Order:
      return "ghb cycle";
  }
  return "";
}

using parapet::Safe, parapet::Unsafe, parapet::Unknown, parapet::UnknownKind, parapet::Verdict;  // of a trace: without its account

// What the inference did.
struct InferOutcome {
  bool ran = false;
  bool proved = false;                        // the verdict is its own
  char rung = ' ';                            // the one that proved it, or the last one
  std::uint32_t processes = 0, instance = 0;  // of a view, of the instance
  InferStatistics statistics;
  std::uint64_t cubes = 0, cube_processes = 0;  // of the invariant: how many, and most processes of one
  std::vector<std::string> invariant;           // its lemmas, excluded by lines of the model's language
  std::string advice;                           // if no invariant exists over these views: a state that none of them excludes
  std::vector<std::string> warnings;            // defects of Parapet: invariants that the check of certificates rejected
};

struct Outcome {
  Verdict verdict;
  std::vector<Cube> certificate;  // Safe, if asked for: the visited cubes, without the user's invariants
  std::vector<SymbolId> proper;              // the names that the proof claims to be proper
  bool with_ghosts = false;                  // both are about the model with ghosts
  std::string_view engine;                   // whose cubes those are (result/certificate.h)
  std::vector<std::string> invariants;       // Safe: the negations of the candidates it rests on, as text
  std::vector<std::string> invariant_lines;  // the same, as lines of the model's language or comments
  SearchStatistics statistics;
  InferOutcome infer;
  smt::SolverStatistics solver;
  // Where the budget was exhausted: the memory of the search. To free it takes a good part of the time that it took to fill it; a program
  // that ends now keeps it and ends without destructors.
  std::shared_ptr<void> remains;
};

struct SearchInput {
  const le::System* system = nullptr;
  TermArena* arena = nullptr;  // its budget is the run's
  smt::SolverOptions solver;
  SearchOptions options;
  SearchObserver* observer = nullptr;  // may be null
  // Re-executes a trace by code that shares nothing with the search: empty if it is confirmed, else why not. The trace of Unsafe is the one
  // that was confirmed last.
  std::function<std::string(const Trace&, Budget&)> confirm;
  // Checks a set of cubes, and names claimed to be proper, as a certificate by code that shares nothing with the search: empty if it is
  // confirmed, else why not. Without it there is no inference.
  struct Certified {
    std::string reason;
    bool rejected = false;
  };
  std::function<Certified(const std::vector<Cube>&, const std::vector<SymbolId>& proper)> certify;
  // The same model with ghosts (infer/ghosts.h); asked at most once, if no invariant of the model itself was found. Null: there are none.
  struct WithGhosts {
    const le::System* system = nullptr;
    TermArena* arena = nullptr;
    std::vector<std::string> ghosts;  // for people
    std::function<Certified(const std::vector<Cube>&, const std::vector<SymbolId>& proper)> certify;
  };
  std::function<const WithGhosts*()> with_ghosts;
  // Looks for a counterexample elsewhere; asked once, when a path of the search could not be executed. The trace it gives is confirmed.
  std::function<std::optional<Trace>(Budget&)> hunt;
  // Why a search that ends without a trace proves nothing; empty: it does.
  std::string incomplete;
};

// Backward reachability with this part of memory. A budget that is exhausted makes the verdict Unknown.
[[nodiscard]] Outcome run_search(const SearchInput& input, const MemoryTraits& kind);

}  // namespace parapet::search
