// The reference semantics of cubes with delayed writes, where each process has a store buffer per location: start cubes, and the
// predecessors of a cube by one firing and the commits after it, or by a commit that some snapshot read did not see, computed from the
// definition of the machine. Like check/reference.h it is deliberately simple and shares only terms and the translated system with the
// search.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "check/firing_instance.h"
#include "check/reference.h"
#include "check/store_buffers.h"
#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

class DelayedReference {
 public:
  DelayedReference(const le::System& system, TermArena& arena)
      : system_(system), arena_(arena), known_(system, arena), counts_(system, arena, nothing_) {}

  // The states in which some formula of `all` holds: one cube per formula, way to map its parameters, and way to make its reads.
  void start(const std::vector<le::UnsafeCube>& all, const VisitCube& visit);

  // The states from which a firing of the transition, and then at most one commit per location that it accessed in memory, by processes
  // other than the acting one, lead into the cube. One cube per choice of processes, of commits, of branches, of what each write does to
  // its buffer, and of where each read finds its value.
  void before(const Cube& cube, std::uint32_t transition, const VisitCube& visit);
  // The states from which one commit leads into the cube, where some snapshot read was made before it that would read memory.
  void before_silent(const Cube& cube, const VisitCube& visit);

  // The states into which those of the cube come when the process commits its writes to the cell up to the first entry that the cube knows;
  // nothing: the cube knows none, or a snapshot read that is now would see another value afterwards.
  [[nodiscard]] std::optional<Cube> after_commit(const Cube& cube, const DelayedBuffer& buffer);

  // As of Reference.
  void ask_everybody() { exact_guards_ = true; }
  [[nodiscard]] const std::vector<TermId>& parameters() const { return parameters_; }

  struct Commit {
    TermId process, cell;
  };
  // During a visit of `before` and `before_silent`: the commits that were taken back.
  [[nodiscard]] const std::vector<Commit>& commits() const { return commits_; }

  // During a visit of `before`: the cube, which has at least the literals of the visited one, with one process more and the instances of the
  // universal guards with it that read no buffer: those of plain cells, and all of a firing that needs empty buffers.
  [[nodiscard]] Cube with_new_process(Cube before);

  [[nodiscard]] const StoreBuffers& known() const { return known_; }

 private:
  struct Firing;
  struct Written;
  using Found = std::vector<std::pair<TermId, TermId>>;  // cells that are read, and the terms that they are found to be

  bool choose_commits(const Cube& after, const std::vector<TermId>& locations, std::size_t next, std::vector<Commit>& committed,
                      const VisitCube& done);
  [[nodiscard]] Cube before_commit(Cube cube, TermId process, TermId cell);
  [[nodiscard]] std::vector<TermId> committers(const Cube& after, TermId cell);
  [[nodiscard]] bool is_concerned(const Cube& cube, TermId process, TermId cell);
  bool each_closing(const Cube& cube, TermId must, const VisitCube& done);
  bool close(const Cube& cube, const std::vector<bool>& closed, const VisitCube& done);
  bool open_final(const le::UnsafeCube& unsafe, Cube cube, const std::vector<TermId>& processes, const VisitCube& visit);
  bool fire(Firing& firing);
  bool choose_branch(Firing& firing, std::size_t next);
  bool choose_way(Firing& firing, std::size_t next);
  bool drain(Firing& firing);
  bool make_reads(Firing& firing);
  bool choose_source(Cube& cube, const std::vector<std::pair<TermId, TermId>>& reads, bool drained, Found& found,
                     const std::function<bool()>& done);
  bool emit(Firing& firing, const Found& found);
  [[nodiscard]] std::vector<TermId> locations_of(const Cube& cube);
  [[nodiscard]] bool writes(FiringInstance& instance, TermId cell);
  [[nodiscard]] bool is_own_item(const Cube& cube, TermId leaf) const;

  const le::System& system_;
  TermArena& arena_;
  StoreBuffers known_;
  const Certificate nothing_{};
  CountDefinition counts_;  // of the plain state: firings change it, commits do not
  bool exact_guards_ = false;
  TermId actor_;                   // of the firing that is taken back; invalid: none
  const Firing* fired_ = nullptr;  // whose predecessors are being visited
  std::vector<TermId> parameters_;
  std::vector<Commit> commits_;
};

}  // namespace parapet::check
