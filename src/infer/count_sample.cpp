#include "infer/count_sample.h"

#include <algorithm>

#include "base/narrow.h"
#include "infer/guess_instance.h"
#include "machine/domain.h"
#include "machine/explore.h"

namespace parapet::search {
namespace {

using machine::Code;
using machine::Location;

constexpr std::uint32_t most_processes = 3;
// Of each instance.
constexpr std::uint64_t most_sample_states = 12'000;
constexpr std::size_t most_rows = 2'000;

}  // namespace

CountSample::CountSample(Context& context) : context_(context), arena_(context.arena) {
  find_columns();
  std::set<Row> found;
  for (const std::uint32_t processes : machine::instance_sizes(*context.system.program, most_processes)) explore(processes, found);
  drop_idle_types(found);
}

void CountSample::find_columns() {
  TermArena& arena = context_.arena;
  const le::Counts& counts = context_.system.counts;
  const Signature& signature = context_.system.program->signature;
  const auto add = [&](SymbolId symbol) { terms_.push_back(arena.cell(symbol, {})); };
  terms_.emplace_back();  // the number 1
  add(counts.processes);
  for (const le::CountType& type : counts.types) add(type.symbol);
  for (std::size_t k = 0; k < signature.symbols().size(); ++k) {
    const SymbolId symbol(k);
    if (signature[symbol].arity != 0) continue;
    if (signature[symbol].sort == Signature::integer) {
      integers_.push_back(symbol);
      add(symbol);
    }
    const Sort& sort = signature[signature[symbol].sort];
    if (sort.kind == SortKind::Enum && sort.constructors.size() <= 64) {
      finite_of_.emplace(arena.cell(symbol, {}), finite_.size());
      finite_.push_back(symbol);
    }
  }
}

void CountSample::explore(std::uint32_t processes, std::set<Row>& found) {
  const ld::Program& program = *context_.system.program;
  Budget unlimited;
  Budget& budget = arena_.budget() == nullptr ? unlimited : *arena_.budget();
  const auto roster = machine::roster_of(program, processes);
  if (!roster) return;
  try {
    if (machine::Layout(program.signature, processes).size() > most_locations) return;
  } catch (const machine::TooLarge&) {
    return;
  }
  machine::Instance instance(program, ld::sc, *roster, machine::Instance::Detail::Simplified, budget);
  const auto invariants = machine::targets_of(instance, program.invariants);
  machine::ExploreLimits limits{most_sample_states, attempts_per_state};
  limits.values = {.numbers = 4, .labels = 2, .strangers = 1, .range = 4};
  std::vector<Location> closed;
  for (const SymbolId symbol : integers_) closed.push_back(instance.layout().first(symbol));
  machine::Explorer explorer(instance, limits, closed);
  const std::size_t enough = found.size() + most_rows;
  explorer.run([&](machine::StateNumber, const machine::State& state) {
    if (!invariants.empty() && machine::certain(instance, invariants, state)) return machine::Explorer::Follow::Omit;
    if (auto row = row_of(instance, state)) found.insert(std::move(*row));
    return found.size() >= enough ? machine::Explorer::Follow::Stop : machine::Explorer::Follow::Yes;
  });
}

// Nothing: some value is open, or no small integer.
std::optional<CountSample::Row> CountSample::row_of(const machine::Instance& instance, const machine::State& state) const {
  const Signature& signature = context_.system.program->signature;
  const le::Counts& counts = context_.system.counts;
  const auto value = [&](SymbolId symbol) -> std::optional<std::int64_t> {
    const Code code = state.cells[instance.layout().first(symbol)];
    if (code == machine::open_value || !machine::Numbers::is_small(code)) return std::nullopt;
    return code;
  };
  const std::uint32_t processes = instance.roster().processes;
  Row row;
  row.numbers.assign(first_type + counts.types.size(), 0);
  row.numbers[0] = 1;
  row.numbers[1] = processes;
  for (machine::Process process = 0; process < processes; ++process) {
    std::size_t type = 0;
    for (const SymbolId array : counts.arrays) {
      const std::vector<machine::Process> indices(signature[array].arity, process);
      const Code code = state.cells[instance.layout().location(array, indices)];
      if (code == machine::open_value) return std::nullopt;
      type = type * signature[signature[array].sort].constructors.size() + narrow<std::size_t>(code);
    }
    if (!counts.types.empty()) ++row.numbers[first_type + type];
  }
  for (const SymbolId symbol : integers_) {
    const auto number = value(symbol);
    if (!number) return std::nullopt;
    row.numbers.push_back(*number);
  }
  for (const SymbolId symbol : finite_) {
    const auto position = value(symbol);
    if (!position) return std::nullopt;
    row.finite.push_back(narrow<std::uint32_t>(*position));
  }
  return row;
}

// Columns of types that no state of the sample has go.
void CountSample::drop_idle_types(const std::set<Row>& found) {
  const std::size_t end = first_type + context_.system.counts.types.size();
  std::vector<bool> keep(terms_.size(), true);
  for (std::size_t c = first_type; c < end; ++c)
    keep[c] = std::any_of(found.begin(), found.end(), [&](const Row& row) { return row.numbers[c] != 0; });
  std::vector<TermId> terms;
  for (std::size_t c = 0; c < terms_.size(); ++c) {
    if (!keep[c]) continue;
    if (c != 0) columns_.emplace(terms_[c], terms.size());
    if (c >= first_type && c < end) ++types_;
    terms.push_back(terms_[c]);
  }
  for (const Row& row : found) {
    Row& kept = rows_.emplace_back();
    kept.finite = row.finite;
    for (std::size_t c = 0; c < row.numbers.size(); ++c) {
      if (keep[c]) kept.numbers.push_back(row.numbers[c]);
    }
  }
  terms_ = std::move(terms);
}

bool CountSample::is_comparison_of_columns(TermId literal) const {
  if (arena_.op(literal) < Op::SumLessEqual || arena_.op(literal) > Op::SumNonZero) return false;
  bool known = true;
  each_leaf(arena_, literal, [&](TermId leaf) { known = known && columns_.contains(leaf); });
  return known;
}

bool CountSample::holds(TermId atom, const Row& row) const {
  if (arena_.op(atom) == Op::Member) return (arena_.set(atom) >> row.finite[finite_of_.at(arena_.args(atom)[0])] & 1) != 0;
  const TermId sum = arena_.args(atom)[0];
  Rational total = arena_.op(sum) == Op::Sum ? arena_.number(sum) : Rational(row.numbers[columns_.at(sum)]);
  for (std::size_t k = 0; arena_.op(sum) == Op::Sum && k < arena_.args(sum).size(); ++k)
    total = total + arena_.coefficients(sum)[k] * Rational(row.numbers[columns_.at(arena_.args(sum)[k])]);
  switch (arena_.op(atom)) {
    case Op::SumLessEqual:
      return total.sign() <= 0;
    case Op::SumLess:
      return total.sign() < 0;
    case Op::SumZero:
      return total.is_zero();
    default:
      return !total.is_zero();
  }
}

}  // namespace parapet::search
