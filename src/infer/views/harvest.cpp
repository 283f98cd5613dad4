#include "infer/views/harvest.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/narrow.h"
#include "machine/code.h"

namespace parapet::search::views {

namespace {

// Every weak cell of the places of which a write by z0 may be delayed.
std::vector<TermId> delayed_cells(const le::System& system, TermArena& arena, std::uint32_t processes) {
  std::vector<TermId> places, cells;
  for (std::uint32_t k = 0; k < processes; ++k) places.push_back(arena.process(k));
  for (const std::uint32_t n : system.constants) places.push_back(arena.process_const(n));
  for (std::size_t k = 0; k < arena.signature().symbols().size(); ++k) {
    const SymbolId symbol(k);
    if (!arena.signature()[symbol].weak) continue;
    std::vector<TermId> indices;
    const auto choose = [&](const auto& self) -> void {
      if (indices.size() == arena.signature()[symbol].arity) {
        const TermId cell = arena.cell(symbol, indices);
        if (system.delays.may_wait(arena, arena.process(0), cell)) cells.push_back(cell);
        return;
      }
      for (const TermId place : places) {
        indices.push_back(place);
        self(self);
        indices.pop_back();
      }
    };
    choose(choose);
  }
  return cells;
}

}  // namespace

Tables::Tables(const le::System& system, TermArena& arena, const NameFacts& names, std::uint32_t processes, bool nested, OpenKind open) {
  // A view without processes says something only if the model names some.
  for (std::uint32_t k = system.constants.empty() ? 1 : 0; k <= processes; ++k) {
    tables_.emplace_back(make_vocabulary(system, arena, names, {k, false}, nested));
    if (k == 0 || open == OpenKind::None) continue;
    if (open == OpenKind::Snapshot) tables_.emplace_back(make_vocabulary(system, arena, names, {k, true}, nested));
    if (open != OpenKind::Delayed) continue;
    for (const TermId cell : delayed_cells(system, arena, k))
      tables_.emplace_back(make_vocabulary(system, arena, names, {k, true, cell}, nested));
  }
}

std::size_t Tables::find(Shape shape) const {
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    if (tables_[k].vocabulary().shape == shape) return k;
  }
  return SIZE_MAX;
}

bool HashSet::insert(std::uint64_t hash) {
  if (hash == 0) hash = 1;
  if (2 * (size_ + 1) > slots_.size()) {
    const std::vector<std::uint64_t> before = std::exchange(slots_, std::vector<std::uint64_t>(4 * slots_.size(), 0));
    size_ = 0;
    for (const std::uint64_t each : before) {
      if (each != 0) insert(each);
    }
  }
  std::size_t at = hash % slots_.size();
  while (slots_[at] != 0 && slots_[at] != hash) at = (at + 1) % slots_.size();
  if (slots_[at] == hash) return false;
  slots_[at] = hash;
  ++size_;
  return true;
}

std::size_t Harvest::CodesHash::operator()(const std::vector<Code>& codes) const { return machine::row_hash(codes); }

void Harvest::begin(const std::vector<Words>& states) {
  if (views_.empty()) ground_views();
  for (const Words& words : states) add(words);
}

const Harvest::Words& Harvest::state(std::size_t number, Words& scratch) const {
  if (number >= shared_) return *states_[number - shared_];
  const auto row = explored_->row(narrow<machine::StateNumber>(number));
  scratch.assign(row.begin(), row.end());
  return scratch;
}

std::uint64_t Harvest::values_of_a_state() {
  if (views_.empty()) ground_views();
  std::uint64_t values = 0;
  for (const GroundView& view : views_) values += view.terms.size() + view.targets.size();
  return values;
}

std::size_t Harvest::add_views_of(const Harvest& other, std::size_t states) {
  if (views_.empty()) ground_views();
  const auto& before = other.known_before_;
  const auto at = std::lower_bound(before.begin(), before.end(), states);
  const std::size_t count = at == before.end() ? other.states() : *at;
  Words scratch;
  for (std::size_t k = 0; k < count; ++k) add_views(other.state(k, scratch));
  return count;
}

