// `certify`, `replay` and `--paranoid` as a user meets them.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "skipped.h"
#include "unit/cli/child.h"
#include "unit/cli/json_shape.h"

using namespace parapet::test;

namespace {

const std::string safe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub";
const std::string unsafe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("certify: a certificate that was saved is confirmed, by every solver") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "c.json";
  CHECK(run_parapet({"check", safe_model, "--certificate", file}).status == 0);
  CHECK(fits_schema(read_text(file), "certificate-schema.json") == "");
  for (const std::string solver : {"auto", "z3", "cvc5"}) {
    const Child child = run_parapet({"certify", file, safe_model, "--solver", solver});
    CHECK(child.status == 0);
    CHECK(contains(child.out, "\nCONFIRMED: model tso, engine timeline\n"));
  }
}

TEST_CASE("certify: rejected evidence ends with 4, bad input with 2, limits with 3") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "c.json";
  CHECK(run_parapet({"check", safe_model, "--certificate", file}).status == 0);
  const Child other = run_parapet({"certify", file, unsafe_model});
  CHECK(other.status == 2);
  CHECK(other.out == "");
  CHECK(contains(other.err, "c.json is about a model other than " + unsafe_model));
  const std::string text = read_text(file);
  const std::string damaged = folder.file("d.json", replaced(text, "\"lateness\": true", "\"lateness\": maybe"));
  const Child bad = run_parapet({"certify", damaged, safe_model});
  CHECK(bad.status == 2);
  CHECK(contains(bad.err, "d.json:8:15: expected a value"));
  CHECK(run_parapet({"certify", folder.path() / "none.json", safe_model}).status == 2);
  CHECK(contains(run_parapet({"certify", file}).err, "no FILE given"));
  CHECK(contains(run_parapet({"certify"}).err, "no CERT FILE given"));
  CHECK(run_parapet({"certify", file, safe_model, "--timeout", "0.001"}).status != 4);
}

TEST_CASE("check: an UNSAFE result has no certificate, and --paranoid checks it at once") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "c.json";
  CHECK(run_parapet({"check", unsafe_model, "--certificate", file}).status == 1);
  CHECK_FALSE(std::filesystem::exists(file));
  const Child safe = run_parapet({"check", safe_model, "--paranoid"});
  CHECK(safe.status == 0);
  CHECK(run_parapet({"check", unsafe_model, "--paranoid"}).status == 1);
}

TEST_CASE("replay: a trace that was saved is confirmed, a damaged one is rejected where it fails") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "t.json";
  CHECK(run_parapet({"check", unsafe_model, "--trace", file}).status == 1);
  const Child child = run_parapet({"replay", file, unsafe_model});
  CHECK(child.status == 0);
  CHECK(contains(child.out, "\nCONFIRMED: 4 steps on the store-buffer machine (tso)\n"));
  const std::string text = read_text(file);
  const auto rejected = [&](const std::string& damaged) {
    const Child result = run_parapet({"replay", folder.file("d.json", damaged), unsafe_model});
    CHECK(result.status == 4);
    return result.out;
  };
  CHECK(contains(rejected(replaced(text, "\"Idle\"", "\"Inside\"")), "REJECTED at its initial state: init does not hold"));
  CHECK(contains(rejected(replaced(text, "\"processes\": [0]", "\"processes\": [1]")), "REJECTED at step "));
  const Child sc = run_parapet(
      {"replay", folder.file("d.json", replaced(text, "\"model\": \"tso\"", "\"model\": \"sc\"")), unsafe_model, "--model", "sc"});
  CHECK(sc.status == 4);
  CHECK(contains(sc.out, "REJECTED at step "));
  const Child fenced = run_parapet({"replay", file, safe_model});
  CHECK(fenced.status == 2);
  CHECK(contains(fenced.err, "t.json is about a model other than " + safe_model));
  CHECK(run_parapet({"replay", folder.file("e.json", "{}"), unsafe_model}).status == 2);
}

