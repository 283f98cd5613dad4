// The small instance that invariants are guessed from: its states, against the enumerator, which shares no code with it; open cells, trusted
// invariants, the ladder of sizes, and what is generalized from the states.
#include "infer/guess_instance.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "infer/approximation.h"
#include "infer/generalize.h"
#include "infer/guess_ladder.h"
#include "infer/relations.h"
#include "memory/queues/timeline.h"
#include "random/enumerator.h"
#include "random/live.h"
#include "random/text_model.h"
#include "smt/factory.h"

using namespace parapet;
using namespace parapet::search;

namespace {

struct Setting {
  explicit Setting(const std::string& text)
      : program(test::program_of(text)),
        arena(program.signature),
        system(le::translate(program, le::sc, {}, arena)),
        solver(smt::make_solver(arena, {}, statistics)),
        context(system, arena, *solver, timeline_memory),
        memory(timeline_memory.make(context, nullptr)) {}

  ld::Program program;
  TermArena arena;
  le::System system;
  smt::SolverStatistics statistics;
  std::unique_ptr<smt::Solver> solver;
  Context context;
  std::unique_ptr<MemoryPart> memory;
};

enum class Size : std::uint8_t { AtMost, Exactly };

struct Explored : Setting {
  explicit Explored(const std::string& text, std::uint32_t processes = 3, const GuessLimits& limits = {})
      : Setting(text), instance(GuessInstance::explore({context.system}, processes, limits)) {}
  Explored(const std::string& text, Size size, std::uint32_t processes)
      : Setting(text), instance(climb(context.system, nullptr, processes, size == Size::Exactly).instance) {}

  std::unique_ptr<GuessInstance> instance;

  // Every state, not only one of its renamings; empty: some location is open.
  [[nodiscard]] std::set<std::vector<Code>> unfolded() const {
    std::set<std::vector<Code>> all;
    for (StateNumber state = 0; state < instance->states(); ++state) {
      const auto row = instance->row(state);
      if (std::find(row.begin(), row.end(), machine::open_value) != row.end()) return {};
      for (std::size_t k = 0; k < instance->symmetry().renamings(); ++k) {
        const auto& processes = instance->symmetry().renaming(k);
        std::vector<Code> renamed(row.size());
        for (machine::Location at = 0; at < row.size(); ++at) {
          const bool moves = instance->is_process_valued(at) && row[at] >= 0 && std::cmp_less(row[at], processes.size());
          renamed[instance->symmetry().moved(k)[at]] = moves ? narrow<Code>(processes[static_cast<std::size_t>(row[at])]) : row[at];
        }
        all.insert(std::move(renamed));
      }
    }
    return all;
  }
};

}  // namespace

namespace {

// Of an arbitrary number or abstract value the instance tries few; where processes are ordered it tries one more that is no process.
bool tries_few_values(const ld::Program& program) {
  const auto is_open = [&](const ld::Assignment& assignment) {
    const SortKind kind = program.signature[program.signature[assignment.symbol].sort].kind;
    return assignment.kind == ld::Assignment::Kind::Havoc && kind != SortKind::Enum && kind != SortKind::Proc;
  };
  const auto has_open = [&](const ld::Transition& t) { return std::any_of(t.assignments.begin(), t.assignments.end(), is_open); };
  return machine::compares_processes(program) || std::any_of(program.transitions.begin(), program.transitions.end(), has_open);
}

}  // namespace

TEST_CASE("guess instance: as many states as the enumerator has") {
  std::size_t compared = 0;
  std::size_t states = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    for (const test::Profile profile : {test::Profile::Plain, test::Profile::Weak}) {
      const std::string text = to_text(test::generate_live(profile, seed));
      const Explored explored(text);
      if (!explored.instance || explored.instance->cut() || explored.program.number_procs || !explored.system.constants.empty()) continue;
      if (tries_few_values(explored.program)) continue;
      const auto all = explored.unfolded();
      if (all.empty()) continue;
      test::EnumLimits limits;
      limits.whole = true;
      limits.labels = 1;
      limits.lowest = lowest_number;
      limits.highest = highest_number;
      const test::EnumResult expected = test::enumerate(explored.program, 3, test::Memory::Sc, limits);
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

namespace {

const std::string count_to = R"(
var N : int
init () { N = 0 }
unsafe () { N = -1 }
)";

}  // namespace

TEST_CASE("guess instance: a limit cuts it, and what was reached counts") {
  const std::string text = count_to + "transition up () requires { N < 10 } { N := N + 1 }";
  const Explored whole(text);
  CHECK(whole.instance->states() == 11);
  CHECK_FALSE(whole.instance->cut());
  const Explored few(text, 3, {.states = 4});
  CHECK(few.instance->states() == 4);
  CHECK(few.instance->cut());
}

TEST_CASE("guess instance: numbers live in a window, and leaving it is no cut") {
  const Explored explored(count_to + "transition up () requires { N < 1000 } { N := N + 1 }");
  CHECK(explored.instance->states() == highest_number + 1);
  CHECK_FALSE(explored.instance->cut());
}

TEST_CASE("guess instance: init may exclude the first numbers that are tried") {
  const Explored explored("var N : int\ninit () { N > 6 && N < 8 }\nunsafe () { N = 0 }\ntransition t () requires { N > 6 } { N := 3 }");
  REQUIRE(explored.instance);
  CHECK(explored.instance->states() == 2);
}

// Home stands for each of its values until somebody asks; the invariant says that it is no process.
TEST_CASE("guess instance: a trusted invariant about an open cell leaves out no state in which nobody has looked at that cell") {
  const std::string text = R"(
var Home : proc
var Found : bool
array A[proc] : bool
init (p) { A[p] = False && Found = False }
invariant (z) { z = Home }
unsafe () { Found = True }
transition go (p) requires { A[p] = False } { A[p] := True }
transition find (p) requires { Home = p } { Found := True }
)";
  const Explored explored(text, 2);
  REQUIRE(explored.instance);
  CHECK(explored.instance->states() == 3);  // nobody, one, both are gone; nobody ever finds itself at home
  CHECK(explored.instance->hits() == 0);
}

