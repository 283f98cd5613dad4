// LE as text. A transition appears once per disjunct of its guard, with the events that a firing creates: an execution event x, with its
// weak reads (Rd) and its fence, and a write event w, with its weak writes (Wr); one event for a read-modify-write. The text is for people;
// no program reads it.
#include <algorithm>
#include <ostream>
#include <span>
#include <string>

#include "le/system.h"
#include "logic/term_print.h"

namespace parapet::le {
namespace {

using Lines = std::vector<std::string>;

std::string joined(const Lines& parts, std::string_view separator, std::string_view none = "") {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : separator).append(part);
  return parts.empty() ? std::string(none) : text;
}

// A labelled block; further lines are aligned with the first one.
void print_block(std::ostream& out, std::string_view label, const Lines& lines) {
  constexpr std::size_t width = 9;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::string head(k == 0 ? label : "");
    out << "  " << head << std::string(width - std::min(width, head.size()), ' ') << lines[k] << '\n';
  }
}

class SystemPrinter {
 public:
  SystemPrinter(std::ostream& out, const System& system, const TermArena& arena) : out_(out), system_(system), arena_(arena) {}

  void print() {
    out_ << "model " << system_.model.name << '\n';
    names();
    init();
    properties(
        "invariant", system_.invariants, [&](std::uint32_t k) -> const auto& { return system_.program->invariants[k]; });
    properties(
        "unsafe", system_.unsafes, [&](std::uint32_t k) -> const auto& { return system_.program->unsafes[k]; });
    for (std::size_t k = 0; k < system_.transitions.size(); ++k) transition(k);
  }

 private:
  [[nodiscard]] std::string text(TermId term, const ld::Declaration& scope) const {
    arena_.spend();
    return to_string(arena_, term, std::span<const std::string>(scope.variables));
  }

  [[nodiscard]] Lines texts(const Conjunction& literals, const ld::Declaration& scope) const {
    Lines lines;
    for (const TermId literal : literals) lines.push_back(text(literal, scope));
    return lines;
  }

