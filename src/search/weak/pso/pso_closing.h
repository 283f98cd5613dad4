// What the pre-image of delayed writes does before the firing itself is taken back: snapshot reads are closed, commits taken back.
#pragma once

#include <functional>
#include <vector>

#include "search/weak/pso/normal_form.h"
#include "search/weak/pso/pso.h"

namespace parapet::search {

// Calls emit(closed) for every choice of closed snapshot reads: one cut point per list, the reads from it on are closed. All of `must`'s
// list are; another list is cut before a read with an item that `may_see` says may matter. u, which is in several lists, is closed with any
// of them, or alone.
void each_cut(const Context& context, const DelayedWrites& weak, TermId must, const std::function<bool(TermId)>& may_see,
              const std::function<void(const std::vector<bool>&)>& emit);

// Makes the closed reads of the successor now, in every way; `choice` has them made when `emit` is called.
void close(Context& context, const DelayedWrites& successor, const std::vector<bool>& closed, DelayedWrites::Choice& choice,
           const std::function<void(const Outcomes&)>& emit);

// Some open read may be of memory as the commit of q leaves it.
[[nodiscard]] bool is_concerned(const TermArena& arena, const DelayedWrites& weak, TermId q, TermId cell);

// Takes back a commit of the cell by the process: the first entry of D(process, cell) is a new one.
void take_back_commit(const TermArena& arena, TermId process, TermId cell, DelayedWrites::Choice& choice);

}  // namespace parapet::search
