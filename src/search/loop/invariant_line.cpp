#include "search/loop/invariant_line.h"

#include <algorithm>
#include <vector>

#include "cube/cube.h"
#include "logic/term.h"

namespace parapet::search {
namespace {

class Line {
 public:
  Line(const le::System& system, const TermArena& arena, const Signature& model, std::uint32_t processes)
      : system_(system), arena_(arena), model_(model), processes_(processes) {
    style_.leaf = [this](TermId leaf) { return leaf_text(leaf); };
    style_.decimals = true;
  }

  std::string run(std::span<const TermId> literals, bool weak_part) {
    if (weak_part) return comment(literals, "it has late reads or delayed writes, which an invariant cannot mention");
    for (const TermId literal : literals) {
      each_leaf(arena_, literal, [&](TermId leaf) {
        if (why_.empty() && arena_.op(leaf) == Op::Cell) why_ = why_not(arena_.symbol(leaf));
      });
      if (!has_decimals(literal)) why_ = "it has a number that is no decimal fraction";
    }
    if (!why_.empty()) return comment(literals, why_);
    std::string text;
    for (const TermId literal : literals) text += (text.empty() ? "" : " && ") + literal_text(literal);
    for (std::uint32_t k = 0; k < processes_; ++k) {
      for (const std::uint32_t n : system_.constants) text += " && z" + std::to_string(k) + " <> #" + std::to_string(n);
    }
    // A system has a process that can read.
    const std::uint32_t parameters = std::max(processes_, reads_ ? 1U : 0U);
    std::string names;
    for (std::uint32_t k = 0; k < parameters; ++k) names += (k == 0 ? "z" : " z") + std::to_string(k);
    return "invariant (" + names + ") { " + (text.empty() ? "true" : text) + " }";
  }

 private:
  [[nodiscard]] std::string comment(std::span<const TermId> literals, const std::string& why) const {
    std::string text;
    for (const TermId literal : literals) text += (text.empty() ? "" : " && ") + to_string(arena_, literal);
    return "(* no line of the language, since " + why + ": " + text + " *)";
  }

  // Why a cell of the name cannot be written; empty: it can.
  [[nodiscard]] std::string why_not(SymbolId symbol) const {
    const Symbol& it = arena_.signature()[symbol];
    if (it.derived()) return {};
    if (!model_.find_symbol(it.name)) return it.name + " is a ghost, which the model does not have";
    if (it.weak && may_wait(symbol)) return "it speaks of memory while writes to " + written_name(it) + " may wait in store buffers";
    return {};
  }

  [[nodiscard]] static const std::string& written_name(const Symbol& symbol) { return symbol.element.empty() ? symbol.name : symbol.array; }

  [[nodiscard]] bool may_wait(SymbolId symbol) const {
    return std::any_of(system_.transitions.begin(), system_.transitions.end(), [&](const le::Transition& transition) {
      const auto& updates = system_.updates[transition.source];
      return transition.kind != le::FiringKind::Sync &&
             std::any_of(updates.begin(), updates.end(), [&](const le::Update& update) { return update.symbol == symbol; });
    });
  }

  [[nodiscard]] bool has_decimals(TermId term) const {
    const auto is_decimal = [](const Rational& number) {
      Integer rest = number.denominator();
      for (const std::int64_t prime : {2, 5}) {
        while (Integer::gcd(rest, Integer(prime)) != Integer(1)) rest = Integer::floor_div(rest, Integer(prime));
      }
      return rest == Integer(1);
    };
    const auto args = arena_.args(term);
    if (arena_.op(term) == Op::Number) return is_decimal(arena_.number(term));
    if (arena_.op(term) == Op::Sum) {
      const auto& factors = arena_.coefficients(term);
      if (!is_decimal(arena_.number(term)) || !std::all_of(factors.begin(), factors.end(), is_decimal)) return false;
    }
    return std::all_of(args.begin(), args.end(), [&](TermId arg) { return has_decimals(arg); });
  }

