// `parapet check`: load, translate, search, confirm, report.
#include <algorithm>
#include <atomic>
#include <csignal>

#include "check/replay.h"
#include "cli/commands.h"
#include "le/lateness.h"
#include "le/system.h"
#include "search/search.h"

namespace parapet::cli {
namespace {

std::atomic<int> interrupted{0};  // the signal handler's only way to speak

extern "C" void on_signal(int signal) { interrupted.store(signal); }

bool has_weak(const ld::Program& program) {
  const auto& symbols = program.signature.symbols();
  return std::any_of(symbols.begin(), symbols.end(), [](const Symbol& symbol) { return symbol.weak; });
}

search::Order order(SearchOrder order) {
  switch (order) {
    case SearchOrder::Bfs:
      return search::Order::Bfs;
    case SearchOrder::Dfs:
      return search::Order::Dfs;
    case SearchOrder::Size:
      break;
  }
  return search::Order::Size;
}

search::SearchInput search_input(const Options& options) {
  search::SearchInput input;
  input.solver = options.solver;
  input.options.order = order(options.search.order);
  input.options.max_nodes = options.limits.nodes;
  input.options.max_depth = options.limits.depth;
  input.options.max_processes = options.limits.processes;
  input.options.timeout = options.limits.time;
  input.options.max_memory = options.limits.memory_megabytes << 20;
  input.options.jobs = options.search.jobs;
  input.options.delete_covered = options.search.delete_covered;
  input.options.postpone = options.search.postpone;
  input.interrupted = &interrupted;
  return input;
}

}  // namespace

le::MemoryModel memory_model(const Options& options, const ld::Program& program) {
  if (options.search.model == Model::FromFile) return has_weak(program) ? le::tso : le::sc;
  return options.search.model == Model::Sc ? le::sc : le::tso;
}

Exit run_check(const Options& options, const frontend::Loaded& loaded, Console& console) {
  const ld::Program& program = *loaded.program;
  const le::MemoryModel model = memory_model(options, program);
  TermArena arena(program.signature);
  const le::System system = le::translate(program, model, {options.search.narrow, options.search.lateness}, arena);
  if (const auto shared = le::find_shared_write(system, arena)) {
    Diagnostics diagnostics;
    const std::string cell = program.signature[shared->symbol].name;
    diagnostics.error(program.transitions[shared->transition].range,
                      "transition `" + program.transitions[shared->transition].name + "` writes the shared plain " + cell +
                          " while the write of `" + program.transitions[shared->buffered].name +
                          "` can still be in its process's store buffer",
                      "declare " + cell + " weak, or add fence() to the guard");
    diagnostics.print(console.err, loaded.file, console.colour_err);
    return Exit::BadInput;
  }
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  search::SearchInput input = search_input(options);
  input.system = &system;
  input.arena = &arena;
  input.confirm = [&](const Trace& trace) {
    return check::replay(program, model.delays_writes() ? check::Machine::Tso : check::Machine::Sc, trace).reason;
  };
  const search::Outcome outcome = search::check_timeline(input);
  if (std::holds_alternative<search::Safe>(outcome.verdict)) {
    console.out << "SAFE\n";
    return Exit::Safe;
  }
  if (std::holds_alternative<search::Unsafe>(outcome.verdict)) {
    console.out << "UNSAFE\n";
    return Exit::Unsafe;
  }
  console.out << "UNKNOWN: " << std::get<search::Unknown>(outcome.verdict).reason << "\n";
  return Exit::Unknown;
}

}  // namespace parapet::cli
