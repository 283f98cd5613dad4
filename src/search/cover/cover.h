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

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/narrow.h"
#include "search/cover/encoding.h"
#include "search/cover/indexed.h"
#include "search/cover/instances.h"
#include "search/cover/matching.h"
#include "search/cube/context.h"
#include "search/cube/cube.h"
#include "search/weak/concept.h"

namespace parapet::search {

template <WeakPart Weak>
class CoverTest {
 public:
  // Images of open reads tried in one test of `covers`. A map that exists is found after about one try per pair of reads; there are
  // exponentially many maps in the length of the lists, and a test that fails may fail at the last read of each. Not covered is always a
  // sound answer.
  static constexpr std::size_t most_cover_steps = 20000;

  explicit CoverTest(Context& context)
      : context_(context),
        arena_(context.arena),
        implication_(context),
        matching_(context, implication_),
        instances_(context, implication_) {}
  CoverTest(const CoverTest&) = delete;  // its parts refer to each other
  CoverTest& operator=(const CoverTest&) = delete;

  // For explanations: what a solver is asked is not recorded as a decision.
  void only_explain() { explains_ = true; }

  // F covers G, literal by literal.
  [[nodiscard]] bool covers(const Indexed<Weak>& f, const Indexed<Weak>& g) {
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
  [[nodiscard]] OrderQuestion order() const {
    if constexpr (HasEventOrder<Weak>) {
      return f_->cube->weak.order_question(arena_, g_->cube->weak, rename_, read_image_);
    } else {
      return {};
    }
  }

  // Before the instances of many F in one G.
  void prepare(const Indexed<Weak>& g) { implication_.prepare(g); }

  // The instances of F that matter for covering G by a union (instances.h). found() may ask for processes(), reads() and left_renamed().
  template <class Found>
  void each_instance(const Indexed<Weak>& f, const Indexed<Weak>& g, std::size_t most, const Found& found) {
    start(f, g, most);
    const std::function<bool()> each = [&] {
      found();
      return false;
    };
    instances_.run(map_, [&] { return map_reads(each); });
  }
  // The literals of F that are left, renamed.
  [[nodiscard]] std::vector<TermId> left_renamed() {
    if (context_.asks_all) return renamed();
    std::vector<TermId> all;
    for (const LiteralNumber literal : instances_.left()) all.push_back(rename_literal(f_->flats[literal].term));
    return all;
  }

  // The same as rows of numbers.
  void add_instances(std::uint32_t visited_at, const Indexed<Weak>& f, const Indexed<Weak>& g, std::size_t most, UnionInstances& out) {
    each_instance(f, g, most, [&] { add_instance(out, visited_at, map_.image, read_image_, instances_.left()); });
  }
  // The literals left in one of F's instances in G, renamed, are added to `out`; all of F's where a solver decides everything.
  void read_instance(const Indexed<Weak>& f, const Indexed<Weak>& g, const EncodedInstance& instance, std::vector<TermId>& out) {
    f_ = &f;
    g_ = &g;
    map_.image.clear();
    for (const std::uint32_t to : instance.processes) map_.image.push_back(narrow<ProcessCode>(to));
    read_image_.assign(instance.reads.begin(), instance.reads.end());
    if (context_.asks_all) {
      for (const TermId literal : f.cube->literals) out.push_back(rename_literal(literal));
      return;
    }
    for (const std::uint32_t literal : instance.left) out.push_back(rename_literal(f.flats[literal].term));
  }

  // The injection and the map of open reads of the last success of `covers`.
  [[nodiscard]] const std::vector<ProcessCode>& processes() const { return map_.image; }
  [[nodiscard]] const std::vector<std::uint32_t>& reads() const { return read_image_; }
  // F's literals under both, after a success of `covers`.
  [[nodiscard]] std::vector<TermId> renamed() {
    std::vector<TermId> all;
    for (const TermId literal : f_->cube->literals) all.push_back(rename_literal(literal));
    return all;
  }

 private:
  void start(const Indexed<Weak>& f, const Indexed<Weak>& g, std::size_t most) {
    f_ = &f;
    g_ = &g;
    map_.start(f, g, most == 0);
    instances_.start(most);
    most_read_steps_ = most == 0 ? most_cover_steps : InstanceSearch::most_steps;
    read_steps_ = 0;
    read_image_.assign(f.cube->weak.items.size(), 0);
  }

  [[nodiscard]] bool solver_confirms() {
    const Question asked = question();
    const smt::Query query{smt::Purpose::Cover, g_->node, {}, nullptr, explains_};
    return smt::ask_and_record(context_.solver, query, asked.formulas, asked.comments) == smt::Answer::Unsat;
  }

  bool map_reads(const std::function<bool()>& done) {
    const Weak& weak = f_->cube->weak;
    if (f_->slow.empty() && weak.empty()) return done();
    const std::size_t size = instances_.left_with_reads();
    if (!admit_slow(0)) {
      instances_.shrink(size);
      return false;
    }
    std::vector<std::size_t> sizes(weak.items.size() + 1, instances_.left_with_reads());
    const bool found = weak.embed(
        g_->cube->weak, [&](TermId process) { return rename(process); },
        [&](std::uint32_t read, std::uint32_t to) {
          context_.spend();
          instances_.shrink(sizes[read]);
          if (++read_steps_ > most_read_steps_) return false;
          if (to == made_now && !may_be_made_now(read)) return false;
          read_image_[read] = to;
          if (!has_items(read, to) || !admit_slow(read + 1)) return false;
          sizes[read + 1] = instances_.left_with_reads();
          return true;
        },
        done);
    if (!found) instances_.shrink(size);
    return found;
  }

  TermId rename(TermId process) {
    if (arena_.op(process) == Op::ProcessConst) return process;
    return arena_.process(map_.image[arena_.process_number(process)]);
  }

  TermId rename_literal(TermId literal) {
    return arena_.rewrite(literal, [&](TermId leaf) {
      if (is_process(arena_, leaf)) return rename(leaf);
      if (arena_.op(leaf) != Op::Read) return leaf;
      const std::uint32_t to = read_image_[arena_.read_number(leaf)];
      const TermId reader = arena_.reader(leaf);
      const TermId location = arena_.location(leaf);
      return to == made_now ? g_->cube->weak.read_now(arena_, reader, location) : arena_.read(to, reader, location);
    });
  }

  // What G's processes read now is a term for each item of the read.
  [[nodiscard]] bool may_be_made_now(std::uint32_t read) {
    if constexpr (DelaysWrites<Weak>) {
      const auto& items = f_->cube->weak.items[read];
      return std::all_of(items.begin(), items.end(), [&](TermId item) {
        const TermId location =
            arena_.rewrite(arena_.location(item), [&](TermId leaf) { return is_process(arena_, leaf) ? rename(leaf) : leaf; });
        return g_->cube->weak.read_now(arena_, rename(arena_.reader(item)), location).valid();
      });
    }
    return !Weak::reads_map_to_reads || g_->has_memory;
  }

  bool has_items(std::uint32_t read, std::uint32_t to) {
    if (to == made_now) return true;
    const auto& there = g_->cube->weak.items[to];
    return std::all_of(f_->cube->weak.items[read].begin(), f_->cube->weak.items[read].end(),
                       [&](TermId item) { return std::find(there.begin(), there.end(), rename_literal(item)) != there.end(); });
  }

  // The literals whose highest open read is the one before this number; 0: those without, with many processes.
  bool admit_slow(std::uint32_t read) {
    for (std::size_t k = 0; k < f_->slow.size(); ++k) {
      if (f_->slow_read[k] == read && !admit_slow_literal(f_->slow[k])) return false;
    }
    return true;
  }

  bool admit_slow_literal(LiteralNumber number) {
    const TermId literal = rename_literal(f_->flats[number].term);
    if (literal == arena_.truth(true)) return true;
    if (literal == arena_.truth(false)) return false;
    const Flat f = context_.shapes.flat(literal);
    Implied result = Implied::No;
    const std::size_t cell_args = f.cell_args();
    for (const Flat& g : g_->flats) {
      if (g.term == literal) return true;
      if (g.shape != f.shape || g.count != f.count || f.count == Flat::most_args) continue;
      if (!std::equal(f.args.begin(), f.args.begin() + static_cast<std::ptrdiff_t>(cell_args), g.args.begin())) continue;
      result = implication_.compare(f, f.count == 0 ? no_process : f.args[f.count - 1u], g);
      if (result != Implied::No) break;
    }
    if (result == Implied::No) return instances_.leave(number);
    return result == Implied::Yes;
  }

  Context& context_;
  TermArena& arena_;
  Implication implication_;
  Matching matching_;
  InstanceSearch instances_;
  const Indexed<Weak>* f_ = nullptr;
  const Indexed<Weak>* g_ = nullptr;
  const std::function<TermId(TermId)> rename_ = [this](TermId process) { return rename(process); };
  ProcessMap map_;
  std::vector<std::uint32_t> read_image_;
  std::size_t read_steps_ = 0, most_read_steps_ = 0;
  bool explains_ = false;
};

// The present maps of a test: `z0 -> z1, read '0 -> now`.
template <class Weak>
std::string renaming_text(const CoverTest<Weak>& test) {
  std::string text;
  const auto add = [&](const std::string& from, const std::string& to) { text += (text.empty() ? "" : ", ") + from + " -> " + to; };
  const auto process = [](std::size_t k) { return "z" + std::to_string(k); };
  for (std::size_t k = 0; k < test.processes().size(); ++k) add(process(k), process(test.processes()[k]));
  for (std::size_t k = 0; k < test.reads().size(); ++k)
    add("read '" + std::to_string(k), test.reads()[k] == made_now ? "now" : "read '" + std::to_string(test.reads()[k]));
  return text;
}

template <WeakPart Weak>
typename CoverTest<Weak>::Question CoverTest<Weak>::question() {
  Question result{g_->cube->literals, {}};
  std::vector<TermId> negated, facts;
  for (const TermId literal : renamed()) {
    if (literal == arena_.truth(true)) continue;
    negated.push_back(context_.normalizer.negate(literal));
    context_.normalizer.add_facts(literal, facts);
  }
  for (const TermId literal : g_->cube->literals) context_.normalizer.add_facts(literal, facts);
  std::sort(facts.begin(), facts.end());
  facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
  const OrderQuestion order = this->order();
  for (const TermId needed : order.needed) negated.push_back(arena_.negate(needed));
  const std::string node = "node " + std::to_string(f_->node);
  smt::DecisionLog::Comments& comments = result.comments;
  comments.above = {"whether " + node + " covers it by " + renaming_text(*this),
                    "unsatisfiable: every state of the cube is one of " + node + " (its open reads are matched by the renaming)"};
  comments.above.insert(comments.above.end(), order.events.begin(), order.events.end());
  comments.by_formula.assign(result.formulas.size(), "");
  const auto add = [&](const std::vector<TermId>& formulas, const std::string& comment) {
    result.formulas.insert(result.formulas.end(), formulas.begin(), formulas.end());
    comments.by_formula.insert(comments.by_formula.end(), formulas.size(), comment);
  };
  add(order.given, "the order of events");
  add({arena_.disjunction(negated)}, "not " + node);
  add(facts, "always holds");
  return result;
}

}  // namespace parapet::search
