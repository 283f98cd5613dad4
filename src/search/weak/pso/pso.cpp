// The buffers of a cube (NOTE(delayed-writes)): start cubes, renaming, embedding, words. The pre-image is in pso_fire.cpp.
#include "search/weak/pso/pso.h"

#include <algorithm>
#include <tuple>

#include "base/narrow.h"
#include "search/cube/context.h"
#include "search/weak/concept.h"
#include "search/weak/pso/normal_form.h"

namespace parapet::search {

static_assert(WeakPart<DelayedWrites> && SearchEngine<DelayedWrites>);

namespace {

const DelayedWrites::Buffer* find_in(const std::vector<DelayedWrites::Buffer>& list, TermId process, SymbolId symbol,
                                     std::span<const TermId> args) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const DelayedWrites::Buffer& buffer) {
    return buffer.process == process && buffer.symbol == symbol && std::equal(buffer.args.begin(), buffer.args.end(), args.begin());
  });
  return at == list.end() ? nullptr : &*at;
}

}  // namespace

const DelayedWrites::Buffer* DelayedWrites::find(TermId process, SymbolId symbol, std::span<const TermId> args) const {
  return find_in(buffers, process, symbol, args);
}

DelayedWrites::Buffer& DelayedWrites::at(const TermArena& arena, TermId process, TermId cell) {
  const auto args = arena.args(cell);
  if (const Buffer* known = find(arena, process, cell)) return buffers[static_cast<std::size_t>(known - buffers.data())];
  return buffers.emplace_back(Buffer{process, arena.symbol(cell), {args.begin(), args.end()}, {}, false});
}

void DelayedWrites::drop_idle() {
  std::erase_if(buffers, [](const Buffer& buffer) { return buffer.entries.empty() && !buffer.exact; });
}

bool DelayedWrites::mentions_process(TermId process) const {
  return std::any_of(buffers.begin(), buffers.end(), [&](const Buffer& buffer) {
    return buffer.process == process || std::find(buffer.args.begin(), buffer.args.end(), process) != buffer.args.end();
  });
}

TermId DelayedWrites::own_read(const le::System&, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  return arena.signature()[arena.symbol(cell)].weak ? arena.read(new_read, instance.actor, cell) : cell;
}

void DelayedWrites::start(Context& context, std::vector<TermId> literals, const std::vector<TermId>& /*processes*/,
                          const std::function<void(std::vector<TermId>, DelayedWrites)>& emit) {
  TermArena& arena = context.arena;
  std::vector<TermId> reads;
  for (const TermId literal : literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Read) reads.push_back(leaf);
    });
  }
  each_outcome(context, {}, std::move(reads), false, [&](const Outcomes& made) {
    std::vector<TermId> conjunction = literals;
    for (TermId& literal : conjunction) literal = arena.rewrite(literal, [&](TermId leaf) { return made.value(leaf); });
    if (!context.normalizer.normalize(conjunction, {})) return;
    DelayedWrites weak = made.after;
    Record unused;
    if (!bring_into_normal_form(context, conjunction, weak, unused)) return;
    std::vector<std::uint32_t> map;
    weak = weak.compact(
        {}, [](TermId process) { return process; }, [&](TermId a, TermId b) { return arena.compare(a, b) < 0; }, map);
    for (TermId& literal : conjunction) {
      literal = arena.rewrite(literal, [&](TermId leaf) {
        if (arena.op(leaf) != Op::Read) return leaf;
        return arena.read(map[arena.read_number(leaf)], arena.reader(leaf), arena.location(leaf));
      });
      each_leaf(arena, literal, [&](TermId leaf) {
        if (arena.op(leaf) == Op::Read) weak.items[arena.read_number(leaf)] = {leaf};
      });
    }
    std::sort(conjunction.begin(), conjunction.end(), [&](TermId a, TermId b) { return arena.compare(a, b) < 0; });
    emit(std::move(conjunction), std::move(weak));
  });
}

