// An injection of F's variables into G's, as far as it is made (F and G as in cover.h).
#pragma once

#include <cstdint>
#include <vector>

#include "base/narrow.h"
#include "cube/indexed.h"

namespace parapet::search {

struct ProcessMap {
  const IndexedLiterals* f = nullptr;
  const IndexedLiterals* g = nullptr;
  bool whole = true;  // every literal of F is to be implied
  std::vector<ProcessCode> image;
  std::vector<char> taken;

  void start(const IndexedLiterals& the_f, const IndexedLiterals& the_g, bool every_literal) {
    f = &the_f;
    g = &the_g;
    whole = every_literal;
    image.assign(f->processes, no_process);
    taken.assign(g->processes, 0);
  }

  [[nodiscard]] ProcessCode mapped(ProcessCode code) const { return (code & constant_code) != 0 ? code : image[code]; }
  // The image of a literal's last process, if it has one.
  [[nodiscard]] ProcessCode last_mapped(const Flat& flat) const {
    return flat.count == 0 ? no_process : mapped(flat.args[flat.count - 1u]);
  }

  void set(std::uint32_t variable, ProcessCode to) {
    image[variable] = to;
    taken[to] = 1;
  }
  void unset(std::uint32_t variable) {
    taken[image[variable]] = 0;
    image[variable] = no_process;
  }

  [[nodiscard]] bool may_map(std::uint32_t variable, ProcessCode to) const {
    const auto& from = f->profiles[variable];
    const auto& there = g->profiles[to];
    const bool reads = g->has_memory || ((from.reads & ~there.reads) == 0 && (!whole || (from.values & ~there.values) == 0));
    return reads && taken[to] == 0 && ascends(variable, to);
  }

  // Of G's twins the first one that is free: G looks the same after exchanging them. (F's twins are mapped in ascending order, since their
  // literals are.)
  [[nodiscard]] bool first_of_twins(ProcessCode to) const {
    const ProcessCode before = g->twin_before[to];
    return before == no_process || taken[before] != 0;
  }

 private:
  // Twins have ascending images.
  [[nodiscard]] bool ascends(std::uint32_t variable, ProcessCode to) const {
    const ProcessCode before = f->twin_before[variable];
    const ProcessCode after = f->twin_after[variable];
    return (before == no_process || image[before] == no_process || image[before] < to) &&
           (after == no_process || image[after] == no_process || to < image[after]);
  }
};

}  // namespace parapet::search
