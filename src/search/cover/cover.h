// When one cube covers another, and the instances of a cube that matter for covering by a union.
//
// F covers G if there are an injection s of F's variables into G's (constants stay) and a map m of F's open reads (the weak part's `embed`)
// such that
//   every item of a node r of F, renamed, is an item of m(r) (where m(r) is made_now, the item is the term that G reads now), and
//   G's literals imply F's literals under (s, m).
// Then every state of G is one of F. Here "imply" is literal by literal: each of F's is implied by one of G's. (All together, and by
// several F at once: fixpoint.h.)
//
// The injection is found by matching, not by enumeration: a literal of F with unmapped processes is matched against the literals of G of
// its shape, which maps them. Literals that cannot map anything (cell <> process, literals with open reads) are tested when all their
// processes (and open reads) are mapped.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/narrow.h"
#include "search/cover/indexed.h"
#include "search/cube/context.h"
#include "search/cube/cube.h"

namespace parapet::search {

enum class Implied : std::uint8_t { Yes, No, Contradicted };

template <class Weak>
class CoverTest {
 public:
  explicit CoverTest(Context& context) : context_(context), arena_(context.arena) {}

  static constexpr std::size_t most_arithmetic = 12;
  // Of one cube, in the search for instances: symmetric cubes with many processes have too many to look at.
  static constexpr std::size_t most_steps = 4000;
  // Images of open reads tried in one test of `covers`. A map that exists is found after about one try per pair of reads; there are
  // exponentially many maps in the length of the lists, and a test that fails may fail at the last read of each. Not covered is always a
  // sound answer.
  static constexpr std::size_t most_cover_steps = 20000;
  // Literals matched in one test of `covers`: likewise, of cubes with many processes that are nearly alike.
  static constexpr std::size_t most_match_steps = 100'000;

  // F covers G, literal by literal.
  [[nodiscard]] bool covers(const Indexed<Weak>& f, const Indexed<Weak>& g) {
    if (f.cube->processes > g.cube->processes || !f.needs.within(g.has, 0)) return false;
    start(f, g, 0);
    return match(0);
  }

  // Before the instances of many F in one G: a table of G's literals `cell in set` with at most one process, by shape and process.
  void prepare(const Indexed<Weak>& g) {
    prepared_ = &g;
    for (const std::uint32_t shape : used_shapes_) row_of_shape_[shape] = 0;
    used_shapes_.clear();
    table_width_ = g.cube->processes + 1;
    table_.assign(table_width_, 0);  // row 0: shapes that G has not
    for (const Flat& flat : g.flats) {
      if (flat.kind != Flat::Kind::Member || flat.slow || flat.count > 1 || (flat.count == 1 && (flat.args[0] & constant_code) != 0))
        continue;
      if (flat.shape >= row_of_shape_.size()) row_of_shape_.resize(flat.shape + 1, 0);
      std::uint32_t& row = row_of_shape_[flat.shape];
      if (row == 0) {
        row = narrow<std::uint32_t>(table_.size() / table_width_);
        table_.resize(table_.size() + table_width_, 0);
        used_shapes_.push_back(flat.shape);
      }
      table_[row * table_width_ + (flat.count == 0 ? 0u : flat.args[0] + 1u)] = flat.set;
    }
  }
  // The instances of F that matter for covering G by a union: every (s, m) under which at most `most` of F's literals (and a few arithmetic
  // ones) are not implied by literals of G, and none is contradicted. found() may ask for processes(), nodes() and left().
  template <class Found>
  void each_instance(const Indexed<Weak>& f, const Indexed<Weak>& g, std::size_t most, const Found& found) {
    start(f, g, most);
    use_table_ = prepared_ == &g;
    const std::function<bool()> each = [&] {
      found();
      return false;
    };
    if (admit_variable(0)) enumerate(0, each);
  }
  // The literals of F that are left, by number, and renamed.
  [[nodiscard]] std::vector<LiteralNumber> left() const {
    std::vector<LiteralNumber> all = residual_;
    all.insert(all.end(), deferred_.begin(), deferred_.end());
    return all;
  }
  [[nodiscard]] std::vector<TermId> left_renamed() {
    std::vector<TermId> all;
    for (const LiteralNumber literal : left()) all.push_back(rename_literal(f_->flats[literal].term));
    return all;
  }

