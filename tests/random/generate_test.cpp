#include "random/generate.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "random/enumerator.h"
#include "random/live.h"
#include "random/shrink.h"
#include "random/text_model.h"

using namespace parapet;
using test::Memory;
using test::Profile;
using EnumVerdict = test::EnumResult::Verdict;

namespace {

// Every feature shows in some model of the profile.
void has_all(Profile profile, const std::vector<std::string>& features) {
  std::set<std::string> missing(features.begin(), features.end());
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const std::string text = to_text(generate(profile, seed));
    std::erase_if(missing, [&](const std::string& feature) { return text.find(feature) != std::string::npos; });
  }
  for (const std::string& feature : missing) FAIL_CHECK(std::string(to_string(profile)) << " models never have: " << feature);
}

bool only_under_tso(const test::Model& model) {
  const auto loaded = frontend::load_text("shrunk.cub", to_text(model));
  if (!loaded.program) return false;
  test::EnumLimits limits;
  limits.states = 5000;
  return test::enumerate_up_to(*loaded.program, 2, Memory::Sc, limits).verdict == EnumVerdict::Safe &&
         test::enumerate_up_to(*loaded.program, 2, Memory::Tso, limits).verdict == EnumVerdict::Unsafe;
}

}  // namespace

TEST_CASE("generators: a seed is a model") {
  for (const Profile profile : {Profile::Plain, Profile::Weak, Profile::Litmus, Profile::SharedPlain}) {
    CHECK(to_text(generate(profile, 7)) == to_text(generate(profile, 7)));
    CHECK(to_text(generate_live(profile, 7)) == to_text(generate_live(profile, 7)));
    CHECK(to_text(generate(profile, 7)) != to_text(generate(profile, 8)));
  }
}

TEST_CASE("generators: each profile has the features it is for") {
  has_all(Profile::Plain, {"number_procs 2",
                           "number_procs 3",
                           ": int",
                           ": proc",
                           ": data",
                           ": bool",
                           "[proc, proc]",
                           "const ",
                           "forall_other o.",
                           "forall o.",
                           "exists_other o.",
                           "exists o.",
                           "case",
                           " | _ : ",
                           ":= ?",
                           "i < h",
                           "i = #1",
                           " || ",
                           " + 1",
                           " - 1",
                           "a < b"});
  has_all(Profile::Weak, {"number_procs",
                          "weak var X",
                          "weak array W",
                          "weak var P : proc",
                          "weak array M[proc, proc]",
                          "fence()",
                          "&& fence()))",
                          "|| fence()))",
                          "forall_other",
                          "exists_other",
                          "case",
                          " | _ : W[j]",
                          "X := ?",
                          "[p] q",
                          "q [p]",
                          "a @ ",
                          "b @ ",
                          "W[q] := ",
                          "W[#1]",
                          "R[p] := X",
                          "X := R[p]",
                          "N[p] := P",
                          "P := N[p]",
                          "X := X"});
  has_all(Profile::Litmus,
          {"number_procs 2", "number_procs 3", "number_procs 4", "fence()", "#1 @ ", "#2 @ ", "W[#1] := ", "RA[p] := X", "X = V0"});
  has_all(Profile::SharedPlain, {"\nvar S", "\narray G", "S := ", "RA[p] := S", "S = ", "G[#1] := "});
}

TEST_CASE("shrinking keeps the failure and leaves nothing that can go") {
  unsigned shrunk = 0;
  for (std::uint64_t seed = 0; seed < 200 && shrunk < 2; ++seed) {
    const test::Model model = generate(Profile::Litmus, seed);
    if (model.rules.size() < 6 || !only_under_tso(model)) continue;
    ++shrunk;
    const test::Model small = shrink(model, only_under_tso);
    CAPTURE(to_text(small));
    CHECK(only_under_tso(small));
    CHECK(small.rules.size() < model.rules.size());
    CHECK(to_text(shrink(small, only_under_tso)) == to_text(small));
    for (std::size_t k = 0; k < small.rules.size(); ++k) {
      test::Model less = small;
      less.rules.erase(less.rules.begin() + static_cast<std::ptrdiff_t>(k));
      CHECK_FALSE(only_under_tso(less));
    }
  }
  CHECK(shrunk == 2);
}
