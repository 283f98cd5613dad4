// Answers that say what they rest on: the verdict line, one verdict per formula, advice after UNKNOWN, `coverage` and `simulate`.
#include <doctest/doctest.h>

#include "unit/cli/child.h"
#include "unit/cli/json_shape.h"

namespace {

using namespace parapet::test;

const std::string head = "type loc = Idle | Wait | Crit\narray PC[proc] : loc\n";
const std::string lock = head +
                         "var Lock : bool\ninit (p) { PC[p] = Idle && Lock = False }\n"
                         "transition take (p) requires { PC[p] = Idle && Lock = False } { PC[p] := Crit; Lock := True }\n"
                         "transition leave (p) requires { PC[p] = Crit } { PC[p] := Idle; Lock := False }\n";
const std::string mutex = "unsafe mutex (p q) { PC[p] = Crit && PC[q] = Crit }\n";

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin + 1, end - begin);
}

}  // namespace

TEST_CASE("answers: what SAFE rests on is in its line, also with -q") {
  const TemporaryFolder folder;
  const auto verdict = [&](const std::string& text, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"check", "-q", folder.file("m.cub", text)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_parapet(arguments).out;
  };
  CHECK(verdict(lock + mutex) == "SAFE\n");
  const std::string invariant = "invariant (p) { PC[p] = Crit && Lock = False }\n";
  CHECK(verdict(lock + mutex + invariant) == "SAFE (assuming 1 invariant)\n");
  CHECK(verdict(lock + mutex + invariant, {"--check-invariants"}) == "SAFE\n");
  CHECK(verdict("number_procs 2\n" + lock + mutex + invariant) == "SAFE (assuming 1 invariant; at most 2 processes)\n");
  const std::string idle = "transition idle (p) requires { PC[p] = Wait } { PC[p] := Idle }\n";
  CHECK(verdict(lock + mutex + idle) == "SAFE (1 warning)\n");
  CHECK(verdict(lock + mutex + idle, {"--no-warn", "never-fires"}) == "SAFE\n");
  // Every warning counts, whatever it is about and whoever found it: the front end, the search or the small instances.
  const std::string again = "transition take (p) requires { PC[p] = Wait } { PC[p] := Idle }\n";
  CHECK(verdict("var Unused : bool\n" + lock + mutex + again) == "SAFE (3 warnings)\n");
  CHECK(contains(verdict("var Unused : bool\n" + lock + mutex + again, {"--model", "all"}), "s (3 warnings)\ntso"));
}

TEST_CASE("answers: nothing to check is an error, unless it is intended") {
  const TemporaryFolder folder;
  const std::string file = folder.file("m.cub", lock);
  const Child refused = run_parapet({"check", "-q", file});
  CHECK(refused.status == 2);
  CHECK(contains(refused.err, "has no unsafe formula"));
  CHECK(run_parapet({"check", "-q", "--no-unsafe", file}).out == "SAFE\n");
  const std::string with = folder.file("i.cub", lock + "invariant (p q) { PC[p] = Crit && PC[q] = Crit }\n");
  CHECK(run_parapet({"check", "-q", "--check-invariants", with}).out == "SAFE\n");
  CHECK(run_parapet({"parse", file}).status == 0);
}

