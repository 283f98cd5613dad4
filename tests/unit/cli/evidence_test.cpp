// `certify`, `replay` and `--paranoid` as a user meets them.
#include <doctest/doctest.h>

#include <string>

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
    CHECK(contains(child.out, "\nCONFIRMED\n"));
  }
}

TEST_CASE("certify: rejected evidence ends with 4, bad input with 2, limits with 3") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "c.json";
  CHECK(run_parapet({"check", safe_model, "--certificate", file}).status == 0);
  const Child other = run_parapet({"certify", file, unsafe_model});
  CHECK(other.status == 4);
  CHECK(contains(other.out, "REJECTED: the certificate is for another model"));
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
  CHECK(contains(rejected(replaced(text, "\"model\": \"tso\"", "\"model\": \"sc\"")), "REJECTED at step "));
  CHECK(contains(rejected(replaced(text, "\"Idle\"", "\"Inside\"")), "REJECTED at its initial state: init does not hold"));
  CHECK(contains(rejected(replaced(text, "\"processes\": [0]", "\"processes\": [1]")), "REJECTED at step "));
  const Child fenced = run_parapet({"replay", file, safe_model});
  CHECK(fenced.status != 0);
  CHECK(run_parapet({"replay", folder.file("e.json", "{}"), unsafe_model}).status == 2);
}

TEST_CASE("check --export-invariant: the text, the obligations of a plain system, and never into a folder that has something") {
  const TemporaryFolder folder;
  const std::string plain = folder.path() / "plain", weak = folder.path() / "weak";
  CHECK(run_parapet({"check", safe_model, "--model", "sc", "--export-invariant", plain}).status == 0);
  CHECK(contains(read_text(plain + "/invariant.txt"), "for all z0, z1: not ("));
  CHECK(contains(read_text(plain + "/init-cube1.smt2"), "(set-info :status unsat)"));
  CHECK(std::filesystem::exists(plain + "/unsafe-1.smt2"));
  const Child again = run_parapet({"check", safe_model, "--model", "sc", "--export-invariant", plain});
  CHECK(again.status == 2);
  CHECK(contains(again.err, "is not empty: name a new folder"));
  CHECK(run_parapet({"check", safe_model, "--model", "tso", "--export-invariant", weak}).status == 0);
  CHECK(contains(read_text(weak + "/invariant.txt"), "weak memory"));
  CHECK_FALSE(std::filesystem::exists(weak + "/init-cube1.smt2"));
  CHECK(run_parapet({"check", unsafe_model, "--export-invariant", folder.path() / "none"}).status == 1);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "none"));
}

TEST_CASE("replay --graph: the graph of a saved trace is the one that check drew") {
  const TemporaryFolder folder;
  const std::string trace = folder.path() / "trace.json", drawn = folder.path() / "a.dot", again = folder.path() / "b.dot";
  CHECK(run_parapet({"check", unsafe_model, "--trace", trace, "--graph", drawn}).status == 1);
  CHECK(run_parapet({"replay", trace, unsafe_model, "--graph", again}).status == 0);
  CHECK(contains(read_text(drawn), "digraph execution {"));
  CHECK(read_text(drawn) == read_text(again));
}
