// The choices of the pre-image of cubes with queues (queues.h): what a firing, with the commits after it, does to snapshot reads and
// buffers, in one of the ways it may go; and what their computation has in parts: reading now, cuts of lists, commits, the normal form.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "memory/part.h"

namespace parapet::search {

// The conditions of a choice are those of the branches of `case` that the targets take; `after` is the part before the firing's own reads
// are made. Without buffers there are no targets, no commits, and all reads of a snapshot are of memory: what happens to a cell is decided
// with its alternatives.
class QueueChoice final : public Choice {
 public:
  enum class Way : std::uint8_t {
    Kept,    // a `case` leaves the cell as it is
    OnTime,  // B(p,l) is empty and M[l] takes the value
    Last,    // the value is that of the last entry of D(p,l)
    Unseen,  // the value is the newest of B(p,l), and no entry of D(p,l)
  };
  // With buffers: a weak cell that the firing may write and that the cube speaks of; of a read-modify-write there are none.
  struct Target {
    TermId cell;
    Way way = Way::Kept;
    std::uint32_t entry = Record::none;  // Last
    std::vector<Alternative> written;    // the value, without conditions; of Kept none
  };

  explicit QueueChoice(Context& the_context) : context(&the_context) { arena = &the_context.arena; }

  Context* context;
  std::uint32_t open_reads = 0;                 // of the successor; reads with greater numbers are entries
  std::vector<std::pair<TermId, TermId>> made;  // items of closed reads and what they read; those that are not here read memory
  std::vector<Target> targets;
  bool drains = false;  // with buffers: all those of the process are empty before it
  bool late = false;    // its reads are those of a snapshot

  // An item that is closed becomes what it reads; a memory cell that is committed after the firing holds the value of an entry before.
  [[nodiscard]] TermId after_closing(TermId leaf) const override;
  // Own writes are forwarded to own snapshot reads.
  [[nodiscard]] TermId written_cell(TermId leaf) const override;
  [[nodiscard]] const std::vector<Alternative>& alternatives(InstanceTable& table, TransitionInstance& of, TermId cell) const override;
  // With buffers: makes the firing's own reads, in every way, on the buffers as they are before it, and brings the result into normal form.
  void complete(const std::vector<TermId>& literals, const Feasible& feasible, const Emit& emit) const override;

 private:
  [[nodiscard]] bool delays() const { return context->memory.writes_apart; }
  [[nodiscard]] const Target* find(TermId cell) const;
};

// Reads that were made now, and what that says of the buffers.
struct Outcomes {
  std::vector<std::pair<TermId, TermId>> values;  // by read: a memory cell or an entry
  Weak after;                                     // the new entries are its last ones
  std::vector<TermId> from_memory;                // the cells that were read from memory

  // The leaf once the reads are made.
  [[nodiscard]] TermId value(TermId leaf) const {
    for (const auto& [read, made] : values) {
      if (read == leaf) return made;
    }
    return leaf;
  }
};

// Makes the reads now, in every way. `drained`: the readers have nothing buffered, so no entry is new.
void each_outcome(Context& context, Weak before, std::vector<TermId> reads, bool drained, const std::function<void(const Outcomes&)>& emit);

// Normal form 2 to 5 of the buffers of a cube with these literals; what is flushed is recorded. False: the cube has no states.
[[nodiscard]] bool bring_into_normal_form(Context& context, const std::vector<TermId>& literals, Weak& weak, Record& record);

// Calls emit(closed) for every choice of closed snapshot reads: one cut point per list, the reads from it on are closed. All of `must`'s
// list are; another list is cut before a read with an item that `may_see` says may matter. u, which is in several lists, is closed with any
// of them, or alone.
void each_cut(const Context& context, const Weak& weak, TermId must, const std::function<bool(TermId)>& may_see,
              const std::function<void(const std::vector<bool>&)>& emit);

// Makes `to` what is left of the reads when some are closed. The items of these are still there.
void leave_open(const OpenReads& from, const std::vector<bool>& closed, OpenReads& to);

// With buffers: makes the closed reads of the successor now, in every way; `choice` has them made when `emit` is called.
void close(Context& context, const Weak& successor, const std::vector<bool>& closed, QueueChoice& choice,
           const std::function<void(const Outcomes&)>& emit);

// Some open read may be of memory as the commit of q leaves it.
[[nodiscard]] bool is_concerned(const TermArena& arena, const Weak& weak, TermId q, TermId cell);

// Takes back a commit of the cell by the process: the first entry of D(process, cell) is a new one.
void take_back_commit(const TermArena& arena, TermId process, TermId cell, QueueChoice& choice);

}  // namespace parapet::search
