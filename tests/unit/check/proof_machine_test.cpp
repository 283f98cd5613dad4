// The machines of exported proofs allow what the memory model allows. A rule that is too weak makes a file of a proof satisfiable, which
// proof_test.cpp would see; one that is too strong makes files unsatisfiable that are no proof. So here every step that must be possible is
// shown to be, and every rule is made stronger once, in the text of the files, to see that one of these steps becomes impossible.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "skipped.h"
#include "unit/check/proof_files.h"

namespace {

using namespace parapet;

// A firing of each kind: a write, a fenced write, a read, a sync firing that writes a shared plain cell, an atomic one, and (the last line)
// a write that reads a shared plain cell, which the event engine is not exact about.
const std::string model_text = R"(
type t = A | B | C
array PC[proc] : t
weak var X : bool
weak var Y : bool
var S : bool
array Saw[proc] : bool
array Got[proc] : bool
init (z) { PC[z] = A && X = False && Y = False && Saw[z] = False && S = False && Got[z] = False }
unsafe (p) { Saw[p] = True && p @ X = False }
unsafe (p) { Got[p] = True && p @ X = False && Saw[p] = False }
transition put ([p]) requires { PC[p] = A } { X := True; PC[p] := B }
transition put_fenced ([p]) requires { PC[p] = B && fence() } { Y := True; PC[p] := C }
transition look ([p]) requires { Y = True } { Saw[p] := True }
transition wait ([p]) requires { PC[p] = B && X = True && fence() } { PC[p] := C; S := True }
transition swap ([p]) requires { X = True && Saw[p] = True } { X := True; Got[p] := True }
)";
const std::string gather = "transition gather ([p]) requires { PC[p] = C && S = True } { Y := True; PC[p] := B }\n";

// q is another process than the acting one, x0. Snapshots (times) a < b < now.
struct Step {
  std::string_view file;  // the beginning of its name
  std::string_view what, assertion;
};
// The same file with more asserted (`from` empty), or with `to` in the place of `from`.
struct Stronger {
  std::string_view file, rule, from, to;
};

