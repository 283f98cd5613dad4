#include "cli/version.h"

#include "smt/wrappers/factory.h"

namespace parapet::cli {

std::string_view version() { return PARAPET_VERSION; }

std::string version_report() {
  return "parapet " + std::string(version()) + "\nz3 " + smt::z3_version() + "\ncvc5 " + smt::cvc5_version() + "\n";
}

}  // namespace parapet::cli
