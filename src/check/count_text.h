// The number of processes, and of those of each type (NOTE(counts)), as SMT-LIB 2 text, from their definition.
//
// A file names the processes p0 .. pm, of which some may be the same. |#procs.| is the number of processes and |count(..).| the number of
// those of one type; with (|others.t|) >= 0 the number of processes of type t that the file does not name,
//     count(t) = [p0 is of type t] + .. + [pm is of type t] + others(t),     #procs = [p0] + .. + [pm] + the sum of all others(t),
// where a process that has several names counts once: [..] is 0 if an earlier name is the same process. A firing changes the types of the
// processes that the file names as its assignments say. The others are the same processes before and after. Without an assignment to every
// cell they keep their types; with one, all others of a type t move to the same type if its text depends on nothing but their type, and else
// any number of them is of each type afterwards. A *representative* of each type is one of its others, if there are any: what is said of
// all processes is said of it, too.
#pragma once

#include <cstdint>
#include <string>

#include "check/firing_text.h"
#include "check/state_text.h"
#include "result/certificate.h"

namespace parapet::check {

class CountText {
 public:
  CountText(const le::System& system, TermArena& arena, const Certificate& certificate, StateText& states);

  // Whether the model or the certificate counts processes. Otherwise nothing is declared and nothing said.
  [[nodiscard]] bool used() const { return used_; }
  // There are so many types that files would be too large.
  [[nodiscard]] bool too_many() const { return used_ && system_.counts.types.size() > most_types; }
  static constexpr std::size_t most_types = 64;

  // |#procs.|, the counts, and which processes are of which type.
  [[nodiscard]] std::string declarations() const;
  // r0, r1, ...: representatives of the others.
  [[nodiscard]] Names representatives() const;
  // Whether what happens to the others of a type depends on more than the processes that the file names.
  [[nodiscard]] bool moves_others(const le::Transition& transition) const;
  // The facts about the counts of the state before for these processes. `represented`: the representatives are declared.
  [[nodiscard]] std::string define(const Names& processes, bool represented) const;
  // The counts after the firing, for the same processes; StateText::update was called before.
  [[nodiscard]] std::string after(const FiringText& firing, const Names& processes) const;

  // The same for readers: that these are the numbers of processes of each type is not a statement of the logic of the file.
  [[nodiscard]] std::string declare_after(const FiringText& firing) const;

 private:
  enum class Moves : std::uint8_t { Stay, ByType, Any };
  [[nodiscard]] Moves moves(const le::Transition& transition) const;
  [[nodiscard]] bool changes(const le::Transition& transition) const;
  [[nodiscard]] std::string is_of_type(std::size_t type, bool after) const;
  [[nodiscard]] static std::string name(const std::string& what, std::size_t number, const std::string& mark = "");
  [[nodiscard]] std::string sum(const std::string& others, std::size_t type, const Names& processes, const std::string& mark) const;

  const le::System& system_;
  TermArena& arena_;
  const Certificate& certificate_;
  StateText& states_;
  bool used_ = false;
};

}  // namespace parapet::check
