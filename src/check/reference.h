// The reference semantics of cubes with queues: snapshot reads (sc, tso), store buffers per location (pso). Start cubes, and the predecessors
// of a cube by one firing, with buffers also by the commits after it, or by a commit that some snapshot read did not see, computed from the
// definition of the machine. It is deliberately simple and slow: the search is checked against it, and it shares only terms and the
// translated system with the search.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "check/counting.h"
#include "check/firing_instance.h"
#include "check/store_buffers.h"
#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

// The literals of a visited cube may be arbitrary formulas. Returns whether the enumeration goes on.
using VisitCube = std::function<bool(const Cube&)>;

// Adds those of `more` that are not among the literals.
void add_missing(const std::vector<TermId>& more, std::vector<TermId>& literals);

// Adds the Read terms in the literals of the cube to the items of the open read with their number, if there is one.
void fill_items(const TermArena& arena, Cube& cube);

// A number that is greater than that of every Fresh term of these literals.
[[nodiscard]] std::uint32_t unused_fresh(const TermArena& arena, const std::vector<TermId>& literals);

// The clauses of init for z0 .. z(variables-1) and the constants of the model; for one process if there are neither.
[[nodiscard]] std::vector<TermId> init_formulas(const le::System& system, TermArena& arena, std::uint32_t variables);

class Reference {
 public:
  struct Commit {
    TermId process, cell;
  };

  Reference(const le::System& system, TermArena& arena)
      : system_(system), arena_(arena), delays_(system.model.writes_apart()), known_(system, arena), counts_(system, arena, nothing_) {}

  // The states in which some formula of `all` holds: one cube per formula and way to map its parameters; with buffers, where no firing can be
  // late, also per way to make its reads.
  void start(const std::vector<le::UnsafeCube>& all, const VisitCube& visit);

  // The states from which a firing of the transition, and with buffers then at most one commit per location that it accessed in memory, by
  // processes other than the acting one, lead into the cube. One cube per choice of processes, of closed reads, of commits, of branches, of
  // what each write does to its buffer, and of where each read finds its value.
  void before(const Cube& cube, std::uint32_t transition, const VisitCube& visit);
  // With buffers: the states from which one commit leads into the cube, where some snapshot read was made before it that would read memory.
  void before_silent(const Cube& cube, const VisitCube& visit);

  // The states into which those of the cube come when the process commits its writes to the cell up to the first entry that the cube knows;
  // nothing: the cube knows none, or a snapshot read that is now would see another value afterwards.
  [[nodiscard]] std::optional<Cube> after_commit(const Cube& cube, const DelayedBuffer& buffer);

  // Universal guards are asked of all processes where counts can say that (CountDefinition::add_guard), not of those at hand only.
  void ask_everybody() { exact_guards_ = true; }

  // During a visit: the processes of the parameters of the formula or transition; the commits that were taken back.
  [[nodiscard]] const std::vector<TermId>& parameters() const { return parameters_; }
  [[nodiscard]] const std::vector<Commit>& commits() const { return commits_; }

  // During a visit of `before`: the cube, which has at least the literals of the visited one, with one process more and the instances of the
  // universal guards with it; with buffers those that read no buffer: of plain cells, and all of a firing that needs empty buffers.
  [[nodiscard]] Cube with_new_process(Cube before);

  [[nodiscard]] const StoreBuffers& known() const { return known_; }

 private:
  struct Firing;
  struct Written;
  using Place = std::pair<TermId, TermId>;               // a reader and a cell
  using Found = std::vector<std::pair<TermId, TermId>>;  // cells that are read, and the terms that they are found to be

  // queue_reads.cpp
  bool make_reads(const Cube& cube, const std::vector<TermId>& items, const VisitCube& done);
  bool each_closing(const Cube& cube, TermId must, const VisitCube& done);
  bool close(const Cube& cube, const std::vector<bool>& closed, const VisitCube& done);
  bool choose_source(Cube& cube, const std::vector<Place>& reads, bool drained, Found& found, const std::function<bool()>& done);
  bool choose_commits(const Cube& after, const std::vector<TermId>& locations, std::size_t next, std::vector<Commit>& committed,
                      const VisitCube& done);
  [[nodiscard]] Cube before_commit(Cube cube, TermId process, TermId cell);
  [[nodiscard]] std::vector<TermId> committers(const Cube& after, TermId cell);
  [[nodiscard]] bool is_concerned(const Cube& cube, TermId process, TermId cell);
  [[nodiscard]] std::vector<TermId> locations_of(const Cube& cube);

  // reference.cpp
  void open_final(const le::UnsafeCube& unsafe, const std::vector<TermId>& processes, Cube& cube);
  void tie_everybody(Cube& cube, std::uint32_t variables);
  [[nodiscard]] bool is_late(std::uint32_t transition) const;
  bool fire(Firing& firing);
  bool choose_branch(Firing& firing, std::size_t next);
  bool choose_way(Firing& firing, std::size_t next);
  bool drain(Firing& firing);
  bool read_and_emit(Firing& firing);
  bool emit(Firing& firing, const Found& found);
  [[nodiscard]] TermId own_item(std::uint32_t own_read, TermId cell);
  [[nodiscard]] bool writes(FiringInstance& instance, TermId cell);
  [[nodiscard]] bool is_own_item(const Cube& cube, TermId leaf) const;

  const le::System& system_;
  TermArena& arena_;
  const bool delays_;  // a store buffer per location
  StoreBuffers known_;
  const Certificate nothing_{};  // claims are for facts, which are not asked for here
  CountDefinition counts_;       // of the plain state: firings change it, commits do not
  bool exact_guards_ = false;
  TermId actor_;                   // of the firing that is taken back; invalid: none
  const Firing* fired_ = nullptr;  // whose predecessors are being visited
  std::vector<TermId> parameters_;
  std::vector<Commit> commits_;
};

}  // namespace parapet::check
