// Acyclicity of ghb as a question to a solver: can the events of a path be ranked so that every edge goes up? The rows of NOTE(events) are the
// incremental form of the same question (Events::admits).
//
// One rank per event; an edge a -> b is ghb(a, b), rank(a) < rank(b). The reads that the newest firing could satisfy are open choices: each
// gives the alternative ghb(w, r) or ghb(r, w), and then the one that is being tried. The record of the question has more. It is
// a firing in one of the ways it may go, with everything that happens after it, as one formula of LE in SMT-LIB 2:
//
//   events    e0, e1, ...: an execution; w0, w1, ...: the write of an execution (of the same rank where the two are one event)
//   values    Rd_X(e, i, j): process i reads X[j] in e; Wr_X(w, i, j): i writes it in w; Val_X(e, i, j): the value, of X's own sort
//   edges     po, fence, rf, co, fr, and those of shared plain cells (plain), of reads from memory (memory) and of the unsafe formula
//             (unsafe); ghb is their union; rf(w, r) => Val(w) = Val(r)
//   order     ghb(a, b) => rank(a) < rank(b), for the pairs with an edge: satisfiable iff ghb has no cycle
#include <algorithm>
#include <array>
#include <set>

#include "base/contract.h"
#include "base/printable.h"
#include "memory/events/events.h"
#include "smt/smtlib_print.h"

namespace parapet::search {
namespace {

using ld::Relation;
using smt::SmtlibPrinter;

std::string firing_text(Context& context, const PathGraph::Fired& fired) {
  std::string text = context.system.name(context.system.transitions[fired.transition]) + "(";
  for (std::size_t k = 0; k < fired.processes.size(); ++k) text += (k == 0 ? "" : ", ") + to_string(context.arena, fired.processes[k]);
  return text + ")";
}

class OrderText {
 public:
  OrderText(Context& context, const PathGraph& graph, const NewestFiring& newest)
      : context_(context),
        arena_(context.arena),
        graph_(graph),
        newest_(newest),
        constants_(arena_),
        printer_(arena_, [this](TermId leaf) { return leaf_text(leaf); }),
        names_(event_names(context, graph)) {}

  smt::QueryText make() {
    add_values();
    add_literals();
    add_edges();
    smt::QueryText text;
    for (std::uint32_t k = 0; k < graph_.events.size(); ++k) {
      const bool atomic = graph_.events[k].kind == PathGraph::Kind::Atomic;
      text.comments.push_back((atomic ? execution(k) + ", " + write(k) : end(k, false)) + ": " + told(k));
    }
    text.logic = "ALL";
    text.commands = declarations() + body_ + ranks();
    return text;
  }

 private:
  static std::string execution(std::uint32_t event) { return "e" + std::to_string(event); }
  // An atomic firing has one event in the graph; here its write has a name of its own, and the same rank.
  static std::string write(std::uint32_t event) { return "w" + std::to_string(event); }

  void say(const std::string& comment) { body_ += "; " + comment + "\n"; }
  void require(const std::string& formula, const std::string& comment = {}) {
    body_ += "(assert " + formula + ")" + (comment.empty() ? "" : "  ; " + printable(comment)) + "\n";
  }

  // No name of the model ends with an apostrophe.
  std::string function(std::string_view prefix, SymbolId symbol) {
    std::string name = std::string(prefix) + arena_.signature()[symbol].name;
    const auto& symbols = arena_.signature().symbols();
    while (std::any_of(symbols.begin(), symbols.end(), [&](const Symbol& each) { return each.name == name; })) name += '\'';
    used_symbols_.insert(symbol);
    return SmtlibPrinter::symbol(name);
  }

  std::string process(TermId process) {
    if (!process.valid()) {
      needs_nobody_ = true;
      return "nobody";
    }
    used_.insert(process);
    return constants_.term(process);
  }

  // Rd_X(e, i, j), Wr_X(e, i, j), Val_X(e, i, j)
  std::string about(std::string_view prefix, const std::string& event, TermId reader, TermId location) {
    std::string text = "(" + function(prefix, arena_.symbol(location)) + " " + event + " " + process(reader);
    for (const TermId index : arena_.args(location)) text += " " + printer_.term(index);
    return text + ")";
  }