const std::vector<Step> timeline_steps{
    {"step-put-", "a write while snapshots are queued that are not new", "(and (in-queue x0 a) (not (is-new x0 a)) (in-queue x0 b))"},
    {"step-put-", "others keep their view of a snapshot", "(and (in-queue q a) (= (|X@'| q a) False) (= (|X@| q a) False))"},
    {"step-put-", "a snapshot of another process stays new", "(and (in-queue q a) (|is-new'| q a))"},
    {"step-put-", "the own view of a cell that is not written stays", "(and (in-queue x0 a) (= (|Y@| x0 a) False))"},
    {"step-put-", "a snapshot after the write has its value", "(= (|X@'| q now) True)"},
    {"step-put_fenced-", "a fenced write while new snapshots are queued", "(and (in-queue x0 a) (is-new x0 a))"},
    {"step-put_fenced-", "a fenced write while others have old snapshots", "(and (in-queue q a) (not (is-new q a)))"},
    {"step-put_fenced-", "others keep their view", "(and (in-queue q a) (= (|Y@'| q a) False))"},
    {"step-look-", "a read from an old snapshot, against memory", "(and (= h a) (not (is-new x0 a)) (= |Y.| False))"},
    {"step-look-", "a read from a new snapshot", "(and (= h a) (is-new x0 a))"},
    {"step-look-", "a read while another snapshot waits, which stays", "(and (= h a) (in-queue x0 b) (|in-queue'| x0 b))"},
    {"step-look-", "a common snapshot stays with the other process", "(and (= h a) (in-queue q a) (|in-queue'| q a) (|is-new'| q a))"},
    {"step-look-", "a read while another process has an older snapshot", "(and (= h b) (in-queue q a))"},
    {"step-wait-", "a sync firing while others have snapshots", "(and (in-queue q a) (in-queue q b))"},
    {"step-wait-", "a view of the shared plain cell stays", "(and (in-queue q a) (= (|S@'| a) False))"},
    {"step-swap-", "an atomic firing while others have snapshots", "(and (in-queue q a) (not (is-new q a)))"},
    {"step-swap-", "others keep their view", "(and (in-queue q a) (= (|X@'| q a) False))"},
    {"step-gather-", "a write that read an old value", "(and (= h a) (= |S.| False) (in-queue x0 b) (|in-queue'| x0 b))"},
    {"take-", "a snapshot for one process and not for another", "(and (takes x) (|in-queue'| x now) (not (|in-queue'| q now)))"},
    {"take-", "a snapshot behind an older one, which stays", "(and (in-queue x a) (|in-queue'| x a) (takes x) (not (|is-new'| x a)))"},
    {"take-", "a common snapshot, new for both", "(and (takes x) (takes q) (|is-new'| x now) (|is-new'| q now))"},
};
const std::vector<Stronger> timeline_rules{
    {"step-put-", "a write needs an empty queue", "", "(not (in-queue x0 a))"},
    {"step-put-", "a write needs new snapshots", "", "(=> (in-queue x0 a) (is-new x0 a))"},
    {"step-put-", "a write is seen in everybody's snapshots", "(and (= p x0) (in-queue p s) |X!'|)", "(and (in-queue p s) |X!'|)"},
    {"step-put-", "after a firing nothing is new", "(and (is-new p s) (distinct p x0))", "(and (is-new p s) false)"},
    {"step-put-", "memory does not change", "(ite |X!'| |X:='| |X.|)", "(ite false |X:='| False)"},
    {"step-put_fenced-", "a fenced write needs an empty queue", "", "(not (in-queue x0 a))"},
    {"step-put_fenced-", "a fence waits for other processes", "", "(=> (in-queue q a) (is-new q a))"},
    {"step-put_fenced-", "a write is seen in everybody's snapshots", "(and (= p x0) (in-queue p s) |Y!'|)", "(and (in-queue p s) |Y!'|)"},
    {"step-look-", "a read needs a new snapshot", "", "(is-new x0 h)"},
    {"step-look-", "a read needs an old snapshot", "", "(not (is-new x0 h))"},
    {"step-look-", "a read is made in memory", "", "(= |Y.| (|Y@| x0 h))"},
    {"step-look-", "a read needs a queue of one", "", "(=> (in-queue x0 b) (= h b))"},
    {"step-look-", "a read empties the queue", "(not (and (= p x0) (= s h)))", "(not (= p x0))"},
    {"step-look-", "a read removes the snapshot from all queues", "(not (and (= p x0) (= s h)))", "(not (= s h))"},
    {"step-look-", "a read takes the oldest snapshot of all", "", "(=> (in-queue q a) (<= h a))"},
    {"step-look-", "after a firing nothing is new", "(and (is-new p s) (distinct p x0))", "(and (is-new p s) false)"},
    {"step-wait-", "sync needs all queues empty", "", "(not (in-queue q a))"},
    {"step-wait-", "a plain write is seen in snapshots", "(ite (< s now) (|S.kept| s) |S'|)", "(ite (< s now) True |S'|)"},
    {"step-swap-", "an atomic firing needs all queues empty", "", "(not (in-queue q a))"},
    {"step-swap-", "an atomic write is seen in snapshots", "(ite (< s now) (|X.kept| p s) |X'|)", "(ite (< s now) |X'| |X'|)"},
    {"step-gather-", "the shared plain cell is read in memory", "", "(= |S.| True)"},
    {"step-gather-", "a write empties the queue", "(not (and (= p x0) (= s h)))", "(not (= p x0))"},
    {"take-", "a snapshot is for all processes", "(and (= s now) (takes p))", "(= s now)"},
    {"take-", "a snapshot is for a process with an empty queue", "", "(=> (in-queue x a) (not (takes x)))"},
    {"take-", "a snapshot is for one process", "", "(not (and (takes x) (takes q)))"},
    {"take-", "older snapshots leave", "(or (in-queue p s) (and (= s now) (takes p)))", "(and (= s now) (takes p))"},
    {"take-", "older snapshots become new", "(or (= s now) (is-new p s))", "true"},
};

