#include "smt/factory.h"

#include "smt/wrappers/native_first.h"

namespace parapet::smt {

std::unique_ptr<Solver> make_solver(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics) {
  if (options.solver == "auto" || options.solver == "native") return std::make_unique<NativeFirst>(arena, statistics, nullptr);
  throw SolverError("no solver named '" + options.solver + "': there are auto, native, z3, cvc5 and smtlib:COMMAND");
}

std::string z3_version() { return "not built in"; }
std::string cvc5_version() { return "not built in"; }

}  // namespace parapet::smt
