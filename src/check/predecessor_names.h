// What the processes, open reads and entries of a cube G of predecessors are called in a file about a step into the cube C: z0, z1, ..., s0,
// s1, ... and e0, e1, ... are those of C, x0, x1, ... the parameters of the firing.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "check/certificate_cover.h"
#include "check/event_reference.h"
#include "check/obligation.h"
#include "check/proof_text.h"
#include "check/reference.h"

namespace parapet::check {

class PredecessorNames {
 public:
  // Of an unsafe formula: G is C.
  PredecessorNames(TermArena& arena, ProofText& text, const Cube& cube) : arena_(arena), text_(text), cube_(cube) {}

  // The commit, of the first entry that G knows there, as text.
  [[nodiscard]] WeakText::Commit named(const Cube& g, const Reference::Commit& commit, Obligation& made) const;

  // The names of the images of an instance of a cube that is to cover G. False: an image has no name, since the firing reads at no time.
  bool name_images(const Cube& g, const CoverInstance& used, Obligation& made, Names& processes, Names& times) const;

  std::vector<TermId> parameters;
  std::string read_time;  // of the read that the firing adds, after those of C; empty: none
  // The commits between G and C, after the firing; commits that led to G before the firing (commit_chain.h).
  std::vector<Reference::Commit> commits, earlier;
  std::vector<std::pair<TermId, TermId>> targets;            // processes of G, and the cells of proper names that point to them (proper.h)
  const std::vector<EventReference::Made>* fired = nullptr;  // the writes of the firing, where co is chosen
  std::string new_process;  // the process that commits, if G has it and C has not; empty: it depends on the cell

 private:
  [[nodiscard]] std::string process(TermId term, Obligation& made) const;
  [[nodiscard]] std::string slot_or_write(const Cube& g, std::uint32_t number, Obligation& made) const;
  [[nodiscard]] std::string entry(const Cube& g, std::uint32_t number, Obligation& made) const;

  TermArena& arena_;
  ProofText& text_;
  const Cube& cube_;
};

}  // namespace parapet::check
