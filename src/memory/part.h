// NOTE(weak-part): what the search asks of a part of memory, the one place where memory models differ.
//
// A part of memory says what the weak part of a cube means, and computes with it. Everything else (pre-image, cover, loop, guesses, worker
// threads) is written once, against this contract. [C] is the set of states that a cube C = (variables z0 .. z(n-1), literals, weak part)
// stands for; a state has memory and whatever the machine of the part adds (queues of snapshots, pending reads with their order, store
// buffers).
//
// Example, of snapshots (queues/queues.h): store buffering, the unsafe formula being that both processes have read False.
//
//   unsafe        { z0@Y'0 = False, z1@X'0 = False }    both are items of the final read, number 0
//   choice 1      z0 writes X; z1's read has not seen it: the item stays open
//   choice 2      z0 writes X; z1's read is made right after it: the item becomes the cell X, which is True now: no cube
//
// An *open read* is a numbered place of the weak part that literals speak of through items, Read(number, reader, location): a snapshot
// read, a pending read, an entry of a buffer. `open.items[k]` are the items of open read k that occur in the literals. A *leaf* is a cell
// or an item of a literal.
//
// Start: start(literals, mentioned, emit). Of an unsafe formula U over the processes `mentioned`, with every leaf replaced by
// start_leaf(leaf), the part emits cubes, several where a read of U has several outcomes:
//     union of the emitted cubes = { s : U holds in s }.
//
// Pre-image: enter(C), then fire(weak, instance, variables, emit). For a transition with its processes (an `instance`) and a cube C with
// this weak part, one Choice c for every way in which the firing may go, such that
//     union over c of [guard, c.conditions, C's literals after c, c.after] = { s : a firing of the instance leads from s into [C] },
// states of [C] itself aside. C's literals after c are made in this order:
//     1. each leaf is replaced by the term c.after_closing(leaf): the outcome of a read that is made now (a memory cell, an entry of a
//        buffer). Conditions on the outcome are in c.conditions; several outcomes are several choices;
//     2. each cell or read with a valid c.written_cell(leaf) is replaced by the value that the firing writes to that cell, by one of
//        c.alternatives(cell);
//     3. the cells that the firing reads are own_read(system, arena, instance, cell) in guard, conditions and values (ReadRule);
//     4. c.complete(literals, feasible, emit): reads of the firing that are made at once, items of new_read, are made in every way, and the
//        part is brought into its normal form, which may depend on the literals. The union of what is emitted is the cube of the choice.
// c.variables >= variables counts the process variables of C, of the instance, and those that the choice brings in. Where writes reach memory
// one by one (MemoryTraits::writes_apart), each_demand(weak, visit) visits the cells of which a write has to be found, with literals or
// without, and c.satisfies says that the firing makes such a write: it is no step within [C], whatever it substitutes.
//
// Silent steps: silent(C, emit), where there are any. Pairs of a Silent and a Choice: the same without a transition, so without 2 and 3. None
// is emitted whose pre-image is within [C].
//
// A Choice becomes a Record: what path_of and describe_step have to know of it later, and nobody else.
//
// Normal form, of a part `after` whose open reads may have lost their items:
//     keeps(after, process, has_items)             the process is needed although no literal speaks of it;
//     compact(after, has_items, name, less, map)   the part with processes renamed (invalid: not kept) and in structural order (`less`), open
//                                                  reads renumbered by `map` (UINT32_MAX: gone; last: the step's own one). [C] stays the
//                                                  same. An open read with items is never gone.
//
// Cover: embed(F, G, image, accept, done). For an injection `image` of F's processes into G's, the maps m of F's open reads to those of G or
// to made_now, such that for every s in [G]: if
//     every item of an open read r of F, renamed, is an item of m(r), or m(r) is made_now and the item has the value of
//     read_now(G, reader, location) in s, and
//     the renamed literals of F hold in s,
// then s is in [F]. The maps are enumerated read by read, from 0 on: accept(r, m(r)) says whether to go on with this image, done() whether
// to stop; embed returns whether done() did. read_now gives a term, or embed does not offer made_now for a read with that item.
//
// Init: [C] meets init iff Weak::may_be_initial() and an initial state satisfies C's literals with every leaf replaced by settle(leaf).
//
// A part belongs to one thread, and keeps its caches and static analyses.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cube/context.h"
#include "cube/node.h"
#include "cube/path.h"

namespace parapet::search {

// One way in which a firing, or a silent step, may go.
class Choice {
 public:
  using Feasible = std::function<bool(std::vector<TermId>&)>;
  using Emit = std::function<void(const std::vector<TermId>& literals, const Weak& after, const Record& record)>;

  virtual ~Choice() = default;

  TermArena* arena = nullptr;
  TransitionInstance* instance = nullptr;  // null: a silent step
  std::uint32_t variables = 0;
  le::Conjunction conditions;  // of the branches of `case` that are decided
  Record record;
  Weak after;              // open reads without items are still there
  bool satisfies = false;  // the firing makes a write that had to be found: it matters whatever else it writes
  bool cyclic = false;     // it closes a cycle of ghb; only where the search asked for such choices

  [[nodiscard]] TermId actor() const { return instance == nullptr ? TermId() : instance->actor; }

