// What the parts of a theory are made with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation/theory.h"

namespace parapet::notation {

class Builder {
 public:
  // `variables`: names of the variables of a declaration. Two of them may be equal, since each quantifier has variables of its own; they
  // get different names here, since prenex forms put one inside the range of the other.
  Builder(const le::System& system, TermArena& arena, const std::vector<std::string>& variables = {});

  [[nodiscard]] TermArena& arena() { return arena_; }
  [[nodiscard]] const le::System& system() const { return system_; }
  [[nodiscard]] const Scope& scope() const { return scope_; }
  [[nodiscard]] const Symbol& name(SymbolId symbol) const { return arena_.signature()[symbol]; }

  // New names: `wanted`, or that with a number if it is in use.
  [[nodiscard]] TermId new_event(std::string_view wanted);
  [[nodiscard]] TermId new_process(std::string_view wanted);
  [[nodiscard]] TermId new_value(SortId sort);
  [[nodiscard]] std::vector<TermId> new_indices(SymbolId symbol);
  // The names given since the mark may be given again: the quantifiers that bind them are closed.
  [[nodiscard]] std::size_t mark() const { return used_.size(); }
  void release(std::size_t mark) { used_.resize(mark); }

  // Conjunctions and disjunctions of the arena become parts, in an order that does not depend on the ages of terms.
  [[nodiscard]] Formula formula(TermId term) const;
  // `word` of the location of the cell, in this event, for this process.
  [[nodiscard]] Formula access(Word word, TermId event, TermId process, TermId cell) const;
  // Ranges of quantified variables: distinct within a group, other than the first `declared` parameters where the text says so.
  [[nodiscard]] std::vector<Formula> restrictions(const std::vector<le::Universal::Bound>& bound, std::uint32_t declared);
  // They are pairwise different.
  [[nodiscard]] std::vector<Formula> distinct(const std::vector<TermId>& processes);

  // The cells of weak names in the terms, each once, in the order of their first occurrence.
  [[nodiscard]] std::vector<TermId> weak_cells(const std::vector<TermId>& terms) const;
  // The term with every weak cell replaced by its value in the event.
  [[nodiscard]] TermId valued(TermId term, TermId event);
  [[nodiscard]] TermId next(TermId cell) { return arena_.read(after_firing, {}, cell); }
  [[nodiscard]] TermId value_in(TermId event, TermId cell) { return arena_.read(arena_.event_number(event), {}, cell); }
  [[nodiscard]] bool mentions(TermId term, const std::vector<TermId>& variables) const;

 private:
  const le::System& system_;
  TermArena& arena_;
  [[nodiscard]] std::string use_name(std::string_view wanted);

  Scope scope_;
  std::vector<std::string> used_;
};

[[nodiscard]] std::vector<TermId> variable_terms(TermArena& arena, const std::vector<le::Variable>& variables);

// The parts of a theory.
void add_order(const le::System& system, TermArena& arena, Theory& theory);
[[nodiscard]] Definition make_init(const le::System& system, TermArena& arena);
[[nodiscard]] std::vector<Definition> make_unsafes(const le::System& system, TermArena& arena);
[[nodiscard]] std::vector<Definition> make_invariants(const le::System& system, TermArena& arena);
[[nodiscard]] std::vector<Definition> make_transitions(const le::System& system, TermArena& arena);

// Numbers definitions of one name: `enter.1`, `enter.2`; a name that occurs once stays.
void number_disjuncts(std::vector<Definition>& definitions);

}  // namespace parapet::notation
