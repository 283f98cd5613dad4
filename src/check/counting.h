// Counts in certificates (NOTE(counts)), from their definition: K(t) is the number of processes of type t. Shares nothing with the search.
//
// A query speaks of the processes z1 .. zm. Let n(t) >= 0 be the number of the other processes of type t. Then
//     K(t) = [type(z1) = t] + .. + [type(zm) = t] + n(t),     #procs = m + the sum of all n(t),
// where [F] is 1 or 0, a new number b with (F && b = 1) || (not F && b = 0). Types that do not occur are taken together.
// A firing changes the types of z1 .. zm as its assignments say. The others are the same processes before and after: without an assignment
// to every cell they keep their types, so both states have the same n(t),
//     K'(t) = [type'(z1) = t] + .. + [type'(zm) = t] + n(t).
// With one, a process of type t' moves to t iff a formula f(t', t) holds, which may not depend on more than its type, and n'(t) is the sum
// over t' of n(t') where f(t', t) holds and 0 where it does not. If the formula does, n'(t) is any number.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "check/firing_instance.h"
#include "le/system.h"
#include "result/certificate.h"
#include "smt/solver.h"

namespace parapet::check {

class CountDefinition {
 public:
  CountDefinition(const le::System& system, TermArena& arena, const Certificate& claims)
      : system_(system), arena_(arena), claims_(claims) {}

  [[nodiscard]] bool is_count(TermId leaf) const;
  [[nodiscard]] bool mentions(const std::vector<TermId>& formulas) const;

  // What holds of the counts in the formulas, which speak of z0 .. z(variables-1) (and of those that occur) and the constants of the model.
  [[nodiscard]] std::vector<TermId> facts(const std::vector<TermId>& formulas, std::uint32_t variables);
  // The same in an initial state: nobody else has a type that init forbids.
  [[nodiscard]] std::vector<TermId> facts_at_init(const std::vector<TermId>& formulas, std::uint32_t variables, smt::Solver& solver);

  // What a universal guard says of processes that are not at hand, where it asks each for its own counted cells only: how many processes
  // have the types that it forbids. Added to `definitions`.
  void add_guard(FiringInstance& instance, const le::Universal& universal, std::uint32_t& next_fresh, std::vector<TermId>& definitions);

  // That a process which the instance does not name moves from one type to the other (or stays, if they are the same) by the firing; nothing:
  // that depends on more than its type.
  [[nodiscard]] std::optional<TermId> others_move(FiringInstance& instance, const le::CountType& from, const le::CountType& to);

  // K(t) after the firing, as a term over the state before; the formulas that define it are added to `definitions`.
  [[nodiscard]] TermId after(FiringInstance& instance, SymbolId count, std::uint32_t& next_fresh, std::vector<TermId>& definitions);

 private:
  using Type = le::CountType;
  struct Query {
    std::vector<const Type*> occurring;
    std::vector<TermId> processes;
    bool counts = false;
  };
  [[nodiscard]] Query query_of(const std::vector<TermId>& formulas, std::uint32_t variables);
  [[nodiscard]] std::vector<TermId> facts_of(const Query& query, const std::vector<TermId>& formulas, const std::vector<bool>* initial);
  [[nodiscard]] TermId has_type(TermId process, const Type& type);
  [[nodiscard]] bool possible(const Type& type) const;
  [[nodiscard]] TermId type_after(FiringInstance& instance, TermId process, const Type& type);
  [[nodiscard]] TermId zero_or_one(TermId formula, std::uint32_t& next_fresh, std::vector<TermId>& definitions);
  [[nodiscard]] TermId number_if(TermId formula, TermId number, std::uint32_t& next_fresh, std::vector<TermId>& definitions);
  [[nodiscard]] TermId total(const std::vector<TermId>& plus, const std::vector<TermId>& minus);
  [[nodiscard]] TermId integer(std::int64_t value);

  const le::System& system_;
  TermArena& arena_;
  const Certificate& claims_;
  std::optional<std::vector<bool>> initial_;  // by type: init allows it
};

}  // namespace parapet::check
