// Whether the tests, and the programs they run, are built with a sanitizer: ten times the time and the memory, and addresses without limit.
#pragma once

namespace parapet::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace parapet::test