  std::string leaf_text(TermId leaf) {
    if (arena_.op(leaf) != Op::Cell) return to_string(arena_, leaf);
    const Signature& signature = arena_.signature();
    const Symbol& symbol = signature[arena_.symbol(leaf)];
    if (symbol.role == SymbolRole::Processes) return "#procs";
    if (symbol.role == SymbolRole::Count) return count_text(symbol);
    if (!symbol.weak) return to_string(arena_, leaf);
    reads_ = true;
    return "z0 @ " + to_string(arena_, leaf);
  }

  [[nodiscard]] std::string count_text(const Symbol& count) const {
    const Signature& signature = arena_.signature();
    std::string text;
    for (std::size_t k = 0; k < count.counted.size(); ++k) {
      const SymbolId array = count.counted[k];
      const std::vector<std::string> indices(signature[array].arity, "q");
      text += (k == 0 ? "" : " && ") + signature.cell_text(array, indices) + " = " +
              signature[signature[array].sort].constructors[count.values[k]];
    }
    return "count (q) { " + text + " }";
  }

  std::string literal_text(TermId literal) {
    if (arena_.op(literal) != Op::Member) return to_string(arena_, literal, style_);
    const TermId term = arena_.args(literal)[0];
    const std::string cell = to_string(arena_, term, style_);
    const auto& names = arena_.signature()[arena_.sort(term)].constructors;
    std::vector<std::string> in, out;
    for (std::size_t k = 0; k < names.size(); ++k) ((arena_.set(literal) >> k & 1) != 0 ? in : out).push_back(names[k]);
    const bool few = in.size() <= out.size();
    std::string values;
    for (const std::string& name : few ? in : out)
      values += (values.empty() ? "" : few ? " || " : " && ") + cell + (few ? " = " : " <> ") + name;
    return few && in.size() > 1 ? "(" + values + ")" : values;
  }

  const le::System& system_;
  const TermArena& arena_;
  const Signature& model_;
  const std::uint32_t processes_;
  TermStyle style_;
  std::string why_;
  bool reads_ = false;  // some cell is read by z0
};

}  // namespace

std::string invariant_line(const le::System& system, const TermArena& arena, const Signature& model, std::span<const TermId> literals,
                           std::uint32_t processes, bool weak_part) {
  return Line(system, arena, model, processes).run(literals, weak_part);
}

bool is_about_counts(Context& context, std::span<const TermId> literals, std::uint32_t processes) {
  return processes == 0 && context.normalizer.counting().mentions(literals);
}

std::string count_implication(TermArena& arena, std::span<const TermId> literals) {
  if (literals.empty()) return "false";
  const auto size = [&](TermId literal) {
    const bool number = arena.op(literal) >= Op::SumLessEqual && arena.op(literal) <= Op::SumNonZero;
    if (!number) return std::size_t{0};
    const TermId sum = arena.args(literal)[0];
    const std::size_t terms = arena.op(sum) == Op::Sum ? arena.args(sum).size() : 1;
    return 2 * terms + (arena.op(literal) == Op::SumNonZero ? 1 : 0);
  };
  const auto last = std::max_element(literals.begin(), literals.end(), [&](TermId a, TermId b) { return size(a) < size(b); });
  std::string premises;
  for (const TermId literal : literals) {
    if (literal != *last) premises += (premises.empty() ? "" : " && ") + to_string(arena, literal);
  }
  return (premises.empty() ? "" : premises + " => ") + to_string(arena, arena.negate(*last));
}

void add_lines(Context& context, const Signature& model, std::span<const TermId> literals, std::uint32_t processes, bool weak_part,
               std::vector<std::string>& lines) {
  std::string line = invariant_line(context.system, context.arena, model, literals, processes, weak_part);
  if (is_about_counts(context, literals, processes)) {
    if (line.starts_with("(*")) {
      line = line.substr(0, line.find(": ") + 2) + count_implication(context.arena, literals) + " *)";
    } else {
      lines.push_back("(* " + count_implication(context.arena, literals) + " *)");
    }
  }
  lines.push_back(std::move(line));
}

}  // namespace parapet::search
