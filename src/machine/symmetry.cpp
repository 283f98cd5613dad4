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

Symmetry::Symmetry(const Instance& instance) : instance_(instance) {
  const Layout& layout = instance.layout();
  for (Location location = 0; location < layout.size(); ++location) process_valued_.push_back(instance.is_process_valued(location) ? 1 : 0);
  std::vector<Process> unnamed;
  for (Process process = 0; process < layout.processes(); ++process) {
    if (!instance.roster().names(process)) unnamed.push_back(process);
  }
  const bool renames = unnamed.size() <= most_renamed && !compares_processes(instance.program());
  std::vector<Process> images = unnamed;
  do {
    Renaming renaming;
    for (Process process = 0; process < layout.processes(); ++process) renaming.process.push_back(process);
    for (std::size_t k = 0; k < unnamed.size(); ++k) renaming.process[unnamed[k]] = images[k];
    for (Location location = 0; location < layout.size(); ++location) {
      std::vector<Process> indices = layout.indices(location);
      for (Process& index : indices) index = renaming.process[index];
      renaming.location.push_back(layout.location(layout.symbol(location), indices));
    }
    renaming.process_from.resize(renaming.process.size());
    for (Process process = 0; process < layout.processes(); ++process) renaming.process_from[renaming.process[process]] = process;
    renaming.location_from.resize(renaming.location.size());
    for (Location location = 0; location < layout.size(); ++location) renaming.location_from[renaming.location[location]] = location;
    renamings_.push_back(std::move(renaming));
  } while (renames && std::next_permutation(images.begin(), images.end()));
}

Code Symmetry::value(const Renaming& renaming, Location location, Code code) const {
  const bool moves = process_valued_[location] != 0 && code >= 0 && std::cmp_less(code, renaming.process.size());
  return moves ? narrow<Code>(renaming.process[narrow<std::size_t>(code)]) : code;
}

// The comparison with the least encoding so far ends at the first word that is greater, usually after a few cells.
bool Symmetry::encode_renamed(const State& state, const Renaming& renaming) {
  const std::size_t cells = state.cells.size();
  const auto word = [&](std::size_t k) {
    const Location from = renaming.location_from[k];
    return value(renaming, from, state.cells[from]);
  };
  std::size_t same = 0;
  while (same < cells && word(same) == least_.words[same]) ++same;
  if (same < cells && word(same) > least_.words[same]) return false;
  if (same == cells && !instance_.has_buffers()) return false;
  renamed_.assign(least_.words.begin(), least_.words.begin() + narrow<std::ptrdiff_t>(same));
  for (std::size_t k = same; k < cells; ++k) renamed_.push_back(word(k));
  if (instance_.has_buffers()) encode_renamed_buffers(state, renaming);
  return same < cells || renamed_ < least_.words;
}

void Symmetry::encode_renamed_buffers(const State& state, const Renaming& renaming) {
  for (const Process from : renaming.process_from) {
    buffer_ = state.buffers[from];
    for (Entry& entry : buffer_) {
      for (Write& write : entry) write = {renaming.location[write.location], value(renaming, write.location, write.value)};
      std::sort(entry.begin(), entry.end());
    }
    if (instance_.writes_apart()) sort_between_marks(buffer_);
    append(buffer_, renamed_);
  }
}

const Symmetry::Least& Symmetry::least(const State& state) {
  least_.renaming = 0;
  encode(instance_, state, least_.words);
  for (std::size_t k = 1; k < renamings_.size(); ++k) {
    if (!encode_renamed(state, renamings_[k])) continue;
    std::swap(renamed_, least_.words);
    least_.renaming = k;
  }
  return least_;
}

}  // namespace parapet::machine
