#include "machine/layout.h"

#include <algorithm>

#include "base/contract.h"
#include "base/narrow.h"
#include "ld/text.h"

namespace parapet::machine {

bool Roster::names(Process process) const {
  return std::any_of(constants.begin(), constants.end(), [&](const auto& constant) { return constant.second == process; });
}

Process Roster::constant(std::uint32_t n) const {
  const auto at = std::find_if(constants.begin(), constants.end(), [&](const auto& constant) { return constant.first == n; });
  PARAPET_CHECK(at != constants.end(), "every process constant of the model has its process");
  return at->second;
}

std::optional<Roster> roster_of(const ld::Program& program, std::uint32_t processes) {
  Roster roster;
  roster.processes = processes;
  for (const std::uint32_t n : ld::process_constants(program)) roster.constants.emplace_back(n, narrow<Process>(roster.constants.size()));
  const bool allowed = !program.number_procs || processes <= *program.number_procs;
  if (processes == 0 || processes < roster.constants.size() || !allowed) return std::nullopt;
  return roster;
}

std::vector<std::uint32_t> instance_sizes(const ld::Program& program, std::uint32_t most) {
  const auto named = narrow<std::uint32_t>(ld::process_constants(program).size());
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t size = std::max(named, 1U); size <= std::max(named, most); ++size) {
    if (roster_of(program, size)) sizes.push_back(size);
  }
  return sizes;
}

Layout::Layout(const Signature& signature, std::uint32_t processes) : processes_(processes) {
  for (std::size_t s = 0; s < signature.symbols().size(); ++s) {
    const std::uint32_t arity = signature.symbols()[s].arity;
    std::size_t cells = 1;
    for (std::uint32_t k = 0; k < arity && cells <= most_locations; ++k) cells *= processes;
    first_.push_back(narrow<Location>(symbols_.size()));
    arity_.push_back(arity);
    if (symbols_.size() + cells > most_locations)
      throw TooLarge("an instance with " + std::to_string(processes) + " processes has more than " + std::to_string(most_locations) +
                     " cells");
    symbols_.insert(symbols_.end(), cells, SymbolId(s));
  }
  first_.push_back(narrow<Location>(symbols_.size()));
}

Location Layout::location(SymbolId symbol, std::span<const Process> indices) const {
  Location cell = 0;
  for (const Process index : indices) cell = cell * processes_ + index;
  return first(symbol) + cell;
}

std::vector<Process> Layout::indices(Location location) const {
  std::vector<Process> result(arity_[symbol(location).index()]);
  std::uint32_t rest = cell(location);
  for (std::size_t k = result.size(); k-- > 0; rest /= processes_) result[k] = rest % processes_;
  return result;
}

}  // namespace parapet::machine