bool Harvest::explore(std::size_t states) {
  Words scratch;
  while (followed_ < this->states() && this->states() < states) {
    known_before_.push_back(this->states());
    if (explored_ != nullptr && followed_ < explored_->followed()) {
      copy_successors();
      continue;
    }
    for (std::size_t k = known_.size() < shared_ ? 0 : shared_; k < shared_; ++k) known_.insert(state(k, scratch));
    const Words words = state(followed_++, scratch);
    machine_.successors(words, [&](const Words& next) { add(next); });
  }
  return followed_ < this->states();
}

void Harvest::follow(const GuessInstance& explored) {
  const auto same = [&](std::size_t k) {
    const auto row = explored.row(narrow<machine::StateNumber>(k));
    return std::equal(row.begin(), row.end(), states_[k]->begin(), states_[k]->end());
  };
  if (!explored.is_canonical() || explored.progress(0).known != states_.size()) return;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    if (!same(k)) return;
  }
  explored_ = &explored;
  shared_ = states_.size();
  states_.clear();
}

// Of the next state to be followed. The set of known states is filled when the first successor is computed here.
void Harvest::copy_successors() {
  const auto before = explored_->progress(followed_);
  const auto after = explored_->progress(++followed_);
  shared_ = after.known;
  Words scratch;
  for (std::size_t k = before.known; k < after.known && !views_.empty(); ++k) add_views(state(k, scratch));
  machine_.add_attempts(after.attempts - before.attempts);
}

void Harvest::add(const Words& words) {
  if (machine_.excluded(words)) return;
  const auto [at, fresh] = known_.insert(machine_.canonical(words, compress_));
  if (!fresh) return;
  states_.push_back(&*at);
  add_views(*at);
}

void Harvest::ground_views() {
  Budget& budget = machine_.instance().budget();
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    machine::each_distinct_tuple(machine_.variables(), tables_[t].vocabulary().shape.processes, budget,
                                 [&](const std::vector<Process>& numbers) {
                                   std::vector<Process> tuple;
                                   for (const Process k : numbers) tuple.push_back(machine_.unnamed(k));
                                   views_.push_back(ground_view(t, tuple));
                                 });
  }
}

Process Harvest::process_of(const std::vector<Process>& tuple, TermId process) {
  if (arena_.op(process) == Op::ProcessVar) return tuple[arena_.process_number(process)];
  return machine_.instance().roster().constant(arena_.constant_number(process));
}

Harvest::GroundView Harvest::ground_view(std::size_t table, const std::vector<Process>& tuple) {
  const Vocabulary& vocabulary = tables_[table].vocabulary();
  GroundView view;
  view.table = table;
  view.tuple = tuple;
  if (vocabulary.shape.delayed.valid()) view.delayed = narrow<Location>(ground(tuple, vocabulary.shape.delayed).memory);
  for (const TermId place : vocabulary.places) view.places.push_back(narrow<Code>(process_of(tuple, place)));
  std::map<TermId, std::size_t> numbers;
  const auto number_of = [&](TermId term) {
    const auto [at, fresh] = numbers.try_emplace(term, view.terms.size());
    if (fresh) view.terms.push_back(ground(tuple, term));
    return at->second;
  };
  for (const Feature& feature : vocabulary.features) {
    GroundFeature& made = view.features.emplace_back();
    made.a = number_of(feature.a);
    if (feature.b.valid()) made.b = number_of(feature.b);
    if (feature.kind != FeatureKind::Nested) continue;
    made.nested = view.targets.size();
    Target& target = view.targets.emplace_back();
    target.pointer = made.a;
    for (Process process = 0; process < machine_.processes(); ++process)
      target.cells.push_back(machine_.layout().location(feature.array, {&process, 1}));
  }
  return view;
}

