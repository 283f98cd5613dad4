// The pre-image against its meaning: a concrete state of the timeline machine is in a cube or in one of its pre-images iff it is in the
// cube or one firing leads into it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "random/author.h"
#include "random/live.h"
#include "unit/memory/queues/timeline_machine.h"

using namespace parapet;
using namespace parapet::test;

namespace {

struct Tally {
  std::size_t models = 0, states = 0, before = 0, with_reads = 0;
};

bool fit(const Workshop& workshop) {
  const auto& signature = workshop.program.signature;
  const bool finite = std::all_of(signature.symbols().begin(), signature.symbols().end(), [&](const Symbol& symbol) {
    const SortKind kind = signature[symbol.sort].kind;
    return kind == SortKind::Enum || kind == SortKind::Proc;
  });
  const bool shared = workshop.system.model.delays_writes() &&
                      std::find(workshop.system.shared.begin(), workshop.system.shared.end(), true) != workshop.system.shared.end();
  return finite && !shared &&
         std::all_of(workshop.system.transitions.begin(), workshop.system.transitions.end(),
                     [](const le::Transition& t) { return t.universals.empty(); });
}

// States near a cube: its literals hold for one choice of processes and snapshots, the rest is random; sometimes a little is then changed.
class StateMaker {
 public:
  StateMaker(Workshop& workshop, const TimelineMachine& machine, Random& random)
      : workshop_(workshop), machine_(machine), random_(random), arena_(workshop.arena) {}

  TimelineState make(const Cube& cube) {
    TimelineState state;
    state.memory = cells();
    state.queues.resize(machine_.processes());
    std::vector<Process> image = processes(cube);
    if (image.size() < cube.processes) return state;
    std::vector<bool> taken(cube.weak.open.items.size(), false);
    for (std::uint32_t node = 0; node < taken.size(); ++node) taken[node] = random_.chance(60);
    for (const auto& list : cube.weak.open.lists) {
      auto& queue = state.queues[machine_.process(list.process, image)];
      for (const std::uint32_t node : list.reads) {
        if (!taken[node]) break;
        queue.push_back({node, list.clean || random_.chance(30), cells()});
      }
    }
    state.ids = static_cast<std::uint32_t>(taken.size());
    for (const TermId literal : cube.literals) satisfy(literal, image, state);
    disturb(state);
    for (auto& queue : state.queues) {
      // Those taken after one that is fresh are fresh.
      bool fresh = false;
      for (Snapshot& snapshot : queue) snapshot.fresh = fresh = fresh || snapshot.fresh;
    }
    return state;
  }

 private:
  std::vector<Process> processes(const Cube& cube) {
    std::vector<Process> image;
    for (Process p = 0; p < machine_.processes(); ++p) {
      if (machine_.unnamed(p)) image.push_back(p);
    }
    for (std::size_t k = image.size(); k > 1; --k) std::swap(image[k - 1], image[random_.below(k)]);
    if (image.size() > cube.processes) image.resize(cube.processes);
    return image;
  }

  MemoryCell any(SortId sort) {
    const auto& signature = arena_.signature();
    const std::size_t count =
        signature[sort].kind == SortKind::Enum ? signature[sort].constructors.size() : std::size_t{machine_.processes()} + 1;
    return {{sort, Rational(static_cast<std::int64_t>(random_.below(count)))}};
  }

  Cells cells() {
    Cells all;
    for (const Symbol& symbol : arena_.signature().symbols()) {
      std::size_t count = 1;
      for (std::size_t k = 0; k < symbol.arity; ++k) count *= machine_.processes();
      auto& values = all.emplace_back();
      for (std::size_t k = 0; k < count; ++k) values.push_back(any(symbol.sort));
    }
    return all;
  }

  void satisfy(TermId literal, const std::vector<Process>& image, TimelineState& state) {
    if (arena_.op(literal) != Op::Member) return;
    const TermId term = arena_.args(literal)[0];
    const TermId cell = search::settle(arena_, term);
    if (arena_.op(cell) != Op::Cell) return;
    Cells* cells = &state.memory;
    if (arena_.op(term) == Op::Read) {
      for (Snapshot& snapshot : state.queues[machine_.process(arena_.reader(term), image)]) {
        if (snapshot.id == arena_.read_number(term)) cells = &snapshot.cells;
      }
    }
    std::int64_t value = 0;
    while ((arena_.set(literal) >> value & 1) == 0) ++value;
    (*cells)[arena_.symbol(cell).index()][machine_.cell_number(cell, image)].value.number = Rational(value);
  }

  void disturb(TimelineState& state) {
    if (random_.chance(60)) return;
    auto& symbol = state.memory[random_.below(state.memory.size())];
    MemoryCell& cell = symbol[random_.below(symbol.size())];
    cell = any(cell.value.sort);
    const bool queues = workshop_.system.model.delays_writes();
    if (queues && random_.chance(50)) {
      auto& queue = state.queues[random_.below(state.queues.size())];
      queue.insert(queue.begin() + random_.below(queue.size() + 1), {state.ids++, random_.chance(50), cells()});
    }
    if (queues && random_.chance(20)) {
      auto& queue = state.queues[random_.below(state.queues.size())];
      if (!queue.empty()) queue.erase(queue.begin() + random_.below(queue.size()));
    }
  }

