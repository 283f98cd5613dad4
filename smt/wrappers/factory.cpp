#include "smt/wrappers/factory.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "smt/module.h"
#include "smt/smtlib_process.h"
#include "smt/wrappers/cross_check.h"
#include "smt/wrappers/dump.h"
#include "smt/wrappers/interruptible.h"
#include "smt/wrappers/native_first.h"
#include "smt/wrappers/timed.h"

namespace parapet::smt {
namespace {

std::uint64_t limit(const SolverOptions& options) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(options.query_limit.count(), 0));
}

std::unique_ptr<Solver> make_external(const std::string& name, TermArena& arena, const SolverOptions& options, SolverStatistics& statistics,
                                      Timed::Role role) {
  // Version 1.0.3 has one term manager per thread, but the managers write to common tables without locks.
  if (options.one_of_several && name == "cvc5") throw SolverError("cvc5 is not for several threads");
  const auto make = [name, &arena, limit = limit(options)] { return make_from_module(name, arena, limit); };
  Budget* const budget = arena.budget();
  return std::make_unique<Timed>(budget == nullptr ? make() : std::make_unique<Interruptible>(*budget, make), statistics.external, role);
}

// z3, or cvc5 if z3 is not installed. That z3 is missing is reported only if cvc5 is missing too.
std::unique_ptr<Solver> make_second(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics) {
  try {
    return make_external("z3", arena, options, statistics, Timed::Role::Helps);
  } catch (const SolverError& no_z3) {
    try {
      return make_external("cvc5", arena, options, statistics, Timed::Role::Helps);
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
  if (name == "z3" || name == "cvc5") return make_external(name, arena, options, statistics, Timed::Role::DecidesAll);
  constexpr std::string_view process = "smtlib:";
  if (name.starts_with(process)) {
    return std::make_unique<Timed>(std::make_unique<SmtlibProcess>(arena, name.substr(process.size()), options.query_limit),
                                   statistics.external, Timed::Role::DecidesAll);
  }
  throw SolverError("no solver named '" + name + "': there are auto, native, z3, cvc5 and smtlib:COMMAND");
}

// The chosen solver and every other installed one. Fails if there is no other, rather than silently skip the comparison. A query on which
// they disagree is saved as a file.
std::unique_ptr<Solver> make_cross_check(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics) {
  std::vector<std::unique_ptr<Solver>> solvers;
  solvers.push_back(make_plain(arena, options, statistics));
  std::string absent;
  for (const char* name : {"native", "z3", "cvc5"}) {
    if (options.solver == name || (options.solver == "auto" && std::string_view(name) == "native")) continue;
    SolverOptions other = options;
    other.solver = name;
    try {
      solvers.push_back(make_plain(arena, other, statistics));
    } catch (const SolverError& error) {
      absent += (absent.empty() ? "" : "; ") + std::string(error.what());
    }
  }
  if (solvers.size() == 1) {
    throw SolverError("--cross-check has no second solver to ask: " + absent +
                      "; install the package libz3-dev or libcvc5-dev and build Parapet again, or leave --cross-check out");
  }
  const auto directory =
      options.dump == nullptr || options.dump->folder().empty() ? std::filesystem::temp_directory_path() : options.dump->folder();
  return std::make_unique<CrossCheck>(arena, std::move(solvers), directory, statistics);
}

}  // namespace

std::unique_ptr<Solver> make_solver(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics) {
  auto solver = options.cross_check ? make_cross_check(arena, options, statistics) : make_plain(arena, options, statistics);
  if (options.dump == nullptr) return solver;
  return std::make_unique<Dump>(arena, std::move(solver), *options.dump);
}

std::string z3_version() { return module_version("z3"); }
std::string cvc5_version() { return module_version("cvc5"); }

}  // namespace parapet::smt
