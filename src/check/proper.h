// Proper names, and obligations that are split by where a proper pointer points.
//
// A process-valued name is *proper* if each of its cells always holds a process of the instance or the value of a process-valued constant
// (`const Nobody : proc`). A cell of any other name may hold a value that is neither, of which nothing is known. A set P of names is
// accepted as proper if, on the model's text,
//   init     for each name X of P some clause of init says X[p1, .., pn] = t1 || .. || X[p1, .., pn] = tm for all processes p1 .. pn, with
//            each t a variable, a process `#n`, or a constant
//   writes   every value that a transition assigns to a name of P is a parameter or index, a process `#n`, a constant, or a cell of a name
//            of P; none is arbitrary (`?`)
// By induction over the steps of the machine every value of a name of P is then a process or that of a constant, wherever it is: in a plain
// cell, in memory, in a store buffer, in a snapshot of memory. A firing writes what init or an earlier firing wrote, or one of the values
// above; commits, and the snapshots of late reads, move values or copy them. The set of processes, and the values of constants, never
// change. (The copies at init may not come from cells of P: two names that are equal at init say nothing about each other.)
//
// The split. Let G be the predecessors of a cube by a firing of t, over z0 .. z(m-1) and the processes `#n`, and X[..] a plain or memory cell
// of a proper name whose indices are among them. A state of G lies in one of
//   G && X[..] = z                   for each z of z0 .. z(m-1) and each `#n`
//   G && X[..] = C                   for each process-valued constant C
//   G && X[..] = z(m) && U(z(m))     z(m) a process that G does not name; U(z(m)) are the instances of t's universal guards with it
// since the firing is possible in that state, and so its universal guards hold for every process, also for one that G does not name.
// G itself asks them of the processes at hand only: this is what a split gains. If the certificate contains every case, it contains G.
// A case may be split again. Cells in store buffers and snapshots are not split.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/certificate_cover.h"
#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

// Why the names are not proper, as a sentence; empty: they are.
[[nodiscard]] std::string why_not_proper(const le::System& system, const TermArena& arena, const std::vector<SymbolId>& names);

class PointerSplit {
 public:
  // The predecessors at hand, of which the cube has some, with one process more and its instances of universal guards.
  using Widen = std::function<Cube(Cube)>;

  // `names` are proper.
  PointerSplit(const le::System& system, TermArena& arena, const std::vector<SymbolId>& names)
      : system_(system), arena_(arena), names_(names) {}

  // Unsat: splits show that the certificate contains the cube; otherwise they do not.
  [[nodiscard]] smt::Answer uncovered(CertificateCover& cover, const Cube& cube, std::size_t first, std::string_view transition,
                                      const Widen& widen);

  // The cases of the last split that showed it: the predecessors at hand with more said of them.
  struct Case {
    Cube cube;
    std::vector<std::pair<TermId, TermId>> targets;  // processes that the predecessors do not name, and the cells that point to them
    std::vector<CoverInstance> used;                 // instances that cover the case
  };
  [[nodiscard]] const std::vector<Case>& cases() const { return cases_; }

 private:
  struct Goal {
    CertificateCover& cover;
    std::size_t first;
    std::string_view transition;
    const Widen& widen;
    bool undecided = false;  // the solver could not decide some case
  };
  [[nodiscard]] bool covered(Goal& goal, const Cube& cube, unsigned splits);
  [[nodiscard]] bool splits_at(Goal& goal, const Cube& cube, TermId pointer, unsigned splits);
  [[nodiscard]] std::vector<TermId> pointers(const Cube& cube);

  const le::System& system_;
  TermArena& arena_;
  const std::vector<SymbolId>& names_;
  std::vector<Case> cases_;
  std::vector<std::pair<TermId, TermId>> targets_;  // of the case at hand
};

}  // namespace parapet::check
