#include "search/cover/matching.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::search {

namespace {

// F says that a cell equals a value, or that it does not, and so does G; `same`: it is the same value.
Implied compare_equations(bool same, bool f_equal, bool g_equal) {
  if (!same && !g_equal) return Implied::No;
  if (same) return f_equal == g_equal ? Implied::Yes : Implied::Contradicted;
  return f_equal ? Implied::Contradicted : Implied::Yes;
}

}  // namespace

void Implication::prepare(const IndexedLiterals& g) {
  prepared_ = &g;
  for (const std::uint32_t shape : used_shapes_) row_of_shape_[shape] = 0;
  used_shapes_.clear();
  table_width_ = g.processes + 1;
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

Implied Implication::compare(const Flat& f, ProcessCode f_last, const Flat& g) const {
  switch (f.kind) {
    case Flat::Kind::Member:
      if ((g.set & ~f.set) == 0) return Implied::Yes;
      return (g.set & f.set) == 0 ? Implied::Contradicted : Implied::No;
    case Flat::Kind::ValueEqual:
    case Flat::Kind::ValueDifferent:
      return compare_equations(f.set == g.set, f.kind == Flat::Kind::ValueEqual, g.kind == Flat::Kind::ValueEqual);
    case Flat::Kind::PointerEqual:
    case Flat::Kind::PointerDifferent:
      if (by_shape_) return Implied::Yes;
      return compare_equations(f_last == g.args[g.count - 1], f.kind == Flat::Kind::PointerEqual, g.kind == Flat::Kind::PointerEqual);
    case Flat::Kind::Bound:
      return constant(arena_.args(g.term)[0]) >= constant(arena_.args(f.term)[0]) ? Implied::Yes : Implied::No;
    case Flat::Kind::Exact:
      return Implied::Yes;
  }
  return Implied::No;
}

Implied Implication::implied(const Flat& f, const ProcessMap& map) const {
  if (!f.short_key()) return implied_by_scan(f, map);
  const ProcessCode value = map.last_mapped(f);
  const std::uint64_t key = f.key([&](ProcessCode code) { return map.mapped(code); });
  for (std::size_t k = 0; k < map.g->keys.size(); ++k) {
    if (map.g->keys[k] != key) continue;
    if (const Implied one = compare(f, value, map.g->flats[k]); one != Implied::No) return one;
  }
  return Implied::No;
}

Implied Implication::implied_by_scan(const Flat& f, const ProcessMap& map) const {
  for (const Flat& g : map.g->flats) {
    if (g.shape != f.shape || g.slow) continue;
    bool same = true;
    for (std::size_t k = 0; k < f.cell_args(); ++k) same = same && map.mapped(f.args[k]) == g.args[k];
    if (!same) continue;
    if (const Implied one = compare(f, map.last_mapped(f), g); one != Implied::No) return one;
  }
  return Implied::No;
}

bool Matching::run(ProcessMap& map, const std::function<bool()>& done) {
  map_ = &map;
  done_ = &done;
  steps_ = 0;
  return match(0);
}

bool Matching::match(std::size_t k) {
  context_.spend();
  if (++steps_ > most_steps) return false;
  if (k == map_->f->binding.size()) return map_rest(0);
  const Flat& f = map_->f->flats[map_->f->binding[k]];
  const bool all_mapped =
      std::all_of(f.args.begin(), f.args.begin() + f.count, [&](ProcessCode c) { return map_->mapped(c) != no_process; });
  if (all_mapped) return implication_.implied(f, *map_) == Implied::Yes && match(k + 1);
  std::vector<ProcessCode> trail;
  for (const Flat& g : map_->g->flats) {
    if (g.shape != f.shape || g.slow || (f.is_pointer() && g.kind != f.kind)) continue;
    if (unify(f, g, trail) && implication_.compare(f, map_->last_mapped(f), g) == Implied::Yes && match(k + 1)) return true;
    for (const ProcessCode from : trail) map_->unset(from);
    trail.clear();
  }
  return false;
}

bool Matching::unify(const Flat& f, const Flat& g, std::vector<ProcessCode>& trail) {
  for (std::size_t k = 0; k < f.count; ++k) {
    const ProcessCode from = f.args[k];
    const ProcessCode to = g.args[k];
    if (map_->mapped(from) != no_process) {
      if (map_->mapped(from) != to) return false;
    } else {
      if ((to & constant_code) != 0 || !map_->may_map(from, to) || !map_->first_of_twins(to)) return false;
      map_->set(from, to);
      trail.push_back(from);
    }
  }
  return true;
}

bool Matching::map_rest(std::uint32_t variable) {
  context_.spend();
  while (variable < map_->image.size() && map_->image[variable] != no_process) ++variable;
  if (variable == map_->image.size()) return test_rest() && (*done_)();
  const auto processes = narrow<ProcessCode>(map_->taken.size());
  for (ProcessCode to = 0; to < processes; ++to) {
    if (!map_->may_map(variable, to) || !map_->first_of_twins(to)) continue;
    map_->set(variable, to);
    if (map_rest(variable + 1)) return true;
    map_->unset(variable);
  }
  return false;
}

bool Matching::test_rest() const {
  return std::all_of(map_->f->testing.begin(), map_->f->testing.end(),
                     [&](LiteralNumber k) { return implication_.implied(map_->f->flats[k], *map_) == Implied::Yes; });
}

}  // namespace parapet::search
