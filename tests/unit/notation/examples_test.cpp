// Every transition of every example is among the formulas, with every weak read and write of its text.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "ld/text.h"
#include "notation/theory.h"
#include "unit/frontend/models.h"
#include "unit/le/translated.h"

using namespace parapet;
using notation::Definition;
using notation::Formula;
using notation::Word;

namespace {

// The weak names that the formulas read or write by the word, all with this process.
void collect(const Formula& formula, Word word, TermId process, std::set<std::uint32_t>& found) {
  if (formula.kind == Formula::Kind::Apply && formula.word == word) {
    CHECK(formula.args[1] == process);
    found.insert(formula.symbol.value);
  }
  for (const Formula& part : formula.parts) collect(part, word, process, found);
}

// Of all disjuncts together: a disjunct of the guard has the reads of its own literals only.
std::set<std::uint32_t> accessed(const std::vector<Definition>& all, const std::string& name, Word word, TermId process) {
  std::set<std::uint32_t> found;
  for (const Definition& each : all) {
    if (each.name != name && !each.name.starts_with(name + ".")) continue;
    for (const Formula& conjunct : each.conjuncts) collect(conjunct, word, process, found);
  }
  return found;
}

}  // namespace

TEST_CASE("notation: every transition and every weak access of the examples appears") {
  std::size_t reads = 0, writes = 0;
  for (const auto& path : testing::models_below(std::filesystem::path(PARAPET_SOURCE_DIR) / "examples")) {
    CAPTURE(path.string());
    for (const le::MemoryModel& memory : ld::memory_models) {
      test::Translated model(testing::contents(path), memory);
      const notation::Theory theory = notation::make_theory(model.system, model.arena);
      CHECK(theory.transitions.size() == model.system.transitions.size());
      CHECK(theory.unsafes.size() == model.system.unsafes.size());
      const Signature& signature = model.program.signature;
      for (const ld::Transition& transition : model.program.transitions) {
        CAPTURE(transition.name);
        std::set<std::uint32_t> read, written;
        each_evaluated(transition, [&](const ld::Term& term) {
          if (term.kind == ld::Term::Kind::Access && signature[term.symbol()].weak) read.insert(term.index);
        });
        for (const ld::Assignment& assignment : transition.assignments) {
          if (signature[assignment.symbol].weak) written.insert(assignment.symbol.value);
        }
        const TermId actor = transition.actor ? model.arena.variable(*transition.actor) : TermId();
        CHECK(accessed(theory.transitions, transition.name, Word::Rd, actor) == read);
        CHECK(accessed(theory.transitions, transition.name, Word::Wr, actor) == written);
        reads += read.size();
        writes += written.size();
      }
    }
  }
  CHECK(reads > 200);
  CHECK(writes > 200);
}
