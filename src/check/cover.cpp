// F covers G under an injection s of F's variables into G's (constants stay) and a map m of F's nodes to G's nodes or *now* if
//   every item of r, renamed, is an item of m(r) (now: it is read as the memory cell);
//   along each list: m(r') is m(r), or comes after it, or is now, for r' after r; after a now only now;
//   r in the list of p and m(r) not now: m(r) is in the list of s(p), and if p is clean in F, s(p) is clean in G;
//   G's literals imply F's under (s, m).
// The cubes F1, F2, ... cover G together iff  G && AND over all (F, s, m) with the first three of  not F(s, m)  is unsatisfiable.
// Literals of F that G has are left out of the clause, and instances with one that G excludes are left out altogether: the formula stays
// equivalent. An instance of which nothing is left covers G alone. A literal is looked at as soon as its processes are mapped, the items of
// a node as soon as the node is.
#include "check/cover.h"

#include <algorithm>

#include "check/reference.h"

namespace parapet::check {
namespace {

constexpr std::uint32_t now = UINT32_MAX;

}  // namespace

std::uint64_t BoundedSolver::possible(TermId leaf) const {
  const TermId cell = arena_.op(leaf) == Op::Read ? arena_.location(leaf) : leaf;
  return arena_.op(cell) == Op::Cell ? narrowed_[arena_.symbol(cell).index()] : ~std::uint64_t{0};
}

smt::Answer BoundedSolver::check(const std::vector<TermId>& formulas, std::uint64_t cube, std::string_view transition) {
  if (std::find(formulas.begin(), formulas.end(), arena_.truth(false)) != formulas.end()) return smt::Answer::Unsat;
  ++queries_;
  std::vector<TermId> leaves;
  for (const TermId formula : formulas) each_leaf(arena_, formula, [&](TermId leaf) { leaves.push_back(leaf); });
  std::sort(leaves.begin(), leaves.end());
  leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
  solver_.push();
  for (const TermId leaf : leaves) {
    const std::uint64_t set = possible(leaf);
    if (set != ~std::uint64_t{0}) solver_.add(arena_.member(leaf, set));
  }
  for (const TermId formula : formulas) solver_.add(formula);
  const smt::Answer answer = solver_.check({smt::Purpose::Certify, cube, transition});
  solver_.pop();
  return answer;
}

Cover::Cover(TermArena& arena, BoundedSolver& solver, const std::vector<CertificateCube>& cubes)
    : arena_(arena), solver_(solver), cubes_(cubes) {
  for (const CertificateCube& cube : cubes) {
    auto& by_variable = complete_.emplace_back(cube.processes);
    for (const TermId literal : cube.literals) {
      bool reads = false;
      each_leaf(arena_, literal, [&](TermId leaf) { reads = reads || arena_.op(leaf) == Op::Read; });
      if (const int last = last_variable(literal); last >= 0 && !reads) by_variable[static_cast<std::size_t>(last)].push_back(literal);
    }
  }
}

int Cover::last_variable(TermId term) const {
  if (arena_.op(term) == Op::ProcessVar) return static_cast<int>(arena_.payload(term));
  int last = -1;
  for (const TermId arg : arena_.args(term)) last = std::max(last, last_variable(arg));
  return last;
}

smt::Answer Cover::uncovered(const CertificateCube& cube, std::size_t first, std::string_view transition) {
  learn(cube);
  if (contradictory_) return smt::Answer::Unsat;
  clauses_.clear();
  if (first < cubes_.size() && each_injection(first)) return smt::Answer::Unsat;
  if (solver_.check(cube.literals, first + 1, transition) == smt::Answer::Unsat) return smt::Answer::Unsat;
  for (std::size_t k = 0; k < cubes_.size(); ++k) {
    if (k != first && each_injection(k)) return smt::Answer::Unsat;
  }
  std::vector<TermId> all = cube.literals;
  all.insert(all.end(), clauses_.begin(), clauses_.end());
  return solver_.check(all, first + 1, transition);
}

void Cover::learn(const CertificateCube& cube) {
  g_ = &cube;
  facts_.clear();
  sets_.clear();
  contradictory_ = false;
  const auto add = [&](TermId atom) {
    facts_.insert(atom.value);
    if (atom == arena_.truth(false)) contradictory_ = true;
    if (arena_.op(atom) != Op::Member) return;
    const TermId term = arena_.args(atom)[0];
    std::uint64_t& set = sets_.try_emplace(term.value, solver_.possible(term)).first->second;
    set &= arena_.payload(atom);
    contradictory_ = contradictory_ || set == 0;
  };
  for (const TermId literal : cube.literals) {
    if (arena_.op(literal) != Op::And) {
      add(literal);
      continue;
    }
    for (const TermId part : arena_.args(literal)) add(part);
  }
}

Cover::Known Cover::known(TermId literal) const {
  if (literal == arena_.truth(true) || facts_.contains(literal.value)) return Known::True;
  if (literal == arena_.truth(false)) return Known::False;
  if (arena_.op(literal) != Op::Member) return facts_.contains(arena_.negate(literal).value) ? Known::False : Known::Open;
  const TermId term = arena_.args(literal)[0];
  const auto at = sets_.find(term.value);
  const std::uint64_t set = at == sets_.end() ? solver_.possible(term) : at->second;
  if ((set & arena_.payload(literal)) == 0) return Known::False;
  return (set & ~arena_.payload(literal)) == 0 ? Known::True : Known::Open;
}

// True: an instance covers the cube alone.
bool Cover::each_injection(std::size_t number) {
  const CertificateCube& f = cubes_[number];
  const auto choose = [&](const auto& self) -> bool {
    if (image_.size() == f.processes) return each_node_map(f);
    for (std::uint32_t to = 0; to < g_->processes; ++to) {
      if (std::find(image_.begin(), image_.end(), to) != image_.end()) continue;
      image_.push_back(to);
      const auto& complete = complete_[number][image_.size() - 1];
      const bool excluded = std::any_of(complete.begin(), complete.end(), [&](TermId l) { return known(renamed(l)) == Known::False; });
      const bool covered = !excluded && self(self);
      image_.pop_back();
      if (covered) return true;
    }
    return false;
  };
  image_.clear();
  nodes_.clear();
  return choose(choose);
}

bool Cover::each_node_map(const CertificateCube& f) {
  if (nodes_.size() == f.open.items.size()) return allowed(f) && add_instance(f);
  const auto count = static_cast<std::uint32_t>(g_->open.items.size());
  for (std::uint32_t k = 0; k <= count; ++k) {
    nodes_.push_back(k == count ? now : k);
    const bool covered = has_items(f, nodes_.size() - 1) && each_node_map(f);
    nodes_.pop_back();
    if (covered) return true;
  }
  return false;
}

bool Cover::add_instance(const CertificateCube& f) {
  std::vector<TermId> open;
  for (const TermId literal : f.literals) {
    const TermId instance = renamed(literal);
    const Known truth = known(instance);
    if (truth == Known::False) return false;
    if (truth == Known::Open) open.push_back(arena_.negate(instance));
  }
  if (open.empty()) return true;
  const TermId clause = arena_.disjunction(open);
  if (std::find(clauses_.begin(), clauses_.end(), clause) == clauses_.end()) clauses_.push_back(clause);
  return false;
}

TermId Cover::renamed(TermId term) {
  return arena_.rewrite(term, [&](TermId leaf) {
    if (arena_.op(leaf) == Op::ProcessVar) return arena_.process(image_[arena_.payload(leaf)]);
    if (arena_.op(leaf) != Op::Read) return leaf;
    const std::uint32_t to = nodes_[arena_.payload(leaf)];
    return to == now ? arena_.location(leaf) : arena_.read(to, arena_.reader(leaf), arena_.location(leaf));
  });
}

bool Cover::has_items(const CertificateCube& f, std::size_t node) {
  if (nodes_[node] == now) return true;
  const auto& there = g_->open.items[nodes_[node]];
  const auto& items = f.open.items[node];
  return std::all_of(items.begin(), items.end(),
                     [&](TermId item) { return std::find(there.begin(), there.end(), renamed(item)) != there.end(); });
}

bool Cover::allowed(const CertificateCube& f) {
  return std::all_of(f.open.lists.begin(), f.open.lists.end(), [&](const OpenReads::List& list) { return allowed(list); });
}

bool Cover::allowed(const OpenReads::List& list) {
  const OpenReads::List* target = g_->open.find(renamed(list.process));
  std::size_t previous = 0;  // place in the target's list; now comes after all places
  for (const std::uint32_t node : list.nodes) {
    std::size_t place = SIZE_MAX;
    if (nodes_[node] != now) {
      if (target == nullptr || (list.clean && !target->clean)) return false;
      const auto at = std::find(target->nodes.begin(), target->nodes.end(), nodes_[node]);
      if (at == target->nodes.end()) return false;
      place = static_cast<std::size_t>(at - target->nodes.begin());
    }
    if (place < previous) return false;
    previous = place;
  }
  return true;
}

}  // namespace parapet::check
