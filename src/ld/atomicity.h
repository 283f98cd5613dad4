// Transitions that access several weak locations in one step, which no single instruction does (accidental atomicity).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "ld/program.h"

namespace parapet::ld {

struct Atomicity {
  enum class Kind : std::uint8_t {
    Step,  // it reads one location and writes another, or writes several
    Read,  // it reads several
  };
  Kind kind = Kind::Step;
  std::string accesses;  // "reads X and writes Y"
};

// Whether the author accepted it or not (Transition::accepted_atomic). `program` is as its author wrote it.
[[nodiscard]] std::optional<Atomicity> atomicity(const Program& program, const Transition& transition);
[[nodiscard]] std::string_view name(Atomicity::Kind kind);  // `atomic step`, `atomic read`

// Like `print` (program.h), with the pragmas of the program and, in front of each transition that it is about, a comment: `(* atomic step:
// reads X and writes Y *)`. `budget` may be null.
void print_with_remarks(std::ostream& out, const Program& program, Budget* budget = nullptr);

}  // namespace parapet::ld
