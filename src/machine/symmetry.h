// Symmetry reduction: processes that no constant names are interchangeable, so one state represents all its renamings (why: symmetry.cpp).
#pragma once

#include <vector>

#include "machine/instance.h"

namespace parapet::machine {

using Words = std::vector<Code>;

// A state as one row of words, and back: its cells and then, if the memory model has store buffers, their entries. With a buffer per
// location, entries between two marks are written in the order of their locations, so that equal states are equal rows.
void encode(const Instance& instance, const State& state, Words& out);
void decode(const Instance& instance, std::span<const Code> words, State& state);

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

  [[nodiscard]] std::size_t renamings() const { return renamings_.size(); }
  // By process: its new name.
  [[nodiscard]] const std::vector<Process>& renaming(std::size_t number) const { return renamings_[number].process; }
  // By location: the location that holds its value after the renaming.
  [[nodiscard]] const std::vector<Location>& moved(std::size_t number) const { return renamings_[number].location; }

 private:
  struct Renaming {
    std::vector<Process> process;         // by process: its new name
    std::vector<Process> process_from;    // the inverse
    std::vector<Location> location;       // by location: where its value is afterwards
    std::vector<Location> location_from;  // the inverse
  };
  // Computes the encoding of the renamed state in renamed_. False: it is not less than the least one so far.
  [[nodiscard]] bool encode_renamed(const State& state, const Renaming& renaming);
  void encode_renamed_buffers(const State& state, const Renaming& renaming);
  [[nodiscard]] Code value(const Renaming& renaming, Location location, Code code) const;

  const Instance& instance_;
  std::vector<std::uint8_t> process_valued_;  // by location
  std::vector<Renaming> renamings_;           // the first is the identity
  Least least_;
  Words renamed_;
  std::vector<Entry> buffer_;
};

}  // namespace parapet::machine