// q is another process than the acting one.
const std::vector<Step> event_steps{
    {"step-put-", "an execution while a write is still on its way", "(< tx (last-write x0))"},
    {"step-put-", "an execution before the last write of the location", "(< tx |X.written|)"},
    {"step-put-", "an execution before one of another process", "(and (< tx (last-execution q)) (< tx (last-write q)))"},
    {"step-put-", "a write before an execution of another process", "(and (< tw (last-execution q)) (< tw (last-write q)))"},
    {"step-put-", "a write before one of another location", "(and (< tw |Y.written|) (< tw |Y.read|))"},
    {"step-put-", "others see the write after its time only", "(= (|X@'| q tx) False)"},
    {"step-put-", "the own process sees it at once", "(and (= (|X@'| x0 tx) True) (= (|X@| x0 tx) False))"},
    {"step-put-", "others see it later", "(and (< tw b) (= (|X@'| q b) True) (= (|X@| q b) False))"},
    {"step-put_fenced-", "a fence waits for no other process", "(and (< tx (last-write q)) (< tw (last-execution q)))"},
    {"step-put_fenced-", "nor for writes of the location by others", "(< tx |Y.written|)"},
    {"step-look-", "a read while a write is still on its way", "(< tx (last-write x0))"},
    {"step-look-", "a read before the last write of the location", "(and (< tx |Y.written|) (< tx |Y.read|))"},
    {"step-look-", "a read before an execution of another process", "(and (< tx (last-execution q)) (< tx (last-write q)))"},
    {"step-look-", "a read against what the last write left", "(= |Y.| False)"},
    {"step-look-", "a read before another location was written", "(< tx |X.written|)"},
    {"step-wait-", "a sync firing before events of others", "(and (< tx (last-execution q)) (< tx (last-write q)))"},
    {"step-wait-", "before a write of a location that it does not touch", "(and (< tx |Y.written|) (< tx |Y.read|))"},
    {"step-wait-", "before another read of what it reads", "(< tx |X.read|)"},
    {"step-swap-", "an atomic firing before events of others", "(and (< tx (last-execution q)) (< tx (last-write q)))"},
    {"step-swap-", "before a write of another location", "(and (< tx |Y.written|) (< tx |Y.read|))"},
    {"step-swap-", "others see the write after its time only", "(and (< a tx) (= (|X@'| q a) False))"},
};
const std::vector<Stronger> event_rules{
    {"step-put-", "a write's execution waits for earlier writes", "", "(< (last-write x0) tx)"},
    {"step-put-", "an execution comes after the writes of what it writes", "", "(< |X.written| tx)"},
    {"step-put-", "executions are ordered between processes", "", "(< (last-execution q) tx)"},
    {"step-put-", "an execution waits for the writes of others", "", "(< (last-write q) tx)"},
    {"step-put-", "a write comes after all executions", "", "(< (last-execution q) tw)"},
    {"step-put-", "writes are ordered between processes", "", "(< (last-write q) tw)"},
    {"step-put-", "writes of different locations are ordered", "", "(< |Y.written| tw)"},
    {"step-put-", "a write is after reads of another location", "", "(< |Y.read| tw)"},
    {"step-put-", "a write is seen by all at once", "(or (= p x0) (< tw s))", "true"},
    {"step-put-", "the own process sees its write after its time", "(or (= p x0) (< tw s))", "(< tw s)"},
    {"step-put-", "nobody else sees a write", "(or (= p x0) (< tw s))", "(= p x0)"},
    {"step-put_fenced-", "a fence waits for the writes of others", "", "(< (last-write q) tx)"},
    {"step-put_fenced-", "a fence waits for the location", "", "(< |Y.written| tx)"},
    {"step-put_fenced-", "a fenced write is after all executions", "", "(< (last-execution q) tw)"},
    {"step-look-", "a read waits for its process's writes", "", "(< (last-write x0) tx)"},
    {"step-look-", "a read is after every write of the location", "", "(< |Y.written| tx)"},
    {"step-look-", "reads of a location are ordered", "", "(< |Y.read| tx)"},
    {"step-look-", "executions are ordered between processes", "", "(< (last-execution q) tx)"},
    {"step-look-", "a read waits for the writes of others", "", "(< (last-write q) tx)"},
    {"step-look-", "a read is made in memory", "", "(= |Y.| True)"},
    {"step-look-", "a read is after the writes of other locations", "", "(< |X.written| tx)"},
    {"step-wait-", "sync is after the executions of others", "", "(< (last-execution q) tx)"},
    {"step-wait-", "sync is after the writes of others", "", "(< (last-write q) tx)"},
    {"step-wait-", "sync is after every write", "", "(< |Y.written| tx)"},
    {"step-wait-", "sync is after every read", "", "(< |Y.read| tx)"},
    {"step-wait-", "reads of a location are ordered", "", "(< |X.read| tx)"},
    {"step-swap-", "atomic firings are after the executions of others", "", "(< (last-execution q) tx)"},
    {"step-swap-", "atomic firings are after the writes of others", "", "(< (last-write q) tx)"},
    {"step-swap-", "atomic firings are after every write", "", "(< |Y.written| tx)"},
    {"step-swap-", "an atomic write is seen by all at once", "(or (= p x0) (< tx s))", "true"},
};

