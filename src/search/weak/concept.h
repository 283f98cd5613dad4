// NOTE(weak-part): what the search asks of a weak part, the one place where memory models differ.
//
// A weak part W is what a cube says beside its literals: about reads that were made at another time, about writes on their way to memory.
// Everything else (pre-image, cover, loop, guesses, worker threads) is written once, against this contract. [C] is the set of states that
// a cube C = (variables z0 .. z(n-1), literals, weak part) stands for; a state has memory and whatever the machine of the weak part adds
// (queues of snapshots, pending reads with their order, store buffers).
//
// An *open read* is a numbered place of the weak part that literals speak of through items, Read(number, reader, location): a snapshot
// read, a pending read; of a part with delayed writes, an entry of a buffer. `items[k]` are the items of open read k that occur in the
// literals. A *leaf* is a cell or an item of a literal.
//
// Start: start(context, literals, mentioned, emit). Of an unsafe formula U over the processes `mentioned`, with every leaf replaced by
// start_leaf(leaf), the weak part emits cubes, several where a read of U has several outcomes:
//     union of the emitted cubes = { s : U holds in s }.
//
// Pre-image: fire(workspace, instance, variables, emit). For a transition with its processes (an `instance`) and a cube C with this weak
// part, one Choice c for every way in which the firing may go, such that
//     union over c of [guard, c.conditions, C's literals after c, c.after] = { s : a firing of the instance leads from s into [C] },
// states of [C] itself aside. C's literals after c are made in this order:
//     1. each leaf is replaced by the term c.after_closing(leaf): the outcome of a read that is made now (a memory cell, an entry of a
//        buffer). Conditions on the outcome are in c.conditions; several outcomes are several choices;
//     2. each cell or read with a valid c.written_cell(leaf) is replaced by the value that the firing writes to that cell, by one of
//        c.alternatives(cell);
//     3. the cells that the firing reads are own_read(system, arena, instance, cell) in guard, conditions and values (ReadRule). Where c
//        has an own_read(leaf), it is applied at last to the items of the open read new_read: reads of the firing that are made at once.
// c.variables >= variables counts the process variables of C, of the instance, and those that the choice brings in.
//
// Silent steps: silent(workspace, cube, emit), where W has any. Pairs of a Silent and a Choice: the same without a transition, so without
// 2 and 3. None is emitted whose pre-image is within [C].
//
// A Choice becomes a Record: what path_of and describe_step have to know of it later, and nobody else.
//
// Normal form, of a part `after` whose open reads may have lost their items:
//     keeps(process, has_items)             the process is needed although no literal speaks of it;
//     compact(has_items, name, less, map)   the part with processes renamed (invalid: not kept) and in structural order (`less`), open
//                                           reads renumbered by `map` (UINT32_MAX: gone; last: the step's own one). [C] stays the same.
//                                           An open read with items is never gone.
//
// Cover: F.embed(G, image, accept, done). For an injection `image` of F's processes into G's, the maps m of F's open reads to those of G or
// to made_now, such that for every s in [G]: if
//     every item of an open read r of F, renamed, is an item of m(r), or m(r) is made_now and the item has the value of
//     G.read_now(reader, location) in s, and
//     the renamed literals of F hold in s,
// then s is in [F]. The maps are enumerated read by read, from 0 on: accept(r, m(r)) says whether to go on with this image, done() whether
// to stop; embed returns whether done() did. G.read_now gives a term, or embed does not offer made_now for a read with that item.
// reads_map_to_reads: an open read maps to made_now only if a literal of G has a weak cell. mentions_process(p): the part would not be the same after p was exchanged for
// another process. empty(): no condition at all: every state is in the part, and there are no open reads.
//
// Init: [C] meets init iff may_be_initial() and an initial state satisfies C's literals with every leaf replaced by settle(leaf), the cell
// whose value it has then. settle(leaf) is also the cell by writing which a firing can change the leaf.
//
// A Workspace is what one thread keeps for the weak part beside the context: caches, static analyses, switches.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "result/certificate.h"
#include "search/cube/context.h"
#include "search/path/path.h"
#include "search/preimage/step.h"

