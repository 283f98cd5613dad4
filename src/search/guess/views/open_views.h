// What the inference asks of a weak part beside NOTE(weak-part): the machine that views are taken from, and which cubes with open reads its
// open views can speak about.
//
//   Machine                          the instance whose states become views
//   kind                             what open views have
//   reads_of(weak, process, cell)    the open reads of a cube that can be that of an open view: for snapshots those of the process, for
//                                    delayed writes those of the process to the cell
//   with_one_read(arena, shape)      the weak part of the cubes of an open view
//   is_simple(arena, weak)           views can speak about the cube: a cube that is not, and that no lemma covers, is kept as it is (an exact
//                                    cube)
//   add_open(...)                    the open reads of a cube as part of a state of the machine; false: the machine has no such state
//   why_not(system)                  why invariants of the system are not inferred; empty: they are
//
// A weak part without a specialisation has no open views: lemmas are about memory and plain cells. Its invariants are inferred only where
// cubes have no open reads; otherwise nearly every obligation is a cube that views do not speak about.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "search/guess/views/delay_machine.h"
#include "search/guess/views/snapshot_machine.h"
#include "search/weak/pso/pso.h"
#include "search/weak/timeline/timeline.h"

namespace parapet::search::views {

// What a term and a process of a cube are in a state, and which cell of the cube a location is.
struct InState {
  std::function<Code(TermId)> code;
  std::function<Process(TermId)> process;
  std::function<TermId(Location)> cell;
};

template <class Weak>
struct OpenViews {
  using Machine = SnapshotMachine;
  static constexpr OpenKind kind = OpenKind::None;
  [[nodiscard]] static std::vector<std::uint32_t> reads_of(const TermArena&, const Weak&, TermId, TermId) { return {}; }
  [[nodiscard]] static Weak with_one_read(TermArena&, const Shape&) { return {}; }
  [[nodiscard]] static bool is_simple(const TermArena&, const Weak& weak) { return weak.empty(); }
  [[nodiscard]] static bool add_open(TermArena&, const Weak&, const InState&, const Machine&, Machine::Words&) { return true; }
  [[nodiscard]] static std::string_view why_not(const le::System& system) {
    return system.model.buffers == ld::Buffers::None
               ? ""
               : "views do not speak of the pending reads of the event engine; '--engine timeline' infers";
  }
};

// A snapshot read of one process. The final read u is in the lists of several processes, and a cube with several reads says in which order
// they were taken: no view has that. The process whose snapshot an open view has is z0, never one that the model names.
template <>
struct OpenViews<Timeline> {
  using Machine = SnapshotMachine;
  static constexpr OpenKind kind = OpenKind::Snapshot;
  [[nodiscard]] static std::string_view why_not(const le::System&) { return {}; }
  [[nodiscard]] static std::vector<std::uint32_t> reads_of(const TermArena&, const Timeline& weak, TermId process, TermId) {
    const Timeline::List* const list = weak.find(process);
    return list == nullptr ? std::vector<std::uint32_t>{} : list->reads;
  }
  [[nodiscard]] static Timeline with_one_read(TermArena& arena, const Shape&) {
    Timeline weak;
    weak.lists.push_back({arena.process(0), {0}, false});
    weak.items.resize(1);
    return weak;
  }
  [[nodiscard]] static bool is_simple(const TermArena& arena, const Timeline& weak) {
    const auto is_named = [&](const Timeline::List& list) { return !list.reads.empty() && arena.op(list.process) != Op::ProcessVar; };
    return weak.items.size() <= 1 && weak.last == Timeline::none && std::none_of(weak.lists.begin(), weak.lists.end(), is_named);
  }
  [[nodiscard]] static bool add_open(TermArena& arena, const Timeline& weak, const InState& in, const Machine& machine,
                                     Machine::Words& words) {
    if (!machine.has_snapshots() || weak.items.size() != 1) return true;
    const auto list = std::find_if(weak.lists.begin(), weak.lists.end(), [](const Timeline::List& each) { return !each.reads.empty(); });
    if (list == weak.lists.end() || arena.op(list->process) != Op::ProcessVar) return true;
    machine.set_owner(words, in.process(list->process));
    for (Location location = 0; location < machine.cells(); ++location) {
      if (machine.snapshot_place(location) == 0) continue;
      const TermId reader = arena.signature()[machine.layout().symbol(location)].weak ? list->process : TermId();
      words[machine.snapshot_place(location)] = in.code(arena.read(list->reads[0], reader, in.cell(location)));
    }
    return true;
  }
};

// One delayed write of z0. A cube with several, with one of a process that the model names, with snapshot reads, or that says that a buffer
// is empty or has nothing newer is no view.
template <>
struct OpenViews<DelayedWrites> {
  using Machine = DelayMachine;
  static constexpr OpenKind kind = OpenKind::Delayed;
  [[nodiscard]] static std::string_view why_not(const le::System&) { return {}; }
  [[nodiscard]] static std::vector<std::uint32_t> reads_of(const TermArena& arena, const DelayedWrites& weak, TermId process, TermId cell) {
    const DelayedWrites::Buffer* const buffer = weak.find(arena, process, cell);
    return buffer == nullptr ? std::vector<std::uint32_t>{} : buffer->entries;
  }
  [[nodiscard]] static DelayedWrites with_one_read(TermArena& arena, const Shape& shape) {
    DelayedWrites weak;
    weak.at(arena, arena.process(0), shape.delayed).entries = {0};
    weak.items.resize(1);
    return weak;
  }
  [[nodiscard]] static bool is_simple(const TermArena& arena, const DelayedWrites& weak) {
    if (weak.empty()) return true;
    if (weak.lists.empty() && arena.op(weak.buffers[0].process) != Op::ProcessVar) return false;
    return weak.lists.empty() && weak.buffers.size() == 1 && weak.buffers[0].entries.size() == 1 && !weak.buffers[0].exact;
  }
  [[nodiscard]] static bool add_open(TermArena& arena, const DelayedWrites& weak, const InState& in, const Machine& machine,
                                     Machine::Words& words) {
    for (const DelayedWrites::Buffer& buffer : weak.buffers) {
      const TermId cell = arena.cell(buffer.symbol, buffer.args);
      std::vector<Process> indices;
      for (const TermId index : buffer.args) indices.push_back(in.process(index));
      for (const std::uint32_t entry : buffer.entries) {
        const Code value = in.code(arena.read(entry, buffer.process, cell));
        if (value == machine::open_value) return false;
        machine.delay(words, in.process(buffer.process), machine.layout().location(buffer.symbol, indices), value);
      }
    }
    return weak.lists.empty();
  }
};

}  // namespace parapet::search::views
