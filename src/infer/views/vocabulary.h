// The vocabulary of views: which terms a view has, and by which features it is described.
//
// A *view* is what j processes z0 .. z(j-1) see of a state: the cells whose indices are among them and the processes `#n` of the model. An
// *open* view also has one snapshot (NOTE(timeline)) of z0: a second value for each cell that a late firing of z0 may read, written
// Read(0, z0, cell), or Read(0, cell) for a shared plain cell. Where each location has a store buffer of its own (NOTE(delayed-writes)), it
// has one delayed write of z0 to a certain cell instead, whose value is Read(0, z0, cell): a table for each of these cells.
//
// A *feature* maps views to one of at most 64 values. A view is described by the row of its feature values; a conjunction of conditions
// "feature f has a value in S" is a cube over z0 .. z(j-1) if every S is *expressible* as literals:
//
//   kind    of                                         values                                  expressible sets
//   ------  -----------------------------------------  --------------------------------------  ------------------------------------------
//   Enum    an enumerated cell                         its constructors                        all
//   Where   a process-valued cell                      z0 .., each `#n`, elsewhere             one process, or any set with elsewhere
//   Same    two cells of one sort                      equal, different                        all
//   Less    two process terms, or two real numbers     <, =, >                                 all
//   Diff    two integers, or one and a constant        the difference, cut to -2 .. 2          intervals, all but one of -1, 0, 1
//   Nested  A[B[..]]: pointer B, enumerated array A    constructors of A, nobody (B points     sets of constructors; they become several
//                                                      to no process)                          cubes (lemma.h)
//
// The vocabulary is read off the program's text. Numbers: two integers are compared only if their names are connected by comparisons,
// sums or copies; the constants are those that a name of the group is compared with or set to. Nested terms exist only where the program
// dereferences: process-valued names that are copied to each other form a class, and a class dereferences A if a transition whose guard
// demands `c = q`, for a name c of the class and a parameter q other than its actor, accesses A[q].
#pragma once

#include <cstdint>
#include <vector>

#include "cube/context.h"
#include "le/system.h"

namespace parapet::search::views {

using ValueSet = std::uint64_t;  // bit v: the value v

enum class FeatureKind : std::uint8_t { Enum, Where, Same, Less, Diff, Nested };

struct Feature {
  FeatureKind kind = FeatureKind::Enum;
  TermId a, b;                 // cells, reads, processes; b may be a Number. Enum, Where, Nested: a only
  SymbolId array;              // Nested
  unsigned values = 0;         // how many
  std::uint64_t mentions = 0;  // bit k: zk occurs in its terms

  [[nodiscard]] ValueSet all() const { return values == 64 ? ~ValueSet{0} : (ValueSet{1} << values) - 1; }
};

inline constexpr unsigned diff_middle = 2;  // the value of Diff for equal numbers
inline constexpr unsigned diff_values = 5;

// Which views a table has.
struct Shape {
  std::uint32_t processes = 0;
  bool open = false;
  TermId delayed{};  // open views with a delayed write: its cell
  friend bool operator==(const Shape&, const Shape&) = default;
};

// What open views have, by weak part.

struct Vocabulary {
  Shape shape;
  std::vector<TermId> places;  // z0 .., then each `#n`: the values of Where but for the last one
  std::vector<TermId> terms;   // cells and reads
  std::vector<Feature> features;
};

// What the text of a program says about names.
struct NameFacts {
  std::vector<std::uint32_t> number_group;          // by symbol: names that are compared, added or copied have the same one
  std::vector<std::vector<Rational>> anchors;       // by group
  std::vector<std::vector<SymbolId>> dereferences;  // by symbol of a process-valued name: enumerated arrays
  std::vector<bool> ordered;                        // by symbol: the process order is asked about its values
  bool order = false;                               // the process order is asked about something
};
[[nodiscard]] NameFacts name_facts(const ld::Program& program);

[[nodiscard]] Vocabulary make_vocabulary(const le::System& system, TermArena& arena, const NameFacts& names, Shape shape, bool nested);

// The largest expressible subset of `allowed` that contains `kept`, which is expressible.
[[nodiscard]] ValueSet widest(const Feature& feature, ValueSet kept, ValueSet allowed);
// The least expressible superset of the set; all values if there is no smaller one.
[[nodiscard]] ValueSet expressible_around(const Feature& feature, ValueSet set);
// The processes that the literals of the set mention.
[[nodiscard]] std::uint64_t mentioned(const Vocabulary& vocabulary, const Feature& feature, ValueSet set);
// Literals, all of which hold iff the feature, which is not Nested, has a value in the expressible set. Their terms go through `map`, a
// function from the cells, reads and processes of the vocabulary to terms.
template <class Map>
void add_literals(TermArena& arena, const Vocabulary& vocabulary, const Feature& feature, ValueSet set, const Map& map,
                  std::vector<TermId>& out) {
  if ((set & feature.all()) == feature.all()) return;
  const TermId a = map(feature.a);
  const TermId b = feature.b.valid() ? map(feature.b) : TermId();
  const auto has = [&](unsigned value) { return (set >> value & 1) != 0; };
  switch (feature.kind) {
    case FeatureKind::Enum:
      out.push_back(arena.member(a, set));
      return;
    case FeatureKind::Where:
      for (unsigned k = 0; k + 1 < feature.values; ++k) {
        const TermId place = map(vocabulary.places[k]);
        if (has(feature.values - 1) && !has(k)) out.push_back(arena.different(a, place));
        if (!has(feature.values - 1) && has(k)) out.push_back(arena.equal(a, place));
      }
      return;
    case FeatureKind::Same:
      out.push_back(has(1) ? arena.equal(a, b) : arena.different(a, b));
      return;
    case FeatureKind::Less:
      if (has(0) && has(2)) return out.push_back(arena.different(a, b));
      if (has(0)) return out.push_back(has(1) ? arena.less_equal(a, b) : arena.less(a, b));
      if (has(2)) return out.push_back(has(1) ? arena.less_equal(b, a) : arena.less(b, a));
      return out.push_back(arena.equal(a, b));
    case FeatureKind::Diff: {
      const auto plus = [&](unsigned value) {  // b + the difference that the value stands for
        const Rational one(1);
        const std::int64_t difference = std::int64_t{value} - diff_middle;
        return arena.sum({&one, 1}, {&b, 1}, Rational(difference), arena.sort(a));
      };
      unsigned first = 0, last = feature.values - 1;
      while (!has(first)) ++first;
      while (!has(last)) --last;
      if (first > 0) out.push_back(arena.less_equal(plus(first), a));
      if (last + 1 < feature.values) out.push_back(arena.less_equal(a, plus(last)));
      for (unsigned k = first; k < last; ++k) {
        if (!has(k)) out.push_back(arena.different(a, plus(k)));
      }
      return;
    }
    case FeatureKind::Nested:
      return;
  }
}

}  // namespace parapet::search::views