// Chosen and Copied have the same value, whatever it is.
TEST_CASE("guess instance: an open cell gets its value when it is copied") {
  const std::string text = R"(
type value = A | B
var Source : value
var Chosen : value
var Copied : value
var Step : int
init () { Step = 0 && Chosen = A && Copied = A }
unsafe () { Step = 2 && Chosen <> Copied }
transition choose () requires { Step = 0 } { Chosen := Source; Step := 1 }
transition copy () requires { Step = 1 } { Copied := Source; Step := 2 }
)";
  const Explored explored(text);
  CHECK(explored.instance->states() == 5);  // one open, then two and two
  CHECK(explored.instance->hits() == 0);
}

TEST_CASE("guess ladder: up as long as the instance is complete") {
  const std::string ring = R"(
array A[proc] : bool
init (p) { A[p] = False }
unsafe (p) { A[p] = True && A[p] = False }
transition go (p) requires { A[p] = False } { A[p] := True }
)";
  CHECK(Explored(ring, Size::AtMost, 1).instance->variables() == 1);
  CHECK(Explored(ring, Size::AtMost, 3).instance->variables() == 3);
  CHECK(Explored(ring, Size::AtMost, 5).instance->variables() == 5);
  CHECK(Explored("number_procs 2\n" + ring, Size::AtMost, 3).instance->variables() == 2);
  // Ten numbers for each ordered pair of processes: with three processes there are too many.
  const std::string large = R"(
array N[proc, proc] : int
init (p q) { N[p, q] = 0 }
unsafe (p) { N[p, p] = -1 }
transition up (p q) requires { N[p, q] < 9 } { N[p, q] := N[p, q] + 1 }
)";
  CHECK(Explored(large, Size::AtMost, 3).instance->variables() == 2);
  CHECK_FALSE(Explored(large, Size::AtMost, 3).instance->cut());
  const Explored fixed(large, Size::Exactly, 3);
  CHECK(fixed.instance->variables() == 3);
  CHECK(fixed.instance->cut());
}

