// Terms and formulas over the whole language, for generate_language.cpp. Each construct is used in a model only if it was drawn for that
// model (constructs.h), so that a model mixes a few of them and not all.
#pragma once

#include <string>
#include <vector>

#include "random/author.h"
#include "random/constructs.h"

namespace parapet::test {

// Where a formula or a term stands: what it may mention, and which quantifiers and fences are allowed.
struct Spot {
  enum class Kind : std::uint8_t { Init, Unsafe, Invariant, Guard, Condition };
  Kind kind = Kind::Guard;
  std::vector<std::string> processes;                       // names in scope, the innermost last
  std::vector<std::pair<std::string, std::string>> values;  // bound names for values, and their type
  std::string actor;                                        // empty: none, and no weak name may be touched
  bool positive = true;                                     // it occurs as it stands, once negations are pushed to the atoms
  bool negative = false;                                    // it occurs negated (both: inside `<=>` and the condition of `if`)
  bool in_universal = false;
  bool in_quantifier = false;
  bool fences = false;  // `fence()` may stand here
  bool macro = false;   // in the body of a predicate: no calls
  unsigned bound = 0;   // variables bound around it
};

class LanguageAuthor : public Author {
 public:
  LanguageAuthor(std::uint64_t seed, bool weak);

  [[nodiscard]] bool on(Construct construct) const { return has(on_, construct); }
  // The construct was drawn for this model, and is drawn here too.
  [[nodiscard]] bool draws(Construct construct, unsigned percent) { return on(construct) && random.chance(percent); }

  // Names that are no variable of the text: `#n`.
  [[nodiscard]] const std::vector<std::string>& constants() const { return constants_; }

  [[nodiscard]] bool usable(const Known& symbol, const Spot& spot) const;
  [[nodiscard]] std::string cell_at(const Known& symbol, const Spot& spot);
  // An index of this enumeration.
  [[nodiscard]] std::string index_at(const std::string& type, const Spot& spot);
  // A quantifier over the values of a type.
  [[nodiscard]] Expr over_values(const Spot& spot, unsigned depth);
  // The enumerations that arrays are indexed by in this model.
  std::vector<std::string> index_types;
  // A value of the sort; empty if there is none. `not_this`: the text that it must not be.
  [[nodiscard]] std::string term(const std::string& sort, const Spot& spot, const std::string& not_this = "");
  [[nodiscard]] Expr atom_at(const Spot& spot);
  [[nodiscard]] Expr about(const Known& symbol, const Spot& spot);
  [[nodiscard]] Expr formula(const Spot& spot, unsigned depth);
  // A quantifier over a formula; nothing (an atom) where none is allowed.
  [[nodiscard]] Expr quantified(const Spot& spot, unsigned depth);
  // A guard's fence in one of the ways people, or nobody, would write it.
  [[nodiscard]] Expr fence(const Spot& spot);

  void write_predicates();

 private:
  struct Called {
    std::string name;
    bool guard_only = false;
    std::string value_sort;  // of its second parameter; empty: it has one only
  };

  [[nodiscard]] std::string process(const Spot& spot);
  [[nodiscard]] std::string number(const std::string& sort, const Spot& spot);
  [[nodiscard]] Expr process_atom(const Spot& spot);
  [[nodiscard]] Expr count_atom(const Spot& spot);
  [[nodiscard]] Expr call(const Spot& spot);
  [[nodiscard]] std::vector<Construct> connectives(const Spot& spot) const;
  [[nodiscard]] std::vector<std::string> quantifiers(const Spot& spot) const;
  [[nodiscard]] Expr connective(Construct construct, const Spot& spot, unsigned depth);

  Constructs on_;
  std::vector<std::string> constants_;
  std::vector<Called> predicates_;
  bool weak_ = false;
};

[[nodiscard]] Model generate_language(std::uint64_t seed, bool weak);

}  // namespace parapet::test
