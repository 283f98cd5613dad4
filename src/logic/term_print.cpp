// Terms as people write them. The arena keeps comparisons as a sum against 0; printing puts terms with negative coefficients on the other
// side: N[z0] - M + 1 <= 0 is N[z0] < M over integers, and 2x - 3 <= 0 is 2x <= 3.
#include <algorithm>
#include <string_view>
#include <vector>

#include "base/contract.h"
#include "logic/term.h"

namespace parapet {
namespace {

class Printer {
 public:
  explicit Printer(const TermArena& arena, std::span<const std::string> variables = {}) : arena_(arena), variables_(variables) {}
  Printer(const TermArena& arena, TermStyle style) : arena_(arena), style_(std::move(style)) {}

  [[nodiscard]] std::string print(TermId id) const {
    if (style_.leaf && is_leaf(id)) return style_.leaf(id);
    switch (arena_.op(id)) {
      case Op::ProcessVar:
        return "z" + std::to_string(arena_.process_number(id));
      case Op::ProcessConst:
        return "#" + std::to_string(arena_.constant_number(id));
      case Op::Constructor:
        return constructor(sort(id).constructors[arena_.position(id)]);
      case Op::Number:
        return number(arena_.number(id), sort(id));
      case Op::Cell:
        return cell(id);
      case Op::Read:
        return read(id);
      case Op::Variable:
        return variable(id);
      case Op::Fresh:
        return sort(id).name + "!" + std::to_string(arena_.fresh_number(id));
      case Op::Event:
        return "e" + std::to_string(arena_.event_number(id));
      case Op::Sum: {
        const std::string terms = side(id, 1);
        const std::string rest = side(id, -1);
        const std::string zero = number(Rational(0), sort(id));
        if (rest == zero) return terms;
        return (terms == zero ? "" : terms + " ") + (terms == zero ? "-(" + rest + ")" : "- " + bracketed(rest));
      }
      case Op::True:
        return "true";
      case Op::False:
        return "false";
      case Op::And:
        return joined(id, style_.conjunction, Op::Or);
      case Op::Or:
        return joined(id, style_.disjunction, Op::And);
      default:
        return atom(id);
    }
  }

 private:
  [[nodiscard]] const Sort& sort(TermId id) const { return arena_.signature()[arena_.sort(id)]; }

  [[nodiscard]] bool is_leaf(TermId id) const {
    const Op op = arena_.op(id);
    return op < Op::Member && op != Op::Constructor && op != Op::Number && op != Op::Sum;
  }

  [[nodiscard]] std::string constructor(const std::string& name) const { return style_.constructor ? style_.constructor(name) : name; }

  [[nodiscard]] std::string number(const Rational& value, const Sort& of) const {
    return style_.decimals && of.kind == SortKind::Real ? value.to_decimal() : value.to_string();
  }

  static std::string bracketed(const std::string& text) { return text.find(' ') == std::string::npos ? text : "(" + text + ")"; }

  [[nodiscard]] std::string variable(TermId id) const {
    const std::uint32_t number = arena_.variable_number(id);
    return number < variables_.size() ? variables_[number] : sort(id).name + "!" + std::to_string(number);
  }

  [[nodiscard]] std::string cell(TermId id) const {
    std::vector<std::string> indices;
    for (const TermId index : arena_.args(id)) indices.push_back(print(index));
    return arena_.signature().cell_text(arena_.symbol(id), indices);
  }

  [[nodiscard]] std::string read(TermId id) const {
    const TermId reader = arena_.reader(id);
    return (reader.valid() ? print(reader) + "@" : "@") + cell(arena_.location(id)) + "'" + std::to_string(arena_.read_number(id));
  }

  // The part of a sum with this sign, made positive; the constant included unless it is moved by `shift`.
  [[nodiscard]] std::string side(TermId sum, int sign, const Rational& shift = Rational(0)) const {
    std::string text;
    const auto add = [&](const Rational& factor, const std::string& name) {
      if (factor.sign() != sign) return;
      const Rational size = sign < 0 ? -factor : factor;
      if (!text.empty()) text += " + ";
      if (name.empty()) {
        text += number(size, sort(sum));
      } else {
        text += (size == Rational(1) ? "" : bracketed(number(size, sort(sum))).append(style_.times)) + name;
      }
    };
    if (arena_.op(sum) != Op::Sum) {
      add(Rational(1), print(sum));
      add(shift, "");
    } else {
      for (std::size_t k = 0; k < arena_.args(sum).size(); ++k) {
        if (style_.leaf || !counted_before(sum, k)) add(arena_.coefficients(sum)[k], counted(sum, k));
      }
      add(arena_.number(sum) + shift, "");
    }
    return text.empty() ? number(Rational(0), sort(sum)) : text;
  }

