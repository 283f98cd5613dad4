// Results as JUnit XML, for continuous integration: a test case per row of the table. A wrong verdict is a failure, a run that failed an
// error, a missing verdict (UNKNOWN) a skipped test. The document fits the schema of the Jenkins xUnit plugin.
#pragma once

#include <string>

#include "bench/result.h"

namespace parapet::bench {

[[nodiscard]] std::string junit_xml(const Results& results);

}  // namespace parapet::bench
