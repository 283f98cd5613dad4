#include <doctest/doctest.h>

#include <new>
#include <sstream>
#include <stdexcept>
#include <string>

#include "base/contract.h"
#include "base/file_output.h"
#include "cli/console.h"
#include "cli/options.h"
#include "frontend/frontend.h"
#include "smt/wrappers/factory.h"

using namespace parapet;
using cli::Exit;

namespace {

struct Outcome {
  Exit code;
  std::string message;
};

template <class Thrown>
Outcome outcome_of(const Thrown& thrown) {
  std::ostringstream err;
  const Exit code = cli::guarded([&]() -> Exit { throw thrown; }, err);
  return {code, err.str()};
}

}  // namespace

TEST_CASE("guard: a defect of Parapet ends with 4 and asks for a report with the version") {
  const Outcome contract = outcome_of(InternalError("a rule is broken"));
  CHECK(contract.code == Exit::Internal);
  CHECK(contract.message.find("a rule is broken") != std::string::npos);
  CHECK(contract.message.find("report") != std::string::npos);
  CHECK(contract.message.find(cli::version()) != std::string::npos);
  CHECK(outcome_of(std::out_of_range("vector")).code == Exit::Internal);
  CHECK(outcome_of(42).code == Exit::Internal);
}

TEST_CASE("guard: faults of the user end with 2 and do not ask for a report") {
  for (const Outcome& outcome : {outcome_of(frontend::InputError("x")), outcome_of(smt::SolverError("x")), outcome_of(OutputError("x"))}) {
    CHECK(outcome.code == Exit::BadInput);
    CHECK(outcome.message == "parapet: error: x\n");
  }
  const Outcome usage = outcome_of(cli::UsageError("x"));
  CHECK(usage.code == Exit::BadInput);
  CHECK(usage.message == "parapet: error: x\nTry 'parapet --help'.\n");
}

TEST_CASE("guard: no memory is no verdict") { CHECK(outcome_of(std::bad_alloc()).code == Exit::Unknown); }

TEST_CASE("guard: the code of a body that returns is passed on") {
  std::ostringstream err;
  CHECK(cli::guarded([] { return Exit::Unsafe; }, err) == Exit::Unsafe);
  CHECK(err.str().empty());
}