  // The same without terms, so that another thread can read them: for each instance `number`, how many literals are left, the images of
  // processes and of open reads, those literals.
  void add_instances(std::uint32_t number, const Indexed<Weak>& f, const Indexed<Weak>& g, std::size_t most,
                     std::vector<std::uint32_t>& out) {
    each_instance(f, g, most, [&] {
      out.push_back(number);
      out.push_back(narrow<std::uint32_t>(residual_.size() + deferred_.size()));
      out.insert(out.end(), image_.begin(), image_.end());
      out.insert(out.end(), node_image_.begin(), node_image_.end());
      out.insert(out.end(), residual_.begin(), residual_.end());
      out.insert(out.end(), deferred_.begin(), deferred_.end());
    });
  }
  [[nodiscard]] static std::size_t instance_size(const Indexed<Weak>& f, const std::uint32_t* instance) {
    return 2 + f.cube->processes + f.cube->weak.items.size() + instance[1];
  }
  // The literals left in one of F's instances in G, renamed, are added to `out`.
  void read_instance(const Indexed<Weak>& f, const Indexed<Weak>& g, const std::uint32_t* instance, std::vector<TermId>& out) {
    g_ = &g;
    const std::uint32_t* at = instance + 2;
    image_.assign(at, at + f.cube->processes);
    at += f.cube->processes;
    node_image_.assign(at, at + f.cube->weak.items.size());
    at += f.cube->weak.items.size();
    for (const std::uint32_t literal : std::span(at, instance[1])) out.push_back(rename_literal(f.flats[literal].term));
  }

  // The injection and the map of open reads of the last success of `covers`.
  [[nodiscard]] const std::vector<ProcessCode>& processes() const { return image_; }
  [[nodiscard]] const std::vector<std::uint32_t>& nodes() const { return node_image_; }

 private:
  void start(const Indexed<Weak>& f, const Indexed<Weak>& g, std::size_t most) {
    f_ = &f;
    g_ = &g;
    most_ = most;
    use_table_ = false;
    steps_ = 0;
    node_steps_ = 0;
    residual_.clear();
    deferred_.clear();
    image_.assign(f.cube->processes, no_process);
    taken_.assign(g.cube->processes, false);
    node_image_.assign(f.cube->weak.items.size(), 0);
  }

  [[nodiscard]] ProcessCode mapped(ProcessCode code) const { return (code & constant_code) != 0 ? code : image_[code]; }

  // F says that a cell equals a value, or that it does not, and so does G; `same`: it is the same value.
  [[nodiscard]] static Implied compare_equations(bool same, bool f_equal, bool g_equal) {
    if (!same && !g_equal) return Implied::No;
    if (same) return f_equal == g_equal ? Implied::Yes : Implied::Contradicted;
    return f_equal ? Implied::Contradicted : Implied::Yes;
  }

