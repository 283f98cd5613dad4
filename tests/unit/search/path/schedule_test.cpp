// From a node of the search to a schedule (MemoryPart::path_of), and from a schedule to a trace (concretize). A trace is written as its steps:
// the name of a transition, or "commit X #1" for a commit from a buffer of one location, "commit #1" from a buffer of all.
#include <doctest/doctest.h>

#include <string>

#include "search/path/concretize.h"
#include "unit/memory/queues/queue_cubes.h"
#include "unit/threads.h"

using namespace parapet;
using namespace parapet::test;

namespace {

class Schedules {
 public:
  Schedules(const std::string& model, Memory memory) : walk_(two_threads + model, memory) {}

  std::string text(const std::optional<Trace>& trace) {
    if (!trace) return "none";
    std::string text;
    for (const TraceStep& step : trace->steps) {
      text += text.empty() ? "" : ", ";
      if (step.kind == TraceStep::Kind::Fire) {
        text += walk_.shop().program.transitions[step.transition].name;
        continue;
      }
      text += "commit";
      if (step.location) text += " " + walk_.shop().arena.signature()[step.location->symbol].name;
      for (const auto& [number, process] : trace->constants) {
        if (process == step.processes[0]) text += " #" + std::to_string(number);
      }
    }
    return text;
  }

  // The trace of the path from unsafe back by steps of these names to an initial state; every such path has one.
  std::string traced(const Texts& names) {
    Texts all;
    for (const search::Node* node : walk_.initial(names)) {
      const search::Path path = walk_.shop().memory->path_of(*node);
      all.push_back(text(search::concretize(walk_.shop().context, walk_.init(), path)));
    }
    all = Walk::sorted(std::move(all));
    std::string text;
    for (const std::string& each : all) text += (text.empty() ? "" : " | ") + each;
    return text;
  }

  // A schedule by hand: the steps t10, t11, t20, ... with their instants.
  struct Firing {
    const char* name;
    search::Instant execution;
    search::Instant commit = 0;
    std::vector<const char*> delayed = {};
  };
  search::Path path(const std::vector<Firing>& firings) {
    search::Path path;
    for (const Firing& each : firings) {
      search::PathFiring& firing = path.firings.emplace_back();
      const le::System& system = walk_.shop().system;
      while (system.name(system.transitions[firing.transition]) != each.name) ++firing.transition;
      firing.processes = {arena().process_const(each.name[1] == '1' ? 1 : 2)};
      firing.execution = each.execution;
      firing.commit = each.commit;
      for (const char* name : each.delayed) firing.delayed.push_back(cell(name));
    }
    return path;
  }
  std::string run(const search::Path& path) { return text(search::concretize(walk_.shop().context, walk_.init(), path)); }

  TermId cell(const std::string& name) {
    const auto& symbols = arena().signature().symbols();
    const auto at = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& symbol) { return symbol.name == name; });
    return arena().cell(SymbolId(static_cast<std::size_t>(at - symbols.begin())), {});
  }
  TermId one() { return arena().process_const(1); }
  TermArena& arena() { return walk_.shop().arena; }

 private:
  Walk walk_;
};

// t10 and t11 write True, then False; t20, t21 of thread 2 read True, then False.
const std::string twice =
    ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "", "X := False") + step(2, 0, "X = True", "") + step(2, 1, "X = False", "");
const std::string buffering =
    ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "Y = False", "") + step(2, 0, "", "Y := True") + step(2, 1, "X = False", "");
const std::string passing =
    ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "", "Y := True") + step(2, 0, "Y = True", "") + step(2, 1, "X = False", "");

}  // namespace

TEST_CASE("path: snapshots that nobody closed were taken at the beginning, and writes execute before them") {
  Schedules s(buffering, Memory::Tso);
  // Both reads are older than both writes; a write executes before the reads that follow it in program order.
  CHECK(s.traced({"t21", "t11", "t20", "t10"}) == "t10, t20, t11, t21");
}

TEST_CASE("path: a snapshot is taken right after the firing that closes it") {
  Schedules s(ends(2, 1) + step(1, 0, "", "Z := True") + step(1, 1, "X = True", "") + step(2, 0, "", "X := True"), Memory::Tso);
  // The read of t11 sees the write of t20, so its process has written Z before that, and need not have committed it.
  CHECK(s.traced({"t11", "t10", "t20"}) == "t20, commit #2, t10, t11");
}

