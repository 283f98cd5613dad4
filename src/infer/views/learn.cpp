#include "infer/views/learn.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "base/narrow.h"

namespace parapet::search::views {
namespace {

constexpr std::size_t most_conjunctions = 64;
constexpr std::size_t elimination_orders = 6;
constexpr std::uint64_t words_of_a_test = 8;  // that two sets of rows are disjoint, on average: most have a row in common among the first

// 256 * log2(x), rounded down, in integers, so that scores are the same on every computer.
std::int64_t scaled_log2(std::uint64_t x) {
  constexpr int fraction_bits = 8;
  const int whole = narrow<int>(std::bit_width(x)) - 1;
  std::uint64_t mantissa = whole >= 31 ? x >> (whole - 31) : x << (31 - whole);  // in [2^31, 2^32)
  std::int64_t result = whole;
  for (int k = 0; k < fraction_bits; ++k) {
    mantissa = (mantissa * mantissa) >> 31;
    result *= 2;
    if (mantissa >> 32 != 0) {
      mantissa >>= 1;
      ++result;
    }
  }
  return result;
}

bool is_loose(const Feature& feature, ValueSet set) {
  switch (feature.kind) {
    case FeatureKind::Where:
      return (set >> (feature.values - 1) & 1) != 0;
    case FeatureKind::Same:
      return set == 1;
    case FeatureKind::Diff:
      return !std::has_single_bit(set) || set == 1 || set == ValueSet{1} << (feature.values - 1);
    default:
      return false;
  }
}

class Generalization {
 public:
  Generalization(const ViewTable& table, const TermArena& arena, const Registers& registers, const Point& point, std::uint32_t processes)
      : table_(table), arena_(arena), registers_(registers), point_(point), processes_(processes) {
    if (const TermId cell = table.vocabulary().shape.delayed; cell.valid()) {
      of_delayed_ = 1;
      for (const TermId index : arena.args(cell)) {
        if (arena.op(index) == Op::ProcessVar) of_delayed_ |= std::uint64_t{1} << arena.process_number(index);
      }
    }
    for (std::uint32_t f = 0; f < point_.size(); ++f) {
      const Feature& feature = table.feature(f);
      const ValueSet set = expressible_around(feature, point_[f]);
      if ((set & feature.all()) == feature.all()) continue;
      conditions_.push_back({f, set});
      rows_.push_back(table.satisfying(f, set));
    }
    leave_out_dead();
  }

  Generalized run(const std::function<bool(const std::vector<Condition>&)>& allowed) {
    find_smallest();
    if (found_.empty()) eliminate();
    Generalized best;
    std::optional<std::pair<bool, std::int64_t>> best_score;
    for (const std::vector<std::size_t>& one : found_) {
      const bool trusted = is_trusted(one);
      std::vector<Condition> widened;
      for (const std::size_t k : one) widened.push_back(conditions_[k]);
      widen(widened);
      if (!allowed(widened)) continue;
      const std::pair score{trusted, score_of(widened)};
      if (best_score && score <= *best_score) continue;
      best_score = score;
      best.conditions = std::move(widened);
    }
    std::sort(best.conditions.begin(), best.conditions.end(), [](const Condition& a, const Condition& b) { return a.feature < b.feature; });
    best.words = words_;
    return best;
  }

 private:
  // Nobody reads what a dead register holds before it is overwritten: if the other conditions exclude all known views, so much the better.
  void leave_out_dead() {
    RowSet live = table_.all();
    std::vector<char> dead(conditions_.size(), 0);
    for (std::size_t k = 0; k < conditions_.size(); ++k) {
      dead[k] = mentions_dead(k) ? 1 : 0;
      if (dead[k] == 0) live.intersect(rows_[k]);
    }
    if (!live.empty()) return;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < conditions_.size(); ++k) {
      if (dead[k] != 0) continue;
      if (kept != k) {
        conditions_[kept] = conditions_[k];
        rows_[kept] = std::move(rows_[k]);
      }
      ++kept;
    }
    conditions_.resize(kept);
    rows_.resize(kept);
  }

