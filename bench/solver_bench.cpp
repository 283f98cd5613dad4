// Replays a generated stream of queries like those of the search on each backend and prints microseconds per query.
//   parapet-solver-bench [seconds per backend] [backend...]
// A query is a cube (10-15 literals, mostly enumerations, some process and number comparisons) with a few clauses, as the cover test asks;
// the stream `literals` has no clauses, as the feasibility test; `order` ranks 40 events, as the question for an execution graph.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "smt/wrappers/factory.h"

namespace {

using namespace parapet;
using Query = std::vector<TermId>;

class Stream {
 public:
  Stream() {
    const SortId state = signature_.add_sort({SortKind::Enum, "state", {"Idle", "Want", "Wait", "Crit", "Exit"}});
    for (const char* name : {"A", "B", "C"}) arrays_.push_back(signature_.add_symbol({name, state, 1, false, false}));
    for (const char* name : {"X", "Y"}) arrays_.push_back(signature_.add_symbol({name, Signature::boolean, 1, true, false}));
    owner_ = signature_.add_symbol({"Owner", Signature::proc, 1, false, false});
    ticket_ = signature_.add_symbol({"Ticket", Signature::integer, 1, false, false});
  }

  TermArena& arena() { return arena_; }

  Query cube(int clauses) {
    Query query;
    for (int k = 10 + below(6); k > 0; --k) query.push_back(literal(true));
    for (int k = clauses; k > 0; --k) {
      std::vector<TermId> parts;
      for (int j = 2 + below(4); j > 0; --j) parts.push_back(arena_.negate(literal(false)));
      query.push_back(arena_.disjunction(parts));
    }
    return query;
  }

  // Edges mostly forward in a hidden order of n events: satisfiable about half of the time.
  Query order(int n) {
    Query query;
    const auto event = [&](int k) { return arena_.event(static_cast<std::uint32_t>(k * 7 % n)); };
    for (int k = 0; k < 3 * n; ++k) {
      const int a = below(n - 1);
      query.push_back(arena_.before(event(a), event(a + 1 + below(n - a - 1))));
    }
    if (below(2) == 0) query.push_back(arena_.before(event(n - 1), event(0)));
    return query;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

  // Cubes are mostly consistent: their enumeration literals leave most values possible.
  TermId literal(bool loose) {
    const TermId p = arena_.process(static_cast<std::uint32_t>(below(4)));
    const TermId q = arena_.process(static_cast<std::uint32_t>(below(4)));
    const int kind = below(10);
    if (kind == 0) {
      const TermId cell = arena_.cell(owner_, std::array{p});
      return below(3) == 0 ? arena_.equal(cell, q) : arena_.different(cell, q);
    }
    if (kind == 1) {
      const TermId a = arena_.cell(ticket_, std::array{p});
      const TermId b = arena_.cell(ticket_, std::array{q});
      return p < q ? arena_.less(a, b) : arena_.less_equal(b, a);
    }
    const TermId cell = arena_.cell(arrays_[static_cast<std::size_t>(below(5))], std::array{p});
    const bool boolean = arena_.sort(cell) == Signature::boolean;
    if (boolean) return arena_.member(cell, loose ? 1 + (p.value & 1) : 1 + static_cast<std::uint64_t>(below(2)));
    const auto one = std::uint64_t{1} << below(5);
    return arena_.member(cell, loose ? one | 1 | 8 : one);
  }

  Signature signature_;
  TermArena arena_{signature_};
  std::vector<SymbolId> arrays_;
  SymbolId owner_, ticket_;
  std::mt19937_64 random_{1};
};

struct Measured {
  double microseconds;
  double satisfiable;
};

// Time of this process, which a busy machine does not distort; a child process is measured by the clock on the wall.
double now(bool child) {
  if (child) return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Measured run(smt::Solver& solver, const std::vector<Query>& queries, double seconds, bool child) {
  const double start = now(child);
  std::size_t asked = 0;
  std::size_t sat = 0;
  double spent = 0;
  while (spent < seconds) {
    for (const Query& query : queries) {
      solver.push();
      for (const TermId formula : query) solver.add(formula);
      sat += solver.check({}) == smt::Answer::Sat ? 1 : 0;
      solver.pop();
      ++asked;
      if (asked % 16 == 0 && (spent = now(child) - start) >= seconds) break;
    }
    spent = now(child) - start;
  }
  return {spent / static_cast<double>(asked) * 1e6, static_cast<double>(sat) / static_cast<double>(asked)};
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1.0;
  std::vector<std::string> names(argv + std::min(argc, 2), argv + argc);
  if (names.empty()) names = {"native", "auto", "z3", "cvc5", "smtlib:z3 -in", "smtlib:cvc5 --incremental"};
  Stream stream;
  std::vector<Query> literals, clauses, many, order;
  for (int k = 0; k < 500; ++k) {
    literals.push_back(stream.cube(0));
    clauses.push_back(stream.cube(4));
    many.push_back(stream.cube(40));
    order.push_back(stream.order(40));
  }
  std::printf("%-28s %14s %14s %14s %14s   (us per query, %% sat)\n", "backend", "literals", "4 clauses", "40 clauses", "order of 40");
  for (const std::string& name : names) {
    smt::SolverOptions options;
    options.solver = name;
    smt::SolverStatistics statistics;
    try {
      const auto solver = smt::make_solver(stream.arena(), options, statistics);
      std::printf("%-28s", name.c_str());
      for (const auto* queries : {&literals, &clauses, &many, &order}) {
        const Measured measured = run(*solver, *queries, seconds, name.starts_with("smtlib:"));
        std::printf(" %9.2f %3.0f%%", measured.microseconds, measured.satisfiable * 100);
        std::fflush(stdout);
      }
      std::printf("\n");
    } catch (const smt::SolverError& error) {
      std::printf("%-28s %s\n", name.c_str(), error.what());
    }
  }
}
