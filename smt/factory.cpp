#include "smt/factory.h"

#include <algorithm>

#include "smt/module.h"
#include "smt/wrappers/native_first.h"
#include "smt/wrappers/timed.h"

namespace parapet::smt {
namespace {

std::uint64_t limit(const SolverOptions& options) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(options.query_limit.count(), 0));
}

std::unique_ptr<Solver> make_external(const std::string& name, TermArena& arena, const SolverOptions& options,
                                      SolverStatistics& statistics) {
  return std::make_unique<Timed>(make_from_module(name, arena, limit(options)), statistics.external);
}

// z3, or cvc5 if z3 is not there; its absence is reported only if cvc5's absence leaves us without either.
std::unique_ptr<Solver> make_second(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics) {
  try {
    return make_external("z3", arena, options, statistics);
  } catch (const SolverError& no_z3) {
    try {
      return make_external("cvc5", arena, options, statistics);
    } catch (const SolverError& no_cvc5) {
      throw SolverError(std::string("a query is outside the native fragment and no other solver is there: ") + no_z3.what() + "; " +
                        no_cvc5.what());
    }
  }
}

std::unique_ptr<Solver> make_plain(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics) {
  const std::string& name = options.solver;
  if (name == "native") return std::make_unique<NativeFirst>(arena, statistics, nullptr);
  if (name == "auto") {
    return std::make_unique<NativeFirst>(arena, statistics,
                                         [&arena, options, &statistics] { return make_second(arena, options, statistics); });
  }
  if (name == "z3" || name == "cvc5") return make_external(name, arena, options, statistics);
  throw SolverError("no solver named '" + name + "': there are auto, native, z3, cvc5 and smtlib:COMMAND");
}

}  // namespace

std::unique_ptr<Solver> make_solver(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics) {
  return make_plain(arena, options, statistics);
}

std::string z3_version() { return module_version("z3"); }
std::string cvc5_version() { return module_version("cvc5"); }

}  // namespace parapet::smt