  // The register R[zk] that a term of a feature is: k and where R is live. Nothing: it is another term.
  struct Register {
    TermId index;
    ValueSet live = 0;
  };
  [[nodiscard]] std::optional<Register> as_register(TermId term) const {
    if (!registers_.counter.valid() || !term.valid() || arena_.op(term) != Op::Cell || arena_.args(term).size() != 1) return std::nullopt;
    const ValueSet live = registers_.live[arena_.symbol(term).index()];
    if (live == ~ValueSet{0}) return std::nullopt;
    return Register{arena_.args(term)[0], live};
  }
  [[nodiscard]] bool is_location(const Feature& feature, TermId index) const {
    return feature.kind == FeatureKind::Enum && arena_.op(feature.a) == Op::Cell && arena_.symbol(feature.a) == registers_.counter &&
           arena_.args(feature.a)[0] == index;
  }
  [[nodiscard]] bool is_dead(TermId term) const {
    const auto found = as_register(term);
    if (!found) return false;
    const auto& features = table_.vocabulary().features;
    for (std::size_t f = 0; f < features.size(); ++f) {
      if (is_location(features[f], found->index)) return (point_[f] & found->live) == 0;
    }
    return false;
  }
  [[nodiscard]] bool mentions_dead(std::size_t condition) const {
    const Feature& feature = table_.feature(conditions_[condition].feature);
    return is_dead(feature.a) || is_dead(feature.b);
  }
  // The locations to which the feature, if it is the program counter of a process, may be widened.
  [[nodiscard]] ValueSet live_locations(const Feature& location, const std::vector<Condition>& conditions) const {
    ValueSet live = ~ValueSet{0};
    for (const Condition& each : conditions) {
      const Feature& feature = table_.feature(each.feature);
      for (const TermId term : {feature.a, feature.b}) {
        if (const auto found = as_register(term); found && is_location(location, found->index)) live &= found->live;
      }
    }
    return live;
  }

  [[nodiscard]] bool is_complete(const std::vector<std::size_t>& chosen) const {
    // A delayed write counts even if nothing is said of its value.
    const Shape& shape = table_.vocabulary().shape;
    std::uint64_t processes = of_delayed_;
    bool snapshot = !shape.open || shape.delayed.valid();
    for (const std::size_t k : chosen) {
      const Feature& feature = table_.feature(conditions_[k].feature);
      processes |= mentioned(table_.vocabulary(), feature, conditions_[k].set);
      for (const TermId term : {feature.a, feature.b}) snapshot = snapshot || (term.valid() && arena_.op(term) == Op::Read);
    }
    return snapshot && std::popcount(processes) == narrow<int>(shape.processes);
  }

  void found(std::vector<std::size_t> chosen) {
    if (found_.size() < most_conjunctions && is_complete(chosen)) found_.push_back(std::move(chosen));
  }

