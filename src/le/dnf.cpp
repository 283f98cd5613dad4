// The expansion branches depth first on the disjunctions and keeps one conjunction of the atoms chosen so far. The atoms of a conjunction
// are added and tested before its first disjunction is branched on, so that a contradictory branch ends where the contradiction arises. The
// disjuncts come in the lexicographic order of the alternatives chosen. An alternative that is itself a conjunction or disjunction is
// tested in the same way against the alternatives chosen before.
#include <algorithm>

#include "le/formula.h"

namespace parapet::le {
namespace {

// A bound on the branches, for expansions of which almost all branches are contradictory.
constexpr std::size_t most_branches = 50 * most_disjuncts;

// Joins alternatives on one term: `X = A || X = B` becomes X in {A, B}. Empty if one of the alternatives is true.
std::vector<TermId> merged_members(TermArena& arena, ArgsCopy alternatives) {
  std::vector<TermId> merged;
  for (const TermId alternative : alternatives.span()) {
    const bool member = arena.op(alternative) == Op::Member;
    const auto same = std::find_if(merged.begin(), merged.end(), [&](TermId earlier) {
      return member && arena.op(earlier) == Op::Member && arena.args(earlier)[0] == arena.args(alternative)[0];
    });
    if (same == merged.end()) {
      merged.push_back(alternative);
      continue;
    }
    *same = arena.member(arena.args(alternative)[0], arena.set(alternative) | arena.set(*same));
    if (*same == arena.truth(true)) return {};
  }
  return merged;
}

class Expansion {
 public:
  Expansion(TermArena& arena, SourceRange range) : arena_(arena), range_(range) {}

  std::vector<Conjunction> run(TermId formula) {
    add(formula, nullptr);
    return std::move(disjuncts_);
  }

 private:
  // A list of the disjunctions that are still to be branched on.
  struct Rest {
    TermId disjunction;
    const Rest* next = nullptr;
  };

  // Conjoins the formula with the present conjunction, then branches on the rest.
  void add(TermId formula, const Rest* rest) {
    const std::size_t size = literals_.size();
    const Op op = arena_.op(formula);
    if (op != Op::Or && op != Op::And) {
      if (conjoin(arena_, literals_, formula)) branch(rest);
    } else if (std::find(chosen_.begin(), chosen_.end(), arena_.negate(formula)) == chosen_.end()) {
      chosen_.push_back(formula);
      if (op == Op::Or) {
        const Rest own{formula, rest};
        branch(&own);
      } else {
        add_all(ArgsCopy(arena_.args(formula)), rest);
      }
      chosen_.pop_back();
    }
    literals_.resize(size);
  }

  void add_all(ArgsCopy parts, const Rest* rest) {
    std::vector<Rest> disjunctions;
    for (const TermId part : parts.span()) {
      if (arena_.op(part) == Op::Or) {
        disjunctions.push_back({part, nullptr});
      } else if (!conjoin(arena_, literals_, part)) {
        return;
      }
    }
    for (std::size_t k = disjunctions.size(); k-- > 0;) {
      disjunctions[k].next = rest;
      rest = &disjunctions[k];
    }
    branch(rest);
  }

  void branch(const Rest* rest) {
    if (rest == nullptr) {
      disjuncts_.push_back(literals_);
      check_size(disjuncts_.size(), range_);
      return;
    }
    const std::vector<TermId> alternatives = merged_members(arena_, ArgsCopy(arena_.args(rest->disjunction)));
    if (alternatives.empty()) return branch(rest->next);
    branches_ += alternatives.size();
    if (branches_ > most_branches) throw TooLarge(range_, "this formula takes too long to be expanded into disjuncts");
    for (const TermId alternative : alternatives) add(alternative, rest->next);
  }

  TermArena& arena_;
  SourceRange range_;
  Conjunction literals_;
  std::vector<TermId> chosen_;  // conjunctions and disjunctions that hold in this branch
  std::vector<Conjunction> disjuncts_;
  std::size_t branches_ = 0;
};

}  // namespace

void check_size(std::size_t disjuncts, SourceRange range) {
  if (disjuncts > most_disjuncts) {
    throw TooLarge(range, "this formula has more than " + std::to_string(most_disjuncts) + " disjuncts when it is expanded");
  }
}

bool conjoin(TermArena& arena, Conjunction& literals, TermId atom) {
  if (atom == arena.truth(true)) return true;
  const auto there = [&](TermId other) { return std::find(literals.begin(), literals.end(), other) != literals.end(); };
  if (atom == arena.truth(false) || there(arena.negate(atom))) return false;
  const auto excludes = [&](TermId other) {
    return arena.op(other) == Op::Member && arena.args(other)[0] == arena.args(atom)[0] && (arena.set(other) & arena.set(atom)) == 0;
  };
  if (arena.op(atom) == Op::Member && std::any_of(literals.begin(), literals.end(), excludes)) return false;
  if (!there(atom)) literals.push_back(atom);
  return true;
}

bool conjoin(TermArena& arena, Conjunction& literals, const Conjunction& more) {
  return std::all_of(more.begin(), more.end(), [&](TermId atom) { return conjoin(arena, literals, atom); });
}

std::vector<Conjunction> to_dnf(TermArena& arena, TermId formula, SourceRange range) { return Expansion(arena, range).run(formula); }

}  // namespace parapet::le