  // The leaf once the choice is made.
  [[nodiscard]] virtual TermId after_closing(TermId leaf) const { return leaf; }
  // The cell whose new value this leaf takes; invalid: none.
  [[nodiscard]] virtual TermId written_cell(TermId leaf) const = 0;
  // How the firing changes a cell: every alternative.
  [[nodiscard]] virtual const std::vector<Alternative>& alternatives(InstanceTable& table, TransitionInstance& of, TermId cell) const {
    return table.alternatives(of, cell);
  }
  // feasible(literals): brings literals into normal form; false: they are unsatisfiable.
  virtual void complete(const std::vector<TermId>& literals, const Feasible& feasible, const Emit& emit) const {
    static_cast<void>(feasible);
    emit(literals, after, record);
  }

 protected:
  Choice() = default;
  Choice(const Choice&) = default;
  Choice& operator=(const Choice&) = default;
};

// What G says of the order of its events, and what F asks of it under a map of processes and open reads: formulas `before` over events,
// open read k being event k. `events`: which event is which, a line for each.
struct OrderQuestion {
  std::vector<TermId> given, needed;
  std::vector<std::string> events;
};

class MemoryPart {
 public:
  using Rename = std::function<TermId(TermId)>;
  using Less = std::function<bool(TermId, TermId)>;
  using Accept = std::function<bool(std::uint32_t read, std::uint32_t to)>;
  using EmitChoice = std::function<void(const Choice&)>;

  virtual ~MemoryPart() = default;
  MemoryPart(const MemoryPart&) = delete;
  MemoryPart& operator=(const MemoryPart&) = delete;

  Context& context;

  // Start.
  [[nodiscard]] virtual TermId start_leaf(TermId leaf) const = 0;
  virtual void start(std::vector<TermId> literals, std::vector<TermId> mentioned,
                     const std::function<void(std::vector<TermId>, Weak)>& emit) const = 0;

  // Pre-image.
  virtual void enter(const Cube& cube) { static_cast<void>(cube); }
  virtual void each_demand(const Weak& weak, const std::function<void(TermId)>& visit) const {
    static_cast<void>(weak), static_cast<void>(visit);
  }
  virtual void fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) = 0;
  virtual void silent(const Cube& cube, const std::function<void(const Silent&, const Choice&)>& emit) {
    static_cast<void>(cube), static_cast<void>(emit);
  }

  // Normal form.
  [[nodiscard]] virtual bool keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const = 0;
  [[nodiscard]] virtual Weak compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                                     std::vector<std::uint32_t>& read_map) const = 0;

  // Cover.
  [[nodiscard]] virtual bool embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept,
                                   const std::function<bool()>& done) const = 0;
  [[nodiscard]] virtual TermId read_now(const Weak& weak, TermId reader, TermId location) const = 0;
  // Where events are ordered (MemoryTraits::orders_events). For maps of `embed`: what the rows of F and G say.
  [[nodiscard]] virtual OrderQuestion order_question(const Weak& f, const Weak& g, const Rename& image,
                                                     const std::vector<std::uint32_t>& map) const {
    static_cast<void>(f), static_cast<void>(g), static_cast<void>(image), static_cast<void>(map);
    return {};
  }

  // Candidates, where writes reach memory one by one. The conditions of a cube that a state of a small instance with buffers can be tested
  // for, as literals; the part with the conditions among these, of which the literals proper remain; the normal form of such a part (false:
  // the cube has no states).
  [[nodiscard]] virtual std::vector<TermId> features(const Weak& weak, const std::vector<TermId>& literals) const {
    static_cast<void>(weak);
    return literals;
  }
  [[nodiscard]] virtual Weak restricted(const Weak& weak, std::vector<TermId>& literals) const {
    static_cast<void>(weak), static_cast<void>(literals);
    return {};
  }
  [[nodiscard]] virtual bool normalize(const std::vector<TermId>& literals, Weak& weak) const {
    static_cast<void>(literals), static_cast<void>(weak);
    return true;
  }

  // The step of the choice into the node's cube exists; asked last, when its literals, which are given, are satisfiable.
  [[nodiscard]] virtual bool admits(const Node& node, const Action& action, const Choice& choice, const std::vector<TermId>& literals) {
    static_cast<void>(node), static_cast<void>(action), static_cast<void>(choice), static_cast<void>(literals);
    return true;
  }
  // From now on choices that do not exist are given to `admits` too, so that it can be said why they do not.
  virtual void explain() {}
  // Of a choice that `admits` refused: the cycle.
  [[nodiscard]] virtual std::string why_not(const Node& node, const Action& action, const Choice& choice) {
    static_cast<void>(node), static_cast<void>(action), static_cast<void>(choice);
    return "";
  }

  // The path from the node to unsafe as a schedule of the machine.
  [[nodiscard]] virtual Path path_of(const Node& node) = 0;
  // For people: the weak part; what a step decided, of the successor's part; a node as a formula of LE.
  [[nodiscard]] virtual std::string describe(const Weak& weak) const = 0;
  [[nodiscard]] virtual std::string describe_step(const Weak& successor, const Action& action, const Record& record) = 0;
  [[nodiscard]] virtual std::string le_formula(const Node& node) = 0;

 protected:
  explicit MemoryPart(Context& the_context) : context(the_context) {}
};

// A cube of these literals and this weak part over z0 .. z(variables-1), without what no literal needs: open reads without items, processes
// with neither literal nor part in the weak part. Such a process stays where init counts processes: an initial state without it need not
// be one with it. (Leaving it out is sound, since it makes the cube larger, but gives paths that no number of processes can take.) Fills
// the maps of Step.
[[nodiscard]] Cube compact(const MemoryPart& part, const Weak& weak, std::vector<TermId> literals, std::uint32_t variables,
                           std::vector<std::uint32_t>& rename, std::vector<std::uint32_t>& read_map);

}  // namespace parapet::search