// A store buffer per location. Y is never delayed: nobody could notice.
const std::vector<Step> delayed_steps{
    {"step-put-", "a write stays in the buffer", "(and |X.delayed'| (= |X'| |X.|))"},
    {"step-put-", "a write on time", "(and (not |X.delayed'|) (= |X'| True) (= |X.| False))"},
    {"step-put-", "others do not see a delayed write", "(and |X.delayed'| (= (|X@'| q now) False) (= (|X@| q now) False))"},
    {"step-put-", "nor do others with empty buffers",
     "(and |X.delayed'| (= (|X.first'| q) (|X.last'| q)) (= (|X@'| q now) False) (= (|X@| q now) False))"},
    {"step-put-", "its own process does", "(and |X.delayed'| (= (|X@'| x0 now) True) (= (|X@| x0 now) False))"},
    {"step-put-", "another process commits after it", "(and |X.commits'| (= |X.by'| q) (= |X.| False) |X.delayed'| (= |X'| True))"},
    {"step-put-", "several writes are committed, of which one is seen",
     "(and |X.commits'| (= |X.by'| q) (< (+ (|X.first| q) 1) (|X.first'| q)))"},
    {"step-put-", "another process sees its own write, whatever memory is", "(and (= (|X@'| q now) True) (= |X'| False))"},
    {"step-put_fenced-", "a fence while others have writes in their buffers", "(< (|X.first| q) (|X.last| q))"},
    {"step-look-", "a read while a write of its process waits", "(< (|X.first| x0) (|X.last| x0))"},
    {"step-wait-", "a fence while others have writes in their buffers", "(< (|X.first| q) (|X.last| q))"},
    {"step-swap-", "an atomic firing while others have writes in their buffers", "(and (< (|X.first| q) (|X.last| q)) (= |X'| True))"},
};
const std::vector<Stronger> delayed_rules{
    {"step-put-", "every write is on time", "", "(not |X.delayed'|)"},
    {"step-put-", "no write is on time", "", "|X.delayed'|"},
    {"step-put-", "a write is seen by all at once", "(ite (= (|X.first'| p) (|X.last'| p)) |X'|",
     "(ite (= (|X.first'| p) (|X.last'| p)) |X:='|"},
    {"step-put-", "nobody commits", "", "(not |X.commits'|)"},
    {"step-put-", "one write is committed", "", "(<= (|X.first'| q) (+ (|X.first| q) 1))"},
    {"step-put-", "only the acting process has a buffer", "", "(= (|X.first| q) (|X.last| q))"},
    {"step-put_fenced-", "a fence waits for the writes of others", "", "(= (|X.first| q) (|X.last| q))"},
    {"step-look-", "a read waits for the writes of its process", "", "(= (|X.first| x0) (|X.last| x0))"},
    {"step-wait-", "a fence waits for the writes of others", "", "(= (|X.first| q) (|X.last| q))"},
    {"step-swap-", "an atomic firing waits for the writes of others", "", "(= (|X.first| q) (|X.last| q))"},
};

