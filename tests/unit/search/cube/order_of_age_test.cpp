// What a search does is the same in every arena, whichever terms the arena had first: the arenas of worker threads have theirs in another
// order than the arena of the search.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "random/text_model.h"
#include "search/cube/context.h"
#include "smt/factory.h"
#include "verify/translation.h"

using namespace parapet;

namespace {

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
  search::Context context(translation->system, translation->arena, *solver, &search::read_memory);
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

}  // namespace

TEST_CASE("alternatives of a cell and of a count come in one order, whatever the age of their terms") {
  const std::vector<std::string> one = ways(false);
  CHECK(one.size() > 6);
  CHECK(one == ways(true));
}