TEST_CASE("path: with a buffer per location a write that no cube asks for is not committed") {
  Schedules s(passing, Memory::Pso);
  CHECK(s.traced({"t21", "t20", "t11", "t10"}) == "t10, t11, commit Y #1, t20, t21");
}

TEST_CASE("path: a delayed write is committed after the firing with which its commit was taken back") {
  const std::string old_then_new = ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "", "Z := True") +
                                   step(2, 0, "PC[#1] = Q2 && X = False", "") + step(2, 1, "X = True", "");
  Schedules s(old_then_new, Memory::Pso);
  CHECK(s.traced({"t21", "t20", "t11", "t10"}) == "t10, t11, commit Z #1, t20, commit X #1, t21");
}

TEST_CASE("path: only the writes up to the entry are committed") {
  const std::string read_own = ends(3, 2) + step(1, 0, "", "X := True") + step(1, 1, "", "X := False") + step(1, 2, "X = False", "") +
                               step(2, 0, "PC[#1] = Q3 && X = False", "") + step(2, 1, "X = True", "");
  Schedules s(read_own, Memory::Pso);
  CHECK(s.traced({"t21", "t20", "t12", "t11", "t10"}) == "t10, t11, t12, t20, commit X #1, t21");
}

TEST_CASE("path: late reads execute when their snapshots were taken, before the writes that pass them") {
  Schedules s(ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "wfence()", "") + step(1, 2, "Y = False", "") +
                  step(2, 0, "", "Y := True") + step(2, 1, "wfence()", "") + step(2, 2, "X = False", ""),
              Memory::Pso);
  CHECK(s.traced({"t22", "t12", "t21", "t11", "t20", "t10"}) ==
        "t10, t11, t12, t20, commit Y #2, t21, t22, commit X #1 | t10, t20, t11, t21, t12, t22, commit X #1, commit Y #2");
}

TEST_CASE("path: a silent commit between two late reads") {
  Schedules s(ends(4, 2) + step(1, 0, "", "Z := True") + step(1, 1, "wfence()", "") + step(1, 2, "X = False", "") +
                  step(1, 3, "X = True", "") + step(2, 0, "", "X := True") + step(2, 1, "Z = False", ""),
              Memory::Pso);
  CHECK(s.traced({"t13", "t12", "commit", "t11", "t10", "t21", "t20"}) == "t20, t21, t10, commit Z #1, t11, t12, commit X #2, t13");
}

TEST_CASE("path: what waits is committed before the wfence() that waits for it") {
  Schedules s(ends(3, 2) + step(1, 0, "", "X := True") + step(1, 1, "wfence()", "") + step(1, 2, "", "Y := True") +
                  step(2, 0, "X = False", "") + step(2, 1, "Y = True", ""),
              Memory::Pso);
  CHECK(s.traced({"t21", "t12", "t11", "t20", "t10"}) == "t10, t20, commit X #1, t11, t12, commit Y #1, t21");
}

TEST_CASE("schedule: a buffer of one location is committed up to the write that a commit names") {
  Schedules s(twice, Memory::Pso);
  search::Path path = s.path({{"t10", 1, 0, {"X"}}, {"t11", 2, 0, {"X"}}, {"t20", 4}, {"t21", 6}});
  path.commits.push_back({s.one(), s.cell("X"), 0, 3});
  path.commits.push_back({s.one(), s.cell("X"), search::PathCommit::everything, 5});
  CHECK(s.run(path) == "t10, t11, commit X #1, t20, commit X #1, t21");
  // Both at once: nobody sees the first.
  path.commits[0].until = 1;
  CHECK(s.run(path) == "none");
  // Too late.
  path.commits[0] = {s.one(), s.cell("X"), 0, 5};
  CHECK(s.run(path) == "none");
}

