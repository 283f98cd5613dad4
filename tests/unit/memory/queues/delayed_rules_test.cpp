// One model for each rule of NOTE(delayed-writes): its verdict changes when that rule is left out (tests/mutants breaks each). Then cubes:
// what the steps of a small model make of a cube, one by one.
#include "unit/memory/queues/queue_cubes.h"
#include "unit/search/verdicts.h"
#include "unit/threads.h"

using namespace parapet::test;

namespace {

// Thread 1 is where thread 2 can see it: its program counter is plain, and is seen at once.
const std::string one_at = "PC[#1] = Q";

// With a weak variable of three values, and `processes` threads.
std::string with_levels(unsigned processes) {
  std::string text = two_threads;
  const auto replace = [&](const std::string& what, const std::string& by) { text.replace(text.find(what), what.size(), by); };
  replace("number_procs 2", "number_procs " + std::to_string(processes) + "\ntype level = Off | Low | High\nweak var L : level");
  replace("W = False", "W = False && L = Off");
  return text;
}

// The answer, also without the analyses of which writes may wait where: they hide what a rule does.
std::string pso_of(const std::string& text, unsigned processes) {
  const std::string usual = answer(text, Memory::Pso, processes);
  for (const bool may : {true, false}) {
    SearchSetup setup = small_search(Memory::Pso);
    setup.translate.delays = {may, false, false};
    CHECK(std::string(to_string(run_search(program_of(text), setup).kind)) == usual);
  }
  return usual;
}
std::string pso(const std::string& steps) { return pso_of(two_threads + steps, 2); }

}  // namespace

TEST_CASE("delayed: a store overtakes another one (unseen)") {
  CHECK(pso(ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "", "Y := True") + step(2, 0, "Y = True", "") +
            step(2, 1, "X = False", "")) == "unsafe");
}

