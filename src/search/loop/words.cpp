#include "search/loop/words.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cube/cube_terms.h"
#include "logic/term.h"
#include "search/cover/cover.h"
#include "search/cover/fixpoint.h"

namespace parapet::search {

SearchObserver::Node NodeWords::describe(const Node& node) {
  SearchObserver::Node seen;
  seen.id = node.id;
  seen.successor = node.successor == nullptr ? 0 : node.successor->id;
  seen.depth = node.depth;
  if (node.successor != nullptr) seen.transition = name(node.step.action);
  seen.step = [this, &node] { return step(node); };
  seen.cube = [this, &node] { return cube(node); };
  seen.path = [this, &node] {
    std::vector<std::string_view> names;
    const Node* at = &node;
    for (; at->successor != nullptr; at = at->successor) names.push_back(name(at->step.action));
    names.push_back(at->root == at ? "candidate" : "unsafe");
    return names;
  };
  seen.covering = [this, &node] { return explain_cover(memory_, node, visited_, [this](const auto& n) { return cube(n); }); };
  seen.formula = [this, &node] { return memory_.le_formula(node); };
  return seen;
}

std::string NodeWords::action(const Action& action) const {
  const std::vector<TermId>& processes = processes_of(action);
  std::string text = std::string(name(action)) + "(";
  for (std::size_t k = 0; k < processes.size(); ++k) text += (k == 0 ? "" : ", ") + to_string(context_.arena, processes[k]);
  return text + ")";
}

std::string NodeWords::invariant(const Node& node) {
  if (is_about_counts(context_, node.cube.literals, node.cube.processes)) return count_implication(context_.arena, node.cube.literals);
  std::string text;
  for (std::uint32_t k = 0; k < node.cube.processes; ++k) text += " " + to_string(context_.arena, context_.arena.process(k));
  return (text.empty() ? "" : "forall" + text + ". ") + "not (" + cube(node) + ")";
}

void NodeWords::add_invariant_lines(const Node& node, std::vector<std::string>& lines) {
  search::add_invariant_lines(context_, context_.system.program->signature, node.cube, lines);
}

std::string_view NodeWords::name(const Action& action) const {
  if (const Fire* fire = std::get_if<Fire>(&action)) return context_.system.name(context_.system.transitions[fire->transition]);
  return std::get<Silent>(action).name;
}

std::string NodeWords::step(const Node& node) {
  if (node.root == &node) return "candidate";
  if (node.successor == nullptr) return "unsafe[" + std::to_string(node.unsafe + 1) + "]";
  return action(node.step.action) + memory_.describe_step(node.successor->cube.weak, node.step.action, node.step.record);
}

std::string NodeWords::cube(const Node& node) {
  std::string text;
  for (const TermId literal : node.cube.literals) text += (text.empty() ? "" : " && ") + to_string(context_.arena, literal);
  return text + memory_.describe(node.cube.weak);
}

std::vector<SearchObserver::Covering> explain_cover(const MemoryPart& memory, const Node& node, const Visited& visited,
                                                    const std::function<std::string(const Node&)>& print_cube) {
  Context& context = memory.context;
  struct Used {
    SearchObserver::Covering covering;
    TermId clause;
  };
  std::vector<Used> all;
  CoverTest test(memory);
  test.only_explain();
  const Indexed indexed = index_cube(context, node.cube);  // the node itself may be without
  for (std::size_t k = 0; k < visited.size(); ++k) {
    const Node& f = visited[k];
    if (f.deleted || f.id == node.id || f.cube.processes > node.cube.processes) continue;
    if (test.covers(f.indexed, indexed)) return {{f.id, renaming_text(test), {}, print_cube(f)}};
    test.each_instance(f.indexed, indexed, Fixpoint::most_residual, [&] {
      Used& used = all.emplace_back();
      used.covering = {f.id, renaming_text(test), {}, print_cube(f)};
      std::vector<TermId> negated;
      for (const TermId literal : test.left_renamed()) {
        negated.push_back(context.normalizer.negate(literal));
        used.covering.rest.push_back(to_string(context.arena, literal));
      }
      used.clause = context.arena.disjunction(negated);
    });
  }
  std::vector<TermId> known;
  for (const TermId literal : node.cube.literals) context.normalizer.add_known(literal, known);
  for (const Used& used : all) context.normalizer.add_known(used.clause, known);
  const auto contradictory = [&](std::size_t without) {
    context.solver.push();
    for (const TermId literal : node.cube.literals) context.solver.add(literal);
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k != without) context.solver.add(all[k].clause);
    }
    for (const TermId literal : known) context.solver.add(literal);
    const smt::Answer answer = context.solver.check({smt::Purpose::Fixpoint, node.id, {}, nullptr, true});
    context.solver.pop();
    return answer == smt::Answer::Unsat;
  };
  if (!contradictory(all.size())) return {};
  for (std::size_t k = 0; k < all.size();) {
    if (contradictory(k)) {
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
    } else {
      ++k;
    }
  }
  std::vector<SearchObserver::Covering> result;
  for (Used& used : all) result.push_back(std::move(used.covering));
  return result;
}

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
