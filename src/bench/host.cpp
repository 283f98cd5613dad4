#include "bench/host.h"

#include <sys/utsname.h>

#include <fstream>
#include <thread>

#include "report/run.h"

namespace parapet::bench {
namespace {

// Linux names the processor in /proc/cpuinfo; elsewhere its architecture has to do.
std::string processor_name(const utsname& system) {
  std::ifstream information("/proc/cpuinfo");
  for (std::string line; std::getline(information, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
  }
  return system.machine;
}

}  // namespace

std::string machine_name() {
  utsname system{};
  ::uname(&system);
  return std::string(system.nodename) + " (" + processor_name(system) + ", " +
         report::counted(std::thread::hardware_concurrency(), "core") + ", " + system.sysname + ")";
}

}  // namespace parapet::bench
