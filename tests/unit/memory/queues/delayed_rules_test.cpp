// One model for each rule of NOTE(delayed-writes): its verdict changes when that rule is left out (RULES.md has what was tried). Then cubes:
// what the steps of a small model make of a cube, one by one.
#include "unit/memory/queues/queue_cubes.h"
#include "unit/search/verdicts.h"
#include "unit/threads.h"

using namespace parapet::test;

namespace {

// Thread 1 is where thread 2 can see it: its program counter is plain, and is seen at once.
const std::string one_at = "PC[#1] = Q";

std::string pso(const std::string& steps) { return answer(two_threads + steps, Memory::Pso, 2); }

}  // namespace

TEST_CASE("delayed: a store overtakes another one (unseen)") {
  CHECK(pso(ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "", "Y := True") + step(2, 0, "Y = True", "") +
            step(2, 1, "X = False", "")) == "unsafe");
}

TEST_CASE("delayed: stores of one location keep their order") {
  CHECK(pso(ends(2, 3) + step(1, 0, "", "X := True") + step(1, 1, "", "X := False") + step(2, 0, "X = True", "") +
            step(2, 1, "X = False", "") + step(2, 2, "X = True", "")) == "safe");
}

TEST_CASE("delayed: the oldest write is committed first") {
  CHECK(pso(ends(2, 3) + step(1, 0, "", "X := True") + step(1, 1, "", "X := False") + step(2, 0, one_at + "2 && X = False", "") +
            step(2, 1, "X = True", "") + step(2, 2, "X = False", "")) == "unsafe");
  CHECK(pso(ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "", "X := False") + step(1, 2, "", "Z := True") +
            step(2, 0, one_at + "3 && X = True", "") + step(2, 1, "X = False", "") + step(2, 2, "X = True", "")) == "safe");
}

TEST_CASE("delayed: fence() waits for delayed writes, as a step and beside a write") {
  CHECK(pso(ends(3, 2) + step(1, 0, "", "X := True") + step(1, 1, "fence()", "") + step(1, 2, "", "Y := True") +
            step(2, 0, "Y = True", "") + step(2, 1, "X = False", "")) == "safe");
  CHECK(pso(ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "fence()", "Y := True") + step(2, 0, "Y = True", "") +
            step(2, 1, "X = False", "")) == "safe");
}

TEST_CASE("delayed: the write of a fenced firing is delayed itself") {
  CHECK(pso(ends(2, 2) + step(1, 0, "fence()", "X := True") + step(1, 1, "", "Y := True") + step(2, 0, "Y = True", "") +
            step(2, 1, "X = False", "")) == "unsafe");
}

TEST_CASE("delayed: wfence() keeps the order of stores, as a step and beside a write") {
  CHECK(pso(ends(3, 2) + step(1, 0, "", "X := True") + step(1, 1, "wfence()", "") + step(1, 2, "", "Y := True") +
            step(2, 0, "Y = True", "") + step(2, 1, "X = False", "")) == "safe");
  CHECK(pso(ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "wfence()", "Y := True") + step(2, 0, "Y = True", "") +
            step(2, 1, "X = False", "")) == "safe");
}

TEST_CASE("delayed: a read-modify-write waits for delayed writes, and its own are on time") {
  CHECK(pso(ends(3, 2) + step(1, 0, "", "X := True") + step(1, 1, "Z = False", "Z := True") + step(1, 2, "", "Y := True") +
            step(2, 0, "Y = True", "") + step(2, 1, "X = False", "")) == "safe");
  CHECK(pso(ends(2, 2) + step(1, 0, "Z = False", "Z := True") + step(1, 1, "", "Y := True") + step(2, 0, "Y = True", "") +
            step(2, 1, "Z = False", "")) == "safe");
}

TEST_CASE("delayed: who reads memory has nothing in the buffer") {
  CHECK(pso(ends(2, 0) + step(1, 0, "", "X := True") + step(1, 1, "X = False", "") + step(2, 0, "", "Y := True")) == "safe");
  // ... also if that write is seen later.
  CHECK(pso(ends(2, 1) + step(1, 0, "", "X := True") + step(1, 1, "X = False", "") + step(2, 0, "X = True", "")) == "safe");
}

TEST_CASE("delayed: the newest own write is read") {
  CHECK(pso(ends(3, 0) + step(1, 0, "", "X := True") + step(1, 1, "", "X := False") + step(1, 2, "X = True", "") +
            step(2, 0, "", "Y := True")) == "safe");
  CHECK(pso(ends(3, 1) + step(1, 0, "", "X := True") + step(1, 1, "", "X := False") + step(1, 2, "X = False", "") +
            step(2, 0, one_at + "3 && X = True", "")) == "unsafe");
}

TEST_CASE("delayed: an own write is read before others see it (new)") {
  const std::string reader = step(2, 0, "", "Y := True") + step(2, 1, "Y = True", "") + step(2, 2, "X = False", "");
  CHECK(pso(ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "X = True", "") + step(1, 2, "Y = False", "") + reader) == "unsafe");
}

TEST_CASE("delayed: a newer write behind a delayed one is read (new)") {
  CHECK(pso(ends(3, 2) + step(1, 0, "", "X := True") + step(1, 1, "", "X := False") + step(1, 2, "X = False", "") +
            step(2, 0, one_at + "3 && X = False", "") + step(2, 1, "X = True", "")) == "unsafe");
}

