// Commits that lead from the states of a cube into the union of a certificate, where each location has a store buffer of its own: what is
// claimed are the states from which commits alone lead there (reference.cpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "check/certificate_cover.h"
#include "check/reference.h"

namespace parapet::check {

// states[k + 1] are the states of states[k] after the process of commits[k] has committed its writes to the cell up to the first entry that
// states[k] knows. The union contains the last ones; the cover test has just shown it.
struct CommitChain {
  std::vector<Cube> states;
  std::vector<Reference::Commit> commits;
};

// Nothing: no chain of commits of entries that the cube knows shows it.
[[nodiscard]] std::optional<CommitChain> find_chain(Reference& machine, TermArena& arena, CertificateCover& cover, const Cube& cube,
                                                    std::size_t first, std::string_view transition);
// The same for these commits, in this order.
[[nodiscard]] std::optional<CommitChain> follow_chain(Reference& machine, TermArena& arena, CertificateCover& cover, const Cube& cube,
                                                      const std::vector<Reference::Commit>& commits, std::size_t first,
                                                      std::string_view transition);

}  // namespace parapet::check
