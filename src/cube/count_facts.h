// Counting facts: what relates `#procs` and the counts K(t) of types (NOTE(counts)) to the processes of a conjunction.
//
// Let z1 .. zm be the processes of a conjunction, variables and constants, and t1 .. tr the types whose K occurs. Every other possible type
// belongs to the rest, of which there are R = #procs - K(t1) - .. - K(tr) processes; R = 0 if every possible type is one of t1 .. tr. The
// literals leave each zi a set Pi of regions: some of t1 .. tr, and perhaps the rest. In every state, for each set Q of regions,
//     the sum of K(t) over t in Q, and R if the rest is in Q,  >=  the number of i with Pi inside Q.
// Conversely, numbers that satisfy this for all Q are those of a state (Hall's theorem: the zi can be put into their regions, and the other
// processes of a region are processes that nothing speaks of). So the facts decide satisfiability. They are generated for single regions,
// for each Pi, and for the set of all regions, which is `#procs >= m`; where the literals give each zi one region, as they nearly always do,
// these are all that matter. Leaving facts out is sound.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "le/system.h"

namespace parapet::search {

class Counting {
 public:
  Counting(const le::System& system, TermArena& arena);

  [[nodiscard]] bool exists() const { return counts_.exist(); }
  [[nodiscard]] bool is_derived(TermId leaf) const { return exists() && arena_.op(leaf) == Op::Cell && counts_.has(arena_.symbol(leaf)); }
  // A literal or formula has `#procs` or a count in it.
  [[nodiscard]] bool mentions(TermId formula) const;
  [[nodiscard]] bool mentions(std::span<const TermId> formulas) const;
  // One of them depends on the number of processes: it has `#procs` or a count, or a name that init relates to one.
  [[nodiscard]] bool depends_on_number(std::span<const TermId> literals) const;

  // Appends the counting facts of a conjunction of `literals` and `more` (formulas over the same processes) with z0 .. z(variables-1), the
  // processes that occur in it and the constants of the model. Nothing if no count occurs.
  void add_facts(std::span<const TermId> literals, std::span<const TermId> more, std::uint32_t variables, std::vector<TermId>& facts);

  // In an initial state a process that is none of those at hand has a type for which `allowed` is true.
  void add_facts_of_init(std::span<const TermId> literals, std::span<const TermId> more, std::uint32_t variables,
                         const std::vector<bool>& allowed, std::vector<TermId>& facts);

  // `#procs >= least`, or True if that always holds.
  [[nodiscard]] TermId at_least(std::size_t least);

  [[nodiscard]] const le::Counts& counts() const { return counts_; }

 private:
  struct Regions {
    std::vector<std::size_t> occurring;             // types
    bool rest = false;                              // some possible type does not occur
    std::vector<std::vector<std::size_t>> choices;  // by process: its regions; occurring.size() is the rest
  };
  [[nodiscard]] bool find_regions(std::span<const TermId> literals, std::span<const TermId> more, std::uint32_t variables,
                                  Regions& regions);
  // The number of processes in these regions, as a sum.
  [[nodiscard]] TermId sum_of(const Regions& regions, const std::vector<std::size_t>& which);

  const le::System& system_;
  TermArena& arena_;
  const le::Counts& counts_;
  std::vector<bool> possible_;  // by type: within what its cells can ever hold
};

}  // namespace parapet::search
