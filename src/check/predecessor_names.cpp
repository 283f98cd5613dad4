// An entry of G is one of three:
//   the newest of its buffer       if G knows the end of the buffer, its last entry there is the newest one (a read may have made it so)
//   the one that is committed      the first of the buffer of the process that commits the cell
//   an entry of C                  the others, in the order in which C has them: a write of the firing may have been the last of them
// Where co is chosen, a slot or explored write of G that the firing has not made is one of C, and has its time; a write of the firing is
// overwritten no earlier than it is committed and than its readers read.
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

// Slots and writes of G are numbered after its pending reads: those of C and the one of the firing; those of the firing come last.
std::string PredecessorNames::slot_or_write(const Cube& g, std::uint32_t number, Obligation& made) const {
  const PendingOrder& order = g.weak.order;
  const std::size_t reads = g.weak.open.items.size();
  const std::size_t own = fired == nullptr ? 0 : fired->size();
  const std::size_t slots = order.reach.size() - reads - own;  // of C
  const auto time_of = [&](const EventReference::Made& write) {
    Names cell;
    for (const TermId index : arena_.args(write.cell)) cell.push_back(process(index, made));
    return text_.weak().write_time(arena_.symbol(write.cell), cell);
  };
  if (number < reads + slots) return "e" + std::to_string(number - reads);
  if (number < order.reach.size()) {
    const EventReference::Made& write = (*fired)[number - reads - slots];
    std::string latest = time_of(write);
    for (const std::uint32_t reader : write.readers) {
      const std::string time = "s" + std::to_string(reader);
      latest = "(ite (< " + latest + " " + time + ") " + time + " " + latest + ")";
    }
    return latest;
  }
  const std::size_t write = number - order.reach.size();
  std::size_t old = write;  // how many writes of C are before it
  for (std::size_t k = 0; k < own; ++k) {
    const EventReference::Made& one = (*fired)[k];
    const std::size_t at = order.chain(arena_.symbol(one.cell), arena_.args(one.cell)).first + one.position;
    if (at == write) return time_of(one);
    old -= at < write ? 1 : 0;
  }
  return "e" + std::to_string(slots + old);
}

WeakText::Commit PredecessorNames::named(const Cube& g, const Reference::Commit& commit, Obligation& made) const {
  WeakText::Commit result{arena_.symbol(commit.cell), process(commit.process, made), {}, {}};
  for (const TermId index : arena_.args(commit.cell)) result.cell.push_back(process(index, made));
  result.position = entry(g, find_buffer(arena_, g, commit.process, commit.cell)->entries.front(), made);
  return result;
}

bool PredecessorNames::name_images(const Cube& g, const CoverInstance& used, Obligation& made, Names& processes, Names& times) const {
  for (const std::uint32_t number : used.processes) {
    processes.push_back(process(arena_.process(number), made));
    if (processes.back().empty()) return false;
  }
  for (const std::uint32_t read : used.reads) {
    if (read == now) {
      times.emplace_back("now");
    } else if (read >= g.weak.open.items.size()) {
      times.push_back(g.weak.order.sought.empty() ? entry(g, read, made) : slot_or_write(g, read, made));
    } else {
      times.push_back(read < cube_.weak.open.items.size() ? "s" + std::to_string(read) : read_time);
    }
    if (times.back().empty()) return false;
  }
  return true;
}

}  // namespace parapet::check
