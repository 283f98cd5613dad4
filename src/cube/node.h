// A node of the search tree: a cube and how it was reached.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "cube/indexed.h"
#include "logic/term.h"

namespace parapet::search {

// A step of the machine whose pre-image the search computes, taken back: how a cube was reached from its successor.
//
// A step is the firing of a transition, or *silent*: a step of the weak part alone, such as the commit of a delayed write. What the part of
// memory decided in it (which reads saw a write, what was committed) is a `Record`, which nobody else reads.

// Processes are in the successor's names; new ones are z(n), z(n+1), ... where the successor has n.
struct Fire {
  std::uint32_t transition = 0;   // index into le::System::transitions
  std::vector<TermId> processes;  // by parameter
};
struct Silent {
  std::string_view name;  // for people: "commit"; a constant of the weak part
  std::vector<TermId> processes;
};
using Action = std::variant<Fire, Silent>;

[[nodiscard]] inline const std::vector<TermId>& processes_of(const Action& action) {
  return std::visit([](const auto& any) -> const std::vector<TermId>& { return any.processes; }, action);
}

// What a part of memory decided in a step, in the names of the successor and the step. Each part fills some of the fields.
struct Record {
  static constexpr std::uint32_t none = UINT32_MAX;

  // By open read of the successor. Of queues: its snapshot is taken right after this step. Of events: it reads from this firing (rf).
  std::vector<bool> closed;

  // Of delayed writes. A place is a buffer of one process.
  struct Place {
    TermId process, cell;
  };
  struct Commit {
    Place place;
    std::uint32_t entry = 0;     // in the numbers of Step::read_map
    std::vector<Place> flushed;  // just before it
  };
  struct Delayed {
    TermId cell;
    std::uint32_t entry = none;  // the entry that it makes; none: nobody asks for it
  };
  std::vector<Commit> commits;   // after the firing, in any order
  std::vector<Delayed> delayed;  // the writes of the firing that stay in the buffer
  std::vector<Place> flushed;    // before the firing; of a start cube there are none

  // Of events.
  std::vector<bool> passed;              // by pending read of the successor: does not read from this firing (fr)
  std::vector<TermId> written;           // the weak and shared plain cells that it wrote, in structural order
  std::vector<SymbolId> written_beyond;  // the arrays of which it wrote every cell with a process that is not in the successor
  // Of chosen coherence.
  struct Placed {
    TermId cell;
    std::uint32_t position = 0;  // in co: so many explored writes come before it
  };
  std::vector<Placed> placed;  // its weak writes
  std::vector<TermId> taken;   // the items of the successor that read from it
};

struct Step {
  Action action;
  std::vector<std::uint32_t> rename;    // by variable of successor and step: its number in this cube, or UINT32_MAX: gone
  std::vector<std::uint32_t> read_map;  // by open read of the successor, then the step's own: its number in this cube, or UINT32_MAX
  Record record;
};

// Calls visit(term) for every term in it, to be changed.
template <class Visit>
void each_term(Record& record, Visit&& visit) {
  const auto place = [&](Record::Place& one) {
    visit(one.process);
    visit(one.cell);
  };
  for (Record::Commit& commit : record.commits) {
    place(commit.place);
    std::for_each(commit.flushed.begin(), commit.flushed.end(), place);
  }
  for (Record::Delayed& one : record.delayed) visit(one.cell);
  std::for_each(record.flushed.begin(), record.flushed.end(), place);
  for (Record::Placed& one : record.placed) visit(one.cell);
  for (auto* list : {&record.written, &record.taken}) std::for_each(list->begin(), list->end(), visit);
}

template <class Visit>
void each_term(Step& step, Visit&& visit) {
  std::visit([&](auto& any) { std::for_each(any.processes.begin(), any.processes.end(), visit); }, step.action);
  each_term(step.record, visit);
}

struct Node {
  std::uint64_t id = 0;             // from 1, in order of creation
  const Node* successor = nullptr;  // null: a start cube
  std::uint32_t unsafe = 0;         // start cubes: index into le::System::unsafes
  std::vector<TermId> start;        // start cubes: the process of each parameter
  Step step;                        // the others
  std::uint32_t depth = 0;
  Cube cube;
  Indexed indexed;         // empty while it waits in the frontier
  std::size_t tested = 0;  // how many visited nodes it was tested against
  bool deleted = false;
  bool queued = false;  // in the frontier
  // Of the approximation (provenance.h).
  static constexpr std::size_t not_visited = SIZE_MAX;
  Node* root = nullptr;               // the candidate it comes from, or is; null: the model's own unsafe formulas
  bool blamed = false;                // a candidate that turned out to be wrong
  bool count_lemma = false;           // a candidate that no cube suggested
  std::uint64_t visits = 0;           // of a count lemma: nodes visited for it
  std::vector<Node*> covering_roots;  // why it is gone
  std::size_t visited_at = not_visited;
};

}  // namespace parapet::search