TEST_CASE("delayed: a commit between two reads of another process") {
  CHECK(pso(ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "", "Z := True") + step(2, 0, one_at + "2 && X = False", "") +
            step(2, 1, "X = True", "")) == "unsafe");
}

TEST_CASE("delayed: two commits after one firing") {
  CHECK(pso(ends(3, 2) + step(1, 0, "", "X := True") + step(1, 1, "", "Y := True") + step(1, 2, "", "Z := True") +
            step(2, 0, one_at + "3 && X = False && Y = False", "") + step(2, 1, "X = True && Y = True", "")) == "unsafe");
}

TEST_CASE("delayed: a write is committed, unseen, before another process overwrites it") {
  CHECK(pso(ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "", "Y := True") + step(1, 2, "fence() && X = False", "") +
            step(2, 0, "Y = True", "") + step(2, 1, "X = False", "") + step(2, 2, "", "X := False")) == "unsafe");
}

TEST_CASE("delayed: no write waits at the beginning, and each delayed write is found") {
  CHECK(pso(ends(1, 2) + step(1, 0, "", "Z := True") + step(2, 0, "X = False", "") + step(2, 1, "X = True", "")) == "safe");
}

TEST_CASE("delayed: wfence() lets later reads pass") {
  CHECK(pso(ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "wfence()", "") + step(1, 2, "Y = False", "") +
            step(2, 0, "", "Y := True") + step(2, 1, "wfence()", "") + step(2, 2, "X = False", "")) == "unsafe");
}

TEST_CASE("delayed: a fence behind a wfence() closes the reads behind it") {
  CHECK(pso(ends(4, 4) + step(1, 0, "", "X := True") + step(1, 1, "wfence()", "") + step(1, 2, "fence()", "") +
            step(1, 3, "Y = False", "") + step(2, 0, "", "Y := True") + step(2, 1, "wfence()", "") + step(2, 2, "fence()", "") +
            step(2, 3, "X = False", "")) == "safe");
}

TEST_CASE("delayed: late reads keep their order") {
  CHECK(pso(ends(4, 3) + step(1, 0, "", "Z := True") + step(1, 1, "wfence()", "") + step(1, 2, "X = True", "") +
            step(1, 3, "Y = False", "") + step(2, 0, "", "Y := True") + step(2, 1, "fence()", "") + step(2, 2, "", "X := True")) == "safe");
}

TEST_CASE("delayed: a late read takes the own write") {
  CHECK(pso(ends(4, 1) + step(1, 0, "", "Z := True") + step(1, 1, "wfence()", "") + step(1, 2, "", "X := True") +
            step(1, 3, "X = False", "") + step(2, 0, "Z = False", "")) == "safe");
}

TEST_CASE("delayed: a commit between two late reads is a step of its own") {
  CHECK(pso(ends(4, 2) + step(1, 0, "", "Z := True") + step(1, 1, "wfence()", "") + step(1, 2, "X = False", "") +
            step(1, 3, "X = True", "") + step(2, 0, "", "X := True") + step(2, 1, "Z = False", "")) == "unsafe");
}

TEST_CASE("delayed: the reads of unsafe come after all late reads of its processes") {
  const std::string late = step(1, 0, "", "Z := True") + step(1, 1, "wfence()", "") + step(1, 2, "X = True", "");
  CHECK(pso(ends(3, 3, "#1 @ Y = False") + late + step(2, 0, "", "Y := True") + step(2, 1, "fence()", "") + step(2, 2, "", "X := True")) ==
        "safe");
}

// ---- cubes ----

namespace {

// The example of NOTE(delayed-writes).
const std::string passing = R"(
type pc = Start | Put | Told | Seen
type data = Old | New
array PC[proc] : pc
weak var Data : data
weak var Flag : bool
init (p) { PC[p] = Start && Data = Old && Flag = False }
unsafe (p) { PC[p] = Seen && p @ Data = New }
transition put ([p]) requires { PC[p] = Start } { PC[p] := Put; Data := New }
transition tell ([p]) requires { PC[p] = Put } { PC[p] := Told; Flag := True }
transition see ([p]) requires { PC[p] = Start && Flag = True && Data = Old } { PC[p] := Seen }
)";

// The example of NOTE(timeline).
const std::string buffering = R"(
type pc = Idle | Ask | In
array PC[proc] : pc
weak array X[proc] : bool
init (p) { PC[p] = Idle && X[p] = False }
unsafe (p q) { PC[p] = In && PC[q] = In }
transition ask ([p]) requires { PC[p] = Idle } { PC[p] := Ask; X[p] := True }
transition enter ([p] q) requires { PC[p] = Ask && X[q] = False } { PC[p] := In }
)";

bool has(const Texts& all, const std::string& one) { return std::find(all.begin(), all.end(), one) != all.end(); }

}  // namespace

TEST_CASE("cubes: the example of the timeline") {
  Walk walk(buffering, Memory::Tso);
  CHECK(walk.cubes({}) == Texts{"PC[z0] = In && PC[z1] = In"});
  CHECK(has(walk.cubes({"enter"}), "z1@X[z0]'0 = False && PC[z1] = Ask && PC[z0] = In  open z1: 0"));
  CHECK(has(walk.cubes({"enter", "enter"}),
            "z0@X[z1]'0 = False && z1@X[z0]'1 = False && PC[z0] = Ask && PC[z1] = Ask  open z0: 0  open z1: 1"));
  CHECK(!walk.initial({"enter", "enter", "ask", "ask"}).empty());
}
