// What a transition does to weak locations according to its text.
#pragma once

#include "ld/program.h"

namespace parapet::check {

struct WeakAccesses {
  bool reads = false;   // guard, values, conditions; a branch that keeps the updated cell is no read of it
  bool writes = false;  // an assignment to a weak name, some branch of which does not just keep the cell
  [[nodiscard]] bool read_modify_write() const { return reads && writes; }
};

[[nodiscard]] WeakAccesses weak_accesses(const ld::Transition& transition, const Signature& signature);

// The value of this branch is the very cell that the assignment updates.
[[nodiscard]] bool keeps_cell(const ld::Assignment& assignment, const ld::Branch& branch);

// The fence stands in every way to make the formula true: it holds for the transition even where a quantifier around it ranges over nobody.
[[nodiscard]] bool demands_fence(const ld::Formula& formula);

// Some part of the formula is a fence.
[[nodiscard]] bool mentions_fence(const ld::Formula& formula);

// Every n of a `#n` that the model names, increasing.
[[nodiscard]] std::vector<std::uint32_t> process_constants(const ld::Program& program);

}  // namespace parapet::check
