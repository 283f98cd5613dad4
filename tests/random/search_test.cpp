// The search on random models: against the store-buffer enumerator, against itself with its optimisations off and with other solvers,
// and against itself on changed models. The rows are those of random/driver.h.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "random/driver.h"
#include "unit/cli/child.h"

using namespace parapet;
using test::Driver;
using test::Tally;

namespace {

Tally run(const Driver& driver, std::uint64_t seeds) {
  if (std::getenv("PARAPET_SLOW") != nullptr) seeds *= 20;
  Tally tally;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    if (const auto failure = run_seed(driver, seed, tally))
      FAIL_CHECK(failure->driver, ", seed ", failure->seed, ": ", failure->defect, "\n", failure->model);
  }
  return tally;
}

void against_enumerator(const std::string& name, std::uint64_t seeds) {
  for (const Driver& driver : test::drivers_named(name)) {
    const Tally tally = run(driver, seeds);
    MESSAGE(driver.name << ": " << tally.models << " models, " << tally.unsafe << " unsafe; answers: " << tally.answers[0] << " safe, "
                        << tally.answers[1] << " unsafe, " << tally.answers[2] << " limit, " << tally.answers[3] << " spurious, "
                        << tally.answers[4] << " refused, " << tally.answers[5] << " nothing found");
    // Steps that move other processes are beyond the timeline under TSO.
    const unsigned least = name == "counting-tso" ? 5 : 7;
    if (name.find("shared-plain") == std::string::npos) CHECK(tally.decided() * 10 > tally.models * least);
  }
}

// `least`: of a hundred models with a verdict so many are compared, or the driver has become idle.
void against_itself(const std::string& name, std::uint64_t seeds, std::uint64_t least) {
  const auto drivers = test::drivers_named(name);
  REQUIRE_FALSE(drivers.empty());
  Tally sum;
  for (const Driver& driver : drivers) add(sum, run(driver, seeds));
  MESSAGE(name << ": " << sum.models << " models, " << sum.compared << " pairs of searches compared");
  CHECK(sum.compared * 100 >= sum.decided() * least);
}

}  // namespace

TEST_CASE("random: the search agrees with the enumerator on plain models") { against_enumerator("enumerator-plain", 300); }
TEST_CASE("random: the search agrees with the enumerator on weak models") { against_enumerator("enumerator-weak", 500); }
TEST_CASE("random: the search agrees with the enumerator on litmus models") { against_enumerator("enumerator-litmus", 200); }
TEST_CASE("random: the search agrees with the enumerator on models with shared plain cells") {
  against_enumerator("enumerator-shared-plain", 500);
}
TEST_CASE("random: the search agrees with the enumerator on models that count") {
  for (const char* name : {"counting-sc", "counting-tso", "counting-pso"}) against_enumerator(name, 200);
}
TEST_CASE("random: the search agrees with the enumerator on varied models") {
  for (const char* name : {"varied-plain", "varied-weak", "varied-litmus", "varied-shared-plain"}) against_enumerator(name, 150);
}
TEST_CASE("random: the same verdict without each optimisation") {
  for (const char* name : {"no-narrow", "no-delete", "no-postpone", "no-twins", "bfs", "dfs"}) against_itself(name, 40, 95);
  against_itself("no-intervals", 40, 90);  // without them fewer searches end
  against_itself("no-lateness", 40, 80);   // more models are beyond the timeline then
}
TEST_CASE("random: the same verdict without each analysis of delays") {
  for (const char* name : {"no-may", "no-hold", "no-own-cells"}) against_itself(name, 60, 80);
}
TEST_CASE("random: the same verdict with candidates only") { against_itself("approx", 60, 90); }
TEST_CASE("random: what is inferred from views agrees with the enumerator, and is never UNSAFE") {
  for (const Driver& driver : test::drivers_named("infer")) {
    const Tally tally = run(driver, 40);
    MESSAGE(driver.name << ": " << tally.models << " models, " << tally.unsafe << " unsafe; " << tally.answers[0] << " safe, "
                        << tally.answers[1] << " unsafe, " << tally.answers[2] << " limit");
    CHECK(tally.answers[1] == 0);
  }
}
TEST_CASE("random: what is inferred with splits on pointers and with ghosts agrees with the enumerator, and is never UNSAFE") {
  std::uint64_t safe = 0;
  for (const Driver& driver : test::drivers_named("ghosts")) {
    const Tally tally = run(driver, 40);
    MESSAGE(driver.name << ": " << tally.models << " models, " << tally.unsafe << " unsafe; " << tally.answers[0] << " safe, "
                        << tally.answers[1] << " unsafe, " << tally.answers[2] << " limit");
    CHECK(tally.answers[1] == 0);
    CHECK(tally.certified == tally.answers[0]);
    safe += tally.answers[0];
  }
  CHECK(safe > 0);
}
TEST_CASE("random: the event engine agrees with the enumerator") {
  for (const char* name : {"ghb-enumerator-weak", "ghb-enumerator-litmus", "ghb-enumerator-shared-plain"}) against_enumerator(name, 120);
  for (const char* name : {"ghb-varied-weak", "ghb-varied-litmus", "ghb-varied-shared-plain"}) against_enumerator(name, 60);
}
TEST_CASE("random: both engines say the same") { against_itself("engines", 75, 60); }
TEST_CASE("random: rows and solver agree on the order of events") { against_itself("orders", 40, 80); }
TEST_CASE("random: the same verdict and statistics with threads") {
  against_itself("jobs", 60, 99);
  against_itself("jobs-free", 30, 99);
  against_itself("jobs-approx", 60, 99);
  against_itself("jobs-ghb", 30, 60);
  against_itself("beside", 60, 60);  // fewer searches end within the limits of depth and processes
  against_itself("beside-ghb", 30, 40);
}
TEST_CASE("random: the same verdict with each solver") {
  against_itself("native", 60, 90);
  against_itself("z3", 10, 95);
  against_itself("z3-ghb", 10, 60);
  against_itself("z3-approx", 5, 60);
  against_itself("cvc5", 10, 95);
}
TEST_CASE("random: what must not change a verdict does not") {
  against_itself("rename", 60, 99);
  against_itself("permute", 60, 95);
  against_itself("unrelated", 60, 80);
  against_itself("enlarge", 60, 40);
}
TEST_CASE("random: less behaviour is not less safe") {
  against_itself("strengthen", 60, 90);
  against_itself("fence", 60, 90);
  against_itself("sc-in-tso", 60, 60);
  against_itself("tso-in-pso", 60, 60);
}

