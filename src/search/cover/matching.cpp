#include "search/cover/matching.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::search {

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
