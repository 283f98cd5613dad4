// The program's operators new and delete (blocks.h). The program has them and the library does not: a library leaves the free store to
// those who use it.
#include <cstddef>
#include <new>

#include "cli/blocks.h"

namespace {

void* taken(std::size_t size) {
  if (void* const block = parapet::take_block(size)) return block;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return taken(size); }
void* operator new[](std::size_t size) { return taken(size); }
void operator delete(void* block) noexcept { parapet::release_block(block); }
void operator delete[](void* block) noexcept { parapet::release_block(block); }
void operator delete(void* block, std::size_t /*size*/) noexcept { parapet::release_block(block); }
void operator delete[](void* block, std::size_t /*size*/) noexcept { parapet::release_block(block); }