TEST_CASE("check --export-invariant: the text, the proof, and never into a folder that has something") {
  const TemporaryFolder folder;
  const std::string plain = folder.path() / "plain", weak = folder.path() / "weak";
  CHECK(run_parapet({"check", safe_model, "--model", "sc", "--export-invariant", plain}).status == 0);
  CHECK(contains(read_text(plain + "/invariant.txt"), "for all z0, z1: not ("));
  CHECK(contains(read_text(plain + "/README"), "If every file except machine.smt2 is unsatisfiable, the model is safe."));
  CHECK(std::filesystem::exists(plain + "/unsafe-1.smt2"));
  const Child again = run_parapet({"check", safe_model, "--model", "sc", "--export-invariant", plain});
  CHECK(again.status == 2);
  CHECK(contains(again.err, "is not empty: name a new one"));
  CHECK(run_parapet({"check", safe_model, "--model", "tso", "--export-invariant", weak}).status == 0);
  CHECK(contains(read_text(weak + "/invariant.txt"), "The other files are its proof"));
  CHECK(std::filesystem::exists(weak + "/unsafe-1.smt2"));
  CHECK(run_parapet({"check", unsafe_model, "--export-invariant", folder.path() / "none"}).status == 1);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "none"));
}

TEST_CASE("certify --smt: the proof as files, of a damaged certificate too, and nothing above the limit") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "c.json";
  CHECK(run_parapet({"check", safe_model, "--certificate", file}).status == 0);
  const std::string proof = folder.path() / "proof";
  const Child written = run_parapet({"certify", file, safe_model, "--smt", proof});
  CHECK(written.status == 0);
  CHECK(contains(written.out, proof + ": a proof of "));
  CHECK(contains(read_text(proof + "/README"), "If every file except machine.smt2 is unsatisfiable, the model is safe."));
  CHECK(contains(read_text(proof + "/unsafe-1.smt2"), "(check-sat)"));
  CHECK(run_parapet({"certify", file, safe_model, "--smt", proof}).status == 2);
  const Child json = run_parapet({"certify", file, safe_model, "--format", "json", "--smt", folder.path() / "again"});
  CHECK(fits_schema(json.out, "certify-schema.json") == "");
  CHECK(contains(json.out, "\"solver_proofs\": null"));

  const std::string damaged = folder.path() / "damaged";
  const Child rejected =
      run_parapet({"certify", folder.file("d.json", replaced(read_text(file), "\"Inside\"", "\"Idle\"")), safe_model, "--smt", damaged});
  CHECK(rejected.status == 4);
  CHECK(std::filesystem::exists(damaged + "/README"));

  const Child alone = run_parapet({"certify", file, safe_model, "--proofs"});
  CHECK(alone.status == 2);
  CHECK(contains(alone.err, "'--proofs' is about the files of '--smt': add '--smt DIR'"));
}

TEST_CASE("certify --proofs: the proofs of cvc5, or why there are none") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "c.json", proof = folder.path() / "proof";
  CHECK(run_parapet({"check", safe_model, "--certificate", file}).status == 0);
  const Child missing =
      run_parapet({"certify", file, safe_model, "--smt", folder.path() / "none", "--proofs"}, {"", "", {"PATH=/nowhere"}});
  CHECK(missing.status == 2);
  CHECK(contains(missing.out, "CONFIRMED"));
  CHECK(contains(missing.err, "'--proofs' needs the program cvc5, which cannot be started"));
  if (run_program("cvc5", {"--version"}).status != 0) {
    skipped("the program cvc5 is not installed");
    return;
  }
  const Child written = run_parapet({"certify", file, safe_model, "--smt", proof, "--proofs"});
  CHECK(written.status == 0);
  CHECK(contains(written.out, " of them with cvc5's own proof\n"));
  CHECK(contains(read_text(proof + "/unsafe-1.lfsc"), "(check"));
}

TEST_CASE("replay --graph: the graph of a saved trace is the one that check drew") {
  const TemporaryFolder folder;
  const std::string trace = folder.path() / "trace.json", drawn = folder.path() / "a.dot", again = folder.path() / "b.dot";
  CHECK(run_parapet({"check", unsafe_model, "--trace", trace, "--graph", drawn}).status == 1);
  CHECK(run_parapet({"replay", trace, unsafe_model, "--graph", again}).status == 0);
  CHECK(contains(read_text(drawn), "digraph execution {"));
  CHECK(read_text(drawn) == read_text(again));
}

