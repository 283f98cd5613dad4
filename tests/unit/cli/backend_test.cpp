// `--solver z3`, `cvc5`, `smtlib:COMMAND`: the solver that was chosen decides every question of a run, and one that fails never changes a
// verdict.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "skipped.h"
#include "unit/cli/child.h"

namespace {

using namespace parapet::test;
namespace fs = std::filesystem;

const std::string examples = PARAPET_SOURCE_DIR "/examples";
const std::string safe_model = examples + "/locks/naive_mutex.cub";
const std::string unsafe_model = examples + "/locks/naive_mutex_nofence.cub";

// The solvers that are there.
std::vector<std::string> backends() {
  std::vector<std::string> found;
  for (const char* const name : {"z3", "cvc5"}) {
    if (run_parapet({"--solver", name, "-q", safe_model}).status == 0) {
      found.emplace_back(name);
    } else {
      skipped(std::string("questions are not put to ") + name + ": its library is not there");
    }
  }
  if (run_program("/bin/sh", {"-c", "command -v z3"}).status == 0) found.emplace_back("smtlib:z3 -in");
  return found;
}

// By purpose, who decided: of an index of `--dump-smt`.
std::set<std::pair<std::string, std::string>> deciders(const fs::path& index) {
  std::set<std::pair<std::string, std::string>> found;
  std::istringstream lines(read_text(index));
  std::string line;
  std::getline(lines, line);  // the heading
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
    found.emplace(row.at(1), row.at(5));
  }
  return found;
}

// A solver in front of which, or behind which, something goes wrong. `input` and `output` are cases of a shell's `case` on a line for the
// solver and on one of its answers; $n counts (check-sat), $count is a file that survives the solver.
std::string fake(const TemporaryFolder& folder, const std::string& input, const std::string& output) {
  const std::string count = folder.path() / "count";
  (void)folder.file("count", "0\n");
  const std::string pass = "printf '%s\\n' \"$line\"";
  return "smtlib:sh " +
         folder.file("fake.sh", "count=" + count + "\nwhile IFS= read -r line; do case \"$line\" in\n" + input + "\n*) " + pass +
                                    ";; esac; done | z3 -in | { n=0; while IFS= read -r line; do case \"$line\" in\n" + output + "\n*) " +
                                    pass + ";; esac; done; }\n");
}

// The solver gives up on every question in which a line with the text occurs, and decides all others.
std::string gives_up_on(const TemporaryFolder& folder, const std::string& text) {
  const std::string line = "printf '%s\\n' \"$line\"";
  return fake(
      folder,
      "*'" + text + "'*) f=1; " + line + ";;\n*check-sat*) if [ \"$f\" = 1 ]; then f=0; echo '(echo \"unknown\")'; else " + line + "; fi;;",
      "");
}

// Of two processes both may be inside. Only questions about init have the number.
const std::string two_inside = R"(
type location = Idle | Asking | Inside
weak array Flag[proc] : bool
array PC[proc] : location
var Epoch : int
init (p) { PC[p] = Idle && Flag[p] = False && Epoch = 4711 }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
transition raise_flag ([p]) requires { PC[p] = Idle } { Flag[p] := True; PC[p] := Asking }
transition enter ([p]) requires { PC[p] = Asking && forall_other q. Flag[q] = False } { PC[p] := Inside }
)";

}  // namespace

TEST_CASE("backends: a solver chosen by name decides every question, with the verdict of the default") {
  for (const std::string& solver : backends()) {
    for (const std::string engine : {"timeline", "ghb"}) {
      for (const std::string& model : {safe_model, unsafe_model, examples + "/barriers/publish.cub", examples + "/locks/peterson.cub"}) {
        CAPTURE(solver);
        CAPTURE(engine);
        CAPTURE(model);
        const TemporaryFolder folder;
        const fs::path queries = folder.path() / "q";
        const Child usual = run_parapet({"-q", "--engine", engine, model});
        const Child child = run_parapet({"-q", "--engine", engine, "--solver", solver, "--dump-smt", queries, model});
        CHECK(child.status == usual.status);
        CHECK(child.out == usual.out);
        std::set<std::string> purposes;
        for (const auto& [purpose, by] : deciders(queries / "index.tsv")) {
          purposes.insert(purpose);
          CAPTURE(purpose);
          CHECK(by == solver);
        }
        for (const char* const purpose : {"feasible", "init", "cover"}) CHECK(purposes.count(purpose) == 1);
        if (engine == "ghb" && model == safe_model) CHECK(purposes.count("order") == 1);
      }
    }
  }
}

TEST_CASE("backends: cover by one cube is asked in both directions of its answer") {
  if (run_parapet({"--solver", "z3", "-q", safe_model}).status != 0) return skipped("z3 is not there");
  const TemporaryFolder folder;
  const fs::path queries = folder.path() / "q";
  CHECK(run_parapet({"-q", "--solver", "z3", "--dump-smt", queries, "--dump-only", "cover", safe_model}).status == 0);
  const std::string index = read_text(queries / "index.tsv");
  CHECK(contains(index, "\tsat\tz3\t"));
  CHECK(contains(index, "\tunsat\tz3\t"));
}

