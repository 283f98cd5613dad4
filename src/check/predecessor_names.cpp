// An entry of G is one of three:
//   the newest of its buffer       if G knows the end of the buffer, its last entry there is the newest one (a read may have made it so)
//   the one that is committed      the first of the buffer of the process that commits the cell
//   an entry of C                  the others, in the order in which C has them: a write of the firing may have been the last of them
// If commits led to G before the firing, the entries before those of G in their buffers are gone.
#include "check/predecessor_names.h"

#include <algorithm>

namespace parapet::check {

std::string PredecessorNames::process(TermId term, Obligation& made) const {
  if (arena_.op(term) == Op::ProcessConst) return "|#" + std::to_string(arena_.constant_number(term)) + "|";
  const std::uint32_t number = arena_.process_number(term);
  if (number < cube_.processes) return "z" + std::to_string(number);
  const auto at = std::find(parameters.begin(), parameters.end(), term);
  if (at != parameters.end()) return "x" + std::to_string(at - parameters.begin());
  for (const auto& [target, pointer] : targets) {
    if (target != term) continue;
    Names indices;
    for (const TermId index : arena_.args(pointer)) indices.push_back(process(index, made));
    return made.process(application(text_.states().cell(arena_.symbol(pointer), false), indices), text_.cubes().constants());
  }
  if (!new_process.empty()) return new_process;
  const auto commit = std::find_if(commits.begin(), commits.end(), [&](const auto& each) { return each.process == term; });
  if (commit == commits.end()) return {};
  Names cell;
  for (const TermId index : arena_.args(commit->cell)) cell.push_back(process(index, made));
  return made.process(text_.weak().committer(arena_.symbol(commit->cell), cell));
}

std::string PredecessorNames::entry(const Cube& g, std::uint32_t number, Obligation& made) const {
  for (const DelayedBuffer& buffer : g.weak.buffers) {
    const auto at = std::find(buffer.entries.begin(), buffer.entries.end(), number);
    if (at == buffer.entries.end()) continue;
    const std::string who = process(buffer.process, made);
    Names cell;
    for (const TermId index : buffer.args) cell.push_back(process(index, made));
    if (buffer.exact && at + 1 == buffer.entries.end()) return text_.weak().newest_entry(buffer.symbol, who, cell);
    auto place = static_cast<std::size_t>(at - buffer.entries.begin());
    const auto is_of = [&](const Reference::Commit& commit) {
      return commit.process == buffer.process && commit.cell == arena_.cell(buffer.symbol, buffer.args);
    };
    place += static_cast<std::size_t>(std::count_if(earlier.begin(), earlier.end(), is_of));
    if (std::any_of(commits.begin(), commits.end(), is_of)) {
      if (place == 0) return text_.weak().committed_entry(buffer.symbol, who, cell);
      --place;
    }
    for (const DelayedBuffer& own : cube_.weak.buffers) {
      if (own.process == buffer.process && own.symbol == buffer.symbol && own.args == buffer.args && place < own.entries.size())
        return "e" + std::to_string(own.entries[place] - cube_.weak.open.items.size());
    }
  }
  return {};
}

WeakText::Commit PredecessorNames::named(const Cube& g, const Reference::Commit& commit, Obligation& made) const {
  WeakText::Commit result{arena_.symbol(commit.cell), process(commit.process, made), {}, {}};
  for (const TermId index : arena_.args(commit.cell)) result.cell.push_back(process(index, made));
  result.position = entry(g, find_buffer(arena_, g, commit.process, commit.cell)->entries.front(), made);
  return result;
}

bool PredecessorNames::name_images(const Cube& g, const CoverInstance& used, Obligation& made, Names& processes,
                                   Names& times) const {
  for (const std::uint32_t number : used.processes) {
    processes.push_back(process(arena_.process(number), made));
    if (processes.back().empty()) return false;
  }
  for (const std::uint32_t read : used.reads) {
    if (read == now) {
      times.emplace_back("now");
    } else if (read >= g.weak.open.items.size()) {
      times.push_back(entry(g, read, made));
    } else {
      times.push_back(read < cube_.weak.open.items.size() ? "s" + std::to_string(read) : read_time);
    }
    if (times.back().empty()) return false;
  }
  return true;
}

}  // namespace parapet::check
