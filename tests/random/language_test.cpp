// Random models over the whole language: the search against the enumerator, and a count of the constructs that they have.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "random/driver.h"
#include "random/text_model.h"

using namespace parapet;
using test::Driver;
using test::Tally;

TEST_CASE("random: the search agrees with the enumerator on models over the whole language, of which each construct is part") {
  const std::uint64_t seeds = std::getenv("PARAPET_SLOW") != nullptr ? 4000 : 250;
  Tally sum;
  for (const Driver& driver : test::drivers_named("language")) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      if (const auto failure = run_seed(driver, seed, tally))
        FAIL_CHECK(failure->driver, ", seed ", failure->seed, ": ", failure->defect, "\n", failure->model);
    }
    CAPTURE(driver.name);
    CHECK(tally.models == seeds);
    // Both verdicts are common, and most models get one.
    CHECK(tally.decided() * 10 > tally.models * 9);
    CHECK(tally.unsafe * 100 > tally.models * 30);
    CHECK(tally.unsafe * 100 < tally.models * 70);
    add(sum, tally);
  }
  MESSAGE(sum.models << " models: " << sum.answers[0] << " safe, " << sum.answers[1] << " unsafe, " << sum.answers[2] << " limit, "
                     << sum.answers[3] << " spurious, " << sum.answers[4] << " refused, " << sum.answers[5] << " nothing found; "
                     << sum.certified << " certificates confirmed\n"
                     << construct_counts(sum));
  for (const test::ConstructRow& row : test::construct_table) {
    CAPTURE(row.name);
    const auto k = static_cast<std::size_t>(row.construct);
    CHECK((row.weak_only || sum.constructs[0][k] > 0));
    CHECK(sum.constructs[1][k] > 0);
  }
}

TEST_CASE("constructs: what a model has") {
  const auto found = [](const std::string& text) { return test::constructs_of(test::program_of(text), {}); };
  const std::string prelude = "weak var X : bool array A[proc] : bool init { true } ";
  using C = test::Construct;
  struct Row {
    const char* text;
    C has;
    C has_not;
  };
  for (const Row& row : {
           Row{"unsafe { exists a <> b. true }", C::UnsafeSeveral, C::UnsafeTwo},
           Row{"unsafe { (exists a. true) && (exists b. true) }", C::UnsafeTwo, C::UnsafeNested},
           Row{"unsafe { exists a. exists b. true }", C::UnsafeNested, C::UnsafeTwo},
           Row{"unsafe { not forall a. A[a] = True }", C::UnsafeNotForall, C::UnsafeExists},
           Row{"transition t ([p]) requires { forall_other q. X = True && fence() } { }", C::FenceDemanded, C::FenceUniversal},
           Row{"transition t ([p]) requires { forall_other q. X = True || fence() } { }", C::FenceUniversal, C::FenceDemanded},
           Row{"transition t ([p]) requires { not exists q. not fence() } { }", C::FenceNotExists, C::FenceExists},
           Row{"transition t ([p]) requires { not exists_other q. A[q] = True } { }", C::GuardNegated, C::GuardForallOther},
           Row{"transition t (p [q]) { A[q] := False }", C::ActorNotFirst, C::SharedPlain},
           Row{"transition t (p) requires { A[p] = True } { }", C::NoActor, C::Unguarded},
           Row{"transition t ([p]) requires { X = True } { X := False }", C::ReadModifyWrite, C::HavocWeak},
           Row{"transition t ([p]) { A[j] := case | j = p : True }", C::CaseNoDefault, C::CaseWeak},
           Row{"transition t ([p]) { A[p] := case | X = True : True }", C::CaseParameterCell, C::CaseConstantCell},
           Row{"transition t ([p] q) { A[p] := True; A[q] := False }", C::SeveralCells, C::CaseParameterCell},
           Row{"transition t ([p]) { A := A }", C::CopyArray, C::CopyWeak},
           Row{"transition t ([p]) { A := A }", C::CopyArray, C::CaseAll},
           Row{"transition t ([p]) { A[j] := case | j = p && A[j] = True : True }", C::CaseOwnIndex, C::CaseWeak},
           Row{"transition t ([p]) { A[j] := case | j = p || A[j] = True : True }", C::CaseAll, C::CaseOwnIndex},
       }) {
    CAPTURE(row.text);
    CHECK(has(found(prelude + row.text), row.has));
    CHECK_FALSE(has(found(prelude + row.text), row.has_not));
  }
}
