#include "cli/blocks.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include "base/narrow.h"

namespace parapet {
namespace {

constexpr std::size_t page_size = std::size_t{1} << 12U;
constexpr std::size_t huge_page_size = std::size_t{1} << 21U;
constexpr std::size_t region_size = std::size_t{1} << 36U;
constexpr std::size_t span_size = std::size_t{1} << 15U;  // what a thread takes from the region at once for small blocks

// Classes 1 to 64 have multiples of 16 bytes; then each doubling of the size has four classes.
constexpr std::size_t grain = 16;
constexpr std::size_t small = 1024;
constexpr std::size_t small_classes = small / grain;
constexpr std::size_t small_bits = std::bit_width(small);
constexpr std::size_t largest = std::size_t{1} << 20U;
constexpr std::size_t classes = 1 + small_classes + 4 * (std::bit_width(largest) - small_bits);

constexpr std::size_t class_of(std::size_t size) {
  if (size <= small) return (std::max<std::size_t>(size, 1) + grain - 1) / grain;
  const std::size_t bits = std::bit_width(size - 1);
  return small_classes + 4 * (bits - small_bits) + ((size - 1) >> (bits - 3)) - 3;
}
constexpr std::size_t size_of(std::size_t number) {
  if (number <= small_classes) return number * grain;
  const std::size_t above = number - small_classes - 1;
  return std::size_t{5 + above % 4} << (small_bits + above / 4 - 3);
}
static_assert(class_of(1) == 1 && class_of(small) == small_classes && class_of(small + 1) == small_classes + 1);
static_assert(size_of(small_classes + 1) == 1280 && class_of(1280) == small_classes + 1 && class_of(1281) == small_classes + 2);
static_assert(size_of(classes - 1) == largest && class_of(largest) == classes - 1);

// So many blocks fill a magazine.
constexpr std::size_t magazine_size(std::size_t number) { return std::max<std::size_t>(span_size / size_of(number), 1); }

struct Block {
  Block* next;           // of the same magazine
  Block* next_magazine;  // of the first block of a full one that no thread has
};
// Memory that no block was made of yet. Where no thread has it, its first block says where it ends and which range is next.
struct Range {
  char* begin = nullptr;
  char* end = nullptr;
};
struct IdleRange {
  IdleRange* next;
  char* end;
};

// What the threads share. Static objects that are destroyed late release blocks, too.
struct Shared {
  std::mutex mutex;
  std::array<Block*, classes> magazines{};
  std::array<IdleRange*, classes> ranges{};
  bool reserved = false;
};
static_assert(std::is_trivially_destructible_v<Shared>);
constinit Shared shared;

constinit std::atomic<char*> region{nullptr};
// As a number; before the region is there, no address is in it, not even null.
constinit std::atomic<std::uintptr_t> region_begin{std::uintptr_t{1} << 63U};
constinit std::atomic<std::size_t> region_taken{region_size};
constinit std::atomic<bool> no_region{false};  // none could be reserved
constinit std::array<std::uint8_t, region_size / page_size> class_of_page{};

void reserve_region() noexcept {
  shared.reserved = true;
  no_region.store(true);
  rlimit addresses{};
  if (getrlimit(RLIMIT_AS, &addresses) != 0 || addresses.rlim_cur != RLIM_INFINITY) return;
  void* const mapped =
      mmap(nullptr, region_size + huge_page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return;
  const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(mapped) % huge_page_size;
  char* const begin = static_cast<char*>(mapped) + (huge_page_size - misaligned) % huge_page_size;
  region.store(begin);
  region_taken.store(0);
  region_begin.store(reinterpret_cast<std::uintptr_t>(begin));
  no_region.store(false);
}

// Null: there is no room. `bytes` are whole pages.
char* take_from_region(std::size_t bytes) noexcept {
  std::size_t offset = region_taken.load();
  do {
    if (bytes > region_size - offset) return nullptr;
  } while (!region_taken.compare_exchange_weak(offset, offset + bytes));
  char* const begin = region.load();
  // The huge pages that begin in what was taken, but for the first one of the region, which a small run does not fill: to clear it would
  // take longer than its faults. Without huge pages everything works as well, if more slowly.
  const std::size_t first = std::max<std::size_t>((offset + huge_page_size - 1) / huge_page_size, 1);
  const std::size_t last = (offset + bytes - 1) / huge_page_size;
  if (first <= last) madvise(begin + first * huge_page_size, (last - first + 1) * huge_page_size, MADV_HUGEPAGE);
  return begin + offset;
}

class Store {
 public:
  void* take(std::size_t number) noexcept {
    Kept& kept = kept_[number];
    if (kept.first == nullptr) {
      if (void* const fresh = carve(number)) return fresh;
      if (!refill(number)) return std::malloc(size_of(number));
      if (kept.first == nullptr) return carve(number);
    }
    ++kept.room;
    return std::exchange(kept.first, kept.first->next);
  }

  void release(std::size_t number, void* block) noexcept {
    Kept& kept = kept_[number];
    if (kept.room == 0) [[unlikely]]
      put_aside(number);
    kept.first = new (block) Block{kept.first, nullptr};
    --kept.room;
  }

  // The thread ends.
  void leave() noexcept;

 private:
  struct Kept {
    Block* first = nullptr;  // of the magazine in use
    std::size_t room = 0;    // for so many more; 0 also where the thread has released nothing yet, so that `put_aside` hears of it
    Block* full = nullptr;   // another one, full or not there
    Range range;
  };

  void* carve(std::size_t number) noexcept {
    Range& range = kept_[number].range;
    if (range.begin == range.end) return nullptr;
    return std::exchange(range.begin, range.begin + size_of(number));
  }
  bool refill(std::size_t number) noexcept;
  bool take_span(std::size_t number) noexcept;
  void put_aside(std::size_t number) noexcept;

  std::array<Kept, classes> kept_{};
};

// Trivially destroyed, so that what is destroyed later in the thread can still release blocks (which are lost then).
constinit thread_local Store store;

struct Leaving {
  bool noticed = false;
  ~Leaving() { store.leave(); }
};
thread_local Leaving leaving;

bool Store::take_span(std::size_t number) noexcept {
  const std::size_t size = size_of(number);
  const std::size_t blocks = std::max<std::size_t>(span_size / size, 1);
  const std::size_t bytes = (blocks * size + page_size - 1) / page_size * page_size;
  char* const begin = take_from_region(bytes);
  if (begin == nullptr) return false;
  const std::size_t page = (reinterpret_cast<std::uintptr_t>(begin) - region_begin.load()) / page_size;
  std::fill_n(class_of_page.begin() + static_cast<std::ptrdiff_t>(page), bytes / page_size, narrow<std::uint8_t>(number));
  kept_[number].range = {begin, begin + blocks * size};
  return true;
}

// Afterwards there is a block or a range, unless it fails.
bool Store::refill(std::size_t number) noexcept {
  if (no_region.load(std::memory_order_relaxed)) return false;
  leaving.noticed = true;  // makes the thread call its destructor
  Kept& kept = kept_[number];
  if (kept.full != nullptr) {
    kept.first = std::exchange(kept.full, nullptr);
    kept.room = 0;
    return true;
  }
  {
    const std::lock_guard lock(shared.mutex);
    if (Block* const magazine = shared.magazines[number]) {
      shared.magazines[number] = magazine->next_magazine;
      kept.first = magazine;
      kept.room = 0;
      return true;
    }
    if (IdleRange* const range = shared.ranges[number]) {
      shared.ranges[number] = range->next;
      kept.range = {reinterpret_cast<char*>(range), range->end};
      return true;
    }
    if (!shared.reserved) reserve_region();
  }
  return take_span(number);
}

// The magazine in use, if there is one; afterwards there is room.
void Store::put_aside(std::size_t number) noexcept {
  leaving.noticed = true;
  Kept& kept = kept_[number];
  kept.room = magazine_size(number);
  if (kept.first == nullptr) return;
  if (kept.full != nullptr) {
    const std::lock_guard lock(shared.mutex);
    kept.full->next_magazine = std::exchange(shared.magazines[number], kept.full);
  }
  kept.full = std::exchange(kept.first, nullptr);
}

// Blocks of a magazine that is not full become ranges of one block each.
void Store::leave() noexcept {
  const std::lock_guard lock(shared.mutex);
  for (std::size_t number = 1; number < classes; ++number) {
    Kept& kept = kept_[number];
    const auto give = [&](const Range& range) {
      if (range.begin != range.end) shared.ranges[number] = new (range.begin) IdleRange{shared.ranges[number], range.end};
    };
    give(kept.range);
    for (Block* block = kept.first; block != nullptr;) {
      Block* const next = block->next;
      char* const begin = reinterpret_cast<char*>(block);
      give({begin, begin + size_of(number)});
      block = next;
    }
    if (kept.full != nullptr) kept.full->next_magazine = std::exchange(shared.magazines[number], kept.full);
    kept = {};
  }
}

}  // namespace

void* take_block(std::size_t size) noexcept {
  if (size > largest) [[unlikely]]
    return std::malloc(size);
  return store.take(class_of(size));
}

void release_block(void* block) noexcept {
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(block) - region_begin.load(std::memory_order_relaxed);
  if (offset >= region_size) [[unlikely]]
    return std::free(block);
  store.release(class_of_page[offset / page_size], block);
}

}  // namespace parapet