  std::string leaf_text(TermId leaf) {
    if (arena_.op(leaf) == Op::Read) {
      const auto number = arena_.read_number(leaf);
      const std::uint32_t event = number == new_read ? graph_.firings.front().execution : graph_.reads[number];
      if (event == graph_.last) final_reads_.insert(about("Rd_", execution(event), arena_.reader(leaf), arena_.location(leaf)));
      return about("Val_", execution(event), arena_.reader(leaf), arena_.location(leaf));
    }
    used_.insert(leaf);
    return constants_.term(leaf);
  }

  void add_values() {
    say("what the events read and write");
    for (const PathGraph::Fired& fired : graph_.firings) {
      for (const TermId cell : fired.weak_reads) require(about("Rd_", execution(fired.execution), fired.actor, cell));
      for (const TermId cell : fired.written) {
        if (arena_.signature()[arena_.symbol(cell)].weak) add_write(fired, cell);
      }
    }
  }

  void add_write(const PathGraph::Fired& fired, TermId cell) {
    require(about("Wr_", write(*fired.write), fired.actor, cell));
    const TermId value = &fired == &graph_.firings.front() ? newest_value(cell) : constant_value(fired, cell);
    if (value.valid()) require("(= " + about("Val_", write(*fired.write), fired.actor, cell) + " " + printer_.term(value) + ")");
  }

  [[nodiscard]] TermId newest_value(TermId cell) const {
    for (const auto& [location, value] : newest_.values) {
      if (location == cell) return value;
    }
    return {};
  }

  // Values of earlier writes (of later firings) that are the same for every firing of this kind. Others depend on reads and cells that later
  // steps of the search have replaced.
  [[nodiscard]] TermId constant_value(const PathGraph::Fired& fired, TermId cell) const {
    TransitionInstance& instance = context_.instances.find(fired.transition, fired.processes);
    const auto& all = context_.instances.alternatives(instance, cell);
    if (all.size() != 1 || all[0].kind != le::Branch::Kind::Set) return {};
    const Op op = arena_.op(all[0].value);
    return op == Op::Constructor || op == Op::Number ? all[0].value : TermId();
  }

  void add_literals() {
    say("the literals of the predecessor");
    for (const TermId literal : newest_.literals) require(printer_.formula(literal));
    if (!newest_.satisfied.empty()) say("the literals of the node that the firing's writes make true");
    for (const TermId literal : newest_.satisfied) require(printer_.formula(literal));
    for (const std::string& fact : final_reads_) require(fact);
  }

  // A read from memory comes after every earlier write of the location, not only after the one that it reads from.
  static bool is_memory(const PathGraph::Edge& edge) { return edge.relation == Relation::ReadsFrom && edge.cell.valid(); }
  static std::string_view relation(const PathGraph::Edge& edge) { return is_memory(edge) ? "memory" : ld::facts(edge.relation).name; }
  static std::string_view reason(const PathGraph::Edge& edge) {
    return is_memory(edge) ? "memory: it read this write or a later one" : ld::facts(edge.relation).reason;
  }

  [[nodiscard]] bool is_write(std::uint32_t event) const { return graph_.events[event].kind == PathGraph::Kind::Write; }
  [[nodiscard]] std::string end(std::uint32_t event, bool writes) const {
    const bool atomic = graph_.events[event].kind == PathGraph::Kind::Atomic;
    return is_write(event) || (atomic && writes) ? write(event) : execution(event);
  }