DelayedWrites DelayedWrites::compact(const std::vector<bool>& /*entry_has_items*/, const std::function<TermId(TermId)>& rename,
                                     const std::function<bool(TermId, TermId)>& before, std::vector<std::uint32_t>& entry_map) const {
  DelayedWrites result{buffers, absent, {}};
  for (auto* list : {&result.buffers, &result.absent}) {
    for (Buffer& buffer : *list) {
      buffer.process = rename(buffer.process);
      for (TermId& arg : buffer.args) arg = rename(arg);
    }
  }
  std::sort(result.buffers.begin(), result.buffers.end(), [&](const Buffer& a, const Buffer& b) {
    if (a.symbol != b.symbol) return a.symbol.value < b.symbol.value;
    const auto [x, y] = std::mismatch(a.args.begin(), a.args.end(), b.args.begin());
    return x != a.args.end() ? before(*x, *y) : before(a.process, b.process);
  });
  entry_map.assign(items.size() + 1, UINT32_MAX);
  std::uint32_t count = 0;
  for (Buffer& buffer : result.buffers) {
    for (std::uint32_t& entry : buffer.entries) entry = entry_map[entry] = count++;
  }
  result.items.resize(count);
  return result;
}

bool DelayedWrites::embed(const DelayedWrites& other, const std::function<TermId(TermId)>& image,
                          const std::function<bool(std::uint32_t, std::uint32_t)>& accept, const std::function<bool()>& done) const {
  std::vector<const Buffer*> there;
  std::vector<TermId> args;
  for (const Buffer& buffer : buffers) {
    args.clear();
    for (const TermId arg : buffer.args) args.push_back(image(arg));
    const TermId process = image(buffer.process);
    const Buffer* target = other.find(process, buffer.symbol, args);
    if (target == nullptr && buffer.entries.empty()) target = find_in(other.absent, process, buffer.symbol, args);
    if (target == nullptr || target->entries.size() < buffer.entries.size()) return false;
    if (buffer.exact && (!target->exact || buffer.entries.empty() != target->entries.empty())) return false;
    there.push_back(target);
  }
  // Entry k of buffer b goes to a place not before `from`.
  const auto assign = [&](auto&& self, std::size_t b, std::size_t k, std::size_t from) -> bool {
    if (b == buffers.size()) return done();
    const std::vector<std::uint32_t>& entries = buffers[b].entries;
    const std::vector<std::uint32_t>& targets = there[b]->entries;
    if (k == entries.size()) return self(self, b + 1, 0, 0);
    const std::size_t rest = entries.size() - k - 1;
    for (std::size_t to = buffers[b].exact && rest == 0 ? targets.size() - 1 : from; to + rest < targets.size(); ++to) {
      if (accept(entries[k], targets[to]) && self(self, b, k + 1, to + 1)) return true;
    }
    return false;
  };
  return assign(assign, 0, 0, 0);
}

CertificateCube certificate_cube(const Cube<DelayedWrites>& cube) {
  CertificateCube result;
  result.processes = cube.processes;
  result.literals = cube.literals;
  for (const DelayedWrites::Buffer& buffer : cube.weak.buffers)
    result.buffers.push_back({buffer.process, buffer.symbol, buffer.args, buffer.entries, buffer.exact});
  return result;
}

std::string DelayedWrites::describe_step(Workspace& workspace, const Action&, const Record& record) const {
  TermArena& arena = workspace.context.arena;
  std::string text;
  const auto add = [&](const std::string& what, TermId cell, TermId process) {
    text += (text.empty() ? "  " : ", ") + what + " " + to_string(arena, cell) + " of " + to_string(arena, process);
  };
  for (const Record::Write& write : record.delayed) text += (text.empty() ? "  " : ", ") + ("delayed: " + to_string(arena, write.cell));
  for (const Record::Commit& commit : record.commits) add("then commit", commit.place.cell, commit.place.process);
  return text;
}

std::string DelayedWrites::describe(TermArena& arena) const {
  std::string text;
  for (const Buffer& buffer : buffers) {
    text += "  buffer " + to_string(arena, buffer.process) + " " + to_string(arena, arena.cell(buffer.symbol, buffer.args)) + ":";
    for (const std::uint32_t entry : buffer.entries) text += " '" + std::to_string(entry);
    if (buffer.exact) text += buffer.entries.empty() ? " empty" : " newest";
  }
  return text;
}

}  // namespace parapet::search
