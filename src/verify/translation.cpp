#include "verify/translation.h"

#include <algorithm>

#include "ld/text.h"
#include "le/formula.h"
#include "le/lateness.h"

namespace parapet::verify {
namespace {

Rejected shared_write(const ld::Program& program, const le::SharedWrite& shared) {
  const std::string& cell = program.signature[shared.symbol].name;
  const ld::Transition& transition = program.transitions[shared.transition];
  return {transition.range,
          "transition `" + transition.name + "` writes the shared plain " + cell + " while the write of `" +
              program.transitions[shared.buffered].name + "` can still be in its process's store buffer",
          "use --engine ghb, declare " + cell + " weak, or " +
              (shared.transition == shared.buffered ? "write it in a transition of its own, with fence() in the guard"
                                                    : "add fence() to the guard")};
}

}  // namespace

ld::MemoryModel default_memory_model(const ld::Program& program) {
  const auto& symbols = program.signature.symbols();
  return ld::usual_memory_model(std::any_of(symbols.begin(), symbols.end(), [](const Symbol& symbol) { return symbol.weak; }));
}

ld::Program with_invariants_unsafe(ld::Program program) {
  program.unsafes.clear();
  for (ld::Invariant& invariant : program.invariants) {
    ld::Unsafe& unsafe = program.unsafes.emplace_back();
    static_cast<ld::Declaration&>(unsafe) = invariant;
    unsafe.formula = std::move(invariant.formula);
  }
  program.invariants.clear();
  return program;
}

std::unique_ptr<Translation> translate(const ld::Program& program, const ld::MemoryModel& model, const le::TranslateOptions& how,
                                       Budget* budget) {
  const std::vector<SymbolId> counted = le::counted_arrays(program);
  if (const std::size_t types = le::number_of_types(program.signature, counted); types > le::most_types) {
    throw Rejected(program.init.range, "the counts of this model are over more than " + std::to_string(le::most_types) +
                                           " combinations of values, which is more than Parapet handles");
  }
  auto result = std::make_unique<Translation>(le::with_counts(program, counted), budget);
  try {
    result->system = le::translate(program, model, how, result->arena);
  } catch (const le::TooLarge& error) {
    throw Rejected(error.range, error.what());
  }
  return result;
}

Engine accepted_engine(Engine asked, Translation& translation) {
  // With a buffer per location both engines are exact, whatever plain cells are shared.
  if (translation.system.model.writes_apart()) return asked == Engine::Auto ? Engine::Timeline : asked;
  if (asked == Engine::Ghb) return asked;
  const auto shared = le::find_shared_write(translation.system, translation.arena);
  if (asked == Engine::Auto) return shared ? Engine::Ghb : Engine::Timeline;
  if (shared) throw shared_write(*translation.system.program, *shared);
  return asked;
}

std::string why_inexact(Translation& translation) {
  if (translation.system.model.writes_apart()) return "";  // the order of writes is chosen, whatever the order of firings is
  const auto touch = le::find_shared_touch(translation.system, translation.arena);
  if (!touch) return "";
  const ld::Program& program = *translation.system.program;
  return "no execution found, but `" + program.transitions[touch->transition].name + "` can touch the shared plain " +
         program.signature[touch->symbol].name + " while the write of `" + program.transitions[touch->buffered].name +
         "` is in its process's store buffer, and other processes can write " + program.signature[touch->location].name +
         " too: the order of firings that the event engine follows may then not exist";
}

std::string why_counts_are_spurious(const Translation& translation) {
  if (!translation.system.model.delays_writes()) return "";
  const ld::Program& program = *translation.system.program;
  for (const ld::Unsafe& unsafe : program.unsafes) {
    bool counts = false, reads = false;
    ld::each_term(unsafe.formula, [&](const ld::Term& term) {
      counts = counts || term.kind == ld::Term::Kind::Count;
      reads = reads || (term.kind == ld::Term::Kind::Access && (!term.reader.empty() || program.signature[term.symbol()].weak));
    });
    if (!counts || !reads) continue;
    return "only spurious traces: the unsafe formula of line " + std::to_string(unsafe.line) +
           " counts processes at the instant of its reads (`@`), after which the event engine lets processes go on that the formula does "
           "not "
           "name";
  }
  return "";
}

}  // namespace parapet::verify
