#include "check/commit_chain.h"

#include <algorithm>

#include "check/store_buffers.h"

namespace parapet::check {
namespace {

class Chains {
 public:
  Chains(Reference& machine, TermArena& arena, CertificateCover& cover, std::size_t first, std::string_view transition)
      : machine_(machine), arena_(arena), cover_(cover), first_(first), transition_(transition) {}

  CommitChain found;

  // From the last states on.
  [[nodiscard]] bool search() {
    const Cube cube = found.states.back();
    return std::any_of(cube.weak.buffers.begin(), cube.weak.buffers.end(), [&](const DelayedBuffer& buffer) {
      if (!commit(buffer)) return false;
      const smt::Answer answer = is_covered();
      if (answer == smt::Answer::Unsat || (answer == smt::Answer::Sat && search())) return true;
      found.states.pop_back();
      found.commits.pop_back();
      return false;
    });
  }

  [[nodiscard]] bool commit(const DelayedBuffer& buffer) {
    auto after = machine_.after_commit(found.states.back(), buffer);
    if (!after) return false;
    found.commits.push_back({buffer.process, arena_.cell(buffer.symbol, buffer.args)});
    found.states.push_back(std::move(*after));
    return true;
  }

  [[nodiscard]] smt::Answer is_covered() { return cover_.uncovered(found.states.back(), first_, transition_); }

 private:
  Reference& machine_;
  TermArena& arena_;
  CertificateCover& cover_;
  const std::size_t first_;
  const std::string_view transition_;
};

}  // namespace

std::optional<CommitChain> find_chain(Reference& machine, TermArena& arena, CertificateCover& cover, const Cube& cube, std::size_t first,
                                      std::string_view transition) {
  Chains chains(machine, arena, cover, first, transition);
  chains.found.states.push_back(cube);
  if (!chains.search()) return std::nullopt;
  return std::move(chains.found);
}

std::optional<CommitChain> follow_chain(Reference& machine, TermArena& arena, CertificateCover& cover, const Cube& cube,
                                        const std::vector<Reference::Commit>& commits, std::size_t first, std::string_view transition) {
  Chains chains(machine, arena, cover, first, transition);
  chains.found.states.push_back(cube);
  for (const Reference::Commit& each : commits) {
    const DelayedBuffer* const buffer = find_buffer(arena, chains.found.states.back(), each.process, each.cell);
    if (buffer == nullptr || !chains.commit(DelayedBuffer(*buffer))) return std::nullopt;
  }
  if (chains.is_covered() != smt::Answer::Unsat) return std::nullopt;
  return std::move(chains.found);
}

}  // namespace parapet::check
