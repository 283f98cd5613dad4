// The free store of the program, called directly: the tests have the C library's.
#include "cli/blocks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace parapet::test {
namespace {

// A block whose bytes say who has it.
class Owned {
 public:
  Owned(std::size_t size, unsigned char mark) : block_(static_cast<unsigned char*>(take_block(size))), size_(size), mark_(mark) {
    REQUIRE(block_ != nullptr);
    std::memset(block_, mark, size);
  }
  [[nodiscard]] bool intact() const {
    return std::all_of(block_, block_ + size_, [&](unsigned char byte) { return byte == mark_; });
  }
  void release() const { release_block(block_); }

 private:
  unsigned char* block_;
  std::size_t size_;
  unsigned char mark_;
};

// Takes and releases blocks of random sizes, most of them small; false: somebody else wrote to one.
bool work(unsigned seed, int rounds) {
  std::mt19937 random(seed);
  std::vector<Owned> mine;
  bool good = true;
  for (int round = 0; round < rounds; ++round) {
    if (mine.size() < 300 && random() % 3 != 0) {
      const std::size_t size = random() % (std::size_t{1} << (random() % 22));
      mine.emplace_back(size, static_cast<unsigned char>(random()));
    } else if (!mine.empty()) {
      std::swap(mine[random() % mine.size()], mine.back());
      good = good && mine.back().intact();
      mine.back().release();
      mine.pop_back();
    }
  }
  for (const Owned& one : mine) one.release();
  return good;
}

}  // namespace

TEST_CASE("blocks: every size has its own aligned block") {
  std::vector<Owned> all;
  for (std::size_t size = 0; size < 5000; ++size) all.emplace_back(size, static_cast<unsigned char>(size * 7));
  for (std::size_t size = 5000; size < 3'000'000; size += size / 3 + 1) all.emplace_back(size, static_cast<unsigned char>(size * 7));
  for (const Owned& one : all) CHECK(one.intact());
  for (const Owned& one : all) one.release();
  for (const std::size_t size : {1, 24, 1000, 1500, 100'000}) {
    void* const block = take_block(size);
    CHECK(reinterpret_cast<std::uintptr_t>(block) % alignof(std::max_align_t) == 0);
    release_block(block);
  }
}

TEST_CASE("blocks: what was released is taken again, the last first") {
  void* const block = take_block(100);
  release_block(block);
  CHECK(take_block(104) == block);
  release_block(block);
}

TEST_CASE("blocks: null, and memory of the C library, can be released") {
  release_block(nullptr);
  release_block(std::malloc(100));
}

TEST_CASE("blocks: threads do not disturb each other") {
  std::vector<char> good(4, 0);
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < good.size(); ++k) threads.emplace_back([&good, k] { good[k] = work(k, 20'000) ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  for (const char one : good) CHECK(one == 1);
}

// 4,000 blocks at a time, each released by another thread than the one that took it: the releasing thread passes them on.
TEST_CASE("blocks: one thread takes, another releases, and memory does not grow") {
  constexpr std::size_t at_once = 4000;
  std::set<void*> seen;
  std::vector<void*> blocks;
  for (int round = 0; round < 50; ++round) {
    for (std::size_t k = 0; k < at_once; ++k) blocks.push_back(take_block(200));
    seen.insert(blocks.begin(), blocks.end());
    std::thread([&] {
      for (void* const block : blocks) release_block(block);
    }).join();
    blocks.clear();
  }
  CHECK(seen.size() < 2 * at_once);
}
TEST_CASE("blocks: while both threads live") {
  constexpr std::size_t at_once = 4000;
  constexpr int rounds = 50;
  std::set<void*> seen;
  std::mutex mutex;
  std::vector<void*> blocks;
  bool over = false;
  std::thread releases([&] {
    for (;;) {
      const std::lock_guard lock(mutex);
      for (void* const block : blocks) release_block(block);
      blocks.clear();
      if (over) return;
    }
  });
  for (int round = 0; round < rounds;) {
    const std::lock_guard lock(mutex);
    if (!blocks.empty()) continue;
    for (std::size_t k = 0; k < at_once; ++k) blocks.push_back(take_block(232));
    seen.insert(blocks.begin(), blocks.end());
    ++round;
  }
  {
    const std::lock_guard lock(mutex);
    over = true;
  }
  releases.join();
  CHECK(seen.size() < 2 * at_once);
}

TEST_CASE("blocks: what a thread leaves behind is used by the next") {
  std::set<void*> seen;
  for (int round = 0; round < 50; ++round) {
    std::thread([&] {
      std::vector<void*> blocks;
      for (int k = 0; k < 150; ++k) blocks.push_back(take_block(264));
      seen.insert(blocks.begin(), blocks.end());
      for (void* const block : blocks) release_block(block);
    }).join();
  }
  CHECK(seen.size() < 400);
}

}  // namespace parapet::test