// Evidence about SC that is confirmed without a word would be taken for one about the weak memory that the file declares.
TEST_CASE("certify, replay: evidence under another memory model than the file's is refused unless it is asked for") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path() / "c.json", trace = folder.path() / "t.json";
  const std::string broken_under_sc = PARAPET_SOURCE_DIR "/examples/locks/peterson_swapped.cub";
  CHECK(run_parapet({"check", unsafe_model, "--model", "sc", "--certificate", certificate}).status == 0);
  const Child silent = run_parapet({"certify", certificate, unsafe_model});
  CHECK(silent.status == 2);
  CHECK(silent.out == "");
  CHECK(contains(silent.err, "is about the memory model sc, not tso, the default for " + unsafe_model + ": add '--model sc'"));
  const Child asked = run_parapet({"certify", certificate, unsafe_model, "--model", "sc", "-q"});
  CHECK(asked.status == 0);
  CHECK(asked.out == "CONFIRMED: model sc, engine timeline\n");
  const Child tso = run_parapet({"certify", certificate, unsafe_model, "--model", "tso"});
  CHECK(tso.status == 2);
  CHECK(contains(tso.err, "is about the memory model sc, not tso\n"));
  CHECK(run_parapet({"check", unsafe_model, "--trace", trace}).status == 1);
  CHECK(run_parapet({"replay", trace, unsafe_model, "--model", "sc"}).status == 2);
  CHECK(run_parapet({"replay", trace, unsafe_model, "--model", "tso", "-q"}).out ==
        "CONFIRMED: 4 steps on the store-buffer machine (tso)\n");
  const Child other = run_parapet({"certify", folder.file("d.json", replaced(read_text(certificate), "\"sc\"", "\"rmo\"")), unsafe_model});
  CHECK(other.status == 2);
  CHECK(contains(other.err, "unknown memory model 'rmo'"));
}

TEST_CASE("certify, replay: --format json fits its schema, whatever the answer") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path() / "c.json", trace = folder.path() / "t.json";
  CHECK(run_parapet({"check", safe_model, "--certificate", certificate}).status == 0);
  CHECK(run_parapet({"check", unsafe_model, "--trace", trace}).status == 1);
  const auto answer = [](const std::vector<std::string>& line, int status, const std::string& schema, const std::string& result) {
    CAPTURE(line);
    const Child child = run_parapet(line);
    CHECK(child.status == status);
    CHECK(fits_schema(child.out, schema) == "");
    CHECK(contains(child.out, "\"result\": \"" + result + "\""));
    CHECK(contains(child.out, "\"model\": \"tso\""));
    return child.out;
  };
  const std::vector<std::string> certify{"certify", certificate, safe_model, "--format", "json"};
  CHECK(contains(answer(certify, 0, "certify-schema.json", "CONFIRMED"), "\"machine\": null"));
  std::vector<std::string> walked = certify;
  walked.insert(walked.end(), {"--machine", "2"});
  CHECK(contains(answer(walked, 0, "certify-schema.json", "CONFIRMED"), "\"processes\": 2"));
  const std::string silent =
      "smtlib:sh -c 'while read line; do case \"$line\" in *echo*) echo parapet;; *check-sat*) echo unknown;; esac; done'";
  const std::string first_cube = "\"cubes\": [";
  const std::string cut =
      folder.file("cut.json", read_text(certificate).substr(0, read_text(certificate).find(first_cube)) + "\"cubes\": []}");
  answer({"certify", cut, safe_model, "--format", "json"}, 4, "certify-schema.json", "REJECTED");
  answer({"certify", certificate, safe_model, "--format", "json", "--solver", silent}, 3, "certify-schema.json", "NOT CONFIRMED");
  const std::string replayed = answer({"replay", trace, unsafe_model, "--format", "json"}, 0, "replay-schema.json", "CONFIRMED");
  CHECK(contains(replayed, "\"execution\": {"));
  const std::string damaged = folder.file("d.json", replaced(read_text(trace), "\"Idle\"", "\"Inside\""));
  CHECK(
      contains(answer({"replay", damaged, unsafe_model, "--format", "json"}, 4, "replay-schema.json", "REJECTED"), "\"execution\": null"));
}

