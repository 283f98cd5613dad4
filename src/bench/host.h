// The computer that a benchmark runs on, for the heading of its results.
#pragma once

#include <string>

namespace parapet::bench {

// "node7 (AMD EPYC 7763, 2 cores, Linux)": host name, processor, cores, operating system.
[[nodiscard]] std::string machine_name();

}  // namespace parapet::bench
