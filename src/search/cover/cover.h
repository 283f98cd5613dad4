// When one cube covers another, and the instances of a cube that matter for covering by a union.
//
// F covers G if there are an injection s of F's variables into G's (constants stay) and a map m of F's open reads (the weak part's
// `embed`) such that
//   every item of an open read r of F, renamed, is an item of m(r) (where m(r) is made_now, the item is the term that G reads now), and
//   G's literals imply F's literals under (s, m).
// Then every state of G is one of F. Here "imply" is literal by literal: each of F's is implied by one of G's (implication.h). (All
// together, and by several F at once: fixpoint.h.)
//
// Where a solver decides everything, it is asked for each (s, m) under which every literal of F has one of its shape in G: F covers G if
//   G && not F under (s, m)
// is unsatisfiable, together with the order of events where the weak part has one.
//
// s comes first: matching.h, or instances.h where literals may be left over. It does not know the weak part. Then m, one open read after
// the other, here; literals with open reads are tested as soon as their highest read is mapped.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/narrow.h"
#include "cube/context.h"
#include "cube/cube_terms.h"
#include "cube/indexed.h"
#include "memory/part.h"
#include "search/cover/instances.h"
#include "search/cover/matching.h"

namespace parapet::search {

class CoverTest {
 public:
  // Images of open reads tried in one test of `covers`. A map that exists is found after about one try per pair of reads; there are
  // exponentially many maps in the length of the lists, and a test that fails may fail at the last read of each. Not covered is always a
  // sound answer.
  static constexpr std::size_t most_cover_steps = 20000;

  explicit CoverTest(const MemoryPart& memory)
      : memory_(memory),
        context_(memory.context),
        arena_(context_.arena),
        implication_(context_),
        matching_(context_, implication_),
        instances_(context_, implication_) {}
  CoverTest(const CoverTest&) = delete;  // its parts refer to each other
  CoverTest& operator=(const CoverTest&) = delete;

  // For explanations: what a solver is asked is not recorded as a decision.
  void only_explain() { explains_ = true; }

  // F covers G, literal by literal.
  [[nodiscard]] bool covers(const Indexed& f, const Indexed& g) {
    if (f.processes > g.processes || !f.needs.within(g.has, 0)) return false;
    start(f, g, 0);
    return matching_.run(map_, [this] { return map_reads([this] { return !context_.asks_all || solver_confirms(); }); });
  }

  // Whether F covers G under the present maps, as formulas: unsatisfiable if it does.
  struct Question {
    std::vector<TermId> formulas;
    smt::DecisionLog::Comments comments;
  };
  [[nodiscard]] Question question();
  // Of F and G under the present maps; empty if the weak part has no order of events.
  [[nodiscard]] OrderQuestion order() const;

  // Before the instances of many F in one G.
  void prepare(const Indexed& g) { implication_.prepare(g); }

  // The instances of F that matter for covering G by a union (instances.h). found() may ask for processes(), reads() and left_renamed().
  template <class Found>
  void each_instance(const Indexed& f, const Indexed& g, std::size_t most, const Found& found) {
    start(f, g, most);
    const std::function<bool()> each = [&] {
      found();
      return false;
    };
    instances_.run(map_, [&] { return map_reads(each); });
  }
  // The literals of F that are left, renamed.
  [[nodiscard]] std::vector<TermId> left_renamed();

  // The same as rows of numbers.
  void add_instances(std::uint32_t visited_at, const Indexed& f, const Indexed& g, std::size_t most, UnionInstances& out) {
    each_instance(f, g, most, [&] { add_instance(out, visited_at, map_.image, read_image_, instances_.left()); });
  }
  // The literals left in one of F's instances in G, renamed, are added to `out`; all of F's where a solver decides everything.
  void read_instance(const Indexed& f, const Indexed& g, const EncodedInstance& instance, std::vector<TermId>& out);

  // The injection and the map of open reads of the last success of `covers`.
  [[nodiscard]] const std::vector<ProcessCode>& processes() const { return map_.image; }
  [[nodiscard]] const std::vector<std::uint32_t>& reads() const { return read_image_; }
  // F's literals under both, after a success of `covers`.
  [[nodiscard]] std::vector<TermId> renamed();

 private:
  void start(const Indexed& f, const Indexed& g, std::size_t most);

  [[nodiscard]] bool solver_confirms();

  bool map_reads(const std::function<bool()>& done);

  TermId rename(TermId process);

  TermId rename_literal(TermId literal);

  // What G's processes read now is a term for each item of the read.
  [[nodiscard]] bool may_be_made_now(std::uint32_t read);

  bool has_items(std::uint32_t read, std::uint32_t to);

  // The literals whose highest open read is the one before this number; 0: those without, with many processes.
  bool admit_slow(std::uint32_t read);

  bool admit_slow_literal(LiteralNumber number);

  const MemoryPart& memory_;
  Context& context_;
  TermArena& arena_;
  Implication implication_;
  Matching matching_;
  InstanceSearch instances_;
  const Indexed* f_ = nullptr;
  const Indexed* g_ = nullptr;
  const std::function<TermId(TermId)> rename_ = [this](TermId process) { return rename(process); };
  ProcessMap map_;
  std::vector<std::uint32_t> read_image_;
  std::size_t read_steps_ = 0, most_read_steps_ = 0;
  bool explains_ = false;
};

// The present maps of a test: `z0 -> z1, read '0 -> now`.
[[nodiscard]] std::string renaming_text(const CoverTest& test);

}  // namespace parapet::search