// A machine without states would confirm everything.
TEST_CASE("certify --machine: a number of processes that the model cannot have is refused") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path() / "c.json";
  const std::string two = PARAPET_SOURCE_DIR "/examples/locks/peterson.cub";  // number_procs 2
  CHECK(run_parapet({"check", two, "--certificate", certificate}).status == 0);
  const Child many = run_parapet({"certify", certificate, two, "--machine", "3"});
  CHECK(many.status == 2);
  CHECK(many.out == "");
  CHECK(contains(many.err, "'--machine 3': the model has at most 2 processes (number_procs)"));
  CHECK(run_parapet({"certify", certificate, two, "--machine", "2"}).status == 0);
  const std::string named = folder.file("m.cub",
                                        "number_procs 3\narray A[proc] : bool\nvar X : bool\ninit (z) { A[z] = False && X = False }\n"
                                        "unsafe { X = True && A[#1] = True && A[#3] = True }\n"
                                        "transition t (i) requires { X = False } { A[i] := True }\n");
  CHECK(run_parapet({"check", named, "--certificate", certificate}).status == 0);
  const Child few = run_parapet({"certify", certificate, named, "--machine", "1"});
  CHECK(few.status == 2);
  CHECK(contains(few.err, "'--machine 1': the model names 2 processes, so it has at least as many"));
  CHECK(run_parapet({"certify", certificate, named, "--machine", "2"}).status == 0);
  CHECK(run_parapet({"certify", certificate, named, "--machine", "4"}).status == 2);
}

namespace {

// An unknown member after every opening of an object, one at a time.
std::vector<std::string> with_unknown_members(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
    result.push_back(text);
    result.back().insert(at + 1, "\"extra\": 0,");
  }
  return result;
}

}  // namespace

// What a reader does not know it would not check.
TEST_CASE("evidence: members that the format does not have are refused, in every object") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "e.json";
  std::size_t tried = 0;
  const auto refused = [&](const std::string& command, const std::string& model) {
    for (const std::string& text : with_unknown_members(read_text(file))) {
      const Child child = run_parapet({command, folder.file("d.json", text), model});
      CAPTURE(text);
      CHECK(child.status == 2);
      CHECK(contains(child.err, "\"extra\" is not a member of this object"));
      ++tried;
    }
  };
  const std::string constants = PARAPET_SOURCE_DIR "/tests/golden/report/constants.cub";
  const std::string rows = PARAPET_SOURCE_DIR "/tests/regress/safe/late_read_behind_a_whole_array.cub";
  CHECK(run_parapet({"check", safe_model, "--engine", "timeline", "--certificate", file}).status == 0);
  refused("certify", safe_model);
  CHECK(run_parapet({"check", rows, "--engine", "ghb", "--certificate", file}).status == 0);
  refused("certify", rows);
  for (const std::string& model : {unsafe_model, constants}) {
    CHECK(run_parapet({"check", model, "--trace", file}).status == 1);
    refused("replay", model);
  }
  CHECK(tried > 60);
}

TEST_CASE("evidence: a fraction is no integer") {
  const TemporaryFolder folder;
  const std::string model = PARAPET_SOURCE_DIR "/examples/protocols/semaphore.cub", file = folder.path() / "c.json";
  CHECK(run_parapet({"check", model, "--certificate", file}).status == 0);
  const std::string text = read_text(file);
  for (const auto& [from, to] :
       {std::pair{"\"int\", \"1\"", "\"int\", \"1/2\""}, std::pair{"[\"-1\", [\"cell\"", "[\"-1/2\", [\"cell\""}}) {
    CAPTURE(to);
    const Child child = run_parapet({"certify", folder.file("d.json", replaced(text, from, to)), model});
    CHECK(child.status == 2);
    CHECK(contains(child.err, "a fraction where an integer is expected"));
  }
  // The same number, written as a fraction, is one.
  CHECK(run_parapet({"certify", folder.file("d.json", replaced(text, "\"int\", \"1\"", "\"int\", \"2/2\"")), model}).status == 0);
}

