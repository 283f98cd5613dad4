// The small instance of the approximation against the enumerator, which shares no code with it: the same states, up to renaming.
#include "search/guess/explore.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "random/enumerator.h"
#include "random/live.h"
#include "random/text_model.h"
#include "search/guess/generalize.h"
#include "search/guess/relations.h"
#include "smt/factory.h"

using namespace parapet;
using namespace parapet::search;

namespace {

struct Instance3 {
  explicit Instance3(const std::string& text, std::uint32_t processes = 3)
      : program(test::program_of(text)),
        arena(program.signature),
        system(le::translate(program, le::sc, {}, arena)),
        solver(smt::make_solver(arena, {}, statistics)),
        context(system, arena, *solver, read_memory),
        init(context),
        ground(context, init, processes),
        states(explore(ground, {})) {}

  ld::Program program;
  TermArena arena;
  le::System system;
  smt::SolverStatistics statistics;
  std::unique_ptr<smt::Solver> solver;
  Context context;
  InitCheck init;
  Ground ground;
  States states;

  // Every state, not only one of its renamings; empty: some location is open.
  [[nodiscard]] std::set<std::vector<Code>> unfolded() const {
    std::set<std::vector<Code>> all;
    const std::size_t locations = ground.cells().size();
    for (std::size_t state = 0; state < states.count; ++state) {
      const Code* row = states.row(state);
      if (std::find(row, row + locations, any_value) != row + locations) return {};
      for (const Permutation& p : ground.permutations()) {
        std::vector<Code> renamed(locations);
        for (std::size_t at = 0; at < locations; ++at) renamed[p.location[at]] = ground.is_process_valued(at) ? p.value[row[at]] : row[at];
        all.insert(std::move(renamed));
      }
    }
    return all;
  }
};

}  // namespace

TEST_CASE("explore: as many states as the enumerator has") {
  std::size_t compared = 0;
  std::size_t states = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    for (const test::Profile profile : {test::Profile::Plain, test::Profile::Weak}) {
      const std::string text = to_text(test::generate_live(profile, seed));
      Instance3 instance(text);
      if (!instance.ground.possible() || instance.states.cut || instance.program.number_procs || !instance.system.constants.empty())
        continue;
      const auto all = instance.unfolded();
      if (all.empty()) continue;
      test::EnumLimits limits;
      limits.whole = true;
      limits.labels = 1;
      limits.lowest = lowest_number;
      limits.highest = highest_number;
      const test::EnumResult expected = test::enumerate(instance.program, 3, test::Memory::Sc, limits);
      if (expected.states >= limits.states) continue;
      CAPTURE(text);
      CHECK(all.size() == expected.states);
      ++compared;
      states += all.size();
    }
  }
  MESSAGE(compared << " models, " << states << " states");
  CHECK(compared >= 30);
}

TEST_CASE("explore: a limit cuts it, and what was reached counts") {
  Instance3 instance(R"(
var N : int
init () { N = 0 }
unsafe () { N = -1 }
transition up () requires { N < 10 } { N := N + 1 }
)");
  CHECK(instance.states.count == 11);
  CHECK_FALSE(instance.states.cut);
  ExploreLimits limits;
  limits.states = 4;
  const States few = explore(instance.ground, limits);
  CHECK(few.count == 4);
  CHECK(few.cut);
}

TEST_CASE("generalize: what no state needs is dropped, and sets are widened") {
  Instance3 instance(R"(
type location = Out | Want | Inside | Gone
array PC[proc] : location
var Lock : bool
init (p) { PC[p] = Out && Lock = False }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
transition want (p) requires { PC[p] = Out } { PC[p] := Want }
transition enter (p) requires { PC[p] = Want && Lock = False } { PC[p] := Inside; Lock := True }
transition leave (p) requires { PC[p] = Inside } { PC[p] := Gone; Lock := False }
)");
  TermArena& arena = instance.arena;
  const SymbolId pc = *arena.signature().find_symbol("PC");
  const SymbolId lock = *arena.signature().find_symbol("Lock");
  const TermId z0 = arena.process(0);
  const TermId z1 = arena.process(1);
  const auto at = [&](TermId process, std::uint64_t set) { return arena.member(arena.cell(pc, {&process, 1}), set); };
  const TermId unlocked = arena.member(arena.cell(lock, {}), 1);
  Generalizer generalizer(instance.context, instance.ground, instance.states);
  CHECK(generalizer.is_empty({at(z0, 4), unlocked}, 1));
  CHECK_FALSE(generalizer.is_empty({at(z0, 2), unlocked}, 1));
  CHECK(generalizer.is_empty({at(z0, 4), at(z1, 4)}, 2));
  std::vector<Generalization> found;
  // Inside(z0), Want(z1), unlocked: the second literal is not needed.
  CHECK(generalizer.generalize({at(z0, 4), at(z1, 2), unlocked}, 2, [&](const Generalization& g) {
    found.push_back(g);
    return true;
  }));
  REQUIRE(found.size() == 1);
  CHECK(found[0].processes == 1);
  CHECK(found[0].literals.size() == 2);
}

TEST_CASE("relations: comparisons that a conjunction implies") {
  Signature signature;
  const SymbolId x = signature.add_symbol({"X", Signature::integer, 0, false, false, {}});
  const SymbolId y = signature.add_symbol({"Y", Signature::integer, 0, false, false, {}});
  const SymbolId tick = signature.add_symbol({"Tick", Signature::integer, 0, false, true, {}});
  TermArena arena(signature);
  const TermId vx = arena.cell(x, {});
  const TermId vy = arena.cell(y, {});
  const TermId vt = arena.cell(tick, {});
  const Rational ones[] = {Rational(1), Rational(3)};
  const TermId terms[] = {vx, vt};
  const TermId later = arena.sum(ones, terms, Rational(0), Signature::integer);  // X + 3 * Tick
  const TermId one = arena.number(Rational(1), Signature::integer);
  const auto has = [](const std::vector<TermId>& all, TermId literal) { return std::find(all.begin(), all.end(), literal) != all.end(); };
  const auto with = implied_order(arena, {arena.equal(later, vy), arena.less_equal(one, vt)});
  CHECK(has(with, arena.less(vx, vy)));
  CHECK(has(with, arena.less_equal(vx, vy)));
  CHECK_FALSE(has(with, arena.less_equal(vy, vx)));
  const auto without = implied_order(arena, {arena.equal(later, vy)});
  CHECK_FALSE(has(without, arena.less_equal(vx, vy)));
  const auto sign = implied_order(arena, {arena.equal(vx, arena.number(Rational(-5), Signature::integer))});
  CHECK(has(sign, arena.less(vx, arena.number(Rational(0), Signature::integer))));
  CHECK(has(sign, arena.less_equal(vx, arena.number(Rational(-5), Signature::integer))));
}
