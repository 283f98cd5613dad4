// Stands in for the solver layer until it is there. See cmake/app.cmake.
#include "smt/factory.h"

namespace parapet::smt {
std::string z3_version() { return "not built in"; }
std::string cvc5_version() { return "not built in"; }
}  // namespace parapet::smt