TEST_CASE("guess ladder: an instance of which very many states wait is used as it is, and can be explored further") {
  // Any subset of the flags can be raised: at every time nearly half of the known states wait.
  std::string flags, values;
  for (int k = 0; k < 16; ++k) {
    const std::string name = "F" + std::to_string(k);
    flags += "var " + name + " : bool\ntransition raise" + std::to_string(k) + " () requires { " + name + " = False } { " + name +
             " := True }\n";
    values += (k == 0 ? "" : " && ") + name + " = False";
  }
  Setting setting(flags + "init () { " + values + " }\nunsafe () { F0 = True && F0 = False }\n");
  const Guesses guesses = climb(setting.system, nullptr, 2, false);
  REQUIRE(guesses.instance);
  CHECK(guesses.shallow);
  CHECK(guesses.instance->cut());
  CHECK(guesses.instance->states() == 6001);
  const Guesses deep = deepen(setting.system, nullptr, *guesses.instance);
  CHECK(deep.instance->variables() == guesses.instance->variables());
  CHECK(deep.instance->states() == 30'000);
  // What its author asked for is explored as far as possible.
  CHECK(climb(setting.system, nullptr, 2, true).instance->states() == 30'000);
}

TEST_CASE("generalize: what no state needs is dropped, and sets are widened") {
  Explored explored(R"(
type location = Out | Want | Inside | Gone
array PC[proc] : location
var Lock : bool
init (p) { PC[p] = Out && Lock = False }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
transition want (p) requires { PC[p] = Out } { PC[p] := Want }
transition enter (p) requires { PC[p] = Want && Lock = False } { PC[p] := Inside; Lock := True }
transition leave (p) requires { PC[p] = Inside } { PC[p] := Gone; Lock := False }
)");
  TermArena& arena = explored.arena;
  const SymbolId pc = *arena.signature().find_symbol("PC");
  const SymbolId lock = *arena.signature().find_symbol("Lock");
  const TermId z0 = arena.process(0);
  const TermId z1 = arena.process(1);
  const auto at = [&](TermId process, std::uint64_t set) { return arena.member(arena.cell(pc, {&process, 1}), set); };
  const TermId unlocked = arena.member(arena.cell(lock, {}), 1);
  Generalizer generalizer(explored.context, *explored.instance);
  CHECK(generalizer.is_empty({at(z0, 4), unlocked}, 1));
  CHECK_FALSE(generalizer.is_empty({at(z0, 2), unlocked}, 1));
  CHECK(generalizer.is_empty({at(z0, 4), at(z1, 4)}, 2));
  std::vector<Generalization> found;
  // Inside(z0), Want(z1), unlocked: the second literal is not needed.
  CHECK(generalizer.generalize({at(z0, 4), at(z1, 2), unlocked}, 2, 2, [&](const Generalization& g) {
    found.push_back(g);
    return true;
  }));
  REQUIRE(found.size() == 1);
  CHECK(found[0].processes == 1);
  CHECK(found[0].literals.size() == 2);
}

// Two colours are in use, all three only where four processes agree on it.
const std::string colours = R"(
type colour = None | Red | Green | Blue
type mode = RedGreen | RedBlue | GreenBlue | All
array Has[proc] : colour
var Mode : mode
init (p) { Has[p] = None && Mode <> All }
unsafe (p q r) { Has[p] = Red && Has[q] = Green && Has[r] = Blue }
transition red (p) requires { Has[p] = None && Mode <> GreenBlue } { Has[p] := Red }
transition green (p) requires { Has[p] = None && Mode <> RedBlue } { Has[p] := Green }
transition blue (p) requires { Has[p] = None && Mode <> RedGreen } { Has[p] := Blue }
transition agree (p q r s) requires { Has[p] = None && Has[q] = None && Has[r] = None && Has[s] = None } { Mode := All }
)";

TEST_CASE("candidates: after a path with more processes than the instance, they leave one process of it out") {
  Explored explored(colours);
  REQUIRE_FALSE(explored.instance->cut());
  TermArena& arena = explored.arena;
  const SymbolId has = *arena.signature().find_symbol("Has");
  const auto at = [&](std::uint32_t process, std::uint64_t set) {
    const TermId z = arena.process(process);
    return arena.member(arena.cell(has, {&z, 1}), set);
  };
  InitCheck init(explored.context);
  const auto approximation = [&] { return Approximation(*explored.memory, init, explored.instance.get()); };
  Node node;
  // A fourth process makes the cube larger than any candidate.
  node.cube = {4, {at(0, 2), at(1, 4), at(2, 8), at(3, 1)}, {}};
  node.indexed = index_cube(explored.context, node.cube);
  Approximation of_all = approximation();
  const auto candidate = of_all.candidate(node);
  REQUIRE(candidate.has_value());
  CHECK(candidate->processes == 3);
  Node elsewhere;  // covered by nothing here
  elsewhere.cube = {1, {at(0, 1)}, {}};
  elsewhere.indexed = index_cube(explored.context, elsewhere.cube);
  of_all.blame(elsewhere, 3);
  CHECK(of_all.candidate(node).has_value());
  of_all.blame(elsewhere, 4);
  CHECK_FALSE(of_all.candidate(node).has_value());
}

TEST_CASE("vanishing: a conjunction is empty only if it is so when processes may vanish, of those that are present") {
  Explored explored(R"(
type state = Home | Away | Used
array S[proc] : state
var Signal : bool
init (p) { S[p] = Home && Signal = False }
unsafe () { false }
transition signal (i) requires { S[i] = Home } { S[i] := Away; Signal := True }
transition use (i) requires { S[i] = Home && Signal = True && forall_other j. S[j] = Home } { S[i] := Used }
)",
                    2);
  TermArena& arena = explored.arena;
  const SymbolId s = *arena.signature().find_symbol("S");
  const auto at = [&](std::uint32_t process, std::uint64_t set) {
    const TermId z = arena.process(process);
    return arena.member(arena.cell(s, {&z, 1}), set);
  };
  Generalizer exact(explored.context, *explored.instance);
  CHECK(exact.is_empty({at(0, 4)}, 1));
  const VanishingGuesses vanishing = with_vanishing(explored.system, nullptr, *explored.instance);
  REQUIRE(vanishing.instance != nullptr);
  Generalizer generalizer(explored.context, *vanishing.instance);
  CHECK_FALSE(generalizer.is_empty({at(0, 4)}, 1));
  CHECK_FALSE(generalizer.is_empty({at(0, 2)}, 1));
  CHECK(generalizer.is_empty({at(0, 4), at(1, 2)}, 2));  // who is away has vanished when another one is at Used
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