// Whatever the solver does, SAFE is not said of an unsafe model, nor UNSAFE of a safe one.
TEST_CASE("backends: a solver that gives up, dies or prints nonsense never changes a verdict") {
  if (run_program("/bin/sh", {"-c", "command -v z3"}).status != 0) return skipped("no solver to break: z3 is not installed");
  struct Damage {
    std::string what, input, output;
    bool decides_nothing;
  };
  const std::string dies = "*check-sat*) read -r n <$count; n=$((n + 1)); echo $n >$count; [ $n -gt ";
  const auto answers_after = [](int n, const std::string& answer) {
    return "sat|unsat) n=$((n + 1)); if [ $n -gt " + std::to_string(n) + " ]; then echo '" + answer +
           "'; else printf '%s\\n' \"$line\"; fi;;";
  };
  std::vector<Damage> all{{"always unknown", "", answers_after(0, "unknown"), true},
                          {"every third answer is unknown", "",
                           "sat|unsat) n=$((n + 1)); if [ $((n % 3)) = 0 ]; then echo unknown; else printf '%s\\n' \"$line\"; fi;;", false},
                          {"always nonsense", "", answers_after(0, "bananas"), true},
                          {"nonsense from the fifth answer on", "", answers_after(4, "(error \"out of cheese\")"), false}};
  for (const int n : {2, 4, 6, 8, 12, 16, 24, 32})
    all.push_back({"unknown after answer " + std::to_string(n), "", answers_after(n, "unknown"), false});
  const bool slow = std::getenv("PARAPET_SLOW") != nullptr;
  for (const int n : slow ? std::vector{0, 1, 7, 30} : std::vector{0, 7}) {
    all.push_back(
        {"dies for good after " + std::to_string(n), dies + std::to_string(n) + " ] && exit; printf '%s\\n' \"$line\";;", "", n == 0});
  }
  for (const Damage& damage : all) {
    for (const std::string engine : {"timeline", "ghb"}) {
      CAPTURE(damage.what);
      CAPTURE(engine);
      const TemporaryFolder folder;
      const auto run = [&](const std::string& model) {
        const std::string solver = fake(folder, damage.input, damage.output);
        return run_parapet({"-q", "--engine", engine, "--solver", solver, "--timeout", "60", model});
      };
      const Child safe = run(safe_model);
      CAPTURE(safe.out + safe.err);
      CHECK((safe.status == 0 || safe.status == 2 || safe.status == 3));
      if (damage.decides_nothing) CHECK(safe.status == 3);
      const Child unsafe = run(unsafe_model);
      CAPTURE(unsafe.out + unsafe.err);
      CHECK((unsafe.status == 1 || unsafe.status == 2 || unsafe.status == 3));
      for (const Child* const child : {&safe, &unsafe}) {
        if (child->status == 3) CHECK(child->out.starts_with("UNKNOWN: "));
        if (child->status == 2) CHECK(contains(child->err, "solver command"));
      }
    }
  }
}

// Taken for Unsat, the answer would close the search: no cube would meet init.
TEST_CASE("backends: a solver that does not decide init leaves the verdict open") {
  if (run_program("/bin/sh", {"-c", "command -v z3"}).status != 0) return skipped("no solver to break: z3 is not installed");
  const TemporaryFolder folder;
  const std::string model = folder.file("two_inside.cub", two_inside);
  for (const std::string engine : {"timeline", "ghb"}) {
    CAPTURE(engine);
    const std::string solver = gives_up_on(folder, "4711");
    const Child child =
        run_parapet({"-q", "--engine", engine, "--approx", "off", "--infer", "off", "--timeout", "60", "--solver", solver, model});
    CHECK(child.status == 3);
    CHECK(child.out == "UNKNOWN: the solver could not decide whether a cube meets init\n");
  }
}

// Taken for Unsat, the answer would say that every predecessor closes a cycle of ghb: the search would have nothing to visit.
TEST_CASE("backends: a solver that does not decide the order of events loses no execution") {
  if (run_program("/bin/sh", {"-c", "command -v z3"}).status != 0) return skipped("no solver to break: z3 is not installed");
  const TemporaryFolder folder;
  const std::string solver = gives_up_on(folder, "(ghb e");
  const Child child = run_parapet(
      {"-q", "--engine", "ghb", "--no-lateness", "--timeout", "60", "--solver", solver, folder.file("two_inside.cub", two_inside)});
  CHECK(child.status == 1);
  CHECK(child.out == "UNSAFE\n");
}

TEST_CASE("backends: a solver that contradicts the literal sets is an error, not a verdict") {
  if (run_program("/bin/sh", {"-c", "command -v z3"}).status != 0) return skipped("no solver to break: z3 is not installed");
  const TemporaryFolder folder;
  // The first three answers are about init and the unsafe cube; the next one is about a predecessor that does not exist.
  const std::string liar = fake(folder, "", "sat|unsat) n=$((n + 1)); if [ $n -gt 3 ]; then echo sat; else printf '%s\\n' \"$line\"; fi;;");
  const Child child = run_parapet({"-q", "--solver", liar, safe_model});
  CHECK(child.status == 4);
  CHECK(child.out == "");
  CHECK(contains(child.err, "finds formulas satisfiable that contradict each other"));
}

TEST_CASE("backends: the same verdicts on all examples") {
  if (std::getenv("PARAPET_SLOW") == nullptr) return;
  std::vector<fs::path> models;
  for (const auto& entry : fs::recursive_directory_iterator(examples)) {
    if (entry.path().extension() == ".cub") models.push_back(entry.path());
  }
  std::ranges::sort(models);
  for (const std::string& solver : backends()) {
    if (solver.starts_with("smtlib:")) continue;  // two exchanges between processes for each question: the sample above is enough
    for (const fs::path& model : models) {
      CAPTURE(solver);
      CAPTURE(model);
      const Child usual = run_parapet({"-q", "--timeout", "20", model});
      if (usual.status == 3) continue;
      const Child child = run_parapet({"-q", "--timeout", "900", "--solver", solver, model});
      CHECK(child.out == usual.out);
    }
  }
}
