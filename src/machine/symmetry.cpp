// Let pi be a permutation of the processes that no constant names. Every formula of a program that does not compare processes by their
// order holds in a state for some processes iff it holds in the renamed state for the renamed processes. So pi maps executions to
// executions.
#include "machine/symmetry.h"

#include <algorithm>
#include <iterator>

#include "base/narrow.h"
#include "machine/domain.h"

namespace parapet::machine {

namespace {

// Sorts the entries of one write each between marks by location; entries of one location keep their order.
void sort_between_marks(std::vector<Entry>& buffer) {
  const auto less = [](const Entry& a, const Entry& b) { return a[0].location < b[0].location; };
  for (auto begin = buffer.begin(); begin != buffer.end();) {
    const auto end = std::find_if(begin, buffer.end(), [](const Entry& entry) { return entry.empty(); });
    std::stable_sort(begin, end, less);
    begin = end == buffer.end() ? end : std::next(end);
  }
}

void append(const std::vector<Entry>& buffer, Words& out) {
  out.push_back(narrow<Code>(buffer.size()));
  for (const Entry& entry : buffer) {
    out.push_back(narrow<Code>(entry.size()));
    for (const Write& write : entry) {
      out.push_back(narrow<Code>(write.location));
      out.push_back(write.value);
    }
  }
}

}  // namespace

void encode(const Instance& instance, const State& state, Words& out) {
  out.assign(state.cells.begin(), state.cells.end());
  if (!instance.has_buffers()) return;
  for (const auto& buffer : state.buffers) {
    if (instance.writes_apart() && buffer.size() > 1) {
      std::vector<Entry> sorted = buffer;
      sort_between_marks(sorted);
      append(sorted, out);
    } else {
      append(buffer, out);
    }
  }
}

void decode(const Instance& instance, std::span<const Code> words, State& state) {
  const std::size_t cells = instance.layout().size();
  state.cells.assign(words.begin(), words.begin() + narrow<std::ptrdiff_t>(cells));
  std::size_t at = cells;
  state.buffers.resize(instance.roster().processes);
  if (!instance.has_buffers()) return;
  for (auto& buffer : state.buffers) {
    buffer.resize(narrow<std::size_t>(words[at++]));
    for (Entry& entry : buffer) {
      entry.resize(narrow<std::size_t>(words[at++]));
      for (Write& write : entry) {
        write.location = narrow<Location>(words[at++]);
        write.value = words[at++];
      }
    }
  }
}

RowRenamings::RowRenamings(std::vector<Renaming> renamings, const std::vector<std::uint8_t>& process_valued)
    : renamings_(std::move(renamings)) {
  for (std::uint32_t place = 0; place < process_valued.size(); ++place) {
    const bool moves =
        std::any_of(renamings_.begin(), renamings_.end(), [&](const Renaming& renaming) { return renaming.from[place] != place; });
    if (moves || process_valued[place] != 0) changing_.push_back({place, process_valued[place] != 0});
  }
}

std::strong_ordering RowRenamings::compare(std::size_t number, std::span<const Code> row, std::span<const Code> other,
                                           std::size_t size) const {
  const Renaming& renaming = renamings_[number];
  for (const Place& place : changing_) {
    if (place.place >= size) break;
    const Code code = word(renaming, place, row);
    if (code != other[place.place]) return code <=> other[place.place];
  }
  return std::strong_ordering::equal;
}

void RowRenamings::apply(std::size_t number, std::span<const Code> row, std::size_t size, Words& out) const {
  out.assign(row.begin(), row.end());
  for (const Place& place : changing_) {
    if (place.place >= size) break;
    out[place.place] = word(renamings_[number], place, row);
  }
}

namespace {

std::vector<std::uint8_t> process_valued_cells(const Instance& instance) {
  std::vector<std::uint8_t> result;
  for (Location location = 0; location < instance.layout().size(); ++location)
    result.push_back(instance.is_process_valued(location) ? 1 : 0);
  return result;
}

std::vector<RowRenamings::Renaming> renamings_of(const Instance& instance) {
  const Layout& layout = instance.layout();
  std::vector<Process> unnamed;
  for (Process process = 0; process < layout.processes(); ++process) {
    if (!instance.roster().names(process)) unnamed.push_back(process);
  }
  const bool renames = unnamed.size() <= Symmetry::most_renamed && !compares_processes(instance.program());
  std::vector<RowRenamings::Renaming> result;
  std::vector<Process> images = unnamed;
  do {
    RowRenamings::Renaming& renaming = result.emplace_back();
    for (Process process = 0; process < layout.processes(); ++process) renaming.process.push_back(process);
    for (std::size_t k = 0; k < unnamed.size(); ++k) renaming.process[unnamed[k]] = images[k];
    renaming.from.resize(layout.size());
    for (Location location = 0; location < layout.size(); ++location) {
      std::vector<Process> indices = layout.indices(location);
      for (Process& index : indices) index = renaming.process[index];
      renaming.from[layout.location(layout.symbol(location), indices)] = location;
    }
  } while (renames && std::next_permutation(images.begin(), images.end()));
  return result;
}

}  // namespace

Symmetry::Symmetry(const Instance& instance) : instance_(instance), cells_(renamings_of(instance), process_valued_cells(instance)) {
  for (std::size_t k = 0; k < renamings(); ++k) {
    const RowRenamings::Renaming& renaming = cells_[k];
    std::vector<Location>& moved = moved_.emplace_back(renaming.from.size());
    for (Location location = 0; location < moved.size(); ++location) moved[renaming.from[location]] = location;
    std::vector<Process>& from = process_from_.emplace_back(renaming.process.size());
    for (Process process = 0; process < from.size(); ++process) from[renaming.process[process]] = process;
  }
}

void Symmetry::encode_renamed_buffers(const State& state, std::size_t renaming) {
  const std::vector<Process>& process = this->renaming(renaming);
  for (const Process from : process_from_[renaming]) {
    buffer_ = state.buffers[from];
    for (Entry& entry : buffer_) {
      for (Write& write : entry) {
        const bool moves = instance_.is_process_valued(write.location) && write.value >= 0 && std::cmp_less(write.value, process.size());
        if (moves) write.value = narrow<Code>(process[narrow<std::size_t>(write.value)]);
        write.location = moved_[renaming][write.location];
      }
      std::sort(entry.begin(), entry.end());
    }
    if (instance_.writes_apart()) sort_between_marks(buffer_);
    append(buffer_, renamed_);
  }
}

// The comparison with the least encoding so far usually ends after a few cells.
const Symmetry::Least& Symmetry::least(const State& state) {
  least_.renaming = 0;
  encode(instance_, state, least_.words);
  const std::size_t cells = state.cells.size();
  for (std::size_t k = 1; k < renamings(); ++k) {
    const std::strong_ordering order = cells_.compare(k, state.cells, least_.words, cells);
    if (order > 0 || (order == 0 && !instance_.has_buffers())) continue;
    cells_.apply(k, state.cells, cells, renamed_);
    if (instance_.has_buffers()) encode_renamed_buffers(state, k);
    if (order == 0 && renamed_ >= least_.words) continue;
    std::swap(renamed_, least_.words);
    least_.renaming = k;
  }
  return least_;
}

}  // namespace parapet::machine
