// Contracts: statements the code relies on, checked in release builds too.
// They are never used for user errors (those are diagnostics, see diagnostics.h).
#pragma once

#include <stdexcept>
#include <string>

namespace parapet {

// A defect of Parapet itself. `main` turns it into exit code 4 and asks for a report.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] inline void contract_failed(const char* what, const char* file, int line) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

}  // namespace parapet

// `what` says in words what should hold.
#define PARAPET_CHECK(condition, what)                                        \
  do {                                                                        \
    if (!(condition)) ::parapet::contract_failed((what), __FILE__, __LINE__); \
  } while (false)