// docs/soundness.md, "Changed certificates".
TEST_CASE("evidence: the flag `lateness` is not believed, it chooses what is computed") {
  const TemporaryFolder folder;
  const std::string model = PARAPET_SOURCE_DIR "/examples/locks/dekker.cub", file = folder.path() / "c.json";
  CHECK(run_parapet({"check", model, "--certificate", file}).status == 0);
  // Without the analysis there are more pre-images, and this proof lacks some.
  const std::string weaker = folder.file("d.json", replaced(read_text(file), "\"lateness\": true", "\"lateness\": false"));
  CHECK(run_parapet({"certify", weaker, model}).status == 4);
  // With it there are fewer, all of which the proof without it has.
  CHECK(run_parapet({"check", model, "--no-lateness", "--certificate", file}).status == 0);
  const std::string stronger = folder.file("d.json", replaced(read_text(file), "\"lateness\": false", "\"lateness\": true"));
  CHECK(run_parapet({"certify", stronger, model}).status == 0);
}

TEST_CASE("evidence: rows of `reach` are what is proved, not what is believed") {
  const TemporaryFolder folder;
  const std::string model = PARAPET_SOURCE_DIR "/tests/regress/safe/fence_in_write.cub", file = folder.path() / "c.json";
  CHECK(run_parapet({"check", model, "--engine", "ghb", "--certificate", file}).status == 0);
  const std::string text = read_text(file), two = "\"reach\": [\n        [0],\n        [1]\n";
  const auto certified = [&](const std::string& rows) {
    const Child child = run_parapet({"certify", folder.file("d.json", replaced(text, two, "\"reach\": [" + rows)), model, "-q"});
    return std::to_string(child.status) + " " + child.out + child.err;
  };
  CHECK(certified("[0], [1]") == "0 CONFIRMED: model tso, engine ghb\n");
  // That a read comes after itself says nothing: another way to write the same proof.
  CHECK(certified("[], []") == "0 CONFIRMED: model tso, engine ghb\n");
  CHECK(certified("[0, 1], [0, 1]") == "4 REJECTED: cube 4 is malformed: its pending reads come before each other\n");
  CHECK(contains(certified("[0], [2]"), "2 parapet: error: "));
  CHECK(contains(certified("[0]"), "one row per node"));
}

TEST_CASE("certify, replay: swapped operands and evidence of another kind are recognised, with their place") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path() / "c.json", trace = folder.path() / "t.json";
  REQUIRE(run_parapet({"check", "-q", safe_model, "--certificate", certificate}).status == 0);
  REQUIRE(run_parapet({"check", "-q", unsafe_model, "--trace", trace}).status == 1);
  const auto message = [](const std::vector<std::string>& arguments) {
    const Child child = run_parapet(arguments);
    CHECK(child.status == 2);
    CHECK(child.out == "");
    return child.err;
  };
  const std::string swapped = message({"certify", safe_model, certificate});
  CHECK(swapped.starts_with(certificate + ":1:1: error: this is a certificate, not a model\n"));
  CHECK(contains(swapped, "hint: the operands are swapped: parapet certify " + certificate + " " + safe_model + "\n"));
  CHECK(contains(message({"replay", unsafe_model, trace}), "hint: the operands are swapped: parapet replay " + trace + " " + unsafe_model));
  // The command is the wrong one, too.
  CHECK(contains(message({"certify", unsafe_model, trace}), "parapet replay " + trace + " " + unsafe_model));
  CHECK(contains(message({"check", certificate}), "hint: to check it: parapet certify " + certificate + " FILE.cub"));
  CHECK(contains(message({"certify", trace, unsafe_model}), "this is not a certificate but a trace: 'parapet replay' executes it"));
  CHECK(contains(message({"replay", certificate, safe_model}), "this is not a trace but a certificate: 'parapet certify' checks it"));
  CHECK(contains(message({"certify", safe_model, safe_model}), "this is a model, and 'certify' takes CERT FILE"));
  CHECK(contains(message({"check", folder.file("x.cub", "{\"a\": 1}")}), "this is a JSON document, not a model"));
}