// What the file says of the step, without cubes.
std::string step_of(const check::Proof& written, std::string_view file) {
  const auto at = std::find_if(written.files.begin(), written.files.end(), [&](const auto& each) { return each.name.starts_with(file); });
  REQUIRE(at != written.files.end());
  std::istringstream lines(at->text.substr(0, at->text.find("; to be refuted:\n")));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("(assert (not (|cube")) text += line + "\n";
  }
  const std::string actor = file.starts_with("take") ? "x" : "x0";
  if (actor == "x") text += "(declare-const x proc)\n";
  if (text.find("(declare-const nobody proc)") == std::string::npos) text += "(declare-const nobody proc)\n";
  text += "(declare-const q proc)\n(assert (distinct q " + actor + " nobody))\n(declare-const a Int)\n(declare-const b Int)\n";
  return text + "(assert (< a b now))\n";
}

std::string asserted(std::string_view formula) { return "(assert " + std::string(formula) + ")\n"; }

void check_machine(const std::string& text, std::string_view engine, const std::vector<Step>& steps, const std::vector<Stronger>& rules,
                   const le::MemoryModel& model = le::tso) {
  if (!test::is_installed("z3")) return test::skipped("the program z3 is not installed");
  test::Proof proof(text, model, true, {}, engine);
  REQUIRE(proof.safe);
  const check::Proof written = test::proof_files(proof, proof.certificate, model);
  // All questions go to one solver: first every step as it is, then, for each rule, the steps of its file with the stronger rule.
  std::vector<std::string> scripts;
  const auto ask = [&](const std::string& text, const Step& step) { scripts.push_back(text + asserted(step.assertion) + "(check-sat)\n"); };
  for (const Step& each : steps) ask(step_of(written, each.file), each);
  for (const Stronger& rule : rules) {
    CAPTURE(rule.rule);
    std::string text = step_of(written, rule.file);
    if (rule.from.empty()) {
      text += asserted(rule.to);
    } else {
      REQUIRE(text.find(rule.from) != std::string::npos);
      text.replace(text.find(rule.from), rule.from.size(), rule.to);
    }
    for (const Step& each : steps) {
      if (each.file == rule.file) ask(text, each);
    }
  }
  const auto found = test::answers(test::solver_programs[0], scripts);
  REQUIRE(found.size() == scripts.size());
  std::size_t next = 0;
  for (const Step& each : steps) {
    CAPTURE(each.file);
    CAPTURE(each.what);
    CHECK(found[next++] == "sat");
  }
  for (const Stronger& rule : rules) {
    CAPTURE(rule.file);
    CAPTURE(rule.rule);
    std::size_t impossible = 0;
    for (const Step& each : steps) {
      if (each.file != rule.file) continue;
      impossible += found[next] == "unsat" ? 1 : 0;
      CHECK((found[next] == "sat" || found[next] == "unsat"));
      ++next;
    }
    CHECK(impossible > 0);
  }
}

}  // namespace

TEST_CASE("proof: the machine with snapshots allows what store buffers allow, and no rule can be stronger") {
  check_machine(model_text + gather, timeline_engine, timeline_steps, timeline_rules);
}

TEST_CASE("proof: the machine of events allows what store buffers allow, and no rule can be stronger") {
  check_machine(model_text, event_engine, event_steps, event_rules);
}

TEST_CASE("proof: the machine with a store buffer per location allows what these buffers allow, and no rule can be stronger") {
  check_machine(model_text, timeline_engine, delayed_steps, delayed_rules, ld::pso);
}
