// Elaboration: from the parse tree to a typed program. Names are resolved, predicates and `let` are expanded, terms are made linear, and
// the static rules of the language are checked. There is one file each for declarations, transitions, formulas, terms, indices, indices
// that are terms of type proc, arithmetic and predicates.
// An error is reported where it is found, and the erroneous part is left out, so that one mistake gives one message.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/budget.h"
#include "base/source.h"
#include "frontend/cub/scope.h"
#include "frontend/cub/syntax.h"
#include "ld/program.h"

namespace parapet::cub {

// Nothing if `diagnostics` has errors, found here or earlier.
[[nodiscard]] std::optional<ld::Program> elaborate(const Syntax& syntax, Diagnostics& diagnostics, Budget* budget = nullptr);

// The polarity of a subformula (whether it occurs positively, negated, or both) and the quantifiers above it in negation normal form.
// A subformula of `<=>` or of the condition of `if` occurs with both polarities, each with its own quantifiers above it.
struct Polarity {
  struct Reading {
    bool occurs = false;
    bool under_universal = false;
  };
  Reading positive{true, false};
  Reading negative;

  [[nodiscard]] Polarity negated() const { return {negative, positive}; }
  [[nodiscard]] Polarity both() const {
    const Reading any{true, positive.under_universal || negative.under_universal};
    return {any, any};
  }
};

class Linear;  // elaborate_arithmetic.cpp

// The context of a formula or term, which decides which quantifiers, fences and weak accesses are allowed.
enum class Place : std::uint8_t { Init, Unsafe, Invariant, State, Guard, CaseCondition, Value, Count };

// What an upper-case name denotes.
struct Entity {
  std::optional<SymbolId> symbol;  // none: a constructor
  SortId sort;
  std::uint32_t position = 0;  // of a constructor in its enumeration
  SourceRange range;           // of its declaration
};

// A process variable as a term.
[[nodiscard]] ld::Term process_term(ld::Variable variable, SourceRange range);

class Elaborator {
 public:
  Elaborator(const Syntax& syntax, Diagnostics& diagnostics, Budget* budget)
      : syntax_(syntax), diagnostics_(diagnostics), budget_(budget) {}
  [[nodiscard]] std::optional<ld::Program> run();

 private:
  // Thrown to end the elaboration; the error is reported already.
  struct Stop {};
  class Deeper;

  // Declarations (elaborate_declarations.cpp)
  void number_procs();
  void types();
  void range_values(const TypeSyntax& type, Sort& sort);
  void symbols();
  void predicates();
  void properties();
  [[nodiscard]] bool declare(const Name& name, Entity entity);
  [[nodiscard]] std::optional<SortId> sort_named(const Name& name);
  [[nodiscard]] ld::Formula property(const PropertySyntax& property, Place place, ld::Declaration& declaration);
  void distinct_names();
  void parameters(const std::vector<Name>& names, bool distinct, ld::Declaration& declaration);

  // Transitions (elaborate_transition.cpp)
  void transition(const TransitionSyntax& syntax);
  [[nodiscard]] bool assignable(const Name& target, SymbolId& symbol);
  void assignment(const AssignmentSyntax& syntax, ld::Transition& transition);
  // The array B of an assignment `A := B` to a whole array; null if the assignment is of another form.
  [[nodiscard]] const Entity* copied_array(const AssignmentSyntax& syntax) const;
  // Fills in the assignment `A := B`. False: an error was reported.
  [[nodiscard]] bool copy(const AssignmentSyntax& syntax, const Entity& source, ld::Assignment& result);
  [[nodiscard]] bool indices(const AssignmentSyntax& syntax, ld::Assignment& result);
  [[nodiscard]] bool given_indices(const AssignmentSyntax& syntax, ld::Assignment& result);
  [[nodiscard]] bool case_indices(const AssignmentSyntax& syntax, ld::Assignment& result);
  [[nodiscard]] bool cell_of_case(const AssignmentSyntax& syntax, ld::Assignment& result);
  // Assignments to several cells of one array become one assignment (elaborate_cells.cpp).
  void assignments(const std::vector<AssignmentSyntax>& all, ld::Transition& transition);
  [[nodiscard]] bool different(const std::vector<ld::Assignment>& cells);
  [[nodiscard]] ld::Term value(NodeId node, SymbolId target);

