// The choices of the pre-image of delayed writes, and what it does before the firing itself is taken back: snapshot reads are closed,
// commits taken back.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "memory/part.h"
#include "memory/queues/normal_form.h"

namespace parapet::search {

// What a firing and the commits after it do to the buffers, in one of the ways they may go. Its conditions are those of the branches of
// `case` that the targets take; `after` is the part before the firing's own reads are made.
class DelayedChoice final : public Choice {
 public:
  enum class Way : std::uint8_t {
    Kept,    // a `case` leaves the cell as it is
    OnTime,  // B(p,l) is empty and M[l] takes the value
    Last,    // the value is that of the last entry of D(p,l)
    Unseen,  // the value is the newest of B(p,l), and no entry of D(p,l)
  };
  // A weak cell that the firing may write and that the cube speaks of; of a read-modify-write there are none.
  struct Target {
    TermId cell;
    Way way = Way::Kept;
    std::uint32_t entry = Record::none;  // Last
    std::vector<Alternative> written;    // the value, without conditions; of Kept none
  };

  explicit DelayedChoice(Context& the_context) : context(&the_context) { arena = &the_context.arena; }

  Context* context;
  std::vector<std::pair<TermId, TermId>> made;  // items of closed reads and what they read
  std::vector<Target> targets;
  bool drains = false;  // all buffers of the process are empty before it
  bool late = false;    // its reads are those of a snapshot

  // A memory cell that is committed after the firing holds the value of an entry before.
  [[nodiscard]] TermId after_closing(TermId leaf) const override;
  [[nodiscard]] TermId written_cell(TermId leaf) const override;
  [[nodiscard]] const std::vector<Alternative>& alternatives(InstanceTable& table, TransitionInstance& of, TermId cell) const override;
  // Makes the firing's own reads, in every way, on the buffers as they are before it, and brings the result into normal form.
  void complete(const std::vector<TermId>& literals, const Feasible& feasible, const Emit& emit) const override;

 private:
  [[nodiscard]] const Target* find(TermId cell) const;
  [[nodiscard]] bool is_open(std::uint32_t number) const;
};

// Calls emit(closed) for every choice of closed snapshot reads: one cut point per list, the reads from it on are closed. All of `must`'s
// list are; another list is cut before a read with an item that `may_see` says may matter. u, which is in several lists, is closed with any
// of them, or alone.
void each_cut(const Context& context, const Weak& weak, TermId must, const std::function<bool(TermId)>& may_see,
              const std::function<void(const std::vector<bool>&)>& emit);

// Makes the closed reads of the successor now, in every way; `choice` has them made when `emit` is called.
void close(Context& context, const Weak& successor, const std::vector<bool>& closed, DelayedChoice& choice,
           const std::function<void(const Outcomes&)>& emit);

// Some open read may be of memory as the commit of q leaves it.
[[nodiscard]] bool is_concerned(const TermArena& arena, const Weak& weak, TermId q, TermId cell);

// Takes back a commit of the cell by the process: the first entry of D(process, cell) is a new one.
void take_back_commit(const TermArena& arena, TermId process, TermId cell, DelayedChoice& choice);

}  // namespace parapet::search