  void add_edges() {
    say("the edges of ghb, each with the firings that it comes from");
    for (const PathGraph::Edge& edge : graph_.edges) {
      const ld::RelationFacts& facts = ld::facts(edge.relation);
      const std::string from = end(edge.from, facts.from == ld::EventKind::Write), to = end(edge.to, facts.to == ld::EventKind::Write);
      pairs_.emplace(from, to);
      require("(" + std::string(relation(edge)) + " " + from + " " + to + ")",
              std::string(reason(edge)) + (edge.cell.valid() ? " (" + to_string(arena_, edge.cell) + ")" : "") + ": " + told(edge.from) +
                  " -> " + told(edge.to));
    }
    say("a read has the value of the write that it reads from");
    for (const PathGraph::Fired& fired : graph_.firings) {
      for (const PathGraph::Taken& taken : fired.taken) {
        const bool final = taken.firing == PathGraph::final_read;
        add_source(fired, final ? *graph_.last : graph_.firings[taken.firing].execution, taken.reader, taken.location);
      }
    }
    for (std::size_t k = 0; k < graph_.firings.size(); ++k) {
      for (const TermId cell : graph_.firings[k].memory_reads) add_source_in_memory(k, cell);
    }
  }

  void add_source(const PathGraph::Fired& writer, std::uint32_t read, TermId reader, TermId location) {
    const std::string from = write(*writer.write), to = execution(read);
    require("(=> (rf " + from + " " + to + ") (= " + about("Val_", from, writer.actor, location) + " " +
            about("Val_", to, reader, location) + "))");
  }

  // A read from memory reads from the last firing before it that writes the location.
  void add_source_in_memory(std::size_t reader, TermId location) {
    const PathGraph::Fired& read = graph_.firings[reader];
    for (std::size_t k = reader; k-- > 0;) {
      const PathGraph::Fired& writer = graph_.firings[k];
      const auto& beyond = writer.written_beyond;
      const bool writes = std::find(writer.written.begin(), writer.written.end(), location) != writer.written.end();
      if (!writes && std::find(beyond.begin(), beyond.end(), arena_.symbol(location)) != beyond.end()) return;
      if (!writes || !writer.write) continue;
      pairs_.emplace(write(*writer.write), execution(read.execution));
      require("(rf " + write(*writer.write) + " " + execution(read.execution) + ")",
              "rf: the last write before it (" + to_string(arena_, location) + "): " + told(*writer.write) + " -> " + told(read.execution));
      add_source(writer, read.execution, read.actor, location);
      return;
    }
  }

  // `e3: write of enter(z0)` without the name.
  [[nodiscard]] std::string told(std::uint32_t event) const { return names_[event].substr(names_[event].find(": ") + 2); }

  [[nodiscard]] std::string ranks() const {
    std::string text = "; ghb has no cycle\n";
    for (std::uint32_t k = 0; k < graph_.events.size(); ++k) {
      if (graph_.events[k].kind == PathGraph::Kind::Atomic) text += "(assert (= (rank " + execution(k) + ") (rank " + write(k) + ")))\n";
    }
    for (const auto& [from, to] : pairs_) text += "(assert (=> (ghb " + from + " " + to + ") (< (rank " + from + ") (rank " + to + "))))\n";
    return text;
  }

  std::string declarations() {
    std::set<SortId> sorts{Signature::proc};
    for (const TermId leaf : used_) sorts.insert(arena_.sort(leaf));
    for (const SymbolId symbol : used_symbols_) sorts.insert(arena_.signature()[symbol].sort);
    std::string text;
    for (const SortId sort : sorts) text += constants_.declare_sort(sort);
    text += "(declare-sort event 0)\n";
    for (std::uint32_t k = 0; k < graph_.events.size(); ++k) {
      if (!is_write(k)) text += "(declare-const " + execution(k) + " event)\n";
      if (is_write(k) || graph_.events[k].kind == PathGraph::Kind::Atomic) text += "(declare-const " + write(k) + " event)\n";
    }
    std::string processes;
    for (const TermId leaf : used_) {
      text += "(declare-const " + constants_.term(leaf) + " " + constants_.sort_name(arena_.sort(leaf)) + ")\n";
      if (is_process(arena_, leaf)) processes += " " + constants_.term(leaf);
    }
    if (needs_nobody_) text += "(declare-const nobody " + constants_.sort_name(Signature::proc) + ")\n";
    if (std::count(processes.begin(), processes.end(), ' ') > 1) text += "(assert (distinct" + processes + "))\n";
    for (const SymbolId symbol : used_symbols_) text += functions_of(symbol);
    text += "(declare-fun rank (event) Int)\n";
    std::string all;
    for (const std::string_view name : {"po", "fence", "rf", "co", "fr", "plain", "memory", "unsafe"}) {
      text += "(declare-fun " + std::string(name) + " (event event) Bool)\n";
      all += " (" + std::string(name) + " a b)";
    }
    return text + "(define-fun ghb ((a event) (b event)) Bool (or" + all + "))\n";
  }