TEST_CASE("schedule: a commit without a cell is of every buffer of its process") {
  Schedules s(passing, Memory::Pso);
  search::Path path = s.path({{"t10", 1, 0, {"X"}}, {"t11", 2, 0, {"Y"}}, {"t20", 4}, {"t21", 5}});
  path.commits.push_back({s.one(), s.cell("Y"), search::PathCommit::everything, 3});
  CHECK(s.run(path) == "t10, t11, commit Y #1, t20, t21");
  path.commits[0].cell = TermId();
  CHECK(s.run(path) == "none");
  // Writes of the firings before `until` alone.
  path.commits[0] = {s.one(), TermId(), 0, 3};
  path.commits.push_back({s.one(), s.cell("Y"), search::PathCommit::everything, 3});
  CHECK(s.run(path) == "none");
}

TEST_CASE("schedule: what is not delayed is in memory at once, or at the commit of its firing") {
  Schedules s(passing, Memory::Pso);
  CHECK(s.run(s.path({{"t10", 1, 0, {"X"}}, {"t11", 2}, {"t20", 3}, {"t21", 4}})) == "t10, t11, commit Y #1, t20, t21");
  CHECK(s.run(s.path({{"t10", 1, 5}, {"t11", 2, 2}, {"t20", 3}, {"t21", 4}})) == "t10, t11, commit Y #1, t20, t21, commit X #1");
  CHECK(s.run(s.path({{"t10", 1}, {"t11", 2}, {"t20", 3}, {"t21", 4}})) == "none");
}

TEST_CASE("schedule: fence() commits the buffers of its process") {
  Schedules s(ends(3, 2) + step(1, 0, "", "X := True") + step(1, 1, "fence()", "") + step(1, 2, "", "Y := True") +
                  step(2, 0, "Y = True", "") + step(2, 1, "X = True", ""),
              Memory::Pso);
  CHECK(s.run(s.path({{"t10", 1, 0, {"X"}}, {"t11", 2}, {"t12", 3}, {"t20", 4}, {"t21", 5}})) ==
        "t10, commit X #1, t11, t12, commit Y #1, t20, t21");
}

TEST_CASE("schedule: with one buffer a process commits in program order") {
  Schedules s(buffering, Memory::Tso);
  CHECK(s.run(s.path({{"t10", 1, 5}, {"t11", 2}, {"t20", 3, 6}, {"t21", 4}})) == "t10, t11, t20, t21");
  CHECK(s.run(s.path({{"t10", 1, 2}, {"t20", 3, 4}, {"t11", 5}, {"t21", 6}})) == "none");
  Schedules ordered(twice, Memory::Tso);
  CHECK(ordered.run(ordered.path({{"t10", 1, 3}, {"t11", 2, 5}, {"t20", 4}, {"t21", 6}})) == "t10, t11, commit #1, t20, commit #1, t21");
  CHECK(ordered.run(ordered.path({{"t10", 1, 5}, {"t11", 2, 3}, {"t20", 4}, {"t21", 6}})) == "none");
}

TEST_CASE("schedule: fence() needs the one buffer of its process to be empty") {
  Schedules s(ends(2, 0) + step(1, 0, "", "X := True") + step(1, 1, "fence()", "") + step(2, 0, "", "Y := True"), Memory::Tso);
  CHECK(s.run(s.path({{"t10", 1, 2}, {"t11", 3}})) == "t10, commit #1, t11");
  CHECK(s.run(s.path({{"t10", 1, 4}, {"t11", 3}})) == "none");
}

TEST_CASE("schedule: nothing happens after unsafe") {
  Schedules s(ends(1, 0, "#2 @ X = False") + step(1, 0, "", "X := True") + step(2, 0, "", "Y := True"), Memory::Tso);
  search::Path path = s.path({{"t10", 1, 3}});
  path.end = 2;
  CHECK(s.run(path) == "t10");
  path.end = 4;
  CHECK(s.run(path) == "none");
  path.end = 2;
  path.possible = false;
  CHECK(s.run(path) == "none");
}

TEST_CASE("schedule: values that init leaves open are chosen") {
  Schedules s(R"(
var Limit : int
weak var N : int
)" + ends(2, 0) + step(1, 0, "", "N := Limit") +
                  step(1, 1, "N = 7", "") + step(2, 0, "", "Y := True"),
              Memory::Pso);
  CHECK(s.run(s.path({{"t10", 1, 0, {"N"}}, {"t11", 2}})) == "t10, t11");
}
