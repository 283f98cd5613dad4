// Memory for the program's operator new: blocks of up to a mebibyte out of one region of addresses, kept by the thread that released them.
//
// A search allocates and frees millions of small vectors. What the C library does for each costs a tenth of a search with one thread, and
// more with several, since it locks; and memory that comes page by page costs as much again, since each page is a fault. So here:
//
//   region     addresses reserved once, taken from its beginning on, 4 KiB at a time; behind the first 2 MiB the system is asked for pages
//              of that size.
//   class      blocks have one of about a hundred sizes. A table has the class of each page of the region, so a block needs no header,
//              and an address outside the region is one of the C library's.
//   magazine   a list of released blocks of one class. A thread has two of each class and exchanges full ones with the other threads:
//              one lock for as many blocks as fill 32 KiB. Two, so that a thread that releases and takes blocks by turns at the end of
//              one does not exchange it each time (Bonwick and Adams, Magazines and Vmem, 2001).
//
// Memory is never given back to the system; what a thread has goes to the other threads when it ends. Where the address space is limited
// (ulimit -v), or the region is used up, blocks are those of the C library.
//
// This is global state, as the free store is that it implements; nothing else depends on it.
#pragma once

#include <cstddef>

namespace parapet {

// Null: there is no memory.
[[nodiscard]] void* take_block(std::size_t size) noexcept;
// Of `take_block`, in any thread, or of malloc; or null.
void release_block(void* block) noexcept;

}  // namespace parapet
