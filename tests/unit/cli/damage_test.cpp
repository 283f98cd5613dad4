// Damaged input and outputs that fail: a message and exit code 2, or evidence that is rejected; no crash, no defect, no half of a file.
#include "unit/damage.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/json_reader.h"
#include "cli/option_table.h"
#include "unit/cli/child.h"

using namespace parapet::test;
namespace cli = parapet::cli;
namespace fs = std::filesystem;

namespace {

const std::string safe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub";
const std::string unsafe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub";

// A hang is status 124.
Child run_limited(std::vector<std::string> arguments, const ChildInput& input = {}) {
  arguments.insert(arguments.begin(), {"-k", "1", "60", PARAPET_BINARY_DIR "/parapet"});
  return run_program("timeout", arguments, input);
}

// What is wrong with how a run ended; empty: nothing. 4 is for evidence that was rejected, and for rows of a benchmark.
std::string objection(const Child& child, const std::string& input) {
  if (child.status < 0 || child.status > 4) return "ended with status " + std::to_string(child.status);
  if (contains(child.err, "internal error")) return "internal error";
  if (child.status == 2 && !contains(child.err, "error: ")) return "no message";
  if (child.status == 2 && !contains(child.err, input)) return "the message does not name the file";
  return "";
}

struct Tally {
  std::array<std::size_t, 5> codes{};
  std::size_t tried = 0;
};

// Runs `arguments`, in which FILE is the damaged copy of `text`.
template <class Check>
Tally run_damaged(const std::string& name, const std::string& text, const std::vector<std::string>& arguments, const Check& check) {
  const TemporaryFolder folder;
  const std::uint64_t count = std::getenv("PARAPET_SLOW") != nullptr ? 2000 : 150;
  Tally tally;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const std::string file = folder.file(name, damaged(text, seed));
    std::vector<std::string> line = arguments;
    for (std::string& each : line) {
      if (each == "FILE") each = file;
      if (each.rfind("OUT", 0) == 0) each = (folder.path() / each.substr(3)).string();
    }
    const Child child = run_limited(line);
    CAPTURE(seed);
    CAPTURE(child.out);
    CAPTURE(child.err);
    CHECK(objection(child, name) == "");
    check(child, folder.path());
    ++tally.tried;
    if (child.status >= 0 && child.status <= 4) ++tally.codes[static_cast<std::size_t>(child.status)];
  }
  MESSAGE(name << ": " << tally.tried << " damaged copies; exit codes 0: " << tally.codes[0] << ", 1: " << tally.codes[1]
               << ", 2: " << tally.codes[2] << ", 3: " << tally.codes[3] << ", 4: " << tally.codes[4]);
  return tally;
}

const auto no_check = [](const Child&, const fs::path&) {};

}  // namespace

TEST_CASE("damage: certificates") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "c.json";
  for (const char* engine : {"timeline", "ghb"}) {
    CAPTURE(engine);
    REQUIRE(run_parapet({"check", safe_model, "--engine", engine, "--certificate", file}).status == 0);
    const Tally tally = run_damaged("damaged.json", read_text(file), {"certify", "FILE", safe_model, "--timeout", "10"},
                                    [](const Child& child, const fs::path&) {
                                      CHECK(child.status != 1);
                                      CHECK((child.status == 4) == contains(child.out, "REJECTED"));
                                    });
    CHECK(tally.codes[2] > 0);
  }
}

TEST_CASE("damage: traces") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "t.json";
  REQUIRE(run_parapet({"check", unsafe_model, "--trace", file}).status == 1);
  const Tally tally =
      run_damaged("damaged.json", read_text(file), {"replay", "FILE", unsafe_model}, [](const Child& child, const fs::path&) {
        CHECK(child.status != 1);
        CHECK((child.status == 4) == contains(child.out, "REJECTED"));
      });
  CHECK(tally.codes[2] > 0);
}

