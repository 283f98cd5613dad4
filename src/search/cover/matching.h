// The injections of F's variables into G's under which each literal of F without open reads is implied by a literal of G.
//
// An injection is found by matching, not by enumeration: a literal of F with unmapped processes is matched against the literals of G of its
// shape, which maps them (`match`). Processes that occur only in literals that cannot map anything (cell <> process, literals with open
// reads), or only in the weak part, are mapped in every way (`map_rest`); then those literals are tested.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/narrow.h"
#include "cube/indexed.h"

namespace parapet::search {

// An injection of F's variables into G's, as far as it is made (F and G as in cover.h).

struct ProcessMap {
  const IndexedLiterals* f = nullptr;
  const IndexedLiterals* g = nullptr;
  bool whole = true;  // every literal of F is to be implied
  std::vector<ProcessCode> image;
  std::vector<char> taken;

  void start(const IndexedLiterals& the_f, const IndexedLiterals& the_g, bool every_literal) {
    f = &the_f;
    g = &the_g;
    whole = every_literal;
    image.assign(f->processes, no_process);
    taken.assign(g->processes, 0);
  }

  [[nodiscard]] ProcessCode mapped(ProcessCode code) const { return (code & constant_code) != 0 ? code : image[code]; }
  // The image of a literal's last process, if it has one.
  [[nodiscard]] ProcessCode last_mapped(const Flat& flat) const {
    return flat.count == 0 ? no_process : mapped(flat.args[flat.count - 1u]);
  }

  void set(std::uint32_t variable, ProcessCode to) {
    image[variable] = to;
    taken[to] = 1;
  }
  void unset(std::uint32_t variable) {
    taken[image[variable]] = 0;
    image[variable] = no_process;
  }

  [[nodiscard]] bool may_map(std::uint32_t variable, ProcessCode to) const {
    const auto& from = f->profiles[variable];
    const auto& there = g->profiles[to];
    const bool reads = g->has_memory || ((from.reads & ~there.reads) == 0 && (!whole || (from.values & ~there.values) == 0));
    return reads && taken[to] == 0 && ascends(variable, to);
  }

  // Of G's twins the first one that is free: G looks the same after exchanging them. (F's twins are mapped in ascending order, since their
  // literals are.)
  [[nodiscard]] bool first_of_twins(ProcessCode to) const {
    const ProcessCode before = g->twin_before[to];
    return before == no_process || taken[before] != 0;
  }

 private:
  // Twins have ascending images.
  [[nodiscard]] bool ascends(std::uint32_t variable, ProcessCode to) const {
    const ProcessCode before = f->twin_before[variable];
    const ProcessCode after = f->twin_after[variable];
    return (before == no_process || image[before] == no_process || image[before] < to) &&
           (after == no_process || image[after] == no_process || to < image[after]);
  }
};

// Whether a literal of G implies a literal of F under a map of processes: literal by literal, without a solver. Where a solver decides
// everything (Context::asks_all), only whether G has a literal of the same shape about the same cell: the solver is asked about the rest.

enum class Implied : std::uint8_t { Yes, No, Contradicted };

class Implication {
 public:
  explicit Implication(const Context& context) : arena_(context.arena), by_shape_(context.asks_all) {}

  // Before the instances of many F in one G: a table of G's literals `cell in set` with at most one process, by shape and process.
  void prepare(const IndexedLiterals& g);
  [[nodiscard]] bool is_prepared(const IndexedLiterals& g) const { return prepared_ == &g; }

  // How a literal of G bears on a literal of F with the same shape and the same cell; `f_last` is the image of F's last process.
  [[nodiscard]] Implied compare(const Flat& f, ProcessCode f_last, const Flat& g) const;

  // All processes of the literal are mapped.
  [[nodiscard]] Implied implied(const Flat& f, const ProcessMap& map) const;
  // The same, of a G that is prepared.
  [[nodiscard, gnu::always_inline]] inline Implied implied_in_table(const Flat& f, const ProcessMap& map) const {
    if (f.kind != Flat::Kind::Member || f.count > 1 || (f.count == 1 && (f.args[0] & constant_code) != 0)) return implied(f, map);
    const std::size_t column = f.count == 0 ? 0u : map.image[f.args[0]] + 1u;
    const std::uint64_t set = f.shape < row_of_shape_.size() ? table_[row_of_shape_[f.shape] * table_width_ + column] : 0;
    if (set == 0) return Implied::No;
    if ((set & ~f.set) == 0) return Implied::Yes;
    return (set & f.set) == 0 ? Implied::Contradicted : Implied::No;
  }
  // Of a literal `cell(v) in set` of a G that is prepared: adds to costs[p], for each process p of G, 1 if G does not imply it with p for
  // v, and `contradicted` if G contradicts it.
  void add_costs(const Flat& f, std::uint32_t contradicted, std::span<std::uint32_t> costs) const {
    const std::uint64_t* const sets = table_.data() + (f.shape < row_of_shape_.size() ? row_of_shape_[f.shape] * table_width_ : 0) + 1;
    for (std::size_t p = 0; p < costs.size(); ++p) {
      const std::uint64_t set = sets[p];
      if (set == 0 || (set & ~f.set) != 0) costs[p] += set != 0 && (set & f.set) == 0 ? contradicted : 1;
    }
  }

 private:
  [[nodiscard]] Implied implied_by_scan(const Flat& f, const ProcessMap& map) const;
  [[nodiscard]] Rational constant(TermId sum) const { return arena_.op(sum) == Op::Sum ? arena_.number(sum) : Rational(0); }

  const TermArena& arena_;
  const bool by_shape_;
  const IndexedLiterals* prepared_ = nullptr;
  std::vector<std::uint32_t> row_of_shape_, used_shapes_;
  std::vector<std::uint64_t> table_;
  std::size_t table_width_ = 1;
};

class Matching {
 public:
  // Literals matched in one run: cubes with many processes that are nearly alike have too many ways. Not covered is always a sound answer.
  static constexpr std::size_t most_steps = 100'000;

  Matching(const Context& context, const Implication& implication) : context_(context), implication_(implication) {}

  // Calls done() for each injection, until one call is true; whether one was. `map` is a started one, and then the injection.
  [[nodiscard]] bool run(ProcessMap& map, const std::function<bool()>& done);

 private:
  bool match(std::size_t k);
  bool map_rest(std::uint32_t variable);
  [[nodiscard]] bool test_rest() const;
  // Maps processes so that the literal g of G is one that f matches; the processes newly mapped go to trail.
  [[nodiscard]] bool unify(const Flat& f, const Flat& g, std::vector<ProcessCode>& trail);

  const Context& context_;
  const Implication& implication_;
  ProcessMap* map_ = nullptr;
  const std::function<bool()>* done_ = nullptr;
  std::size_t steps_ = 0;
};

}  // namespace parapet::search