TEST_CASE("answers: one verdict for each unsafe formula") {
  const TemporaryFolder folder;
  const std::string busy = "unsafe (p) { PC[p] = Crit }\n";
  const std::string waits = "unsafe waits (p) { PC[p] = Wait }\n";
  const Child child = run_parapet({"check", "--no-warn", "empty-unsafe", folder.file("m.cub", lock + mutex + busy + waits)});
  CHECK(child.status == 1);
  CHECK(contains(child.out, "unsafe mutex (line 7): SAFE, "));
  CHECK(contains(child.out, "unsafe (line 8): UNSAFE, 1 step, "));
  CHECK(contains(child.out, "unsafe waits (line 9): SAFE, "));
  CHECK(last_line(child.out) == "UNSAFE");
  const Child json =
      run_parapet({"check", "--format", "json", folder.file("m.cub", lock + busy + mutex + "unsafe two (p) { Lock = True }\n")});
  CHECK(fits_schema(json.out, "check-schema.json") == "");
  CHECK(contains(json.out, "\"verdict\": \"SAFE\""));
  // All are decided by one search where all are SAFE.
  const Child safe = run_parapet({"check", "--no-warn", "empty-unsafe", folder.file("s.cub", lock + mutex + waits)});
  CHECK(contains(safe.out, "unsafe mutex (line 7): SAFE"));
  CHECK(contains(safe.out, "unsafe waits (line 8): SAFE"));
}

TEST_CASE("answers: a formula that is never decided does not hold an UNSAFE back") {
  const TemporaryFolder folder;
  const std::string text =
      "var N : int\nvar M : int\ninit () { N = 0 && M = 0 }\nunsafe up () { N > 0 }\nunsafe hard () { N - M > 100000000 }\n"
      "transition both () { N := N + 2; M := M + 2 }\ntransition swap () { N := M; M := N }\n";
  const Child child = run_parapet({"check", "--timeout", "20", folder.file("m.cub", text)});
  CHECK(child.status == 1);
  CHECK(contains(child.out, "unsafe up (line 4): UNSAFE, 1 step"));
  CHECK(contains(child.out, "unsafe hard (line 5): "));
}

TEST_CASE("answers: UNKNOWN comes with advice and without statistics") {
  const TemporaryFolder folder;
  const Child child = run_parapet({"check", "--max-nodes", "2", PARAPET_SOURCE_DIR "/examples/locks/bakery.cub"});
  CHECK(child.status == 3);
  CHECK_FALSE(contains(child.err, "statistics of"));
  CHECK(contains(child.out, "advice: "));
  CHECK(contains(run_parapet({"check", "--stats", "--max-nodes", "2", PARAPET_SOURCE_DIR "/examples/locks/bakery.cub"}).err,
                 "statistics of"));
  const Child quiet = run_parapet({"check", "-q", "--max-nodes", "2", PARAPET_SOURCE_DIR "/examples/locks/bakery.cub"});
  CHECK(quiet.out == "UNKNOWN: limit of 2 nodes reached\n");
  // Limits and options that keep the search from an answer come first.
  const auto advice = [](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"check", PARAPET_SOURCE_DIR "/examples/locks/bakery.cub"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_parapet(arguments).out;
  };
  CHECK(contains(advice({"--max-depth", "2"}), "advice: '--max-depth 2' leaves out cubes"));
  CHECK(contains(advice({"--max-procs", "1"}), "advice: '--max-procs 1' leaves out cubes"));
  CHECK(contains(advice({"--max-nodes", "3", "--approx", "off"}), "invariants were not guessed ('--approx off')"));
  CHECK(contains(advice({"--max-nodes", "3", "--infer", "off"}), "no invariant was inferred ('--infer off')"));
}

TEST_CASE("answers: --show-spurious prints a path that could not be executed, or an execution in which processes vanish") {
  const Child path =
      run_parapet({"check", "--show-spurious", PARAPET_SOURCE_DIR "/tests/regress/unknown/guard_made_exact_within_a_preimage.cub"});
  CHECK(contains(path.out, "meets init, but its path could not be executed"));
  CHECK(contains(path.out, "prints the path that could not be executed"));
  CHECK_FALSE(contains(path.out, "no path to an initial state"));
  const Child vanishing = run_parapet({"check", "--show-spurious", "--infer", "off", PARAPET_SOURCE_DIR "/examples/locks/szymanski.cub"});
  CHECK(vanishing.status == 3);
  CHECK(contains(vanishing.out, "The model has no such execution: in it processes vanish"));
  CHECK(contains(vanishing.out, "Execution with 3 processes"));
  CHECK(contains(vanishing.out, "vanish("));
  CHECK(contains(vanishing.out, "'--show-spurious' prints an execution in which processes vanish"));
}

