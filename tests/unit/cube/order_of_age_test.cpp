// What a search does is the same in every arena, whichever terms the arena had first: the arenas of worker threads have theirs in another
// order than the arena of the search.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cube/context.h"
#include "random/text_model.h"
#include "smt/factory.h"
#include "verify/translation.h"

using namespace parapet;

namespace {

const search::MemoryTraits from_memory{.engine = "", .own_read = search::read_memory};

const std::string text =
    "type location = Out | In\narray PC[proc] : location\narray Mark[proc] : bool\narray A[proc] : bool\nvar N : int\n"
    "init (p) { PC[p] = Out && Mark[p] = False && A[p] = False && N = 0 }\n"
    "unsafe { count (q) { PC[q] = Out && Mark[q] = True } >= 2 && N = 1 }\n"
    "transition mark (p) { Mark[p] := True; N := case | PC[p] = In || A[p] = True : 1 | _ : N }\n";

// The ways in which the firing changes each cell that the cubes of this model speak of, as text.
std::vector<std::string> ways(bool other_order) {
  const ld::Program program = test::program_of(text);
  const auto translation = verify::translate(program, le::sc, {}, nullptr);
  smt::SolverStatistics use;
  const auto solver = smt::make_solver(translation->arena, {}, use);
  search::Context context(translation->system, translation->arena, *solver, from_memory);
  TermArena& arena = translation->arena;
  const TermId process = arena.process(0);
  std::vector<TermId> atoms;
  for (const char* const name : {"PC", "Mark", "A"}) {
    const auto& symbols = program.signature.symbols();
    const auto at = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& symbol) { return symbol.name == name; });
    const TermId cell = le::own_cell(arena, SymbolId(static_cast<std::size_t>(at - symbols.begin())), process);
    atoms.push_back(cell);
  }
  if (other_order) std::reverse(atoms.begin(), atoms.end());
  for (const TermId cell : atoms) {
    static_cast<void>(arena.member(cell, 1));
    static_cast<void>(arena.member(cell, 2));
  }
  search::TransitionInstance& instance = context.instances.find(0, {&process, 1});
  std::vector<TermId> cells;
  for (const le::CountType& type : translation->system.counts.types) cells.push_back(arena.cell(type.symbol, {}));
  const auto& symbols = program.signature.symbols();
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    if (symbols[k].name == "N") cells.push_back(arena.cell(SymbolId(k), {}));
  }
  std::vector<std::string> result;
  for (const TermId cell : cells) {
    for (const search::Alternative& way : context.instances.alternatives(instance, cell)) {
      std::string line = to_string(arena, cell) + " if";
      std::vector<std::string> conditions;  // a conjunction, whose order does not matter
      for (const TermId condition : way.conditions) conditions.push_back(" " + to_string(arena, condition));
      std::sort(conditions.begin(), conditions.end());
      for (const std::string& condition : conditions) line += condition;
      result.push_back(line + (way.value.valid() ? ": " + to_string(arena, way.value) : ": as it was"));
    }
  }
  return result;
}

// Writes down what it is asked.
class Scribe final : public smt::Solver {
 public:
  explicit Scribe(const TermArena& arena) : arena_(arena) {}
  [[nodiscard]] std::string_view name() const override { return "scribe"; }
  std::vector<std::string> asked;

 private:
  void do_push() override {}
  void do_pop() override {}
  void do_add(TermId formula) override { asked.push_back(to_string(arena_, formula)); }
  smt::Answer do_check(const smt::Query&) override { return smt::Answer::Unknown; }
  Value do_value(TermId) override { return {}; }
  std::vector<TermId> do_core() override { return {}; }

  const TermArena& arena_;
};

// What the solver is asked about numbers that differ from each other.
std::vector<std::string> question(bool other_order) {
  const ld::Program program =
      test::program_of("var A : int\nvar B : int\nvar C : int\ninit { A = 0 }\nunsafe { A = 1 }\ntransition t (p) { A := A }\n");
  const auto translation = verify::translate(program, le::sc, {}, nullptr);
  TermArena& arena = translation->arena;
  Scribe scribe(arena);
  search::Context context(translation->system, arena, scribe, from_memory);
  std::vector<TermId> cells;
  for (std::size_t k = 0; k < program.signature.symbols().size(); ++k) cells.push_back(arena.cell(SymbolId(k), {}));
  std::vector<std::pair<TermId, TermId>> pairs{{cells[0], cells[1]}, {cells[1], cells[2]}, {cells[0], cells[2]}};
  if (other_order) std::reverse(pairs.begin(), pairs.end());
  std::vector<TermId> literals;
  for (const auto& [a, b] : pairs) literals.push_back(arena.different(a, b));
  static_cast<void>(context.normalizer.normalize(literals, {}));
  return scribe.asked;
}

}  // namespace

TEST_CASE("disequalities of numbers are asked in one order, whatever the age of their terms") {
  const std::vector<std::string> one = question(false);
  CHECK(one.size() >= 3);
  CHECK(one == question(true));
}

TEST_CASE("alternatives of a cell and of a count come in one order, whatever the age of their terms") {
  const std::vector<std::string> one = ways(false);
  CHECK(one.size() > 6);
  CHECK(one == ways(true));
}