  // How a literal of G bears on a literal of F with the same shape and the same cell.
  [[nodiscard]] Implied compare(const Flat& f, ProcessCode f_last, const Flat& g) const {
    switch (f.kind) {
      case Flat::Kind::Member:
        if ((g.set & ~f.set) == 0) return Implied::Yes;
        return (g.set & f.set) == 0 ? Implied::Contradicted : Implied::No;
      case Flat::Kind::ValueEqual:
      case Flat::Kind::ValueDifferent:
        return compare_equations(f.set == g.set, f.kind == Flat::Kind::ValueEqual, g.kind == Flat::Kind::ValueEqual);
      case Flat::Kind::PointerEqual:
      case Flat::Kind::PointerDifferent:
        return compare_equations(f_last == g.args[g.count - 1], f.kind == Flat::Kind::PointerEqual, g.kind == Flat::Kind::PointerEqual);
      case Flat::Kind::Bound: {
        const TermId a = arena_.args(f.term)[0];
        const TermId b = arena_.args(g.term)[0];
        return constant(b) >= constant(a) ? Implied::Yes : Implied::No;
      }
      case Flat::Kind::Exact:
        return Implied::Yes;
    }
    return Implied::No;
  }

  [[nodiscard]] Rational constant(TermId sum) const { return arena_.op(sum) == Op::Sum ? arena_.number(sum) : Rational(0); }

  // All processes of the literal are mapped.
  [[nodiscard, gnu::always_inline]] inline Implied implied(const Flat& f) const {
    if (use_table_ && f.kind == Flat::Kind::Member && f.count <= 1 && (f.count == 0 || (f.args[0] & constant_code) == 0)) {
      const std::uint64_t set =
          f.shape < row_of_shape_.size() ? table_[row_of_shape_[f.shape] * table_width_ + (f.count == 0 ? 0u : image_[f.args[0]] + 1u)] : 0;
      if (set == 0) return Implied::No;
      if ((set & ~f.set) == 0) return Implied::Yes;
      return (set & f.set) == 0 ? Implied::Contradicted : Implied::No;
    }
    return implied_by_key(f);
  }

  [[nodiscard]] Implied implied_by_key(const Flat& f) const {
    const ProcessCode value = f.count == 0 ? no_process : mapped(f.args[f.count - 1]);
    if (!f.short_key()) return implied_by_scan(f, value);
    const std::uint64_t key = f.key([&](ProcessCode code) { return mapped(code); });
    for (std::size_t k = 0; k < g_->keys.size(); ++k) {
      if (g_->keys[k] != key) continue;
      if (const Implied one = compare(f, value, g_->flats[k]); one != Implied::No) return one;
    }
    return Implied::No;
  }

  [[nodiscard]] Implied implied_by_scan(const Flat& f, ProcessCode value) const {
    for (const Flat& g : g_->flats) {
      if (g.shape != f.shape || g.slow) continue;
      bool same = true;
      for (std::size_t k = 0; k < f.cell_args(); ++k) same = same && mapped(f.args[k]) == g.args[k];
      if (!same) continue;
      if (const Implied one = compare(f, value, g); one != Implied::No) return one;
    }
    return Implied::No;
  }

  // Maps processes so that the literal g of G is one that f matches; the number of processes newly mapped goes to trail.
  bool unify(const Flat& f, const Flat& g, std::vector<ProcessCode>& trail) {
    for (std::size_t k = 0; k < f.count; ++k) {
      const ProcessCode from = f.args[k];
      const ProcessCode to = g.args[k];
      if ((from & constant_code) != 0) {
        if (from != to) return false;
      } else if (image_[from] != no_process) {
        if (image_[from] != to) return false;
      } else {
        if ((to & constant_code) != 0 || taken_[to] != 0 || !may_map(from, to) || !first_of_twins(to)) return false;
        image_[from] = to;
        taken_[to] = true;
        trail.push_back(from);
      }
    }
    return true;
  }

  void undo(std::vector<ProcessCode>& trail) {
    for (const ProcessCode from : trail) {
      taken_[image_[from]] = false;
      image_[from] = no_process;
    }
    trail.clear();
  }

