// What the text of an LD transition reads and writes. Decided from the text: a read whose value turns out irrelevant still counts.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "ld/program.h"

namespace parapet::le {

struct TextFacts {
  bool reads_weak = false;
  bool writes_weak = false;
};

[[nodiscard]] TextFacts text_facts(const ld::Transition& transition, const Signature& signature);

// A branch of a `case` whose value is the very cell being updated neither reads nor writes that cell. (`X := X` does both: it is an atomic
// step.)
[[nodiscard]] bool keeps_cell(const ld::Assignment& assignment, const ld::Term& value);

// Every n of a `#n` in the program, ascending.
[[nodiscard]] std::vector<std::uint32_t> process_constants(const ld::Program& program);

}  // namespace parapet::le
