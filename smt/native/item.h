// Items: formulas in the form that the native engine uses, small records over variables of its theories. Each term is translated once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "logic/term.h"
#include "smt/native/difference.h"
#include "smt/native/equality.h"

namespace parapet::smt::native {

enum class Line : std::uint8_t { Integers, Reals, Processes, Events };  // each has a difference graph of its own
inline constexpr std::size_t line_count = 4;

struct Theories {
  EqualityTheory equality;
  std::array<DifferenceGraph, line_count> lines;
  [[nodiscard]] DifferenceGraph& operator[](Line line) { return lines[static_cast<std::size_t>(line)]; }
};

using ItemId = std::uint32_t;

struct Item {
  enum class Kind : std::uint8_t {
    True,
    False,
    Member,  // a in set
    Equal,
    Different,  // a, b; on the line of processes they are the nodes first(), second()
    Bound,      // line: b >= a + weight
    Same,
    NotSame,  // line: b = a + weight. The items after it are the Bounds b > a + weight and b < a + weight
    Foreign,  // an atom outside the fragment
    And,
    Or,  // children [a, a + b)
  };
  Kind kind = Kind::True;
  Line line = Line::Integers;
  bool processes = false;  // Equal, Different: of sort Proc
  std::uint32_t a = 0, b = 0;
  std::uint64_t set = 0;
  std::int64_t weight = 0;

  [[nodiscard]] std::uint32_t first() const { return low_bits<std::uint32_t>(set >> 32); }
  [[nodiscard]] std::uint32_t second() const { return low_bits<std::uint32_t>(set); }
};

class Items {
 public:
  Items(const TermArena& arena, Theories& theories);

  [[nodiscard]] ItemId of(TermId formula) {
    const std::size_t at = formula.index();
    if (at < item_of_.size() && item_of_[at] != 0) return item_of_[at] - 1;
    return make(formula);
  }
  [[nodiscard]] const Item& operator[](ItemId id) const { return items_[id]; }
  [[nodiscard]] std::span<const ItemId> children(const Item& item) const { return {children_.data() + item.a, item.b}; }
  [[nodiscard]] std::size_t size() const { return items_.size(); }

  // The variable of a term of sort Proc, Enum or Abstract, and the node of one of sort Int, Real, Proc or Event.
  [[nodiscard]] std::uint32_t variable(TermId term);
  [[nodiscard]] std::uint32_t node(TermId term);
  [[nodiscard]] std::uint32_t variable_of_process_node(std::uint32_t node) const { return process_variables_[node]; }
  [[nodiscard]] Line line(SortId sort) const;

  // A node that stands for a sum of others with coprime integer coefficients, the first of them positive.
  using Form = std::vector<std::pair<std::uint32_t, Rational>>;  // in the structural order of the terms
  // Null if the node stands for a term.
  [[nodiscard]] const Form* form(Line line, std::uint32_t node) const {
    const auto& forms = form_of_[static_cast<std::size_t>(line)];
    return node < forms.size() ? forms[node] : nullptr;
  }
  // The term that a node other than 0 stands for, if it is not a sum.
  [[nodiscard]] TermId term(Line line, std::uint32_t node) const { return term_of_[static_cast<std::size_t>(line)][node]; }
  [[nodiscard]] bool has_forms(Line line) const { return !form_of_[static_cast<std::size_t>(line)].empty(); }
  // The number of units of the line that make 1.
  [[nodiscard]] std::int64_t unit(Line line) const { return line == Line::Reals ? strictness * scale_ : 1; }

  // A strict bound on reals is the non-strict one plus one unit, and 1 is at least 2^20 units. A cycle has fewer than 2^20 strict bounds,
  // so their units add up to less than any difference of constants.
  static constexpr std::int64_t strictness = std::int64_t{1} << 20;

 private:
  ItemId make(TermId formula);
  [[nodiscard]] int compare(TermId a, TermId b) const;
  [[nodiscard]] std::span<const TermId> parts_in_order(TermId junction) const;
  ItemId keep(TermId formula, Item item);
  Item atom(TermId formula);
  Item pair(TermId formula, Item::Kind kind);
  Item bound(std::uint32_t from, std::uint32_t to, std::int64_t weight, Line line) const;
  Item comparison(TermId formula);
  [[nodiscard]] std::uint32_t form_node(Form form, Line line);
  [[nodiscard]] bool scaled(const Rational& constant, Line line, std::int64_t& weight);
  [[nodiscard]] bool rescale(std::int64_t denominator);

  const TermArena& arena_;
  Theories& theories_;
  std::vector<ItemId> item_of_;             // by term, plus one
  std::vector<std::uint32_t> variable_of_;  // by term, plus one
  std::vector<std::uint32_t> node_of_;      // by term, plus one
  std::vector<Item> items_;
  std::vector<ItemId> children_;
  std::vector<TermId> child_terms_;  // the formulas that they are items of
  std::vector<std::uint32_t> process_variables_;
  std::array<std::vector<TermId>, line_count> term_of_;  // by node; invalid: node 0, or a sum
  std::array<std::map<Form, std::uint32_t>, line_count> form_nodes_;
  std::array<std::vector<const Form*>, line_count> form_of_;  // by node: a key of form_nodes_, or null
  std::int64_t scale_ = 1;                                    // common denominator of the constants of sort Real seen so far
};

}  // namespace parapet::smt::native
