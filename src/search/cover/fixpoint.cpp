#include "search/cover/fixpoint.h"

#include <algorithm>
#include <chrono>

#include "base/narrow.h"

namespace parapet::search {

template <class Visit>
void Fixpoint::each(const Visited& visited, const UnionInstances& all, Visit&& visit) {
  for (std::span<const std::uint32_t> rest = all; !rest.empty();) {
    const Node& f = visited[rest[0]];
    visit(f, take_instance(rest, f.cube.processes, f.cube.weak.open.items.size()));
  }
}

std::optional<std::uint32_t> Fixpoint::covered_by_one(Indexed& g, const Visited& visited, std::size_t begin) {
  candidates_.clear();
  find_covering(begin, g, visited, 0);
  if (!candidates_.empty()) complete_index(context_, g);
  for (const std::uint32_t k : candidates_) {
    if (test_.covers(visited[k].indexed, g)) return k;
  }
  return std::nullopt;
}

bool Fixpoint::covers(Indexed& f, Indexed& g) {
  if (f.processes > g.processes || (f.refuses & g.holds) != 0 || !f.needs.within(g.has, 0)) return false;
  complete_index(context_, f);
  complete_index(context_, g);
  return test_.covers(f, g);
}

void Fixpoint::add_instances(const Indexed& g, const Visited& visited, std::size_t begin, UnionInstances& all) {
  candidates_.clear();
  find_covering(begin, g, visited, narrow<unsigned>(most_residual));
  test_.prepare(g);
  for (const std::uint32_t k : candidates_) test_.add_instances(k, visited[k].indexed, g, most_residual, all);
}

bool Fixpoint::has_deleted(const Visited& visited, const UnionInstances& all) {
  bool found = false;
  each(visited, all, [&](const Node& f, const EncodedInstance&) { found = found || f.deleted; });
  return found;
}

bool Fixpoint::covered_by_union(const Indexed& g, const Visited& visited, const UnionInstances& all, std::uint64_t id) {
  collect(g, visited, all);
  if (context_.states_decisions()) return state_and_decide_union(g, id);
  drop_free_clauses(g);
  return !clauses_.empty() && contradictory(g, {smt::Purpose::Fixpoint, id, {}}) == smt::Answer::Unsat;
}

void Fixpoint::record_cover(const Indexed& g) {
  if (context_.asks_all) return;
  const auto question = test_.question();
  context_.decisions->record({{smt::Purpose::Cover, g.node, {}}, smt::Answer::Unsat, smt::by_literal_sets}, question.formulas,
                             question.comments);
}

void Fixpoint::find_covering(std::size_t begin, const Indexed& g, const Visited& visited, unsigned most) {
  visited.find_covering(begin, g, most, scratch_, candidates_);
  context_.spend(std::exchange(scratch_.steps, 0) / 8);
}

smt::Answer Fixpoint::contradictory(const Indexed& g, const smt::Query& query) {
  context_.solver.push();
  for (const TermId literal : g.cube->literals) context_.solver.add(literal);
  for (const TermId clause : clauses_) context_.solver.add(clause);
  collect_known(g);
  for (const TermId known : literals_) context_.solver.add(known);
  const smt::Answer answer = context_.solver.check(query);
  if (context_.decisions != nullptr) decided_by_ = {std::string(context_.solver.answered_by()), context_.solver.reason()};
  context_.solver.pop();
  return answer;
}

void Fixpoint::collect_known(const Indexed& g) {
  literals_.clear();
  for (const TermId literal : g.cube->literals) context_.normalizer.add_known(literal, literals_);
  for (const TermId clause : clauses_) context_.normalizer.add_known(clause, literals_);
  context_.normalizer.counting().add_facts(g.cube->literals, clauses_, g.processes, literals_);
}

bool Fixpoint::state_and_decide_union(const Indexed& g, std::uint64_t id) {
  collect_known(g);
  std::vector<TermId> formulas = g.cube->literals;
  smt::DecisionLog::Comments comments;
  comments.above = {"unsatisfiable: every state of the cube is one of the visited nodes named below"};
  comments.above.insert(comments.above.end(), order_.events.begin(), order_.events.end());
  comments.by_formula.assign(formulas.size(), "");
  comments.by_formula.insert(comments.by_formula.end(), order_.given.size(), "the order of events");
  for (const std::uint64_t node : clause_of_) comments.by_formula.push_back("not node " + std::to_string(node));
  comments.by_formula.insert(comments.by_formula.end(), literals_.size(), "always holds");
  for (const auto* part : {&order_.given, &stated_, &literals_}) formulas.insert(formulas.end(), part->begin(), part->end());
  smt::Decision decision{{smt::Purpose::Fixpoint, id, {}}, smt::Answer::Sat, smt::by_literal_sets};
  if (context_.asks_all) {
    return !clauses_.empty() && smt::ask_and_record(context_.solver, decision.query, formulas, comments) == smt::Answer::Unsat;
  }
  drop_free_clauses(g);
  if (!clauses_.empty()) {
    smt::Query part = decision.query;
    part.part = true;
    const auto start = std::chrono::steady_clock::now();
    decision.answer = contradictory(g, part);
    decision.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    decision.asked = true;
    decision.by = decided_by_.first;
    if (decision.answer != smt::Answer::Sat && decision.answer != smt::Answer::Unsat) decision.reason = decided_by_.second;
  }
  context_.decisions->record(decision, formulas, comments);
  return decision.answer == smt::Answer::Unsat;
}

void Fixpoint::collect(const Indexed& g, const Visited& visited, const UnionInstances& all) {
  clauses_.clear();
  clause_of_.clear();
  stated_.clear();
  order_ = {};
  seen_.clear();
  union_of_.clear();
  each(visited, all, [&](const Node& f, const EncodedInstance& instance) {
    if (f.deleted) return;
    read_negated(f.indexed, g, instance);
    const TermId clause = literals_.size() == 1 ? literals_[0] : context_.arena.disjunction(literals_);
    if (!seen_.insert(clause.value).second) return;
    clauses_.push_back(clause);
    if (context_.states_decisions()) state_clause(f.id);
    const auto position = narrow<std::uint32_t>(f.visited_at);
    if (union_of_.empty() || union_of_.back() != position) union_of_.push_back(position);
  });
}

void Fixpoint::read_negated(const Indexed& f, const Indexed& g, const EncodedInstance& instance) {
  literals_.clear();
  const bool short_keys = !context_.states_decisions() && std::all_of(instance.left.begin(), instance.left.end(), [&](std::uint32_t k) {
    return !f.flats[k].slow && f.flats[k].count <= 2;
  });
  const auto key = [&](std::uint32_t k) {
    const Flat& flat = f.flats[k];
    std::uint64_t images = 0;
    for (std::size_t arg = 0; arg < flat.count; ++arg) {
      const ProcessCode code = flat.args[arg];
      images = images << 16 | ((code & constant_code) != 0 ? code : instance.processes[code]);
    }
    return std::uint64_t{flat.term.value} << 32 | images;
  };
  if (short_keys) {
    for (const std::uint32_t k : instance.left) {
      const auto known = negated_.find(key(k));
      if (known == negated_.end()) break;
      literals_.push_back(known->second);
    }
    if (literals_.size() == instance.left.size()) return;
    literals_.clear();
  }
  test_.read_instance(f, g, instance, literals_);
  for (TermId& literal : literals_) literal = context_.normalizer.negate(literal);
  if (!short_keys) return;
  for (std::size_t k = 0; k < literals_.size(); ++k) negated_.emplace(key(instance.left[k]), literals_[k]);
}

void Fixpoint::state_clause(std::uint64_t node) {
  order_ = test_.order();
  for (const TermId needed : order_.needed) literals_.push_back(context_.arena.negate(needed));
  stated_.push_back(context_.arena.disjunction(literals_));
  clause_of_.push_back(node);
}

void Fixpoint::drop_free_clauses(const Indexed& g) {
  if (clauses_.empty()) return;
  if (uses_.size() < context_.arena.size()) uses_.resize(context_.arena.size(), 0);
  const auto count = [&](TermId formula, int by) { each_leaf(context_.arena, formula, [&](TermId leaf) { uses_[leaf.index()] += by; }); };
  for (const TermId literal : g.cube->literals) count(literal, 1);
  for (const TermId clause : clauses_) count(clause, 1);
  const auto is_free = [&](TermId literal) {
    context_.spend();
    bool free = false;
    each_leaf(context_.arena, literal,
              [&](TermId leaf) { free = free || (uses_[leaf.index()] == 1 && !context_.normalizer.is_confined(leaf)); });
    return free;
  };
  for (bool changed = true; changed;) {
    changed = std::erase_if(clauses_, [&](TermId clause) {
                const bool single = context_.arena.op(clause) != Op::Or;
                const auto literals = single ? std::span<const TermId>(&clause, 1) : context_.arena.args(clause);
                if (!std::any_of(literals.begin(), literals.end(), is_free)) return false;
                count(clause, -1);
                return true;
              }) != 0;
  }
  for (const TermId literal : g.cube->literals) count(literal, -1);
  for (const TermId clause : clauses_) count(clause, -1);
}

}  // namespace parapet::search