  // Counts over one array with the same factor are printed as one: count(PC = A | B).
  [[nodiscard]] bool joins(TermId sum, std::size_t a, std::size_t b) const {
    const auto count = [&](std::size_t k) -> const Symbol* {
      const TermId part = arena_.args(sum)[k];
      if (arena_.op(part) != Op::Cell) return nullptr;
      const Symbol& symbol = arena_.signature()[arena_.symbol(part)];
      return symbol.role == SymbolRole::Count && symbol.counted.size() == 1 ? &symbol : nullptr;
    };
    return count(a) != nullptr && count(b) != nullptr && arena_.coefficients(sum)[a] == arena_.coefficients(sum)[b];
  }
  [[nodiscard]] bool counted_before(TermId sum, std::size_t k) const {
    for (std::size_t j = 0; j < k; ++j) {
      if (joins(sum, j, k)) return true;
    }
    return false;
  }
  [[nodiscard]] std::string counted(TermId sum, std::size_t k) const {
    std::string text = print(arena_.args(sum)[k]);
    if (style_.leaf || !joins(sum, k, k)) return text;
    text.pop_back();
    for (std::size_t j = k + 1; j < arena_.args(sum).size(); ++j) {
      if (!joins(sum, k, j)) continue;
      const Symbol& symbol = arena_.signature()[arena_.symbol(arena_.args(sum)[j])];
      text += " | " + arena_.signature()[arena_.signature()[symbol.counted[0]].sort].constructors[symbol.values[0]];
    }
    return text + ")";
  }

  [[nodiscard]] std::string comparison(TermId sum, std::string_view op) const {
    const bool integers = sort(sum).kind == SortKind::Int;
    const bool variables_right = arena_.op(sum) == Op::Sum && arena_.coefficients(sum)[0].sign() < 0;
    const bool one_sided = side_is_constant(sum, 1);
    // a + 1 <= b over integers reads better as a < b; a constant alone on a side keeps <=.
    if (integers && op == style_.less_equal && arena_.op(sum) == Op::Sum && arena_.args(sum).size() > 1 &&
        arena_.number(sum) == Rational(1)) {
      return flip(side(sum, 1, Rational(-1)), "<", side(sum, -1, Rational(-1)), false);
    }
    return flip(side(sum, 1), op, side(sum, -1), one_sided && variables_right);
  }

  // Has the side with this sign no variable?
  [[nodiscard]] bool side_is_constant(TermId sum, int sign) const {
    if (arena_.op(sum) != Op::Sum) return sign < 0;
    for (const Rational& factor : arena_.coefficients(sum)) {
      if (factor.sign() == sign) return false;
    }
    return true;
  }

  [[nodiscard]] std::string flip(const std::string& left, std::string_view op, const std::string& right, bool turn) const {
    if (!turn) return left + " " + std::string(op) + " " + right;
    const std::string_view turned = op == style_.less_equal ? style_.greater_equal : (op == "<" ? ">" : op);
    return right + " " + std::string(turned) + " " + left;
  }

  [[nodiscard]] std::string member(TermId id) const {
    const TermId term = arena_.args(id)[0];
    const std::uint64_t set = arena_.set(id);
    const auto& names = sort(term).constructors;
    std::string inside, outside;
    std::size_t in = 0, out = 0;
    for (std::size_t k = 0; k < names.size(); ++k) {
      const bool is_in = (set >> k & 1) != 0;
      std::string& list = is_in ? inside : outside;
      std::size_t& count = is_in ? in : out;
      list += (count++ == 0 ? "" : ", ") + constructor(names[k]);
    }
    if (in == 1) return print(term) + " = " + inside;
    if (out == 1) return print(term).append(" ").append(style_.different).append(" ") + outside;
    return print(term).append(style_.member).append(inside).append(style_.member_end);
  }

  [[nodiscard]] std::string atom(TermId id) const {
    const auto args = arena_.args(id);
    const auto infix = [&](std::string_view op) { return print(args[0]) + " " + std::string(op) + " " + print(args[1]); };
    // A constant goes to the right.
    const auto symmetric = [&](std::string_view op) {
      return arena_.op(args[0]) > Op::Number ? infix(op) : print(args[1]) + " " + std::string(op) + " " + print(args[0]);
    };
    switch (arena_.op(id)) {
      case Op::Member:
        return member(id);
      case Op::Equal:
        return symmetric("=");
      case Op::Different:
        return symmetric(style_.different);
      case Op::ProcLess:
        return infix("<");
      case Op::ProcLessEqual:
        return infix(style_.less_equal);
      case Op::SumLessEqual:
        return comparison(args[0], style_.less_equal);
      case Op::SumLess:
        return comparison(args[0], "<");
      case Op::SumZero:
        return comparison(args[0], "=");
      case Op::SumNonZero:
        return comparison(args[0], style_.different);
      case Op::Before:
        return "ghb(" + print(args[0]) + ", " + print(args[1]) + ")";
      case Op::NotBefore:
        return "not ghb(" + print(args[0]) + ", " + print(args[1]) + ")";
      default:
        PARAPET_CHECK(false, "every operator is printed");
    }
    return {};
  }

  [[nodiscard]] std::string joined(TermId id, std::string_view op, Op weaker) const {
    std::vector<TermId> parts(arena_.args(id).begin(), arena_.args(id).end());
    std::sort(parts.begin(), parts.end(), [&](TermId a, TermId b) { return arena_.compare(a, b) < 0; });
    std::string text;
    for (const TermId part : parts) {
      if (!text.empty()) text += op;
      text += arena_.op(part) == weaker ? "(" + print(part) + ")" : print(part);
    }
    return text;
  }

  const TermArena& arena_;
  std::span<const std::string> variables_;
  TermStyle style_;
};

}  // namespace

std::string to_string(const TermArena& arena, TermId id) { return Printer(arena).print(id); }
std::string to_string(const TermArena& arena, TermId id, std::span<const std::string> variables) {
  return Printer(arena, variables).print(id);
}
std::string to_string(const TermArena& arena, TermId id, const TermStyle& style) { return Printer(arena, style).print(id); }

}  // namespace parapet