TEST_CASE("delayed: stores of one location keep their order") {
  CHECK(pso(ends(2, 3) + step(1, 0, "", "X := True") + step(1, 1, "", "X := False") + step(2, 0, "X = True", "") +
            step(2, 1, "X = False", "") + step(2, 2, "X = True", "")) == "safe");
  // A write is not on time while an earlier one waits.
  CHECK(pso_of(with_levels(2) + ends(3, 3) + step(1, 0, "", "L := Low") + step(1, 1, "", "L := High") + step(1, 2, "", "Y := True") +
                   step(2, 0, "Y = True", "") + step(2, 1, "L = High", "") + step(2, 2, "L = Low", ""),
               2) == "safe");
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

TEST_CASE("delayed: a write that is seen to be committed later has not passed a fence()") {
  CHECK(pso(ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "fence()", "") + step(1, 2, "", "Y := True") +
            step(2, 0, "Y = True", "") + step(2, 1, "X = False", "") + step(2, 2, "X = True", "")) == "safe");
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

TEST_CASE("delayed: a write is committed, unseen, before another process commits its own") {
  CHECK(pso_of(with_levels(3) + "unsafe () { PC[#1] = Q3 && PC[#2] = Q2 && PC[#3] = Q3 }\n" + step(1, 0, "", "L := Low") +
                   step(1, 1, "", "Y := True") + step(1, 2, "fence() && L = High", "") + step(2, 0, "", "L := High") +
                   step(2, 1, "", "Z := True") + step(3, 0, "Y = True", "") + step(3, 1, "Z = True", "") + step(3, 2, "L = Off", ""),
               3) == "unsafe");
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

TEST_CASE("cubes: the example of delayed writes") {
  Walk walk(passing, Memory::Pso);
  CHECK(walk.cubes({}) == Texts{"Data = New && PC[z0] = Seen  buffer z0 Data: empty"});
  CHECK(walk.cubes({"see"}) ==
        Texts{"PC[z0] = Start && Data = Old && Flag = True && z1@Data'0 = New  buffer z0 Data: empty  buffer z1 Data: '0"});
  const Texts told = walk.cubes({"see", "tell"});
  CHECK(has(told, "PC[z0] = Start && Data = Old && PC[z1] = Put && z1@Data'0 = New  buffer z0 Data: empty  buffer z1 Data: '0"));
  // The flag of another process, while z1 still waits.
  CHECK(has(told, "PC[z0] = Start && Data = Old && PC[z2] = Put && z1@Data'0 = New  buffer z0 Data: empty  buffer z1 Data: '0"));
  CHECK(has(walk.cubes({"see", "tell", "put"}), "PC[z0] = Start && PC[z1] = Start && Data = Old  buffer z0 Data: empty"));
  CHECK(walk.initial({"see", "tell", "put"}).size() == 1);
}

TEST_CASE("cubes: an own read may be of an entry that was not known, and that is the newest") {
  // t21 sees True only after t20 has seen False: the commit between is taken back with t20.
  Walk walk(two_threads + ends(3, 2) + step(1, 0, "", "X := True") + step(1, 1, "", "X := False") + step(1, 2, "X = False", "") +
                step(2, 0, one_at + "3 && X = False", "") + step(2, 1, "X = True", ""),
            Memory::Pso);
  CHECK(walk.cubes({"t21", "t20"}) == Texts{"PC[#2] = Q0 && X = False && #1@X'0 = True && PC[#1] = Q3  buffer #1 X: '0"});
  // Not the entry True, which is False's; memory is no place to read from while there is an entry.
  CHECK(walk.cubes({"t21", "t20", "t12"}) ==
        Texts{"PC[#2] = Q0 && X = False && #1@X'1 = False && #1@X'0 = True && PC[#1] = Q2  buffer #1 X: '0 '1 newest"});
  // The newest entry is made by the last write, and nothing is known of the end of the buffer before it.
  CHECK(walk.cubes({"t21", "t20", "t12", "t11"}) == Texts{"PC[#2] = Q0 && X = False && PC[#1] = Q1 && #1@X'0 = True  buffer #1 X: '0"});
  CHECK(walk.cubes({"t21", "t20", "t12", "t11", "t10"}) == Texts{"PC[#1] = Q0 && PC[#2] = Q0 && X = False"});
}

TEST_CASE("cubes: before a fence() a write that memory contradicts is not delayed") {
  const std::string reader = step(2, 0, "Y = True", "") + step(2, 1, "X = False", "");
  Walk fenced(two_threads + ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "fence()", "Y := True") + reader, Memory::Pso);
  CHECK(fenced.cubes({"t21", "t20", "t11"}).size() == 1);
  CHECK(fenced.cubes({"t21", "t20", "t11", "t10"}).empty());
  Walk open(two_threads + ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "", "Y := True") + reader, Memory::Pso);
  CHECK(open.initial({"t21", "t20", "t11", "t10"}).size() == 1);
}

TEST_CASE("cubes: late reads, and a commit between them as a step of its own") {
  Walk walk(two_threads + ends(4, 2) + step(1, 0, "", "Z := True") + step(1, 1, "wfence()", "") + step(1, 2, "X = False", "") +
                step(1, 3, "X = True", "") + step(2, 0, "", "X := True") + step(2, 1, "Z = False", ""),
            Memory::Pso);
  CHECK(walk.cubes({"t13", "t12"}) == Texts{"#1@X'0 = False && #1@X'1 = True && PC[#1] = Q2 && PC[#2] = Q2  open #1: 0 1"});
  // The later read is made right after the commit, which the earlier one did not see.
  CHECK(walk.cubes({"t13", "t12", "commit"}) ==
        Texts{"#1@X'0 = False && #2@X'1 = True && PC[#1] = Q2 && PC[#2] = Q2  buffer #2 X: '1  open #1: 0"});
  // At the wfence() the buffers are empty, as far as memory has a literal.
  CHECK(has(walk.cubes({"t13", "t12", "t21", "commit", "t11"}),
            "Z = False && #1@X'0 = False && PC[#1] = Q1 && PC[#2] = Q1 && #2@X'1 = True  buffer #2 X: '1  buffer #1 Z: empty  open #1: 0"));
  CHECK(walk.initial({"t13", "t12", "commit", "t11", "t10", "t21", "t20"}).size() == 1);
}