Harvest::GroundTerm Harvest::ground(const std::vector<Process>& tuple, TermId term) {
  GroundTerm result;
  result.kind = arena_.signature()[arena_.sort(term)].kind;
  switch (arena_.op(term)) {
    case Op::ProcessVar:
    case Op::ProcessConst:
      result.constant = true;
      result.value = narrow<Code>(process_of(tuple, term));
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
  for (const TermId index : arena_.args(cell)) indices.push_back(process_of(tuple, index));
  result.memory = machine_.layout().location(arena_.symbol(cell), indices);
  if (read) result.read = machine_.read_place(tuple[0], narrow<Location>(result.memory));
  return result;
}

void Harvest::add_views(const Words& state) {
  const Words& words = machine_.laid_out(state);
  Row row;
  for (GroundView& view : views_) {
    machine_.instance().budget().spend();
    ViewTable& table = tables_[view.table];
    const bool open = table.vocabulary().shape.open;
    for (const bool now : {true, false}) {
      if (now ? open && !machine_.may_read_now() : !open || !machine_.shows_read(words, view.tuple[0], view.delayed)) continue;
      find_codes(view, words, now);
      values_found_ += codes_.size();
      const bool whole = machine_.is_whole(words, view.tuple);
      codes_.push_back(whole ? 1 : 0);
      if (!view.met.insert(machine::row_hash(codes_))) continue;
      row.clear();
      for (std::uint32_t f = 0; f < view.features.size(); ++f) row.push_back(value(view, f));
      if (table.add(row, whole)) added_ = true;
    }
  }
}

// The values of the view's terms, then, for each nested term, that of the cell it leads to; a pointer to no process leads to `nobody`.
constexpr Code nobody = -1;

void Harvest::find_codes(const GroundView& view, const Words& words, bool now) {
  codes_.clear();
  for (const GroundTerm& term : view.terms)
    codes_.push_back(term.constant ? term.value : words[now || term.read == 0 ? term.memory : term.read]);
  for (const Target& target : view.targets) {
    const Code pointer = codes_[target.pointer];
    const bool leads = pointer >= 0 && std::cmp_less(pointer, target.cells.size());
    codes_.push_back(leads ? words[target.cells[narrow<std::size_t>(pointer)]] : nobody);
  }
}

std::uint8_t Harvest::value(const GroundView& view, std::uint32_t number) const {
  const Feature& feature = tables_[view.table].feature(number);
  const GroundFeature& made = view.features[number];
  const Code a = codes_[made.a];
  if (a == machine::open_value) return any_value;
  switch (feature.kind) {
    case FeatureKind::Enum:
      return narrow<std::uint8_t>(a);
    case FeatureKind::Where:
      return narrow<std::uint8_t>(std::distance(view.places.begin(), std::find(view.places.begin(), view.places.end(), a)));
    case FeatureKind::Nested: {
      const Code there = codes_[view.terms.size() + made.nested];
      if (there == nobody) return narrow<std::uint8_t>(feature.values - 1);
      return there == machine::open_value ? any_value : narrow<std::uint8_t>(there);
    }
    default:
      break;
  }
  const Code b = codes_[made.b];
  if (b == machine::open_value) return any_value;
  if (feature.kind == FeatureKind::Same) return a == b ? 1 : 0;
  const machine::Numbers& numbers = machine_.instance().numbers();
  if (feature.kind == FeatureKind::Less) {
    const auto compared = view.terms[made.a].kind == SortKind::Proc ? a <=> b : numbers.compare(a, b);
    return compared < 0 ? 0 : (compared == 0 ? 1 : 2);
  }
  if (machine::Numbers::is_small(a) && machine::Numbers::is_small(b))
    return narrow<std::uint8_t>(std::clamp(std::int64_t{a} - b, std::int64_t{-2}, std::int64_t{2}) + diff_middle);
  const Rational difference = numbers.number(a) - numbers.number(b);
  if (difference <= Rational(-2)) return 0;
  if (difference >= Rational(2)) return narrow<std::uint8_t>(diff_values - 1);
  return narrow<std::uint8_t>(*difference.numerator().small() + std::int64_t{diff_middle});
}

}  // namespace parapet::search::views