TEST_CASE("coverage: JSON fits its schema, and unexpected stuck states are an exit code where some are expected") {
  const std::string stuck = PARAPET_SOURCE_DIR "/tests/golden/warnings/stuck.cub";
  const Child json = run_parapet({"coverage", "--format", "json", stuck});
  CHECK(json.status == 1);
  CHECK(fits_schema(json.out, "coverage-schema.json") == "");
  CHECK(run_parapet({"coverage", "--expect-stuck", "exists p. PC[p] = Sleep && Ready = True", stuck}).status == 0);
  const std::string mutex_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub";
  CHECK(run_parapet({"coverage", mutex_model}).status == 0);
  const Child shown = run_parapet({"coverage", "--show", "enter", mutex_model});
  CHECK(contains(shown.out, "Execution with 1 process"));
  const Child unknown = run_parapet({"coverage", "--show", "enterr", mutex_model});
  CHECK(unknown.status == 2);
  CHECK(contains(unknown.err, "did you mean"));
  CHECK(run_parapet({"coverage", "--expect-stuck", "PC[q] = Idle", mutex_model}).status == 2);
  CHECK(contains(run_parapet({"coverage", "--max-states", "3", mutex_model}).out, "cut"));
  // The execution that was asked for is in the document, and so is the error if there is none.
  const Child document = run_parapet({"coverage", "--show", "enter", "--format", "json", mutex_model});
  CHECK(document.status == 0);
  CHECK(fits_schema(document.out, "coverage-schema.json") == "");
  CHECK(contains(document.out, "\"execution\": {"));
  const Child refused = run_parapet({"coverage", "--show", "enterr", "--format", "json", mutex_model});
  CHECK(refused.status == 2);
  CHECK(fits_schema(refused.out, "diagnostics-schema.json") == "");
}

TEST_CASE("simulate: equal seeds give equal executions, which replay accepts") {
  const TemporaryFolder folder;
  const std::string model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub";
  const std::string trace = (folder.path() / "t.json").string();
  const std::vector<std::string> arguments{"simulate", model, "-n", "3", "--seed", "5", "--steps", "9", "--trace", trace};
  const Child one = run_parapet(arguments);
  CHECK(one.status == 0);
  CHECK(one.out == run_parapet(arguments).out);
  CHECK(fits_schema(read_text(trace), "trace-schema.json") == "");
  const Child replayed = run_parapet({"replay", "-q", trace, model});
  CHECK(replayed.status == 0);
  CHECK(contains(replayed.out, "CONFIRMED"));
  std::size_t different = 0, unsafe = 0;
  for (int seed = 1; seed <= 30; ++seed) {
    const Child other = run_parapet({"simulate", model, "-n", "2", "--seed", std::to_string(seed), "--steps", "12"});
    if (other.out != one.out) ++different;
    if (contains(other.out, "this state is unsafe")) ++unsafe;
  }
  CHECK(different > 20);
  CHECK(unsafe > 0);
}

TEST_CASE("simulate: step by step, with undo and save") {
  const TemporaryFolder folder;
  const std::string model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub";
  const std::string trace = (folder.path() / "t.json").string();
  ChildInput input;
  input.text = "1\n1\nundo\n99\nx\nsave\ns " + trace + "\nsa " + trace + ".too\nq\n";
  const Child child = run_parapet({"simulate", "--interactive", model}, input);
  CHECK(child.status == 0);
  CHECK(contains(child.out, "1) raise_flag(p1)"));
  CHECK(contains(child.out, "1) commit of p1: Flag[p1] := True"));
  CHECK(contains(child.out, "please give the number of a step"));
  CHECK(contains(child.out, "please name the file: save FILE"));
  CHECK(read_text(trace) == read_text(trace + ".too"));
  CHECK(contains(run_parapet({"replay", "-q", trace, model}).out,
                 "CONFIRMED: 1 step on the store-buffer machine (tso); the execution is no counterexample"));
  // The end of the input ends the session.
  CHECK(run_parapet({"simulate", "-i", model}, {"1\n", "", {}}).status == 0);
}