  Workshop& workshop_;
  const TimelineMachine& machine_;
  Random& random_;
  const TermArena& arena_;
};

std::string print(const Workshop& workshop, const Cube& cube) {
  std::string text;
  for (const TermId literal : cube.literals) text += (text.empty() ? "" : " && ") + to_string(workshop.arena, literal);
  return text + workshop.memory->describe(cube.weak);
}

// A pre-image forgets processes that only have to exist: it is exact where the machine has as many as any firing needs.
bool enough_processes(const Workshop& workshop, const TimelineMachine& machine, const Cube& cube) {
  std::size_t needed = 0;
  for (const le::Transition& t : workshop.system.transitions) needed = std::max(needed, t.parameters.size());
  needed += cube.processes + workshop.system.constants.size();
  return machine.processes() >= std::min<std::size_t>(needed, workshop.program.number_procs.value_or(UINT32_MAX));
}

// A process of the unsafe formula that nothing is asked of any more is not tied to its reads any longer: another could stand for it.
bool forgets(const Cube& cube, const Cube& before) {
  return before.weak.open.last != OpenReads::none && before.weak.open.mentions.size() < cube.weak.open.mentions.size();
}

// Nothing is kept that no literal needs.
// Where init counts processes, those without literals stay.
bool is_compact(const TermArena& arena, const Cube& cube, bool idle_processes_stay) {
  std::vector<TermId> used, items;
  for (const TermId literal : cube.literals) {
    search::each_process(arena, literal, [&](TermId process) { used.push_back(process); });
    search::each_leaf(arena, literal, [&](TermId leaf) { items.push_back(leaf); });
  }
  for (const auto& list : cube.weak.open.lists) {
    if (list.reads.empty()) return false;
    if (list.reads.front() != cube.weak.open.last) used.push_back(list.process);
  }
  const auto in_use = [&](TermId process) { return std::find(used.begin(), used.end(), process) != used.end(); };
  bool compact = idle_processes_stay || std::all_of(cube.weak.open.mentions.begin(), cube.weak.open.mentions.end(), in_use);
  for (std::uint32_t k = 0; k < cube.processes; ++k) {
    const bool found =
        std::any_of(used.begin(), used.end(), [&](TermId p) { return arena.op(p) == Op::ProcessVar && arena.process_number(p) == k; });
    compact = compact && (found || idle_processes_stay);
  }
  for (const auto& node : cube.weak.open.items) {
    compact = compact && !node.empty() && std::all_of(node.begin(), node.end(), [&](TermId item) {
                return std::find(items.begin(), items.end(), item) != items.end();
              });
  }
  return compact;
}

void compare_cube(Workshop& workshop, TimelineMachine& machine, const Cube& cube, Random& random, Tally& tally) {
  std::vector<Cube> all{cube};
  search::Preimage(*workshop.memory).run(cube, 0, [&](Cube&& before, search::Step&&) {
    CHECK_MESSAGE(is_compact(workshop.arena, before, workshop.system.init_counts_processes), print(workshop, before));
    all.push_back(std::move(before));
  });
  StateMaker maker(workshop, machine, random);
  for (unsigned k = 0; k < 12; ++k) {
    const TimelineState state = maker.make(random.pick(all));
    const auto next = machine.successors(state);
    if (!next) return;
    const bool here = machine.contains(cube, state);
    const bool expected =
        here || std::any_of(next->begin(), next->end(), [&](const TimelineState& s) { return machine.contains(cube, s); });
    const bool found = std::any_of(all.begin(), all.end(), [&](const Cube& c) { return machine.contains(c, state); });
    const bool surely = std::any_of(all.begin(), all.end(), [&](const Cube& c) { return !forgets(cube, c) && machine.contains(c, state); });
    ++tally.states;
    tally.before += expected && !here ? 1 : 0;
    tally.with_reads += expected && !here && !cube.weak.empty() ? 1 : 0;
    const bool right = expected ? found : !surely || !enough_processes(workshop, machine, cube);
    CHECK_MESSAGE(right, "in the pre-image: " << found << ", leads into the cube: " << expected << "\n" << print(workshop, cube));
    if (!right) return;
  }
}

void compare(Profile profile, Memory memory, std::uint64_t models) {
  if (std::getenv("PARAPET_SLOW") != nullptr) models *= 10;
  Tally tally;
  for (std::uint64_t seed = 0; seed < models; ++seed) {
    SearchSetup setup = small_search(memory);
    // Random states know nothing of what can be reached.
    setup.translate = {.narrow = false, .lateness = false, .intervals = false};
    const std::string text = to_text(generate_live(profile, seed));
    CAPTURE(seed);
    CAPTURE(text);
    Workshop workshop(text, setup);
    const std::uint32_t processes = std::min(workshop.program.number_procs.value_or(3), 3U);
    if (!fit(workshop) || processes < workshop.system.constants.size()) continue;
    TimelineMachine machine(workshop, processes);
    ++tally.models;
    Random random(seed);
    for (const Cube& cube : workshop.cubes(12)) compare_cube(workshop, machine, cube, random, tally);
  }
  MESSAGE(std::string(to_string(profile)) << ": " << tally.models << " models, " << tally.states << " states, " << tally.before
                                          << " of them one firing before their cube (" << tally.with_reads << " with open reads)");
  CHECK(tally.before > tally.models);
}

}  // namespace

TEST_CASE("preimage: what one firing leads into the cube, plain models") { compare(Profile::Plain, Memory::Sc, 120); }
TEST_CASE("preimage: what one firing leads into the cube, weak models") {
  compare(Profile::Weak, Memory::Tso, 80);
  compare(Profile::Litmus, Memory::Tso, 40);
}