  void find_smallest() {
    const std::size_t count = conditions_.size();
    std::vector<char> alone(count, 0);
    for (std::size_t a = 0; a < count; ++a) {
      alone[a] = rows_[a].empty() ? 1 : 0;
      if (alone[a] != 0) found({a});
    }
    if (!found_.empty()) return;
    std::vector<std::vector<char>> disjoint(count, std::vector<char>(count, 0));
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = a + 1; b < count; ++b) {
        if (alone[a] != 0 || alone[b] != 0) continue;
        if (rows_[a].meets(rows_[b])) continue;
        disjoint[a][b] = 1;
        found({a, b});
      }
    }
    if (!found_.empty()) return;
    for (std::size_t a = 0; a < count && found_.size() < most_conjunctions; ++a) {
      for (std::size_t b = a + 1; b < count && found_.size() < most_conjunctions; ++b) {
        arena_.spend();
        if (alone[a] != 0 || alone[b] != 0 || disjoint[a][b] != 0) continue;
        RowSet both = rows_[a];
        both.intersect(rows_[b]);
        words_ += both.words().size() + words_of_a_test * (count - b);
        for (std::size_t c = b + 1; c < count; ++c) {
          if (alone[c] != 0 || disjoint[a][c] != 0 || disjoint[b][c] != 0) continue;
          if (!both.meets(rows_[c])) found({a, b, c});
        }
      }
    }
  }

  // Drops conditions in several orders: those about dead registers first, then those that say little.
  void eliminate() {
    eliminated_ = true;
    std::vector<std::size_t> order(conditions_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::uint64_t seed = 1;
    for (std::size_t attempt = 0; attempt < elimination_orders; ++attempt) {
      for (std::size_t k = order.size(); k > 1; --k) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        if (attempt != 0) std::swap(order[k - 1], order[(seed >> 33) % k]);
      }
      std::stable_partition(order.begin(), order.end(),
                            [&](std::size_t k) { return is_loose(table_.feature(conditions_[k].feature), conditions_[k].set); });
      std::stable_partition(order.begin(), order.end(), [&](std::size_t k) { return mentions_dead(k); });
      eliminate(order);
    }
  }

  void eliminate(const std::vector<std::size_t>& order) {
    std::vector<RowSet> after(order.size() + 1);
    after[order.size()] = table_.all();
    for (std::size_t k = order.size(); k-- > 0;) {
      after[k] = after[k + 1];
      after[k].intersect(rows_[order[k]]);
    }
    if (!after[0].empty()) return;
    std::vector<std::size_t> kept;
    RowSet so_far = table_.all();
    for (std::size_t k = 0; k < order.size(); ++k) {
      std::vector<std::size_t> rest = kept;
      rest.insert(rest.end(), order.begin() + narrow<std::ptrdiff_t>(k) + 1, order.end());
      if (!so_far.meets(after[k + 1]) && is_complete(rest)) continue;
      kept.push_back(order[k]);
      so_far.intersect(rows_[order[k]]);
    }
    std::sort(kept.begin(), kept.end());
    if (std::find(found_.begin(), found_.end(), kept) == found_.end()) found(kept);
  }

  // The pointers to processes elsewhere, up to equality, need a process each, besides those of the view. A constant of the model that
  // points to no process needs none.
  [[nodiscard]] bool is_trusted(const std::vector<std::size_t>& chosen) const {
    std::vector<std::vector<TermId>> classes;
    for (const std::size_t k : chosen) {
      const Feature& feature = table_.feature(conditions_[k].feature);
      if (feature.kind != FeatureKind::Where || conditions_[k].set != ValueSet{1} << (feature.values - 1)) continue;
      const auto at = std::find_if(classes.begin(), classes.end(), [&](const std::vector<TermId>& each) {
        return std::any_of(each.begin(), each.end(), [&](TermId other) { return are_same(feature.a, other); });
      });
      if (at == classes.end()) {
        classes.push_back({feature.a});
      } else {
        at->push_back(feature.a);
      }
    }
    const auto needed = std::count_if(classes.begin(), classes.end(), [&](const std::vector<TermId>& each) {
      return std::none_of(each.begin(), each.end(), [&](TermId pointer) { return is_constant(pointer); });
    });
    return table_.vocabulary().shape.processes + narrow<std::uint32_t>(needed) <= processes_;
  }
  [[nodiscard]] bool is_constant(TermId pointer) const {
    return arena_.op(pointer) == Op::Cell && arena_.signature()[arena_.symbol(pointer)].constant;
  }
  [[nodiscard]] bool are_same(TermId a, TermId b) const {
    const auto& features = table_.vocabulary().features;
    for (std::size_t f = 0; f < features.size(); ++f) {
      if (features[f].kind != FeatureKind::Same || point_[f] != 2) continue;
      if ((features[f].a == a && features[f].b == b) || (features[f].a == b && features[f].b == a)) return true;
    }
    return false;
  }

  void widen(std::vector<Condition>& conditions) {
    std::vector<RowSet> sets = sets_of(conditions);
    for (std::size_t k = 0; k < conditions.size(); ++k) {
      const RowSet others = all_but(sets, k);
      const Feature& feature = table_.feature(conditions[k].feature);
      ValueSet free = conditions[k].set;
      for (unsigned value = 0; value < feature.values; ++value) {
        if (!table_.meets(others, conditions[k].feature, value)) free |= ValueSet{1} << value;
      }
      if (eliminated_) free &= live_locations(feature, conditions) | conditions[k].set;
      const ValueSet before = std::exchange(conditions[k].set, widest(feature, conditions[k].set, free));
      // A wider set may mention fewer processes, and then the conjunction belongs to a smaller table.
      std::uint64_t processes = of_delayed_;
      for (const Condition& each : conditions) processes |= mentioned(table_.vocabulary(), table_.feature(each.feature), each.set);
      if (std::popcount(processes) != narrow<int>(table_.vocabulary().shape.processes)) conditions[k].set = before;
      if (conditions[k].set != before) sets[k] = table_.satisfying(conditions[k].feature, conditions[k].set);
    }
    std::erase_if(conditions, [&](const Condition& each) { return each.set == table_.feature(each.feature).all(); });
  }

  [[nodiscard]] std::vector<RowSet> sets_of(const std::vector<Condition>& conditions) const {
    std::vector<RowSet> sets;
    for (const Condition& each : conditions) sets.push_back(table_.satisfying(each.feature, each.set));
    return sets;
  }
  [[nodiscard]] RowSet all_but(const std::vector<RowSet>& sets, std::size_t left_out) {
    RowSet result = table_.all();
    for (std::size_t k = 0; k < sets.size(); ++k) {
      if (k != left_out) result.intersect(sets[k]);
    }
    words_ += sets.size() * result.words().size();
    return result;
  }

  [[nodiscard]] std::int64_t score_of(const std::vector<Condition>& conditions) {
    const std::vector<RowSet> sets = sets_of(conditions);
    std::int64_t score = 0;
    std::size_t closest = SIZE_MAX;
    for (std::size_t k = 0; k < conditions.size(); ++k) {
      const Feature& feature = table_.feature(conditions[k].feature);
      score += scaled_log2(static_cast<std::uint64_t>(std::popcount(conditions[k].set))) - scaled_log2(feature.values);
      if (feature.kind == FeatureKind::Same || feature.kind == FeatureKind::Less) score -= 64;
      if (feature.kind == FeatureKind::Nested) score -= 384;
      closest = std::min(closest, all_but(sets, k).count());
    }
    return score + scaled_log2(1 + closest);
  }

  const ViewTable& table_;
  const TermArena& arena_;
  const Registers& registers_;
  const Point& point_;
  std::uint32_t processes_;
  std::uint64_t of_delayed_ = 0;  // the processes that a delayed write mentions
  bool eliminated_ = false;       // no small conjunction was found
  std::uint64_t words_ = 0;       // of sets of rows that were combined
  std::vector<Condition> conditions_;
  std::vector<RowSet> rows_;
  std::vector<std::vector<std::size_t>> found_;
};

}  // namespace

