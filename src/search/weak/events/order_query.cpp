// One rank per event; an edge a -> b is ghb(a, b), rank(a) < rank(b). The reads that the newest firing could satisfy are open choices: each
// gives the alternative ghb(w, r) or ghb(r, w), and then the one that is being tried. In the file of a query events are also described by
//   Rd(e, l)    e reads the location l           Val(e, l)   the value that it reads or writes there
//   Wr(e, l)    e writes l                       fence(e)    e waits for the earlier writes of its process
// These facts only name things: satisfiability is that of the edges.
#include "search/weak/events/order_query.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/contract.h"

namespace parapet::search {
namespace {

using Rule = PathGraph::Rule;

}  // namespace

std::string_view why(Rule rule) {
  switch (rule) {
    case Rule::ProgramOrder:
      return "po: kept by the memory model";
    case Rule::Fence:
      return "fence: the later one waits for the write";
    case Rule::Coherence:
      return "co: writes of one location in the order of firings";
    case Rule::ReadsFrom:
      return "rf: reads from this write";
    case Rule::FromRead:
      return "fr: read an older value";
    case Rule::SharedPlain:
      return "plain: both touch a shared plain cell, one writes it";
    case Rule::Final:
      return "unsafe: evaluated after every execution of the processes it mentions";
  }
  return "";
}

std::string_view name(Rule rule) {
  switch (rule) {
    case Rule::ProgramOrder:
      return "po";
    case Rule::Fence:
      return "fence";
    case Rule::Coherence:
      return "co";
    case Rule::ReadsFrom:
      return "rf";
    case Rule::FromRead:
      return "fr";
    case Rule::SharedPlain:
      return "plain";
    case Rule::Final:
      return "unsafe";
  }
  return "";
}

namespace {

std::string firing_text(Context& context, const PathGraph::Fired& fired) {
  std::string text = context.system.name(context.system.transitions[fired.transition]) + "(";
  for (std::size_t k = 0; k < fired.processes.size(); ++k) text += (k == 0 ? "" : ", ") + to_string(context.arena, fired.processes[k]);
  return text + ")";
}

}  // namespace

std::string source_name(Context& context, const PathGraph& graph, std::uint32_t event) {
  const PathGraph::Event& e = graph.events[event];
  if (e.kind == PathGraph::Kind::Final) return "unsafe";
  return (e.kind == PathGraph::Kind::Write ? "write of " : "") + firing_text(context, graph.firings[e.firing]);
}

namespace {

class Description {
 public:
  Description(Context& context, const PathGraph& graph) : context_(context), arena_(context.arena), graph_(graph) {}

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (std::uint32_t k = 0; k < graph_.events.size(); ++k) result.push_back(event(k) + ": " + told(k));
    return result;
  }

  smt::Annotation describe() {
    smt::Annotation result;
    result.extra_logic = "ALL";
    result.comments_above = names();
    for (const PathGraph::Fired& fired : graph_.firings) facts_of(fired);
    for (const PathGraph::Pending& pending : graph_.pending) facts_of(pending);
    // The query declares the events of its formulas only.
    std::set<std::uint32_t> declared;
    for (const PathGraph::Edge& edge : graph_.edges) declared.insert({edge.from, edge.to});
    for (std::uint32_t k = 0; k < graph_.events.size(); ++k) {
      if (declared.count(k) == 0) result.declarations.push_back("(declare-const " + event(k) + " event)");
    }
    result.declarations.emplace_back("(declare-sort location 0)");
    for (const std::string& location : locations_) result.declarations.push_back("(declare-const " + location + " location)");
    if (locations_.size() > 1) {
      std::string all = "(assert (distinct";
      for (const std::string& location : locations_) all += " " + location;
      result.declarations.push_back(all + "))");
    }
    result.declarations.insert(result.declarations.end(),
                               {"(declare-fun Rd (event location) Bool)", "(declare-fun Wr (event location) Bool)",
                                "(declare-fun fence (event) Bool)", "(declare-sort value 0)", "(declare-fun Val (event location) value)"});
    for (const std::string& value : values_) result.declarations.push_back("(declare-const " + value + " value)");
    result.declarations.insert(result.declarations.end(), facts_.begin(), facts_.end());
    return result;
  }

 private:
  [[nodiscard]] std::string event(std::uint32_t k) const { return to_string(arena_, arena_.event(k)); }

  [[nodiscard]] std::string firing(const PathGraph::Fired& fired) const { return firing_text(context_, fired); }

  [[nodiscard]] std::string told(std::uint32_t k) const {
    const PathGraph::Event& e = graph_.events[k];
    switch (e.kind) {
      case PathGraph::Kind::Execution:
        return "execution of " + firing(graph_.firings[e.firing]);
      case PathGraph::Kind::Write:
        return "write of " + firing(graph_.firings[e.firing]);
      case PathGraph::Kind::Atomic:
        return "execution and write, at once, of " + firing(graph_.firings[e.firing]);
      case PathGraph::Kind::Final:
        return "unsafe";
    }
    return "";
  }

  std::string location(TermId cell) {
    std::string name = "|loc " + to_string(arena_, cell) + "|";
    locations_.insert(name);
    return name;
  }

  void fact(const std::string& text) { facts_.push_back("(assert " + text + ")"); }

  // The value symbols of reads that have not met their source.
  void facts_of(const PathGraph::Pending& pending) {
    const std::string reader = event(pending.event);
    const std::string value = "|val " + to_string(arena_, pending.item) + "|";
    values_.insert(value);
    if (graph_.events[pending.event].kind == PathGraph::Kind::Final) fact("(Rd " + reader + " " + location(pending.location) + ")");
    // Under unsafe several processes look at one location, each with its own view.
    const bool several = std::count_if(graph_.pending.begin(), graph_.pending.end(), [&](const PathGraph::Pending& other) {
                           return other.event == pending.event && other.location == pending.location;
                         }) > 1;
    if (!several) fact("(= (Val " + reader + " " + location(pending.location) + ") " + value + ")");
  }