  bool match(std::size_t k) {
    context_.spend();
    if (++steps_ > most_match_steps) return false;
    if (k == f_->binding.size()) return map_rest(0);
    const Flat& f = f_->flats[f_->binding[k]];
    const bool all_mapped = std::all_of(f.args.begin(), f.args.begin() + f.count, [&](ProcessCode c) { return mapped(c) != no_process; });
    if (all_mapped) return implied(f) == Implied::Yes && match(k + 1);
    std::vector<ProcessCode> trail;
    for (const Flat& g : g_->flats) {
      if (g.shape != f.shape || g.slow || (f.is_pointer() && g.kind != f.kind)) continue;
      if (unify(f, g, trail) && compare(f, f.count == 0 ? no_process : mapped(f.args[f.count - 1]), g) == Implied::Yes && match(k + 1))
        return true;
      undo(trail);
    }
    return false;
  }

  // Of G's twins the first one that is free: G looks the same after exchanging them. (F's twins are mapped in ascending order, since their
  // literals are.)
  [[nodiscard]] bool first_of_twins(ProcessCode to) const {
    const ProcessCode before = g_->twin_before[to];
    return before == no_process || taken_[before] != 0;
  }

  [[nodiscard]] bool may_map(std::uint32_t variable, ProcessCode to) const {
    const auto& f = f_->profiles[variable];
    const auto& g = g_->profiles[to];
    return (f.reads & ~g.reads) == 0 && (most_ != 0 || (f.values & ~g.values) == 0) && ascends(variable, to);
  }

  // Twins have ascending images.
  [[nodiscard]] bool ascends(std::uint32_t variable, ProcessCode to) const {
    const ProcessCode before = f_->twin_before[variable];
    const ProcessCode after = f_->twin_after[variable];
    return (before == no_process || image_[before] == no_process || image_[before] < to) &&
           (after == no_process || image_[after] == no_process || to < image_[after]);
  }

  // Processes that occur only in literals that cannot map them, or only in the weak part.
  bool map_rest(std::uint32_t variable) {
    context_.spend();
    while (variable < image_.size() && image_[variable] != no_process) ++variable;
    if (variable == image_.size()) return test_rest();
    const auto processes = narrow<ProcessCode>(taken_.size());
    for (ProcessCode to = 0; to < processes; ++to) {
      if (taken_[to] != 0 || !may_map(variable, to) || !first_of_twins(to)) continue;
      image_[variable] = to;
      taken_[to] = 1;
      if (map_rest(variable + 1)) return true;
      taken_[to] = 0;
      image_[variable] = no_process;
    }
    image_[variable] = no_process;
    return false;
  }

  bool test_rest() {
    for (const LiteralNumber k : f_->testing) {
      if (implied(f_->flats[k]) != Implied::Yes) return false;
    }
    return map_nodes([] { return true; });
  }

  // Weak part: open reads one by one, each slow literal as soon as its highest read is mapped.
  bool map_nodes(const std::function<bool()>& done) {
    if (f_->slow.empty() && f_->cube->weak.empty()) return done();
    const std::size_t size = residual_.size();
    if (!admit_slow(0)) {
      residual_.resize(size);
      return false;
    }
    std::vector<std::size_t> sizes(f_->cube->weak.items.size() + 1, residual_.size());
    const bool found = f_->cube->weak.embed(
        g_->cube->weak, [&](TermId process) { return rename(process); },
        [&](std::uint32_t node, std::uint32_t to) {
          context_.spend();
          residual_.resize(sizes[node]);
          if (++node_steps_ > (most_ == 0 ? most_cover_steps : most_steps)) return false;
          node_image_[node] = to;
          if (!has_items(node, to) || !admit_slow(node + 1)) return false;
          sizes[node + 1] = residual_.size();
          return true;
        },
        done);
    if (!found) residual_.resize(size);
    return found;
  }

  TermId rename(TermId process) {
    if (arena_.op(process) == Op::ProcessConst) return process;
    return arena_.process(image_[arena_.payload(process)]);
  }

