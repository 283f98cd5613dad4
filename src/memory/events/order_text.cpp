#include "memory/events/order_text.h"

#include <algorithm>
#include <set>
#include <string>

#include "base/printable.h"
#include "memory/events/order_query.h"
#include "smt/smtlib_print.h"

namespace parapet::search {
namespace {

using Rule = PathGraph::Rule;
using smt::SmtlibPrinter;

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
  static bool is_memory(const PathGraph::Edge& edge) { return edge.rule == Rule::ReadsFrom && edge.cell.valid(); }
  static std::string_view relation(const PathGraph::Edge& edge) { return is_memory(edge) ? "memory" : name(edge.rule); }
  static std::string_view reason(const PathGraph::Edge& edge) {
    return is_memory(edge) ? "memory: it read this write or a later one" : why(edge.rule);
  }

  [[nodiscard]] bool is_write(std::uint32_t event) const { return graph_.events[event].kind == PathGraph::Kind::Write; }
  [[nodiscard]] std::string end(std::uint32_t event, bool writes) const {
    const bool atomic = graph_.events[event].kind == PathGraph::Kind::Atomic;
    return is_write(event) || (atomic && writes) ? write(event) : execution(event);
  }

  void add_edges() {
    say("the edges of ghb, each with the firings that it comes from");
    for (const PathGraph::Edge& edge : graph_.edges) {
      const bool from_write = edge.rule == Rule::Coherence || edge.rule == Rule::ReadsFrom || edge.rule == Rule::Fence;
      const bool to_write = edge.rule == Rule::Coherence || edge.rule == Rule::FromRead;
      const std::string from = end(edge.from, from_write), to = end(edge.to, to_write);
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
    for (const char* const name : {"po", "fence", "rf", "co", "fr", "plain", "memory", "unsafe"}) {
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

smt::QueryText order_text(Context& context, const PathGraph& graph, const NewestFiring& newest) {
  return OrderText(context, graph, newest).make();
}

}  // namespace parapet::search
