// Ghosts: names added to a program for the sake of a proof.
//
// A ghost is a variable, or an array over processes with one index, that no guard and no other name's update reads, with an initial value
// and updates that are defined in every state. Whatever it holds, the program does what it did without it: an execution of one is an
// execution of the other, with the same firings and commits, so a proof of one is a proof of the other. check/ghosts.h decides whether a
// list of ghosts is of that kind; here they are added, whatever they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ld/program.h"

namespace parapet::ld {

struct Ghost {
  static constexpr Variable index = UINT32_MAX;  // in the terms of a ghost: the index of its cell

  // What a transition does to it. Other variables of the terms are parameters of the transition.
  struct Write {
    std::uint32_t transition = 0;  // index into Program::transitions
    std::string name;              // of the transition
    std::vector<Term> cell;        // the index of the one cell that is written; empty: every cell, or the variable
    std::vector<Branch> branches;  // the value of the first branch whose condition holds; if none holds, the cell is unchanged
  };
  std::string name;
  SortId sort;
  std::uint32_t indices = 0;    // 0 or 1
  std::optional<Term> initial;  // none: any value
  std::vector<Write> writes;
};

// A ghost's terms: variables, cells, constructors, `#n`, and equations between them.
[[nodiscard]] Term process_variable(Variable variable);
[[nodiscard]] Term variable_value(SymbolId symbol, const Signature& signature);
[[nodiscard]] inline Formula equation(Term left, Term right) { return compared(Comparison::Equal, std::move(left), std::move(right)); }

// The program with these ghosts, which are the last of its symbols, in this order. As written it is still the program without them: that
// is what is printed, and whose digest evidence has.
[[nodiscard]] Program with_ghosts(const Program& program, const std::vector<Ghost>& ghosts);

// For people: `Was[j] : bool, initially False; pop: Was[j] := True if Top = j`.
[[nodiscard]] std::string to_string(const Ghost& ghost, const Program& program);

// Whether the programs are the same as their authors wrote them.
[[nodiscard]] bool same(const Program& one, const Program& other);

}  // namespace parapet::ld
