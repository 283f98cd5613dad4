// A third weak part, written against NOTE(weak-part) alone: the shared code computes its pre-images, silent steps included, and its covers.
//
// Its machine has one place B for a delayed write of the weak variable, shared by all processes: a weak write puts its value there (over
// one that is there already), a silent commit moves it to memory, reads are of memory. A cube says nothing about B, or that a value is
// there (node 0), which its literals may speak of.
#include <doctest/doctest.h>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "random/text_model.h"
#include "search/cover/cover.h"
#include "search/cube/init_check.h"
#include "search/preimage/preimage_definitions.h"
#include "search/preimage/start.h"
#include "smt/wrappers/factory.h"

namespace {

using namespace parapet;
using namespace parapet::search;

struct Delayed {
  static constexpr bool reads_map_to_reads = true;
  static constexpr bool candidates_with_reads = false;

  struct Workspace {
    explicit Workspace(Context& the_context) : context(the_context) {}
    Context& context;
  };
  struct Record {
    template <class Visit>
    void each_term(Visit&&) {}
  };
  struct Choice;

  std::vector<std::vector<TermId>> items;  // one node: B has a value

  template <class Visit>
  void each_term(Visit&& visit) {
    for (auto& node : items) std::for_each(node.begin(), node.end(), visit);
  }
  [[nodiscard]] bool empty() const { return items.empty(); }
  [[nodiscard]] bool may_be_initial() const { return items.empty(); }

  static TermId start_leaf(const le::System&, const TermArena&, TermId leaf) { return leaf; }
  static void start(const Context&, std::vector<TermId> literals, const std::vector<TermId>&,
                    const std::function<void(std::vector<TermId>, Delayed)>& emit) {
    emit(std::move(literals), {});
  }

  static TermId own_read(const le::System&, TermArena& arena, const TransitionInstance& instance, TermId cell) {
    return arena.signature()[arena.symbol(cell)].weak ? arena.read(new_read, instance.actor, cell) : cell;
  }
  void fire(Workspace& workspace, TransitionInstance& instance, std::uint32_t variables,
            const std::function<void(const Choice&)>& emit) const;
  static void silent(Workspace& workspace, const Cube<Delayed>& cube, const std::function<void(const Silent&, const Choice&)>& emit);

  [[nodiscard]] static bool keeps(TermId, const std::vector<bool>&) { return false; }
  [[nodiscard]] Delayed compact(const std::vector<bool>&, const std::function<TermId(TermId)>&, const std::function<bool(TermId, TermId)>&,
                                std::vector<std::uint32_t>& read_map) const {
    read_map = items.empty() ? std::vector{UINT32_MAX} : std::vector{0u, UINT32_MAX};  // the demand stays, with literals or without
    return {std::vector<std::vector<TermId>>(items.size())};
  }

  [[nodiscard]] bool embed(const Delayed& other, const std::function<TermId(TermId)>&,
                           const std::function<bool(std::uint32_t, std::uint32_t)>& accept, const std::function<bool()>& done) const {
    return items.empty() ? done() : !other.items.empty() && accept(0, 0) && done();
  }
  [[nodiscard]] static TermId read_now(const TermArena&, TermId, TermId) { return {}; }
  [[nodiscard]] static bool mentions_process(TermId) { return false; }
  [[nodiscard]] static TermId settle(const TermArena& arena, TermId leaf) {
    return arena.op(leaf) == Op::Read ? arena.location(leaf) : leaf;
  }
};

struct Delayed::Choice {
  TermArena* arena = nullptr;
  bool commits = false;
  le::Conjunction conditions;
  std::uint32_t variables = 0;
  Delayed after;

  [[nodiscard]] TermId after_closing(TermId leaf) const {
    const bool memory = commits && arena->op(leaf) == Op::Cell && arena->signature()[arena->symbol(leaf)].weak;
    return memory ? arena->read(0, {}, leaf) : leaf;
  }
  [[nodiscard]] TermId written_cell(TermId leaf) const {
    if (arena->op(leaf) == Op::Read) return arena->location(leaf);
    return arena->signature()[arena->symbol(leaf)].weak ? TermId() : leaf;
  }
  [[nodiscard]] TermId own_read(TermId leaf) const {
    return arena->op(leaf) == Op::Read && arena->read_number(leaf) == new_read ? arena->location(leaf) : leaf;
  }
  [[nodiscard]] const std::vector<Alternative>& alternatives(InstanceTable& table, TransitionInstance& instance, TermId cell) const {
    return table.alternatives(instance, cell);
  }
  [[nodiscard]] static Record record() { return {}; }
};

void Delayed::fire(Workspace& workspace, TransitionInstance& instance, std::uint32_t variables,
                   const std::function<void(const Choice&)>& emit) const {
  const bool fills = !items.empty() && instance.transition->writes_weak;  // B holds what this firing wrote: nothing is asked of B before
  emit({&workspace.context.arena, false, {}, variables, fills ? Delayed{} : *this});
}

void Delayed::silent(Workspace& workspace, const Cube<Delayed>& cube, const std::function<void(const Silent&, const Choice&)>& emit) {
  TermArena& arena = workspace.context.arena;
  bool memory = false;
  for (const TermId literal : cube.literals) {
    each_leaf(arena, literal,
              [&](TermId leaf) { memory = memory || (arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak); });
  }
  if (!memory || !cube.weak.items.empty()) return;  // after a commit B is empty
  emit({"commit", {}}, {&arena, true, {}, cube.processes, Delayed{{{}}}});
}

static_assert(WeakPart<Delayed> && HasSilentSteps<Delayed>);

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
  Cube<Delayed> cube;
  std::string path;  // the steps from this cube to unsafe
};

}  // namespace

TEST_CASE("weak part: a third one with silent steps needs no change of the shared code") {
  const ld::Program program = test::program_of(message);
  TermArena arena(program.signature);
  const le::System system = le::translate(program, le::tso, {}, arena);
  smt::SolverStatistics statistics;
  const auto solver = smt::make_solver(arena, {}, statistics);
  Context context(system, arena, *solver, &Delayed::own_read);
  InitCheck init(context);
  Preimage<Delayed> preimage(context);
  CoverTest<Delayed> cover(context);
  std::deque<Reached> all;
  for (auto& start : start_cubes<Delayed>(context, system.unsafes)) all.push_back({std::move(start.cube), ""});
  std::vector<std::string> initial;
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (init.meets_init(all[at].cube, at) == smt::Answer::Sat) initial.push_back(all[at].path);
    preimage.run(all[at].cube, at, [&](Cube<Delayed>&& cube, Step<Delayed>&& step) {
      const Fire* fire = std::get_if<Fire>(&step.action);
      const std::string name(fire != nullptr ? system.name(system.transitions[fire->transition]) : std::get<Silent>(step.action).name);
      const Indexed<Delayed> g = index_cube(context, cube);
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
  CHECK(init.meets_init(Cube<Delayed>{1, {}, {}}, 0) == smt::Answer::Sat);
  CHECK(init.meets_init(Cube<Delayed>{1, {}, Delayed{{{}}}}, 0) == smt::Answer::Unsat);
}
