// A third part of memory, written against NOTE(weak-part) alone: the shared code computes its pre-images, silent steps included, and its
// covers.
//
// Its machine has one place B for a delayed write of the weak variable, shared by all processes: a weak write puts its value there (over
// one that is there already), a silent commit moves it to memory, reads are of memory. A cube says nothing about B, or that a value is
// there: a buffer of no process with one entry, read 0, which its literals may speak of.
#include "memory/part.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cube/init_check.h"
#include "random/text_model.h"
#include "search/cover/cover.h"
#include "search/preimage/preimage.h"
#include "search/preimage/start.h"
#include "smt/factory.h"

namespace {

using namespace parapet;
using namespace parapet::search;

bool is_weak_cell(const TermArena& arena, TermId leaf) { return arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak; }

// B has a value.
Weak demand() {
  Weak weak;
  weak.open.items.resize(1);
  weak.buffers.push_back({TermId(), SymbolId(), {}, {0}, false});
  return weak;
}

class SharedChoice final : public Choice {
 public:
  bool commits = false;

  [[nodiscard]] TermId after_closing(TermId leaf) const override {
    return commits && is_weak_cell(*arena, leaf) ? arena->read(0, {}, leaf) : leaf;
  }
  [[nodiscard]] TermId written_cell(TermId leaf) const override {
    if (arena->op(leaf) == Op::Read) return arena->location(leaf);
    return is_weak_cell(*arena, leaf) ? TermId() : leaf;
  }
  void complete(const std::vector<TermId>& literals, const Feasible& feasible, const Emit& emit) const override {
    const auto own_read = [&](TermId leaf) {
      return arena->op(leaf) == Op::Read && arena->read_number(leaf) == new_read ? arena->location(leaf) : leaf;
    };
    std::vector<TermId> read;
    for (const TermId literal : literals) read.push_back(arena->rewrite(literal, own_read));
    if (std::find(read.begin(), read.end(), arena->truth(false)) != read.end()) return;
    std::erase(read, arena->truth(true));
    if (feasible(read)) emit(read, after, record);
  }
};

class SharedPlace final : public MemoryPart {
 public:
  explicit SharedPlace(Context& the_context) : MemoryPart(the_context) {}

  [[nodiscard]] TermId start_leaf(TermId leaf) const override { return leaf; }
  void start(std::vector<TermId> literals, std::vector<TermId>, const std::function<void(std::vector<TermId>, Weak)>& emit) const override {
    emit(std::move(literals), {});
  }

  void fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) override {
    SharedChoice choice;
    choice.arena = &context.arena;
    choice.instance = &instance;
    choice.variables = variables;
    const bool fills = !weak.empty() && instance.transition->writes_weak;  // B holds what this firing wrote: nothing is asked of B before
    if (!fills) choice.after = weak;
    emit(choice);
  }
  void silent(const Cube& cube, const std::function<void(const Silent&, const Choice&)>& emit) override {
    const TermArena& arena = context.arena;
    bool memory = false;
    for (const TermId literal : cube.literals)
      each_leaf(arena, literal, [&](TermId leaf) { memory = memory || is_weak_cell(arena, leaf); });
    if (!memory || !cube.weak.empty()) return;  // after a commit B is empty
    SharedChoice choice;
    choice.arena = &context.arena;
    choice.variables = cube.processes;
    choice.after = demand();
    choice.commits = true;
    emit({"commit", {}}, choice);
  }

  [[nodiscard]] bool keeps(const Weak&, TermId, const std::vector<bool>&) const override { return false; }
  // The demand stays, with literals or without.
  [[nodiscard]] Weak compact(const Weak& weak, const std::vector<bool>&, const Rename&, const Less&,
                             std::vector<std::uint32_t>& read_map) const override {
    read_map = weak.empty() ? std::vector{UINT32_MAX} : std::vector{0u, UINT32_MAX};
    return weak.empty() ? Weak() : demand();
  }

  [[nodiscard]] bool embed(const Weak& f, const Weak& g, const Rename&, const Accept& accept,
                           const std::function<bool()>& done) const override {
    return f.empty() ? done() : !g.empty() && accept(0, 0) && done();
  }
  [[nodiscard]] TermId read_now(const Weak&, TermId, TermId) const override { return {}; }

  [[nodiscard]] Path path_of(const Node&) override { return {}; }
  [[nodiscard]] std::string describe(const Weak&) const override { return {}; }
  [[nodiscard]] std::string describe_step(const Weak&, const Action&, const Record&) override { return {}; }
  [[nodiscard]] std::string le_formula(const Node&) override { return {}; }
};

TermId weak_item(const le::System&, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  return is_weak_cell(arena, cell) ? arena.read(new_read, instance.actor, cell) : cell;
}

constinit const MemoryTraits shared_memory{
    .engine = "",
    .own_read = weak_item,
    .reads_map_to_reads = true,
    .make = [](Context& context, const OrderOptions*) -> std::unique_ptr<MemoryPart> { return std::make_unique<SharedPlace>(context); },
};

constexpr const char* message = R"(
type location = Start | Sent | Seen
array PC[proc] : location
weak var X : bool
init (p) { PC[p] = Start && X = False }
unsafe (p) { PC[p] = Seen }
transition send ([p]) requires { PC[p] = Start } { X := True; PC[p] := Sent }
transition see ([p]) requires { PC[p] = Sent && X = True } { PC[p] := Seen }
)";

struct Reached {
  Cube cube;
  std::string path;  // the steps from this cube to unsafe
};

}  // namespace

TEST_CASE("weak part: a third one with silent steps needs no change of the shared code") {
  const ld::Program program = test::program_of(message);
  TermArena arena(program.signature);
  const le::System system = le::translate(program, le::tso, {}, arena);
  smt::SolverStatistics statistics;
  const auto solver = smt::make_solver(arena, {}, statistics);
  Context context(system, arena, *solver, shared_memory);
  const auto memory = shared_memory.make(context, nullptr);
  InitCheck init(context);
  Preimage preimage(*memory);
  CoverTest cover(*memory);
  std::deque<Reached> all;
  for (auto& start : start_cubes(*memory, system.unsafes)) all.push_back({std::move(start.cube), ""});
  std::vector<std::string> initial;
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (init.meets_init(all[at].cube, at) == smt::Answer::Sat) initial.push_back(all[at].path);
    preimage.run(all[at].cube, at, [&](Cube&& cube, Step&& step) {
      const Fire* fire = std::get_if<Fire>(&step.action);
      const std::string name(fire != nullptr ? system.name(system.transitions[fire->transition]) : std::get<Silent>(step.action).name);
      const Indexed g = index_cube(context, cube);
      for (const Reached& known : all) {
        if (cover.covers(index_cube(context, known.cube), g)) return;
      }
      all.push_back({std::move(cube), name + " " + all[at].path});
    });
  }
  // The value reaches memory by a commit only.
  REQUIRE_FALSE(initial.empty());
  CHECK(initial[0] == "send commit see ");
  // A cube that asks for a value in B is not initial, whatever its literals say.
  CHECK(init.meets_init(Cube{1, {}, {}}, 0) == smt::Answer::Sat);
  CHECK(init.meets_init(Cube{1, {}, demand()}, 0) == smt::Answer::Unsat);
}