TEST_CASE("random: a driver's failure comes shrunk, an exception is one, and no driver is listed twice") {
  Driver planted = test::drivers_named("enumerator-weak-tso").at(0);
  const auto fenced = [](const test::Model& model) { return to_text(model).find("fence()") != std::string::npos; };
  planted.examine = [&](const test::Model& model, std::uint64_t, Tally&) { return fenced(model) ? "planted" : ""; };
  Tally tally;
  std::size_t failures = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto failure = run_seed(planted, seed, tally);
    CHECK(failure.has_value() == fenced(planted.draw(seed)));
    if (!failure) continue;
    ++failures;
    CHECK(failure->defect == "planted");
    CHECK(failure->seed == seed);
    CHECK(failure->model.find("transition") == failure->model.rfind("transition"));
  }
  CHECK(failures > 3);
  planted.examine = [](const test::Model&, std::uint64_t, Tally&) -> std::string { throw std::runtime_error("planted"); };
  CHECK(run_seed(planted, 0, tally)->defect == "exception: planted");
  std::set<std::string> names;
  for (const Driver& driver : test::all_drivers()) CHECK(names.insert(driver.name).second);
}

TEST_CASE("random: parapet-fuzz runs drivers by name and says what it did") {
  const test::TemporaryFolder folder;
  const auto fuzz = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--save", folder.path().string()});
    return test::run_program(PARAPET_BINARY_DIR "/parapet-fuzz", arguments);
  };
  const test::Child good = fuzz({"--driver", "rename", "--seed", "0..4"});
  CHECK(good.status == 0);
  CHECK(test::contains(good.out, "rename-litmus-tso: 5 models, "));
  CHECK(test::contains(good.out, "\nall: 30 models, "));
  CHECK(test::contains(good.out, ", 0 failures\n"));
  CHECK(test::contains(good.out, " models per second, "));
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(fuzz({"--driver", "nonsense"}).status == 2);
  CHECK(fuzz({"--seed", "x"}).status == 2);
  CHECK(fuzz({"--minutes"}).status == 2);
  const test::Child named = fuzz({"--driver", "enumerator", "--list"});
  CHECK(test::contains(named.out, "enumerator-weak-tso\n"));
}
