#include "search/cover/instances.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::search {
namespace {

constexpr std::uint32_t infinite = 1U << 20U;  // far above `most`, and sums of it fit

}  // namespace

void InstanceSearch::run(ProcessMap& map, const std::function<bool()>& found) {
  map_ = &map;
  found_ = &found;
  prepared_ = implication_.is_prepared(*map.g);
  steps_ = 0;
  if (admit_variable(0) && estimate()) (void)enumerate(0);
}

// Literals of one variable without open reads are complete, and so counted, when their variable is mapped: none is counted twice.
bool InstanceSearch::estimate() {
  if (!prepared_) return true;
  const IndexedLiterals& f = *map_->f;
  const std::size_t variables = map_->image.size();
  const std::size_t processes = map_->taken.size();
  if (variables > processes) return false;
  cost_.assign(variables * processes, 0);
  rest_.assign(variables + 1, 0);
  std::size_t spare = most_ - counted();
  for (std::size_t v = variables; v > 0; --v) {
    const std::span<std::uint32_t> costs{cost_.data() + (v - 1) * processes, processes};
    for (std::size_t k = f.by_variable_begin[v]; k < f.by_variable_begin[v + 1]; ++k) {
      const Flat& flat = f.flats[f.by_variable[k]];
      if (flat.kind == Flat::Kind::Member && flat.count == 1) implication_.add_costs(flat, infinite, costs);
    }
    const std::uint32_t least = *std::min_element(costs.begin(), costs.end());
    if (least > spare) return false;
    spare -= least;
    rest_[v - 1] = rest_[v] + least;
  }
  return true;
}

bool InstanceSearch::enumerate(std::uint32_t variable) {
  context_.spend();
  if (++steps_ > most_steps) return true;
  if (variable == map_->image.size()) return (*found_)();
  const std::size_t size = deferred_.size();
  const auto processes = narrow<ProcessCode>(map_->taken.size());
  const std::size_t left = counted();
  for (ProcessCode to = 0; to < processes; ++to) {
    if (prepared_) {
      const std::uint32_t cost = cost_[variable * processes + to];
      if (left + cost + rest_[variable + 1] > most_) continue;
    }
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
