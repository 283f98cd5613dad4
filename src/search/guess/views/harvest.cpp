#include "search/guess/views/harvest.h"

#include <algorithm>
#include <utility>

#include "base/narrow.h"
#include "machine/row_hash.h"

namespace parapet::search::views {

Tables::Tables(const le::System& system, TermArena& arena, const NameFacts& names, std::uint32_t processes, bool nested, bool open) {
  // A view without processes says something only if the model names some.
  for (std::uint32_t k = system.constants.empty() ? 1 : 0; k <= processes; ++k) {
    tables_.emplace_back(make_vocabulary(system, arena, names, {k, false}, nested));
    if (open && k > 0) tables_.emplace_back(make_vocabulary(system, arena, names, {k, true}, nested));
  }
}

std::size_t Tables::find(Shape shape) const {
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    const Shape& own = tables_[k].vocabulary().shape;
    if (own.processes == shape.processes && own.open == shape.open) return k;
  }
  return SIZE_MAX;
}

std::size_t Harvest::WordsHash::operator()(const SnapshotMachine::Words& words) const { return machine::row_hash(words); }

void Harvest::begin(const std::vector<SnapshotMachine::Words>& states) {
  if (views_.empty()) ground_views();
  for (const SnapshotMachine::Words& words : states) add(words);
}

void Harvest::take_over(const Harvest& other) {
  ground_views();
  known_ = other.known_;
  states_ = other.states_;
  followed_ = other.followed_;
  for (const SnapshotMachine::Words& words : states_) add_views(words);
}

bool Harvest::explore(std::size_t states) {
  while (followed_ < states_.size() && states_.size() < states) {
    const SnapshotMachine::Words words = states_[followed_++];
    machine_.successors(words, [&](const SnapshotMachine::Words& next) { add(next); });
  }
  return followed_ < states_.size();
}

void Harvest::add(const SnapshotMachine::Words& words) {
  if (machine_.excluded(words)) return;
  const auto [at, fresh] = known_.insert(machine_.canonical(words, compress_));
  if (!fresh) return;
  states_.push_back(*at);
  add_views(*at);
}

void Harvest::ground_views() {
  Budget& budget = machine_.instance().budget();
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    const ViewTable& table = tables_[t];
    machine::each_distinct_tuple(machine_.variables(), table.vocabulary().shape.processes, budget, [&](const std::vector<Process>& tuple) {
      GroundView view;
      view.table = t;
      for (const Process k : tuple) view.tuple.push_back(machine_.unnamed(k));
      for (const Feature& feature : table.vocabulary().features) {
        GroundFeature& made = view.features.emplace_back();
        made.a = ground(view.tuple, feature.a);
        if (feature.b.valid()) made.b = ground(view.tuple, feature.b);
        if (feature.kind != FeatureKind::Nested) continue;
        for (Process process = 0; process < machine_.processes(); ++process)
          made.targets.push_back(machine_.layout().location(feature.array, {&process, 1}));
      }
      views_.push_back(std::move(view));
    });
  }
}

Harvest::GroundTerm Harvest::ground(const std::vector<Process>& tuple, TermId term) {
  GroundTerm result;
  result.kind = arena_.signature()[arena_.sort(term)].kind;
  const auto process = [&](TermId which) {
    if (arena_.op(which) == Op::ProcessVar) return tuple[arena_.process_number(which)];
    return machine_.instance().roster().constant(arena_.constant_number(which));
  };
  switch (arena_.op(term)) {
    case Op::ProcessVar:
    case Op::ProcessConst:
      result.constant = true;
      result.value = narrow<Code>(process(term));
      return result;
    case Op::Number:
      result.constant = true;
      result.value = machine_.instance().numbers().code(arena_.number(term));
      return result;
    default:
      break;
  }
  const bool read = arena_.op(term) == Op::Read;
  const TermId cell = read ? arena_.location(term) : term;
  std::vector<Process> indices;
  for (const TermId index : arena_.args(cell)) indices.push_back(process(index));
  result.memory = machine_.layout().location(arena_.symbol(cell), indices);
  if (read) result.snapshot = machine_.snapshot_place(narrow<Location>(result.memory));
  return result;
}

void Harvest::add_views(const SnapshotMachine::Words& words) {
  const auto owner = machine_.owner(words);
  Row row;
  for (const GroundView& view : views_) {
    machine_.instance().budget().spend();
    ViewTable& table = tables_[view.table];
    const bool open = table.vocabulary().shape.open;
    for (const bool now : {true, false}) {
      if (!now && (!open || !owner || view.tuple[0] != *owner)) continue;
      row.clear();
      for (std::uint32_t f = 0; f < view.features.size(); ++f) row.push_back(value(view, f, words, now));
      if (table.add(row)) added_ = true;
    }
  }
}

std::uint8_t Harvest::value(const GroundView& view, std::uint32_t number, const SnapshotMachine::Words& words, bool now) {
  const ViewTable& table = tables_[view.table];
  const Feature& feature = table.feature(number);
  const GroundFeature& made = view.features[number];
  const auto code = [&](const GroundTerm& term) {
    if (term.constant) return term.value;
    return words[now || term.snapshot == 0 ? term.memory : term.snapshot];
  };
  const Code a = code(made.a);
  if (a == machine::open_value) return any_value;
  const auto order = [&](Code x, Code y) {
    const auto compared = made.a.kind == SortKind::Proc ? x <=> y : machine_.instance().numbers().compare(x, y);
    return compared < 0 ? 0 : (compared == 0 ? 1 : 2);
  };
  switch (feature.kind) {
    case FeatureKind::Enum:
      return narrow<std::uint8_t>(a);
    case FeatureKind::Where: {
      const std::size_t count = view.tuple.size();
      for (std::size_t k = 0; k + 1 < feature.values; ++k) {
        const Process place =
            k < count ? view.tuple[k] : machine_.instance().roster().constant(arena_.constant_number(table.vocabulary().places[k]));
        if (std::cmp_equal(a, place)) return narrow<std::uint8_t>(k);
      }
      return narrow<std::uint8_t>(feature.values - 1);
    }
    case FeatureKind::Nested: {
      if (a < 0 || std::cmp_greater_equal(a, made.targets.size())) return narrow<std::uint8_t>(feature.values - 1);
      const Code there = words[made.targets[narrow<std::size_t>(a)]];
      return there == machine::open_value ? any_value : narrow<std::uint8_t>(there);
    }
    default:
      break;
  }
  const Code b = code(made.b);
  if (b == machine::open_value) return any_value;
  if (feature.kind == FeatureKind::Same) return a == b ? 1 : 0;
  if (feature.kind == FeatureKind::Less) return narrow<std::uint8_t>(order(a, b));
  const machine::Numbers& numbers = machine_.instance().numbers();
  if (machine::Numbers::is_small(a) && machine::Numbers::is_small(b))
    return narrow<std::uint8_t>(std::clamp(std::int64_t{a} - b, std::int64_t{-2}, std::int64_t{2}) + diff_middle);
  const Rational difference = numbers.number(a) - numbers.number(b);
  if (difference <= Rational(-2)) return 0;
  if (difference >= Rational(2)) return narrow<std::uint8_t>(diff_values - 1);
  return narrow<std::uint8_t>(*difference.numerator().small() + std::int64_t{diff_middle});
}

}  // namespace parapet::search::views
