// Processes that no constant names are interchangeable: of the renamings of a state one stands for all.
#pragma once

#include <vector>

#include "machine/instance.h"

namespace parapet::machine {

using Words = std::vector<Code>;

// A state as one row of words, and back: its cells, then, if the memory model has them, its buffers.
void encode(const Instance& instance, const State& state, Words& out);
void decode(const Instance& instance, std::span<const Code> words, State& state);

class Symmetry {
 public:
  // With more processes than `most_renamed` to rename, or where the program compares processes by their order, no state is renamed.
  static constexpr std::size_t most_renamed = 4;

  explicit Symmetry(const Instance& instance);

  struct Least {
    Words words;               // the least of the encodings of all renamings
    std::size_t renaming = 0;  // that gives it
  };
  // Valid until the next call.
  [[nodiscard]] const Least& least(const State& state);

  [[nodiscard]] std::size_t renamings() const { return renamings_.size(); }
  // Where each process goes.
  [[nodiscard]] const std::vector<Process>& renaming(std::size_t number) const { return renamings_[number].process; }
  // Where the value of each location goes.
  [[nodiscard]] const std::vector<Location>& moved(std::size_t number) const { return renamings_[number].location; }

 private:
  struct Renaming {
    std::vector<Process> process;         // where a process goes
    std::vector<Process> process_from;    // who comes there
    std::vector<Location> location;       // where the value of a location goes
    std::vector<Location> location_from;  // which comes there
  };
  // The encoding of the renamed state in renamed_. False: it is not less than the least so far.
  [[nodiscard]] bool encode_renamed(const State& state, const Renaming& renaming);
  void encode_renamed_buffers(const State& state, const Renaming& renaming);
  [[nodiscard]] Code value(const Renaming& renaming, Location location, Code code) const;

  const Instance& instance_;
  std::vector<std::uint8_t> process_valued_;  // by location
  std::vector<Renaming> renamings_;           // the first is the identity
  Least least_;
  Words renamed_;
  Entry entry_;
};

}  // namespace parapet::machine
