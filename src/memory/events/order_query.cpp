// One rank per event; an edge a -> b is ghb(a, b), rank(a) < rank(b). The reads that the newest firing could satisfy are open choices: each
// gives the alternative ghb(w, r) or ghb(r, w), and then the one that is being tried. The record of the question has more (order_text.h).
#include "memory/events/order_query.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/contract.h"
#include "memory/events/ghb.h"
#include "memory/events/order_text.h"

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

  Context& context_;
  TermArena& arena_;
  const PathGraph& graph_;
};

}  // namespace

std::vector<std::string> event_names(Context& context, const PathGraph& graph) { return Description(context, graph).names(); }

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

std::string Ghb::why_not(const Node& node, const Action& action, const Choice& choice) {
  History history(context, touched_, node);
  history.add(std::get<Fire>(action), choice.record, choice.variables, node.cube);
  history.use_names_of_node();
  const PathGraph graph = history.graph();
  std::string text;
  for (const PathGraph::Edge& edge : shortest_cycle(graph)) {
    if (text.empty()) text = source_name(context, graph, edge.from);
    text += " -" + std::string(name(edge.rule)) + "-> " + source_name(context, graph, edge.to);
  }
  return text;
}

smt::Answer Ghb::ask(const PathGraph& graph, const smt::Query& query) {
  const std::vector<TermId> formulas = order_formulas(context.arena, graph);
  if (formulas.empty()) return smt::Answer::Sat;
  context.solver.push();
  for (const TermId formula : formulas) context.solver.add(formula);
  const smt::Answer answer = context.solver.check(query);
  context.solver.pop();
  return answer;
}

void Ghb::record(const smt::Decision& decision, const Node& node, const Choice& choice, const std::vector<TermId>& literals,
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

bool Ghb::admits(const Node& node, const Action& action, const Choice& choice, const std::vector<TermId>& literals) {
  if (!asks_ && context.decisions == nullptr) return !choice.cyclic;
  const Fire& fire = std::get<Fire>(action);
  const std::string& name = context.system.name(context.system.transitions[fire.transition]);
  History history(context, touched_, node);
  history.add(fire, choice.record, choice.variables, node.cube);
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
