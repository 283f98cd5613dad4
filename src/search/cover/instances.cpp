#include "search/cover/instances.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::search {

void InstanceSearch::run(ProcessMap& map, const std::function<bool()>& found) {
  map_ = &map;
  found_ = &found;
  prepared_ = implication_.is_prepared(*map.g);
  steps_ = 0;
  if (admit_variable(0)) (void)enumerate(0);
}

bool InstanceSearch::enumerate(std::uint32_t variable) {
  context_.spend();
  if (++steps_ > most_steps) return true;
  if (variable == map_->image.size()) return (*found_)();
  const std::size_t size = deferred_.size();
  const auto processes = narrow<ProcessCode>(map_->taken.size());
  for (ProcessCode to = 0; to < processes; ++to) {
    if (!map_->may_map(variable, to)) continue;
    map_->set(variable, to);
    if (admit_variable(variable + 1) && enumerate(variable + 1)) return true;
    deferred_.resize(size);
    map_->unset(variable);
  }
  return false;
}

bool InstanceSearch::admit_variable(std::uint32_t slot) {
  const IndexedLiterals& f = *map_->f;
  for (std::size_t k = f.by_variable_begin[slot]; k < f.by_variable_begin[slot + 1]; ++k) {
    if (!admit(f.by_variable[k])) return false;
  }
  return true;
}

bool InstanceSearch::admit(LiteralNumber literal) {
  const Flat& flat = map_->f->flats[literal];
  const Implied result = prepared_ ? implication_.implied_in_table(flat, *map_) : implication_.implied(flat, *map_);
  if (result != Implied::No) return result == Implied::Yes;
  if (flat.arithmetic ? most_ == 0 || deferred_.size() >= most_arithmetic : counted() >= most_) return false;
  deferred_.push_back(literal);
  return true;
}

std::size_t InstanceSearch::counted() const {
  return residual_.size() + static_cast<std::size_t>(std::count_if(deferred_.begin(), deferred_.end(),
                                                                   [&](LiteralNumber k) { return !map_->f->flats[k].arithmetic; }));
}

}  // namespace parapet::search