TEST_CASE("simulate: a state is found, is not there, or was not reached before the bound") {
  const std::string model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub";
  CHECK(contains(run_parapet({"simulate", model, "--find", "exists p. PC[p] = Inside"}).out, "in 3 steps"));
  const std::string both = "exists p <> q. PC[p] = Inside && PC[q] = Inside";
  CHECK(run_parapet({"simulate", model, "--find", both}).status == 1);
  CHECK(run_parapet({"simulate", model, "--find", both, "--max-states", "2"}).status == 3);
  CHECK(run_parapet({"simulate", model, "--find", "exists p. PC[p] = Insid"}).status == 2);
  CHECK(contains(run_parapet({"simulate", model, "--find", "PC[p] = Inside"}).err, "hint: bind it: exists p. ..."));
  // A state that is unsafe makes the execution a counterexample.
  const TemporaryFolder folder;
  const std::string unfenced = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub",
                    trace = (folder.path() / "found.json").string();
  CHECK(contains(run_parapet({"simulate", unfenced, "--find", both, "--trace", trace}).out, "unsafe: PC["));
  CHECK(run_parapet({"replay", "-q", trace, unfenced}).out == "CONFIRMED: 4 steps on the store-buffer machine (tso)\n");
}

TEST_CASE("answers: under all memory models, each SAFE says what it rests on") {
  const TemporaryFolder folder;
  const std::string model = folder.file("trusted.cub",
                                        "number_procs 2\ntype loc = A | B\narray PC[proc] : loc\ninit (p) { PC[p] = A }\n"
                                        "invariant (p) { PC[p] = B }\nunsafe (p q) { PC[p] = B && PC[q] = B }\n"
                                        "transition go (p) requires { PC[p] = A } { PC[p] := B }\n");
  const Child child = run_parapet({"check", "-q", model, "--model", "all"});
  CHECK(child.status == 0);
  for (const char* memory : {"sc", "tso", "pso"}) {
    const std::size_t line = child.out.find(memory);
    REQUIRE(line != std::string::npos);
    CHECK(contains(child.out.substr(line, child.out.find('\n', line) - line),
                   "(assuming 1 invariant, which does not hold; at most 2 processes; 1 warning)"));
  }
  const std::size_t first = child.err.find("[false-invariant]");
  CHECK(first != std::string::npos);
  CHECK(child.err.find("[false-invariant]", first + 1) == std::string::npos);  // said once
  CHECK(run_parapet({"check", folder.file("none.cub", "var X : bool\ninit { X = True }\n"), "--model", "all"}).status == 2);
}

TEST_CASE("answers: SAFE under a weaker memory model answers what was open under the stronger ones") {
  const std::string model = PARAPET_SOURCE_DIR "/examples/locks/dekker.cub";
  const auto with_nodes = [&](const char* most) {
    return run_parapet({"check", "-q", model, "--model", "all", "--approx", "off", "--infer", "off", "--max-nodes", most});
  };
  const Child proved = with_nodes("10");  // 29 under sc and tso, 8 under pso
  CHECK(proved.status == 0);
  CHECK(contains(proved.out, "tso   UNKNOWN"));
  CHECK(contains(proved.out,
                 "\nsc    SAFE     proved under pso, hence under sc (at most 2 processes)\n"
                 "tso   SAFE     proved under pso, hence under tso (at most 2 processes)\n"));
  const Child open = with_nodes("5");
  CHECK(open.status == 3);
  CHECK(!contains(open.out, "proved"));
}