  // Formulas (elaborate_formula.cpp) and predicate calls (elaborate_predicate.cpp)
  [[nodiscard]] ld::Formula formula(NodeId id, Polarity polarity);
  void operands(const Node& node, Polarity polarity, ld::Formula& result);
  void quantified(const Node& node, Polarity polarity, ld::Formula& result);
  [[nodiscard]] bool quantifier_allowed(const Node& node, Polarity& polarity);
  void compare(const Node& node, const Polarity& polarity, ld::Formula& result);
  void comparison(const Node& node, ld::Formula& result);
  [[nodiscard]] ld::Formula call(const Node& node, Polarity polarity);
  // fence() or wfence().
  [[nodiscard]] ld::Formula fence(const Node& node, ld::Formula::Kind kind, Polarity polarity);
  [[nodiscard]] PredicateEntry* predicate_at(const Name& name);

  // Terms (elaborate_term.cpp)
  [[nodiscard]] std::optional<ld::Term> term(NodeId id);
  [[nodiscard]] std::optional<ld::Term> upper_name(const Node& node);
  [[nodiscard]] std::optional<ld::Term> lower_name(const Node& node);
  [[nodiscard]] std::optional<ld::Term> process_constant(const Node& node);
  [[nodiscard]] std::optional<ld::Term> number(const Node& node);
  // `count (q) { F }` (elaborate_count.cpp), and what its formula may be made of.
  [[nodiscard]] std::optional<ld::Term> count(const Node& node);
  [[nodiscard]] bool countable(const Node& node, SymbolId cell, const Node* reader, std::span<const NodeId> indices);
  [[nodiscard]] bool countable(const ld::Formula& comparison);
  [[nodiscard]] std::optional<ld::Term> access(const Node& node, const Node* reader);
  [[nodiscard]] std::optional<ld::Term> process(NodeId id, std::string_view role);
  [[nodiscard]] bool may_read(SymbolId symbol, const Node& node, const std::optional<ld::Term>& by, ld::Term& result);
  [[nodiscard]] bool needs_actor(SymbolId symbol, SourceRange range);
  [[nodiscard]] const Entity* entity(const Name& name);
  [[nodiscard]] static std::string arity_error(const Symbol& symbol, std::size_t given);
  // What to write instead of an index that is this term of sort proc.
  [[nodiscard]] std::string named_index(const std::string& term) const;
  // The name of a process variable in scope, for hints.
  [[nodiscard]] std::string some_process() const;
  [[nodiscard]] std::string type_clash(NodeId left, SortId left_sort, NodeId right, SortId right_sort) const;
  [[nodiscard]] std::string literal_hint(NodeId id, SortId wanted) const;

  // Indices and values of enumerations (elaborate_index.cpp)
  [[nodiscard]] std::optional<SortId> index_sort(const SymbolSyntax& symbol, const Name& index);
  [[nodiscard]] bool index_sorts(const SymbolSyntax& syntax, Symbol& symbol);
  // The index of `symbol` at place `k`. `reader`, if there is one, reads the weak names in it.
  [[nodiscard]] std::optional<ld::Term> index(NodeId id, const Symbol& symbol, std::size_t k, const std::optional<ld::Term>& reader);
  [[nodiscard]] std::optional<ld::Term> value_index(NodeId id, const Symbol& symbol, SortId wanted);
  void not_a_process(NodeId id, const Symbol& symbol, SortId sort);
  [[nodiscard]] std::optional<ld::Term> neighbour(const Node& node, NodeId operand, ld::Term::Kind kind);
  // A term that is to be of type `wanted`: a numeral in it is a value of a range.
  [[nodiscard]] std::optional<ld::Term> term_of(NodeId id, SortId wanted);
  [[nodiscard]] std::optional<ld::Term> range_value(const Node& node, SortId range);
  // Whether the term is a numeral, or one inside `next` and `prev`, which has a type by its context only.
  [[nodiscard]] bool needs_context(NodeId id) const;
  void value_quantified(const Node& node, Polarity polarity, ld::Formula& result);
  [[nodiscard]] bool is_range(SortId sort) const { return sort.valid() && program_.signature[sort].range; }
  // Reports a second assignment of the name unless the two certainly have different cells.
  [[nodiscard]] bool different_cells(const AssignmentSyntax& syntax, const ld::Assignment& one, const ld::Assignment& other);
  void warn_weak_index(const AssignmentSyntax& syntax, const ld::Assignment& assignment);