bool is_known(const ViewTable& table, const Point& point) {
  bool known = false;
  table.each_agreeing_word(point, [&](std::size_t, std::uint64_t) {
    known = true;
    return false;
  });
  return known;
}

std::vector<std::size_t> agreeing(const ViewTable& table, const Point& point, std::size_t most) {
  std::vector<std::size_t> result, others;
  const auto add = [&](std::vector<std::size_t>& to, std::size_t word, std::uint64_t bits) {
    for (; bits != 0 && to.size() < most; bits &= bits - 1) to.push_back(word * 64 + narrow<std::size_t>(std::countr_zero(bits)));
  };
  table.each_agreeing_word(point, [&](std::size_t word, std::uint64_t rows) {
    const std::uint64_t whole = table.whole().words()[word];
    add(result, word, rows & whole);
    add(others, word, rows & ~whole);
    return result.size() < most;
  });
  result.insert(result.end(), others.begin(), others.begin() + narrow<std::ptrdiff_t>(std::min(others.size(), most - result.size())));
  return result;
}

Generalized generalize(const ViewTable& table, const TermArena& arena, const Registers& registers, const Point& point,
                       std::uint32_t processes, const std::function<bool(const std::vector<Condition>&)>& allowed) {
  return Generalization(table, arena, registers, point, processes).run(allowed);
}

}  // namespace parapet::search::views