  void facts_of(const PathGraph::Fired& fired) {
    const le::Transition& t = context_.system.transitions[fired.transition];
    const std::string execution = event(fired.execution);
    if (t.fence || fired.write == fired.execution) fact("(fence " + execution + ")");
    for (const TermId cell : fired.weak_reads) fact("(Rd " + execution + " " + location(cell) + ")");
    for (const TermId cell : fired.written) {
      if (!arena_.signature()[arena_.symbol(cell)].weak) continue;
      fact("(Wr " + event(*fired.write) + " " + location(cell) + ")");
      // Values that are the same for every firing of this kind.
      TransitionInstance& instance = context_.instances.find(fired.transition, fired.processes);
      const auto& all = context_.instances.alternatives(instance, cell);
      if (all.size() != 1 || all[0].kind != le::Branch::Kind::Set || !is_constant(all[0].value)) continue;
      const std::string value = "|val " + to_string(arena_, all[0].value) + "|";
      values_.insert(value);
      // One event can both read and write a location: its value there is the one it read.
      if (fired.write != fired.execution) fact("(= (Val " + event(*fired.write) + " " + location(cell) + ") " + value + ")");
    }
  }

  [[nodiscard]] bool is_constant(TermId value) const { return arena_.op(value) == Op::Constructor || arena_.op(value) == Op::Number; }

  Context& context_;
  TermArena& arena_;
  const PathGraph& graph_;
  std::set<std::string> locations_, values_;
  std::vector<std::string> facts_;
};

}  // namespace

std::vector<std::string> event_names(Context& context, const PathGraph& graph) { return Description(context, graph).names(); }

OrderFormulas order_formulas(Context& context, const PathGraph& graph) {
  TermArena& arena = context.arena;
  OrderFormulas result;
  const auto add = [&](TermId formula, std::string comment) {
    result.formulas.push_back(formula);
    result.comments.push_back(std::move(comment));
  };
  if (!graph.firings.empty()) {
    const PathGraph::Fired& newest = graph.firings.front();
    for (const auto* list : {&newest.read_by, &newest.passed_by}) {
      for (const std::uint32_t firing : *list) {
        const TermId reader = arena.event(firing == PathGraph::final_read ? *graph.last : graph.firings[firing].execution);
        const TermId write = arena.event(*newest.write);
        const std::array either{arena.before(write, reader), arena.before(reader, write)};
        add(arena.disjunction(either), "open: a read may read from this write, or have read an older value");
      }
    }
  }
  for (const PathGraph::Edge& edge : graph.edges) {
    const std::string about = edge.cell.valid() ? " (" + to_string(arena, edge.cell) + ")" : "";
    add(arena.before(arena.event(edge.from), arena.event(edge.to)), std::string(why(edge.rule)) + about);
  }
  return result;
}

Ghb::Oracle::Oracle(Workspace& workspace, const SearchOptions& options)
    : workspace_(workspace),
      context_(workspace.context),
      decided_by_(options.event_order),
      compare_(options.compare_orders),
      asks_(asks_about_paths(options)) {
  workspace_.keep_cyclic = asks_;
}

std::string Ghb::Oracle::why_not(const Node<Ghb>& node, const Action& action, const Choice& choice) {
  History history(workspace_, node);
  history.add(std::get<Fire>(action), choice.record(), choice.variables);
  history.use_names_of_node();
  const PathGraph graph = history.graph();
  std::string text;
  for (const PathGraph::Edge& edge : shortest_cycle(graph)) {
    if (text.empty()) text = source_name(context_, graph, edge.from);
    text += " -" + std::string(name(edge.rule)) + "-> " + source_name(context_, graph, edge.to);
  }
  return text;
}

smt::Answer Ghb::Oracle::ask(const Node<Ghb>& node, const Fire& fire, const Choice& choice) {
  History history(workspace_, node);
  history.add(fire, choice.record(), choice.variables);
  const PathGraph graph = history.graph();
  const OrderFormulas query = order_formulas(context_, graph);
  if (query.formulas.empty()) return smt::Answer::Sat;
  const std::function<smt::Annotation()> annotation = [&] {
    smt::Annotation result = Description(context_, graph).describe();
    result.comments = query.comments;
    return result;
  };
  context_.solver.push();
  for (const TermId formula : query.formulas) context_.solver.add(formula);
  const std::string& name = context_.system.name(context_.system.transitions[fire.transition]);
  const smt::Answer answer = context_.solver.check({smt::Purpose::Order, node.id, name, &annotation});
  context_.solver.pop();
  return answer;
}

bool Ghb::Oracle::admits(const Node<Ghb>& node, const Action& action, const Choice& choice) {
  if (!asks_) return !choice.cyclic;
  const Fire& fire = std::get<Fire>(action);
  const smt::Answer answer = ask(node, fire, choice);
  const bool decided = answer == smt::Answer::Sat || answer == smt::Answer::Unsat;
  if (compare_ && decided && (answer == smt::Answer::Unsat) != choice.cyclic) {
    throw InternalError(
        "the rows of node " + std::to_string(node.id) + " say that " + context_.system.name(context_.system.transitions[fire.transition]) +
        (choice.cyclic ? " closes" : " does not close") + " a cycle of ghb, and the solver that it does" + (choice.cyclic ? " not" : ""));
  }
  return decided_by_ == EventOrder::Rows ? !choice.cyclic : answer != smt::Answer::Unsat;
}

}  // namespace parapet::search