  // Indices that are terms of type proc (elaborate_nested.cpp)
  [[nodiscard]] bool may_nest(const Polarity& polarity) const;
  [[nodiscard]] bool is_nested(NodeId id) const;
  [[nodiscard]] ld::Term named_by_variable(ld::Term term);
  [[nodiscard]] bool assigns_nested(const AssignmentSyntax& syntax, SymbolId symbol) const;
  [[nodiscard]] bool nested_cell(const AssignmentSyntax& syntax, ld::Assignment& result);

  // Arithmetic (elaborate_arithmetic.cpp)
  [[nodiscard]] std::optional<ld::Term> arithmetic(NodeId node);
  // Adds factor * term to `sum`. False: an error was reported.
  [[nodiscard]] bool add_scaled(NodeId id, const Rational& factor, Linear& sum);
  [[nodiscard]] bool add_product(const Node& node, const Rational& factor, Linear& sum);
  [[nodiscard]] bool agree(NodeId node, SortId sort, Linear& sum);

  // Messages (elaborate.cpp)
  void error(SourceRange range, std::string message, std::string hint = {});
  void warning(std::string name, SourceRange range, std::string message, std::string hint = {});
  // The line of a place in the text, from 1.
  [[nodiscard]] std::uint32_t line_of(std::uint32_t offset);
  [[nodiscard]] std::string written(SourceRange range) const;
  [[nodiscard]] std::string written(NodeId node) const { return written(syntax_[node].range); }
  [[nodiscard]] std::string sort_name(SortId sort) const { return "`" + program_.signature[sort].name + "`"; }
  void spend(SourceRange range);

  const Syntax& syntax_;
  Diagnostics& diagnostics_;
  Budget* budget_;
  ld::Program program_;
  std::unordered_map<std::string_view, SortId> sorts_;
  std::unordered_map<std::string_view, Entity> entities_;
  std::unordered_map<std::string_view, std::map<std::uint32_t, PredicateEntry>> predicates_;  // by name, then by place of definition
  std::unordered_set<std::int64_t> constants_;                                                // `#n` of the text
  Scope scope_;
  Place place_ = Place::Init;
  ld::Declaration* declaration_ = nullptr;
  std::optional<ld::Variable> actor_;
  SortId wanted_;                         // the type that the term being read is to have, if that is known and a range
  std::optional<ld::Term> index_reader_;  // of the index being read: the process that reads its weak names, if there is one
  struct NestedIndex {
    ld::Variable variable;
    ld::Term term;
  };
  bool nests_ = false;                                             // an index of the comparison being read may be a term
  std::vector<NestedIndex> nested_;                                // those that were read
  std::optional<ld::Variable> counted_;                            // the process of the count whose formula is being elaborated
  std::optional<std::pair<SymbolId, SourceRange>> without_index_;  // the first cell without an index in it
  bool actor_missed_ = false;                                      // the missing acting process was reported for this transition
  std::vector<std::uint32_t> line_starts_;                         // filled in by the first call of line_of
  std::size_t spent_ = 0;
  std::size_t depth_ = 0;
};

// One level of nesting of formulas and terms, including the expansion of predicates.
class Elaborator::Deeper {
 public:
  Deeper(Elaborator& elaborator, SourceRange range);
  ~Deeper() { --elaborator_.depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  [[nodiscard]] bool fits() const { return fits_; }

 private:
  Elaborator& elaborator_;
  bool fits_ = true;
};

}  // namespace parapet::cub
