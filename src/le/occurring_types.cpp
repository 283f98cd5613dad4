#include "le/occurring_types.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ld/text.h"

namespace parapet::le {
namespace {

using Type = std::vector<std::uint32_t>;  // by array: the position of a constructor
using Box = std::vector<std::uint64_t>;   // by array: a set of constructors

class TypeGraph {
 public:
  TypeGraph(const ld::Program& program, std::span<const SymbolId> arrays, std::size_t most)
      : program_(program), arrays_(arrays), most_(most) {
    for (const SymbolId array : arrays_) {
      const std::size_t values = program_.signature[program_.signature[array].sort].constructors.size();
      full_.push_back(values == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << values) - 1);
    }
  }

  // False: there are more than `most`.
  bool explore() {
    Box initial = full_;
    for (ld::Variable parameter = 0; parameter < program_.init.parameters; ++parameter)
      initial = both(initial, allowed(program_.init.formula, parameter, true));
    add_all(initial);
    while (!waiting_.empty() && types_.size() <= most_) {
      const Type type = std::move(waiting_.back());
      waiting_.pop_back();
      for (const ld::Transition& transition : program_.transitions) step(transition, type);
    }
    return types_.size() <= most_;
  }

 private:
  static Box both(Box a, const Box& b) {
    for (std::size_t k = 0; k < a.size(); ++k) a[k] &= b[k];
    return a;
  }

  [[nodiscard]] std::optional<std::size_t> place(SymbolId symbol) const {
    const auto at = std::find(arrays_.begin(), arrays_.end(), symbol);
    return at == arrays_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - arrays_.begin()));
  }

  // The values of the cells of a parameter with which the formula, or its negation, may hold.
  [[nodiscard]] Box allowed(const ld::Formula& formula, ld::Variable parameter, bool holds) const {
    using Kind = ld::Formula::Kind;
    switch (formula.kind) {
      case Kind::Not:
        return allowed(formula.args[0], parameter, !holds);
      case Kind::And:
      case Kind::Or: {
        const bool conjunction = (formula.kind == Kind::And) == holds;
        Box result = conjunction ? full_ : Box(full_.size(), 0);
        for (const ld::Formula& arg : formula.args) {
          const Box one = allowed(arg, parameter, holds);
          for (std::size_t k = 0; k < result.size(); ++k) result[k] = conjunction ? result[k] & one[k] : result[k] | one[k];
        }
        return result;
      }
      case Kind::Compare:
        return allowed_by_comparison(formula, parameter, holds);
      default:
        return full_;
    }
  }

  [[nodiscard]] Box allowed_by_comparison(const ld::Formula& formula, ld::Variable parameter, bool holds) const {
    Box result = full_;
    const bool equal = formula.comparison == ld::Comparison::Equal;
    if (!equal && formula.comparison != ld::Comparison::Different) return result;
    for (const auto& [cell, value] : {std::pair(&formula.terms[0], &formula.terms[1]), std::pair(&formula.terms[1], &formula.terms[0])}) {
      if (cell->kind != ld::Term::Kind::Access || value->kind != ld::Term::Kind::Constructor) continue;
      const auto array = place(cell->symbol());
      if (!array || !is_own(cell->args, parameter)) continue;
      const std::uint64_t set = std::uint64_t{1} << value->index;
      result[*array] &= equal == holds ? set : ~set;
    }
    return result;
  }

  static bool is_own(const std::vector<ld::Term>& indices, ld::Variable parameter) {
    return std::all_of(indices.begin(), indices.end(),
                       [&](const ld::Term& index) { return index.kind == ld::Term::Kind::Process && index.index == parameter; });
  }

  // The process is a parameter, or one that no parameter stands for.
  void step(const ld::Transition& transition, const Type& type) {
    for (ld::Variable parameter = 0; parameter < transition.parameters; ++parameter) {
      const Box guard = allowed(transition.guard, parameter, true);
      bool possible = true;
      for (std::size_t k = 0; k < type.size(); ++k) possible = possible && (guard[k] >> type[k] & 1) != 0;
      if (possible) move(transition, type, parameter);
    }
    move(transition, type, std::nullopt);
  }

  void move(const ld::Transition& transition, const Type& type, std::optional<ld::Variable> parameter) {
    Box after;
    for (const std::uint32_t value : type) after.push_back(std::uint64_t{1} << value);
    for (const ld::Assignment& assignment : transition.assignments) {
      const auto array = place(assignment.symbol);
      if (!array) continue;
      const bool everybody = !assignment.bound.empty();
      // A cell of `#n` is one of a process that may be no parameter.
      const bool constant = std::all_of(assignment.indices.begin(), assignment.indices.end(),
                                        [](const ld::Term& index) { return index.kind == ld::Term::Kind::ProcessConstant; });
      const bool own = parameter && is_own(assignment.indices, *parameter);
      if (!everybody && !constant && !own) continue;
      const bool certain = own && !everybody && assignment.kind != ld::Assignment::Kind::Case;
      after[*array] = assigned(assignment, *array) | (certain ? 0 : after[*array]);
    }
    add_all(after);
  }

  [[nodiscard]] std::uint64_t assigned(const ld::Assignment& assignment, std::size_t array) const {
    std::uint64_t result = assignment.kind == ld::Assignment::Kind::Havoc ? full_[array] : 0;
    const auto add = [&](const ld::Term& value) {
      if (value.kind == ld::Term::Kind::Constructor) {
        result |= std::uint64_t{1} << value.index;
      } else if (!ld::keeps_cell(assignment, value)) {
        result |= full_[array];
      }
    };
    if (assignment.kind == ld::Assignment::Kind::Set) add(assignment.value);
    for (const ld::Branch& branch : assignment.branches) add(branch.value);
    return result;
  }

  void add_all(const Box& box) {
    Type type(box.size(), 0);
    const auto choose = [&](const auto& self, std::size_t k) -> void {
      if (types_.size() > most_) return;
      if (k == box.size()) {
        if (types_.insert(type).second) waiting_.push_back(type);
        return;
      }
      for (std::uint32_t value = 0; value < 64; ++value) {
        if ((box[k] >> value & 1) == 0) continue;
        type[k] = value;
        self(self, k + 1);
      }
    };
    choose(choose, 0);
  }

  const ld::Program& program_;
  std::span<const SymbolId> arrays_;
  const std::size_t most_;
  Box full_;
  std::set<Type> types_;
  std::vector<Type> waiting_;
};

}  // namespace

bool at_most_types_occur(const ld::Program& program, std::span<const SymbolId> arrays, std::size_t most) {
  return TypeGraph(program, arrays, most).explore();
}

}  // namespace parapet::le