  TermId rename_literal(TermId literal) {
    return arena_.rewrite(literal, [&](TermId leaf) {
      if (is_process(arena_, leaf)) return rename(leaf);
      if (arena_.op(leaf) != Op::Read) return leaf;
      const std::uint32_t to = node_image_[arena_.payload(leaf)];
      const TermId reader = arena_.reader(leaf);
      const TermId location = arena_.location(leaf);
      return to == made_now ? g_->cube->weak.read_now(arena_, reader, location) : arena_.read(to, reader, location);
    });
  }

  bool has_items(std::uint32_t node, std::uint32_t to) {
    if (to == made_now) return true;
    const auto& there = g_->cube->weak.items[to];
    return std::all_of(f_->cube->weak.items[node].begin(), f_->cube->weak.items[node].end(),
                       [&](TermId item) { return std::find(there.begin(), there.end(), rename_literal(item)) != there.end(); });
  }

  bool admit_slow(std::uint32_t node) {
    for (std::size_t k = 0; k < f_->slow.size(); ++k) {
      if (f_->slow_node[k] == node && !admit_slow_literal(f_->slow[k])) return false;
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
      result = compare(f, f.count == 0 ? no_process : f.args[f.count - 1u], g);
      if (result != Implied::No) break;
    }
    if (result == Implied::Yes) return true;
    if (result == Implied::Contradicted || counted() >= most_) return false;
    residual_.push_back(number);
    return true;
  }

  bool admit(LiteralNumber literal) {
    const Implied result = implied(f_->flats[literal]);
    if (result != Implied::No) return result == Implied::Yes;
    if (f_->flats[literal].arithmetic ? most_ == 0 || deferred_.size() >= most_arithmetic : counted() >= most_) return false;
    deferred_.push_back(literal);
    return true;
  }

  // Literals left, arithmetic ones aside: those often follow from others, which only the solver sees.
  [[nodiscard]] std::size_t counted() const {
    return residual_.size() + static_cast<std::size_t>(std::count_if(deferred_.begin(), deferred_.end(),
                                                                     [&](LiteralNumber k) { return !f_->flats[k].arithmetic; }));
  }

  // The literals that are complete now; slot: 0, or 1 + the variable just mapped.
  bool admit_variable(std::uint32_t slot) {
    for (std::size_t k = f_->by_variable_begin[slot]; k < f_->by_variable_begin[slot + 1]; ++k) {
      if (!admit(f_->by_variable[k])) return false;
    }
    return true;
  }

  bool enumerate(std::uint32_t variable, const std::function<bool()>& found) {
    context_.spend();
    if (++steps_ > most_steps) return true;
    if (variable == image_.size()) return map_nodes(found);
    const std::size_t size = deferred_.size();
    const auto processes = narrow<ProcessCode>(taken_.size());
    for (ProcessCode to = 0; to < processes; ++to) {
      if (taken_[to] != 0 || !may_map(variable, to)) continue;
      image_[variable] = to;
      taken_[to] = 1;
      if (admit_variable(variable + 1) && enumerate(variable + 1, found)) return true;
      deferred_.resize(size);
      taken_[to] = 0;
      image_[variable] = no_process;
    }
    image_[variable] = no_process;
    return false;
  }

  Context& context_;
  TermArena& arena_;
  const Indexed<Weak>* f_ = nullptr;
  const Indexed<Weak>* g_ = nullptr;
  std::size_t most_ = 0;
  const Indexed<Weak>* prepared_ = nullptr;
  bool use_table_ = false;
  std::size_t steps_ = 0, node_steps_ = 0;
  std::vector<std::uint32_t> row_of_shape_, used_shapes_;
  std::vector<std::uint64_t> table_;
  std::size_t table_width_ = 1;
  std::vector<ProcessCode> image_;
  std::vector<char> taken_;
  std::vector<std::uint32_t> node_image_;
  std::vector<LiteralNumber> residual_;  // literals with open reads that are not implied, by number
  std::vector<LiteralNumber> deferred_;  // the others
};

}  // namespace parapet::search
