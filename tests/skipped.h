// A test that cannot be run here says so, and is counted as skipped: `./test` reads these lines.
#pragma once

#include <doctest/doctest.h>

#include <iostream>
#include <string>

namespace parapet::test {

inline void skipped(const std::string& reason) {
  std::cout << "skipped: " << doctest::getContextOptions()->currentTest->m_name << ": " << reason << std::endl;
}

}  // namespace parapet::test
