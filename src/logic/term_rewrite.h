// TermArena::rewrite, a template.
#pragma once

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "base/narrow.h"
#include "logic/term.h"

namespace parapet {

// A copy of a term's args: building terms moves the arena's own. Small ones stay on the stack.
class ArgsCopy {
 public:
  explicit ArgsCopy(std::span<const TermId> args) : count_(args.size()) {
    if (count_ > few_.size()) many_.resize(count_);
    std::copy(args.begin(), args.end(), begin());
  }
  [[nodiscard]] TermId* begin() { return count_ > few_.size() ? many_.data() : few_.data(); }
  [[nodiscard]] TermId* end() { return begin() + count_; }
  [[nodiscard]] std::span<TermId> span() { return {begin(), count_}; }
  [[nodiscard]] TermId& operator[](std::size_t k) { return begin()[k]; }

 private:
  std::size_t count_;
  std::array<TermId, 6> few_;
  std::vector<TermId> many_;
};

template <class Map>
TermId TermArena::rewrite(TermId id, Map&& map) {
  spend();
  const Op kind = op(id);
  switch (kind) {
    case Op::ProcessVar:
    case Op::ProcessConst:
    case Op::Variable:
    case Op::Fresh:
      return map(id);
    case Op::Constructor:
    case Op::Number:
    case Op::Event:
    case Op::True:
    case Op::False:
      return id;
    case Op::And:
    case Op::Or: {
      std::unordered_map<TermId, TermId> known;
      return rewrite_shared(id, map, known);
    }
    default:
      break;
  }
  ArgsCopy now(args(id));
  bool changed = false;
  for (TermId& arg : now.span()) {
    const TermId before = arg;
    if (kind == Op::Read && op(before) == Op::Cell) {
      ArgsCopy indices(args(before));
      for (TermId& index : indices.span()) index = map(index);
      arg = cell(symbol(before), indices.span());
    } else {
      arg = rewrite(before, map);
    }
    changed = changed || arg != before;
  }
  if (kind == Op::Cell) return map(changed ? cell(symbol(id), now.span()) : id);
  if (kind == Op::Read) {
    if (!changed) return map(id);
    const std::span<TermId> parts = now.span();
    return map(read(narrow<std::uint32_t>(read_number(id)), parts.size() == 2 ? parts[0] : TermId(), parts.back()));
  }
  return changed ? rebuild(id, now.span()) : id;
}

// A junction inside `known` was rewritten before: each is visited once, however often it occurs.
template <class Map>
TermId TermArena::rewrite_shared(TermId junction, Map& map, std::unordered_map<TermId, TermId>& known) {
  ArgsCopy now(args(junction));
  bool changed = false;
  for (TermId& arg : now.span()) {
    const TermId before = arg;
    if (op(before) != Op::And && op(before) != Op::Or) {
      arg = rewrite(before, map);
    } else if (const auto at = known.find(before); at != known.end()) {
      arg = at->second;
    } else {
      arg = rewrite_shared(before, map, known);
      known.emplace(before, arg);
    }
    changed = changed || arg != before;
  }
  return changed ? rebuild(junction, now.span()) : junction;
}

}  // namespace parapet