  // Shared plain names, names of enumerations of which some values cannot occur, and intervals of numbers.
  void names() {
    const auto& symbols = arena_.signature().symbols();
    Lines shared;
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      if (k < system_.shared.size() && system_.shared[k]) shared.push_back(symbols[k].name);
    }
    out_ << "shared plain names: " << joined(shared, ", ", "none") << '\n';
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      const Sort& sort = arena_.signature()[symbols[k].sort];
      if (sort.kind != SortKind::Enum || sort.constructors.size() > 64) continue;
      Lines possible;
      for (std::size_t c = 0; c < sort.constructors.size(); ++c) {
        if ((system_.narrowed[k] >> c & 1U) != 0) possible.push_back(sort.constructors[c]);
      }
      if (possible.size() != sort.constructors.size())
        out_ << "narrowed: " << symbols[k].name << " in {" << joined(possible, ", ") << "}\n";
    }
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      if (system_.intervals[k].bounded()) out_ << "interval: " << symbols[k].name << " in " << to_string(system_.intervals[k]) << '\n';
    }
  }

  void init() {
    out_ << "\ninit\n";
    for (const InitClause& clause : system_.init) {
      const std::string over = bound(clause.bound, system_.program->init);
      out_ << "  " << (over.empty() ? "" : "forall " + over + ". ") << text(clause.formula, system_.program->init) << '\n';
    }
  }

  // `q <> r, s`: q and r distinct, s any.
  [[nodiscard]] std::string bound(const std::vector<Universal::Bound>& all, const ld::Declaration& scope) const {
    std::string list;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k > 0) list += all[k].group == all[k - 1].group ? " <> " : ", ";
      list += scope.variables[all[k].variable];
    }
    return list;
  }

  [[nodiscard]] std::string parameters(const std::vector<Variable>& variables, const ld::Declaration& scope) const {
    Lines list;
    for (const Variable variable : variables) list.push_back(scope.variables[variable]);
    return "(" + joined(list, ", ") + ")";
  }

  template <class Find>
  void properties(std::string_view word, const std::vector<UnsafeCube>& all, const Find& find) {
    for (const UnsafeCube& unsafe : all) {
      const ld::Declaration& declaration = find(unsafe.source);
      out_ << '\n'
           << word << ' ' << (declaration.name.empty() ? std::to_string(unsafe.source + 1) : declaration.name) << ' '
           << parameters(unsafe.parameters, declaration) << "\n  " << joined(texts(unsafe.literals, declaration), " && ", "true") << '\n';
    }
  }

  void transition(std::size_t index) {
    const Transition& t = system_.transitions[index];
    const ld::Transition& source = system_.program->transitions[t.source];
    out_ << "\ntransition " << source.name << ' ' << parameters(t.parameters, source) << disjunct(index) << '\n';
    print_block(out_, "acting", {actor(t, source)});
    print_block(out_, "kind", {kind(t)});
    print_block(out_, "events", events(t, source));
    print_block(out_, "guard", texts(t.guard, source));
    print_block(out_, "forall", universals(t, source));
    Lines updates;
    for (const Update& update : system_.updates[t.source]) append_update(updates, update, source);
    print_block(out_, "updates", updates);
  }

  // ", disjunct 2 of 3".
  [[nodiscard]] std::string disjunct(std::size_t index) const {
    std::size_t number = 0, count = 0;
    for (std::size_t k = 0; k < system_.transitions.size(); ++k) {
      if (system_.transitions[k].source != system_.transitions[index].source) continue;
      ++count;
      if (k <= index) ++number;
    }
    return count == 1 ? "" : ", disjunct " + std::to_string(number) + " of " + std::to_string(count);
  }

  [[nodiscard]] static std::string actor(const Transition& t, const ld::Transition& source) {
    if (!t.actor) return "nobody";
    return source.variables[t.parameters[*t.actor]] + (source.actor ? "" : ", inferred");
  }

  [[nodiscard]] std::string kind(const Transition& t) const {
    std::string word;
    switch (t.kind) {
      case FiringKind::Sync:
        word = "sync";
        break;
      case FiringKind::Write:
        word = t.fence ? "fenced write" : "write";
        break;
      case FiringKind::Read:
        word = "read";
        break;
    }
    const bool can_be_late = system_.model.delays_writes() && t.actor && !t.writes_weak && !t.fence;
    return !can_be_late ? word : word + (t.late ? ", possibly late" : ", never late");
  }

  [[nodiscard]] Lines events(const Transition& t, const ld::Transition& source) const {
    const std::string process = t.actor ? " by " + source.variables[t.parameters[*t.actor]] : "";
    const std::string reads = joined(weak_reads(t, source), ", ");
    const std::string writes = joined(weak_writes(t, source), ", ");
    Lines parts;
    if (!reads.empty()) parts.push_back("Rd " + reads);
    if (t.read_modify_write()) parts.push_back("Wr " + writes);
    if (t.fence) parts.emplace_back("fence");
    const std::string execution = "x" + process + ": " + joined(parts, "; ", "no weak read");
    if (t.read_modify_write() || !t.writes_weak) return {execution};
    return {execution, "w" + process + ": Wr " + writes};
  }

  void add_weak_cells(TermId term, const ld::Declaration& scope, Lines& found) const {
    if (arena_.op(term) == Op::Cell && arena_.signature()[arena_.symbol(term)].weak) {
      std::string cell = text(term, scope);
      if (std::find(found.begin(), found.end(), cell) == found.end()) found.push_back(std::move(cell));
    }
    for (const TermId arg : arena_.args(term)) add_weak_cells(arg, scope, found);
  }

  [[nodiscard]] Lines weak_reads(const Transition& t, const ld::Transition& source) const {
    Lines found;
    for (const TermId literal : t.guard) add_weak_cells(literal, source, found);
    for (const Universal& universal : t.universals) {
      for (const Conjunction& conjunction : universal.disjuncts) {
        for (const TermId literal : conjunction) add_weak_cells(literal, source, found);
      }
    }
    for (const TermId value : system_.lets[t.source]) add_weak_cells(value, source, found);
    for (const Update& update : system_.updates[t.source]) {
      for (const Branch& branch : update.branches) {
        add_weak_cells(branch.condition, source, found);
        if (branch.kind == Branch::Kind::Set) add_weak_cells(branch.value, source, found);
      }
    }
    return found;
  }

  [[nodiscard]] Lines weak_writes(const Transition& t, const ld::Transition& source) const {
    Lines found;
    for (const Update& update : system_.updates[t.source]) {
      if (arena_.signature()[update.symbol].weak) found.push_back(target(update, source));
    }
    return found;
  }

  [[nodiscard]] std::string target(const Update& update, const ld::Declaration& scope) const {
    Lines indices;
    for (const TermId index : update.target) indices.push_back(text(index, scope));
    const std::string& name = arena_.signature()[update.symbol].name;
    return indices.empty() ? name : name + "[" + joined(indices, ", ") + "]";
  }

  [[nodiscard]] Lines universals(const Transition& t, const ld::Transition& source) const {
    Lines lines;
    for (const Universal& universal : t.universals) {
      const bool others = std::any_of(universal.bound.begin(), universal.bound.end(), [](const auto& b) { return b.others; });
      Lines disjuncts;
      for (const Conjunction& conjunction : universal.disjuncts) {
        const std::string part = joined(texts(conjunction, source), " && ", "true");
        disjuncts.push_back(universal.disjuncts.size() > 1 && conjunction.size() > 1 ? "(" + part + ")" : part);
      }
      lines.push_back(bound(universal.bound, source) + (others ? " other than the parameters: " : ": ") +
                      joined(disjuncts, " || ", "false"));
    }
    return lines;
  }

  void append_update(Lines& lines, const Update& update, const ld::Transition& source) const {
    const std::string head = target(update, source) + " := ";
    if (update.branches.size() == 1 && arena_.op(update.branches[0].condition) == Op::True) {
      lines.push_back(head + value(update.branches[0], update, source));
      return;
    }
    lines.push_back(head + "case");
    for (const Branch& branch : update.branches) {
      const bool always = arena_.op(branch.condition) == Op::True;
      lines.push_back("  | " + (always ? "_" : text(branch.condition, source)) + " : " + value(branch, update, source));
    }
  }

  [[nodiscard]] std::string value(const Branch& branch, const Update& update, const ld::Transition& source) const {
    switch (branch.kind) {
      case Branch::Kind::Keep:
        return target(update, source) + " (unchanged)";
      case Branch::Kind::Set:
        return text(branch.value, source);
      case Branch::Kind::Havoc:
        break;
    }
    return "?";
  }

  std::ostream& out_;
  const System& system_;
  const TermArena& arena_;
};

}  // namespace

void print(std::ostream& out, const System& system, const TermArena& arena) { SystemPrinter(out, system, arena).print(); }

}  // namespace parapet::le