namespace parapet::search {

struct SearchOptions;
template <class Weak>
struct Node;

template <class W>
concept WeakRecord = std::copyable<W> && requires(W record, void (*visit)(TermId&)) {
  record.each_term(visit);
};

template <class W>
concept WeakChoice = requires(const typename W::Choice& choice, InstanceTable& table, TransitionInstance& instance, TermId term) {
  { choice.after_closing(term) } -> std::same_as<TermId>;
  { choice.written_cell(term) } -> std::same_as<TermId>;
  { choice.alternatives(table, instance, term) } -> std::same_as<const std::vector<Alternative>&>;
  { choice.conditions } -> std::convertible_to<const le::Conjunction&>;
  { choice.variables } -> std::convertible_to<std::uint32_t>;
  { choice.after } -> std::convertible_to<const W&>;
  { choice.record() } -> std::convertible_to<typename W::Record>;
};

template <class W>
concept WeakPart = std::copyable<W> && std::default_initializable<W> && WeakRecord<typename W::Record> && WeakChoice<W> &&
    std::constructible_from<typename W::Workspace, Context&> &&
    requires(W part, const W& weak, typename W::Workspace& workspace, Context& context, TermArena& arena, TransitionInstance& instance,
             TermId term, std::uint32_t variables, const std::vector<bool>& reads, std::vector<std::uint32_t>& map,
             const std::function<TermId(TermId)>& rename, const std::function<bool(TermId, TermId)>& before,
             const std::function<bool(std::uint32_t, std::uint32_t)>& accept, const std::function<bool()>& done, void (*visit)(TermId&)) {
  { workspace.context } -> std::same_as<Context&>;
  { W::reads_map_to_reads } -> std::convertible_to<bool>;
  // Candidates may keep the open reads of the cube that they generalize.
  { W::candidates_with_reads } -> std::convertible_to<bool>;
  { part.items } -> std::same_as<std::vector<std::vector<TermId>>&>;
  part.each_term(visit);
  { weak.empty() } -> std::same_as<bool>;

  { W::start_leaf(context.system, arena, term) } -> std::same_as<TermId>;
  W::start(context, std::vector<TermId>(), std::vector<TermId>(), std::function<void(std::vector<TermId>, W)>());

  { W::own_read(context.system, arena, instance, term) } -> std::same_as<TermId>;
  weak.fire(workspace, instance, variables, std::function<void(const typename W::Choice&)>());

  { weak.keeps(term, reads) } -> std::same_as<bool>;
  { weak.compact(reads, rename, before, map) } -> std::same_as<W>;

  { weak.embed(weak, rename, accept, done) } -> std::same_as<bool>;
  { weak.read_now(arena, term, term) } -> std::same_as<TermId>;
  { weak.mentions_process(term) } -> std::same_as<bool>;

  { W::settle(arena, term) } -> std::same_as<TermId>;
  { weak.may_be_initial() } -> std::same_as<bool>;
};

// What G says of the order of its events, and what F asks of it under a map of processes and open reads: formulas `before` over events,
// open read k being event k. `events`: which event is which, a line for each.
struct OrderQuestion {
  std::vector<TermId> given, needed;
  std::vector<std::string> events;
};

// It has an order of events beside its literals: F.order_question(G, image, map) states, for maps of `embed`, what the rows of F and G say.
template <class W>
concept HasEventOrder = requires(const W& weak, TermArena& arena, const std::function<TermId(TermId)>& image,
                                 const std::vector<std::uint32_t>& map) {
  { weak.order_question(arena, weak, image, map) } -> std::same_as<OrderQuestion>;
};

// It has steps without a transition.
template <class W>
concept HasSilentSteps = requires(const Cube<W>& cube, typename W::Workspace& workspace,
                                  const std::function<void(const Silent&, const typename W::Choice&)>& emit) {
  W::silent(workspace, cube, emit);
};

// It has delayed writes. Beside the above:
//   weak.each_demand(arena, visit)    the cells of which a write has to be found, with literals or without
//   workspace.enter(cube)             before the pre-images of the cube
//   c.satisfies                       the firing makes a write that had to be found: it is no step within [C], whatever it substitutes
//   c.complete(workspace, literals,   in the place of own_read, when all literals are conjoined: the reads of the firing, items of
//              feasible, emit)        new_read, are made in every way, and the part is brought into its normal form, which may depend
//                                     on the literals. The union of what is emitted is the cube of the choice
//   weak.features(arena, literals)    the conditions of a cube that a state of a small instance with buffers can be tested for, as literals
//   weak.restricted(arena, literals)  the part with the conditions among these; the literals proper remain
//   W::normalize(context, literals,   the normal form of such a part; false: the cube has no states
//                part)
template <class W>
concept DelaysWrites = requires(const W& weak, const typename W::Choice& choice, typename W::Workspace& workspace, const Cube<W>& cube,
                                TermArena& arena, const std::vector<TermId>& literals) {
  weak.each_demand(arena, std::function<void(TermId)>());
  workspace.enter(cube);
  { choice.satisfies } -> std::convertible_to<bool>;
  choice.complete(workspace, literals, std::function<bool(std::vector<TermId>&)>(),
                  std::function<void(const std::vector<TermId>&, const W&, const typename W::Record&)>());
};

// What the loop asks beside: words, evidence, and whether a choice exists after all.
//   Oracle::admits(node, action, choice,   the step into the node's cube exists; asked last, when its literals, which are given, are
//                  literals)               satisfiable
//   Oracle::asks_about_paths(options)      `admits` looks at the path of the node, which worker threads do not have
//   path_of(workspace, node)               the path from the node to unsafe as a schedule of the machine
//   certificate_cube(cube)                 the cube as evidence
template <class W>
concept SearchEngine = WeakPart<W> && std::constructible_from<typename W::Oracle, typename W::Workspace&, const SearchOptions&> &&
    requires(const W& weak, typename W::Workspace& workspace, typename W::Oracle& oracle, const Node<W>& node, const Cube<W>& cube,
             const Action& action, const typename W::Choice& choice, const typename W::Record& record, const SearchOptions& options) {
  { W::engine } -> std::convertible_to<std::string_view>;
  { oracle.admits(node, action, choice, cube.literals) } -> std::same_as<bool>;
  { W::Oracle::asks_about_paths(options) } -> std::same_as<bool>;
  { weak.describe(workspace.context.arena) } -> std::same_as<std::string>;
  { weak.describe_step(workspace, action, record) } -> std::same_as<std::string>;
  { certificate_cube(cube) } -> std::same_as<CertificateCube>;
  { le_formula(workspace, node) } -> std::same_as<std::string>;
  { path_of(workspace, node) } -> std::same_as<Path>;
};

}  // namespace parapet::search
