// Classes of equal variables (each member knows its root, the smaller class is relabelled), a domain per class, and disequalities as
// adjacency lists of the members. Propagation: merging intersects domains; a domain of one value is removed from the domains of what
// differs from it. Every step is on a trail, newest first, so undo is exact and no step allocates once the vectors have grown.
//
// Invariants between calls: equal variables have one root; no class is apart from itself; no domain is empty; a class with one value has
// been removed from its neighbours.
//
// The remaining question, whether finite domains are large enough for the disequalities, is list colouring (colour.h). Wide classes of a
// finite sort have more than 64 values: with fewer neighbours than values they can always be coloured, otherwise we give up.
#include "smt/native/equality.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/narrow.h"

namespace parapet::smt::native {
namespace {

constexpr std::uint32_t no_node = UINT32_MAX;

// Faster than std::has_single_bit, which counts bits and is a function call without a machine instruction for that.
bool is_single(std::uint64_t set) { return set != 0 && (set & (set - 1)) == 0; }

}  // namespace

EqualityTheory::Variable EqualityTheory::add(std::uint64_t set, Info info) {
  const auto v = parapet::narrow<Variable>(root_.size());
  info.next = v;
  info.members = 1;
  info.apart = no_node;
  root_.push_back(v);
  domain_.push_back(set);
  info_.push_back(info);
  node_of_.push_back(no_node);
  position_of_.push_back(no_node);
  return v;
}

EqualityTheory::Variable EqualityTheory::add_variable(std::uint64_t set) { return add(set, {64, 0, 1, 0, no_node, false}); }

EqualityTheory::Variable EqualityTheory::add_wide_variable(std::uint32_t size, std::uint32_t name) {
  return add(~std::uint64_t{0}, {size, name, 1, 0, no_node, true});
}

// Visits the roots of the classes that differ from this one, until `visit` returns false.
template <class Visit>
bool EqualityTheory::each_apart(Variable root, Visit visit) const {
  Variable member = root;
  do {
    for (std::uint32_t at = info_[member].apart; at != no_node; at = apart_[at].next) {
      if (!visit(root_[apart_[at].other])) return false;
    }
    member = info_[member].next;
  } while (member != root);
  return true;
}

Truth EqualityTheory::equal(Variable a, Variable b) const {
  const Variable x = root_[a];
  const Variable y = root_[b];
  if (x == y) return Truth::True;
  const std::uint64_t common = domain_[x] & domain_[y];
  if (common == 0) return Truth::False;
  if (!info_[x].wide && is_single(domain_[x]) && domain_[x] == domain_[y]) return Truth::True;
  if (info_[x].name != 0 && info_[y].name != 0) return Truth::False;
  const bool x_smaller = info_[x].members <= info_[y].members;
  const Variable other = x_smaller ? y : x;
  return each_apart(x_smaller ? x : y, [&](Variable r) { return r != other; }) ? Truth::Open : Truth::False;
}

bool EqualityTheory::narrow(Variable root, std::uint64_t domain) {
  if (domain == domain_[root]) return true;
  trail_.push_back({root, false, 0, domain_[root]});
  domain_[root] = domain;
  if (is_single(domain)) work_.push_back(root);
  return domain != 0;
}

// Removes single values from the domains of neighbours. A class may have been merged since it was queued, so its root is looked up.
bool EqualityTheory::settle() {
  bool consistent = true;
  while (!work_.empty()) {
    const Variable root = root_[work_.back()];
    work_.pop_back();
    const std::uint64_t value = domain_[root];
    if (consistent) consistent = each_apart(root, [&](Variable r) { return narrow(r, domain_[r] & ~value); });
  }
  return consistent;
}

bool EqualityTheory::restrict(Variable v, std::uint64_t set) {
  const Variable root = root_[v];
  const bool consistent = narrow(root, domain_[root] & set);
  if (!consistent) work_.clear();
  return consistent && settle();
}

bool EqualityTheory::merge(Variable a, Variable b) {
  Variable keep = root_[a];
  Variable gone = root_[b];
  if (keep == gone) return true;
  if (info_[keep].members < info_[gone].members) std::swap(keep, gone);
  Info& kept = info_[keep];
  Info& lost = info_[gone];
  if (kept.name != 0 && lost.name != 0) return false;
  if (!each_apart(gone, [&](Variable r) { return r != keep; })) return false;
  const std::uint64_t common = domain_[keep] & domain_[gone];
  if (common == 0) return false;
  if (!narrow(keep, common)) return false;
  // If only `keep` had a single value before, the neighbours of `gone` must be told.
  if (!kept.wide && is_single(common) && work_.empty()) work_.push_back(keep);
  trail_.push_back({gone, true, kept.name, 0});
  Variable member = gone;
  do {
    root_[member] = keep;
    member = info_[member].next;
  } while (member != gone);
  std::swap(kept.next, lost.next);
  kept.members += lost.members;
  if (kept.name == 0) kept.name = lost.name;
  return settle();
}

bool EqualityTheory::separate(Variable a, Variable b) {
  const Variable x = root_[a];
  const Variable y = root_[b];
  if (x == y) return false;
  const auto at = parapet::narrow<std::uint32_t>(apart_.size());
  apart_.push_back({a, b, info_[a].apart});
  info_[a].apart = at;
  apart_.push_back({b, a, info_[b].apart});
  info_[b].apart = at + 1;
  if (info_[x].wide) return true;
  const std::uint64_t of_x = domain_[x];
  const std::uint64_t of_y = domain_[y];
  bool consistent = true;
  if (is_single(of_x)) consistent = narrow(y, of_y & ~of_x);
  if (consistent && is_single(of_y)) consistent = narrow(x, of_x & ~of_y);
  if (!consistent) work_.clear();
  return consistent && settle();
}

void EqualityTheory::undo(Mark mark) {
  while (trail_.size() > mark.trail) {
    const Change& change = trail_.back();
    if (change.merged) {
      const Variable gone = change.variable;
      Info& lost = info_[gone];
      const Variable keep = root_[gone];
      Info& kept = info_[keep];
      std::swap(kept.next, lost.next);
      kept.members -= lost.members;
      kept.name = change.name;
      Variable member = gone;
      do {
        root_[member] = gone;
        member = info_[member].next;
      } while (member != gone);
    } else {
      domain_[change.variable] = change.domain;
    }
    trail_.pop_back();
  }
  for (; apart_.size() > mark.apart; apart_.pop_back()) info_[apart_.back().owner].apart = apart_.back().next;
}

Truth EqualityTheory::colour() {
  for (const Variable root : coloured_) node_of_[root] = no_node;
  coloured_.clear();
  colouring_.clear();
  const auto node = [&](Variable root) {
    if (node_of_[root] == no_node) {
      node_of_[root] = colouring_.add_node(domain_[root]);
      coloured_.push_back(root);
    }
    return node_of_[root];
  };
  for (std::size_t k = 0; k < apart_.size(); k += 2) {
    const Variable x = root_[apart_[k].owner];
    const Variable y = root_[apart_[k].other];
    if (!info_[x].wide && (domain_[x] & domain_[y]) != 0) colouring_.add_edge(node(x), node(y));
  }
  const Truth narrow_ones = coloured_.empty() ? Truth::True : colouring_.solve();
  return narrow_ones == Truth::True ? colour_wide() : narrow_ones;
}

Truth EqualityTheory::colour_wide() {
  for (const Variable root : positioned_) position_of_[root] = no_node;
  positioned_.clear();
  for (const Apart& apart : apart_) {
    const Variable root = root_[apart.owner];
    const Info& info = info_[root];
    if (!info.wide || info.size == 0 || info.name != 0 || position_of_[root] != no_node) continue;
    taken_.clear();
    each_apart(root, [&](Variable r) {
      taken_.push_back(info_[r].name != 0 ? info_[r].name - 1 : position_of_[r]);
      return true;
    });
    std::sort(taken_.begin(), taken_.end());
    taken_.erase(std::unique(taken_.begin(), taken_.end()), taken_.end());
    std::uint32_t choice = 0;
    while (choice < taken_.size() && taken_[choice] == choice) ++choice;
    if (choice >= info.size) return Truth::Open;
    position_of_[root] = choice;
    positioned_.push_back(root);
  }
  return Truth::True;
}

std::uint32_t EqualityTheory::position(Variable v) const {
  const Variable root = root_[v];
  if (info_[root].wide) {
    if (info_[root].name != 0) return info_[root].name - 1;
    return position_of_[root] == no_node ? 0 : position_of_[root];
  }
  const std::uint64_t set = node_of_[root] == no_node ? domain_[root] : colouring_.value(node_of_[root]);
  return parapet::narrow<std::uint32_t>(std::countr_zero(set));
}

}  // namespace parapet::smt::native