  std::string functions_of(SymbolId symbol) {
    const Symbol& it = arena_.signature()[symbol];
    const std::string proc = constants_.sort_name(Signature::proc);
    std::string arguments = "event " + proc;
    for (std::uint32_t k = 0; k < it.arity; ++k) arguments += " " + proc;
    std::string text;
    for (const char* const prefix : {"Rd_", "Wr_", "Val_"}) {
      text += "(declare-fun " + function(prefix, symbol) + " (" + arguments + ") " +
              (prefix == std::string_view("Val_") ? constants_.sort_name(it.sort) : "Bool") + ")\n";
    }
    return text;
  }

  Context& context_;
  TermArena& arena_;
  const PathGraph& graph_;
  const NewestFiring& newest_;
  SmtlibPrinter constants_;  // names processes and cells
  SmtlibPrinter printer_;    // with values of events for reads
  std::vector<std::string> names_;
  std::string body_;
  std::set<TermId> used_;
  std::set<SymbolId> used_symbols_;
  std::set<std::pair<std::string, std::string>> pairs_;
  std::set<std::string> final_reads_;
  bool needs_nobody_ = false;
};

}  // namespace

std::string source_name(Context& context, const PathGraph& graph, std::uint32_t event) {
  const PathGraph::Event& e = graph.events[event];
  if (e.kind == PathGraph::Kind::Final) return "unsafe";
  const std::string cell = e.cell.valid() ? " to " + to_string(context.arena, e.cell) : "";
  return (e.kind == PathGraph::Kind::Write ? "write of " : "") + firing_text(context, graph.firings[e.firing]) + cell;
}

std::vector<std::string> event_names(Context& context, const PathGraph& graph) {
  std::vector<std::string> result;
  for (std::uint32_t k = 0; k < graph.events.size(); ++k) {
    const PathGraph::Event& e = graph.events[k];
    std::string told = "unsafe";
    if (e.kind == PathGraph::Kind::Execution) told = "execution of ";
    if (e.kind == PathGraph::Kind::Write) told = "write of ";
    if (e.kind == PathGraph::Kind::Atomic) told = "execution and write, at once, of ";
    if (e.kind != PathGraph::Kind::Final) told += firing_text(context, graph.firings[e.firing]);
    if (e.cell.valid()) told += " to " + to_string(context.arena, e.cell);
    result.push_back(to_string(context.arena, context.arena.event(k)) + ": " + told);
  }
  return result;
}

smt::QueryText order_text(Context& context, const PathGraph& graph, const NewestFiring& newest) {
  return OrderText(context, graph, newest).make();
}

std::vector<TermId> order_formulas(TermArena& arena, const PathGraph& graph) {
  std::vector<TermId> result;
  if (!graph.firings.empty()) {
    const PathGraph::Fired& newest = graph.firings.front();
    for (const auto* list : {&newest.read_by, &newest.passed_by}) {
      for (const std::uint32_t firing : *list) {
        const TermId reader = arena.event(firing == PathGraph::final_read ? *graph.last : graph.firings[firing].execution);
        const TermId write = arena.event(*newest.write);
        result.push_back(arena.disjunction(std::array{arena.before(write, reader), arena.before(reader, write)}));
      }
    }
  }
  for (const PathGraph::Edge& edge : graph.edges) result.push_back(arena.before(arena.event(edge.from), arena.event(edge.to)));
  return result;
}

std::string Events::why_not(const Node& node, const Action& action, const Choice& choice) {
  History history(*this, touched_, node);
  history.enter(std::get<Fire>(action), choice.record, choice.variables);
  history.use_names_of_node();
  const PathGraph graph = history.graph();
  std::string text;
  for (const PathGraph::Edge& edge : shortest_cycle(graph)) {
    if (text.empty()) text = source_name(context, graph, edge.from);
    text += " -" + std::string(ld::facts(edge.relation).name) + "-> " + source_name(context, graph, edge.to);
  }
  return text;
}

smt::Answer Events::ask(const PathGraph& graph, const smt::Query& query) {
  const std::vector<TermId> formulas = order_formulas(context.arena, graph);
  if (formulas.empty()) return smt::Answer::Sat;
  context.solver.push();
  for (const TermId formula : formulas) context.solver.add(formula);
  const smt::Answer answer = context.solver.check(query);
  context.solver.pop();
  return answer;
}

void Events::record(const smt::Decision& decision, const Node& node, const Choice& choice, const std::vector<TermId>& literals,
                    History& history, const PathGraph& graph) {
  context.decisions->record(decision, [&] {
    NewestFiring newest;
    TransitionInstance& instance = context.instances.find(graph.firings.front().transition, *decision.query.processes);
    std::vector<TermId> known;  // weak locations whose new value is one term
    for (const TermId cell : choice.record.written) {
      const auto& all = choice.alternatives(context.instances, instance, cell);
      if (!context.arena.signature()[context.arena.symbol(cell)].weak || all.size() != 1 || all[0].kind != le::Branch::Kind::Set) continue;
      known.push_back(cell);
      newest.values.emplace_back(history.named(cell), history.named(all[0].value));
    }
    for (const TermId literal : literals) newest.literals.push_back(history.named(literal));
    for (const TermId literal : node.cube.literals) {
      bool takes = false, unchanged = true;
      each_leaf(context.arena, literal, [&](TermId leaf) {
        if (context.arena.op(leaf) != Op::Read) {
          unchanged = unchanged && context.arena.op(leaf) == Op::Cell && !context.instances.may_write(instance, leaf);
          return;
        }
        if (!choice.record.closed[context.arena.read_number(leaf)]) return;
        const TermId location = context.arena.location(leaf);
        const auto& written = choice.record.written;
        if (std::find(written.begin(), written.end(), location) == written.end()) return;
        takes = true;
        unchanged = unchanged && std::find(known.begin(), known.end(), location) != known.end();
      });
      if (takes && unchanged) newest.satisfied.push_back(history.named(literal));
    }
    return order_text(context, graph, newest);
  });
}

bool Events::admits(const Node& node, const Action& action, const Choice& choice, const std::vector<TermId>& literals) {
  if (chooses_co() || (!asks_ && context.decisions == nullptr)) return !choice.cyclic;
  const Fire& fire = std::get<Fire>(action);
  const std::string& name = context.system.name(context.system.transitions[fire.transition]);
  History history(*this, touched_, node);
  history.enter(fire, choice.record, choice.variables);
  const PathGraph graph = history.graph();
  smt::Decision decision{{smt::Purpose::Order, node.id, name, &fire.processes}, smt::Answer::Sat, "rows"};
  if (asks_) {
    smt::Query part = decision.query;
    part.part = context.decisions != nullptr;
    decision.answer = ask(graph, part);
    decision.by = context.solver.answered_by();
    decision.asked = true;
  }
  const bool decided = decision.answer == smt::Answer::Sat || decision.answer == smt::Answer::Unsat;
  if (compare_ && decided && (decision.answer == smt::Answer::Unsat) != choice.cyclic) {
    throw InternalError("the rows of node " + std::to_string(node.id) + " say that " + name +
                        (choice.cyclic ? " closes" : " does not close") + " a cycle of ghb, and the solver that it does" +
                        (choice.cyclic ? " not" : ""));
  }
  if (decided_by_ == EventOrder::Rows) {
    decision.answer = choice.cyclic ? smt::Answer::Unsat : smt::Answer::Sat;
    decision.by = "rows";
  }
  if (context.decisions != nullptr) record(decision, node, choice, literals, history, graph);
  return decision.answer != smt::Answer::Unsat;
}

}  // namespace parapet::search