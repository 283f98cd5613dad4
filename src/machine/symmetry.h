// Symmetry reduction: processes that no constant names are interchangeable, so one state represents all its renamings (why: symmetry.cpp).
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "machine/instance.h"

namespace parapet::machine {

using Words = std::vector<Code>;

// A state as one row of words, and back: its cells and then, if the memory model has store buffers, their entries. With a buffer per
// location, entries between two marks are written in the order of their locations, so that equal states are equal rows.
void encode(const Instance& instance, const State& state, Words& out);
void decode(const Instance& instance, std::span<const Code> words, State& state);

// Renamings of processes applied to rows of words.
class RowRenamings {
 public:
  struct Renaming {
    std::vector<Process> process;     // by process: its new name
    std::vector<std::uint32_t> from;  // by place: the place whose word it gets, renamed if that word is a process
  };
  // The first renaming is the identity. `process_valued`: by place, the same for a place and those it gets words from.
  RowRenamings(std::vector<Renaming> renamings, const std::vector<std::uint8_t>& process_valued);

  [[nodiscard]] std::size_t count() const { return renamings_.size(); }
  [[nodiscard]] const Renaming& operator[](std::size_t number) const { return renamings_[number]; }
  // The first `size` words of the renamed row against those of another renaming of the same row, which is given.
  [[nodiscard]] std::strong_ordering compare(std::size_t number, std::span<const Code> row, std::span<const Code> other,
                                             std::size_t size) const;
  // The renamed row, of which only the first `size` words are renamed.
  void apply(std::size_t number, std::span<const Code> row, std::size_t size, Words& out) const;

 private:
  // A place whose word some renaming changes. Global cells that hold no process have none.
  struct Place {
    std::uint32_t place = 0;
    bool process_valued = false;
  };
  [[nodiscard]] Code word(const Renaming& renaming, const Place& place, std::span<const Code> row) const {
    const Code code = row[renaming.from[place.place]];
    const bool moves = place.process_valued && code >= 0 && std::cmp_less(code, renaming.process.size());
    return moves ? low_bits<Code>(renaming.process[low_bits<std::uint32_t>(code)]) : code;
  }

  std::vector<Renaming> renamings_;
  std::vector<Place> changing_;
};

class Symmetry {
 public:
  // No state is renamed if more than `most_renamed` processes could be, or if the program compares processes by the process order.
  static constexpr std::size_t most_renamed = 4;

  explicit Symmetry(const Instance& instance);

  struct Least {
    Words words;               // the lexicographically least encoding among all renamings of the state
    std::size_t renaming = 0;  // the number of the renaming that gives it
  };
  // Valid until the next call.
  [[nodiscard]] const Least& least(const State& state);

  [[nodiscard]] std::size_t renamings() const { return cells_.count(); }
  // By process: its new name.
  [[nodiscard]] const std::vector<Process>& renaming(std::size_t number) const { return cells_[number].process; }
  // By location: the location that holds its value after the renaming.
  [[nodiscard]] const std::vector<Location>& moved(std::size_t number) const { return moved_[number]; }

 private:
  void encode_renamed_buffers(const State& state, std::size_t renaming);

  const Instance& instance_;
  RowRenamings cells_;                              // of the cells of a state
  std::vector<std::vector<Location>> moved_;        // by renaming
  std::vector<std::vector<Process>> process_from_;  // by renaming: the inverse of its map of processes
  Least least_;
  Words renamed_;
  std::vector<Entry> buffer_;
};

}  // namespace parapet::machine