// What a run writes is whole or not there, and no temporary file stays.
TEST_CASE("damage: models") {
  const auto whole = [](const Child& child, const fs::path& folder) {
    CHECK(child.status != 4);
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      CHECK(name[0] != '.');
      if (name == "damaged.cub") continue;
      CHECK_NOTHROW(static_cast<void>(parapet::read_json(read_text(entry.path()))));
      fs::remove(entry.path());
    }
  };
  const std::vector<std::string> line{"check",   "FILE",       "--timeout",     "5",          "--max-nodes",  "300",
                                      "--trace", "OUT/t.json", "--certificate", "OUT/c.json", "--stats-json", "OUT/s.json"};
  for (const std::string& model : {safe_model, unsafe_model}) {
    const Tally tally = run_damaged("damaged.cub", read_text(model), line, whole);
    CHECK(tally.codes[2] > 0);
    CHECK(tally.codes[2] < tally.tried);
  }
}

TEST_CASE("damage: suites") {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("one.cub", read_text(unsafe_model)));
  const std::string text = "# two models\nroot " + folder.path().string() +
                           "\nlimits time=5 memory=2000\noptions --search bfs\none.cub tso UNSAFE time=2 -- -j2\n"
                           "one.cub sc SAFE\ntool other safe=\"is SAFE\" unsafe=UNSAFE only=tso -- parapet-no-such-tool -q {file}\n";
  const Tally tally = run_damaged("damaged.suite", text, {"bench", "FILE", "--timeout", "5"}, no_check);
  CHECK(tally.codes[2] > 0);
}

TEST_CASE("damage: results of benchmarks") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "r.json";
  REQUIRE(run_parapet({"bench", unsafe_model, "--results", file}).status == 0);
  const std::string text = read_text(file);
  run_damaged("damaged.json", text, {"bench", "--merge", "FILE", "--table", "html"}, no_check);
  run_damaged("damaged.json", text, {"bench", "--compare", "FILE", file}, no_check);
}

TEST_CASE("damage: files that cannot be read") {
  const TemporaryFolder folder;
  const std::string inside = safe_model + "/inside";
  for (const std::string& bad : {folder.path().string(), (folder.path() / "none").string(), inside, std::string("/proc/self/mem")}) {
    CAPTURE(bad);
    for (const std::vector<std::string>& line : std::vector<std::vector<std::string>>{{"check", bad},
                                                                                      {"parse", bad},
                                                                                      {"dump", bad, "--le"},
                                                                                      {"certify", bad, safe_model},
                                                                                      {"replay", bad, unsafe_model},
                                                                                      {"certify", safe_model, bad},
                                                                                      {"replay", safe_model, bad},
                                                                                      {"bench", "--merge", bad},
                                                                                      {"bench", "--compare", bad, bad}}) {
      CAPTURE(line);
      const Child child = run_limited(line);
      CAPTURE(child.err);
      CHECK(child.status == 2);
      CHECK(child.out == "");
      CHECK(objection(child, bad) == "");
    }
  }
}

// Every option that names a file to write, on a device that takes nothing and in a folder that is not there.
TEST_CASE("damage: outputs that cannot be written") {
  std::size_t options = 0;
  for (const cli::OptionRow& row : cli::option_rows()) {
    if (row.kind != cli::Kind::File) continue;
    ++options;
    const bool bench = row.commands.contains(cli::Command::Bench);
    const std::string option = "--" + std::string(row.name);
    CAPTURE(option);
    for (const std::string target : {"/dev/full", "/nowhere/file"}) {
      CAPTURE(target);
      // Some are written for one verdict only.
      std::size_t refused = 0;
      for (const std::string& model : {safe_model, unsafe_model}) {
        const Child child = run_limited({bench ? "bench" : "check", model, option, target});
        CAPTURE(child.err);
        if (child.status != 2) continue;
        ++refused;
        CHECK(contains(child.err, "cannot write '" + target + "'"));
      }
      CHECK(refused > 0);
    }
  }
  CHECK(options >= 5);
  for (const std::vector<std::string>& line : std::vector<std::vector<std::string>>{{"check", safe_model},
                                                                                    {"check", unsafe_model, "--format", "json"},
                                                                                    {"check", safe_model, "--certificate", "-"},
                                                                                    {"check", unsafe_model, "--trace", "-"},
                                                                                    {"check", safe_model, "--stats-json", "-"},
                                                                                    {"parse", safe_model},
                                                                                    {"dump", safe_model, "--le"},
                                                                                    {"bench", safe_model}}) {
    CAPTURE(line);
    const Child child = run_limited(line, {.text = {}, .out_file = "/dev/full", .environment = {}});
    CHECK(child.status == 2);
    CHECK(contains(child.err, "cannot write to standard output: No space left on device"));
  }
}
