// `embed` of cubes with queues: which maps of open reads there are, for weak parts made by hand. A map is written as the images of the reads
// of F, "n" for now.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "unit/memory/queues/queue_cubes.h"
#include "unit/threads.h"

using namespace parapet;
using namespace parapet::test;

namespace {

class Covers {
 public:
  explicit Covers(Memory memory) : walk_(two_threads + ends(1, 1) + step(1, 0, "", "X := True") + step(2, 0, "", "Y := True"), memory) {}

  TermId z(std::uint32_t k) { return arena().process(k); }

  // A list in the part, for reads that it has already or new ones.
  void list(Weak& weak, std::uint32_t process, std::vector<std::uint32_t> reads, bool clean = false) {
    for (const std::uint32_t read : reads) {
      if (weak.open.items.size() <= read) weak.open.items.resize(read + 1);
    }
    weak.open.lists.push_back({z(process), std::move(reads), clean});
  }
  void buffer(Weak& weak, std::uint32_t process, std::uint32_t entries, bool exact, const char* name = "X") {
    DelayedBuffer& made = weak.buffers.emplace_back(DelayedBuffer{z(process), symbol(name), {}, {}, exact});
    for (std::uint32_t k = 0; k < entries; ++k) {
      made.entries.push_back(static_cast<std::uint32_t>(weak.open.items.size()));
      weak.open.items.emplace_back();
    }
  }
  SymbolId symbol(const std::string& name) {
    const auto& symbols = arena().signature().symbols();
    const auto at = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& symbol) { return symbol.name == name; });
    return SymbolId(static_cast<std::size_t>(at - symbols.begin()));
  }

  // Every map of F's reads into G, process k being process k.
  Texts maps(const Weak& f, const Weak& g) {
    Texts all;
    std::vector<std::uint32_t> map(f.open.items.size());
    const auto accept = [&](std::uint32_t read, std::uint32_t to) {
      map[read] = to;
      return true;
    };
    const auto done = [&] {
      std::string text;
      for (const std::uint32_t to : map) text += to == search::made_now ? "n" : std::to_string(to);
      all.push_back(text);
      return false;
    };
    CHECK(!walk_.shop().memory->embed(
        f, g, [](TermId process) { return process; }, accept, done));
    return Walk::sorted(std::move(all));
  }

  search::MemoryPart& memory() { return *walk_.shop().memory; }
  TermArena& arena() { return walk_.shop().arena; }

 private:
  Walk walk_;
};

}  // namespace

TEST_CASE("cover of queues: reads keep their order, and after a now comes only now") {
  for (const Memory memory : {Memory::Tso, Memory::Pso}) {
    Covers c(memory);
    Weak f, g;
    c.list(f, 0, {0, 1});
    c.list(g, 0, {0, 1});
    // Two reads may have one image; 1 then 0 is against the order, and so is n then 1.
    CHECK(c.maps(f, g) == Texts{"00", "01", "0n", "11", "1n", "nn"});
  }
}

TEST_CASE("cover of queues: a read maps into the list of its process") {
  Covers c(Memory::Tso);
  Weak f, g;
  c.list(f, 0, {0});
  c.list(g, 1, {0});
  CHECK(c.maps(f, g) == Texts{"n"});
}

TEST_CASE("cover of queues: the final read maps into the lists of all its processes") {
  Covers c(Memory::Tso);
  Weak f, one, both;
  c.list(f, 0, {0});
  c.list(f, 1, {0});
  f.open.last = 0;
  c.list(one, 0, {0});
  c.list(both, 0, {0});
  c.list(both, 1, {0});
  both.open.last = 0;
  CHECK(c.maps(f, one) == Texts{"n"});
  CHECK(c.maps(f, both) == Texts{"0", "n"});
  // One that mentions everybody covers none that mentions some.
  f.open.mentions_all = true;
  CHECK(c.maps(f, both) == Texts{"n"});
  both.open.mentions_all = true;
  CHECK(c.maps(f, both) == Texts{"0", "n"});
}

TEST_CASE("cover of queues: a clean list covers clean ones") {
  Covers c(Memory::Tso);
  Weak f, g;
  c.list(f, 0, {0}, true);
  c.list(g, 0, {0});
  CHECK(c.maps(f, g) == Texts{"n"});
  g.open.lists[0].clean = true;
  CHECK(c.maps(f, g) == Texts{"0", "n"});
  f.open.lists[0].clean = false;
  CHECK(c.maps(f, g) == Texts{"0", "n"});
}

TEST_CASE("cover of queues: entries are a subword, one to one") {
  Covers c(Memory::Pso);
  Weak one, two, three;
  c.buffer(one, 0, 1, false);
  c.buffer(two, 0, 2, false);
  c.buffer(three, 0, 3, false);
  CHECK(c.maps(two, three) == Texts{"01", "02", "12"});
  CHECK(c.maps(two, one).empty());
  CHECK(c.maps(one, two) == Texts{"0", "1"});
}

TEST_CASE("cover of queues: the newest entry goes to the newest") {
  Covers c(Memory::Pso);
  Weak f, g;
  c.buffer(f, 0, 1, true);
  c.buffer(g, 0, 2, false);
  CHECK(c.maps(f, g).empty());
  g.buffers[0].exact = true;
  CHECK(c.maps(f, g) == Texts{"1"});
}

TEST_CASE("cover of queues: an empty buffer covers empty ones, also by the text") {
  Covers c(Memory::Pso);
  Weak f, g;
  c.buffer(f, 0, 0, true);
  CHECK(c.maps(f, g).empty());
  c.buffer(g, 0, 1, true);
  CHECK(c.maps(f, g).empty());
  Weak empty, absent;
  c.buffer(empty, 0, 0, true);
  CHECK(c.maps(f, empty) == Texts{""});
  absent.absent = empty.buffers;
  CHECK(c.maps(f, absent) == Texts{""});
  // What the text excludes is no entry to be found.
  Weak entry;
  c.buffer(entry, 0, 1, false);
  CHECK(c.maps(entry, absent).empty());
}

TEST_CASE("cover of queues: a buffer goes to that of the process for the location; less is known of a larger cube") {
  Covers c(Memory::Pso);
  Weak f, g, nothing;
  c.buffer(f, 0, 1, false);
  c.buffer(g, 1, 1, false);
  CHECK(c.maps(f, g).empty());
  Weak other;
  c.buffer(other, 0, 1, false, "Y");
  CHECK(c.maps(f, other).empty());
  c.buffer(other, 0, 1, true);
  CHECK(c.maps(f, other) == Texts{"1"});
  CHECK(c.maps(nothing, other) == Texts{""});
}

TEST_CASE("cover of queues: what a process sees for certain") {
  Covers c(Memory::Pso);
  const SymbolId x = c.symbol("X");
  const TermId cell = c.arena().cell(x, {}), process = c.z(0);
  Weak weak;
  CHECK(!c.memory().read_now(weak, process, cell).valid());
  weak.buffers.push_back({process, x, {}, {}, true});
  CHECK(c.memory().read_now(weak, process, cell) == cell);
  weak.buffers[0] = {process, x, {}, {0, 1}, true};
  CHECK(c.memory().read_now(weak, process, cell) == c.arena().read(1, process, cell));
  weak.buffers[0].exact = false;
  CHECK(!c.memory().read_now(weak, process, cell).valid());
  Covers timeline(Memory::Tso);
  const TermId memory_cell = timeline.arena().cell(timeline.symbol("X"), {});
  CHECK(timeline.memory().read_now({}, timeline.z(0), memory_cell) == memory_cell);
}
