// Results as JUnit XML.
#include <doctest/doctest.h>

#include <string>

#include "bench/table.h"

using namespace parapet::bench;

namespace {

Row row(const std::string& name, parapet::VerdictKind verdict, std::optional<parapet::VerdictKind> expected) {
  Row result;
  result.name = name;
  result.file = "locks/" + name + ".cub";
  result.model = "tso";
  result.verdict = verdict;
  result.expected = expected;
  result.runs = {{1.0, 1.5, 1 << 20}};
  return result;
}

}  // namespace

TEST_CASE("junit: a wrong verdict fails, a failed run is an error, a missing verdict is skipped, the others pass") {
  Results results{"1.0", "here & <there>", true, {}, {}};
  results.rows = {row("right", parapet::VerdictKind::Safe, parapet::VerdictKind::Safe),
                  row("wrong", parapet::VerdictKind::Safe, parapet::VerdictKind::Unsafe),
                  row("missing", parapet::VerdictKind::Unknown, parapet::VerdictKind::Safe),
                  row("crash", parapet::VerdictKind::Unknown, parapet::VerdictKind::Safe),
                  row("free", parapet::VerdictKind::Unsafe, std::nullopt)};
  results.rows[2].reason = "time limit \"5\" < 6 \x01";
  results.rows[3].failed = true;
  results.rows[4].table = "Table 1";
  CHECK(junit_xml(results) ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"parapet bench\" tests=\"5\" failures=\"1\" errors=\"1\" time=\"7.500\">\n"
        "  <testsuite name=\"locks\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\" time=\"6.000\" hostname=\"here &amp; "
        "&lt;there&gt;\">\n"
        "    <properties><property name=\"parapet\" value=\"1.0\"/></properties>\n"
        "    <testcase name=\"right tso\" classname=\"locks/right.cub\" time=\"1.500\"><system-out>SAFE, expected "
        "SAFE</system-out></testcase>\n"
        "    <testcase name=\"wrong tso\" classname=\"locks/wrong.cub\" time=\"1.500\"><failure message=\"SAFE, expected UNSAFE\" "
        "type=\"failure\">locks/wrong.cub: SAFE, expected UNSAFE</failure></testcase>\n"
        "    <testcase name=\"missing tso\" classname=\"locks/missing.cub\" time=\"1.500\"><skipped>UNKNOWN, expected SAFE: time limit "
        "&quot;5&quot; &lt; 6 \\x01</skipped></testcase>\n"
        "    <testcase name=\"crash tso\" classname=\"locks/crash.cub\" time=\"1.500\"><error message=\"UNKNOWN, expected SAFE\" "
        "type=\"error\">locks/crash.cub: UNKNOWN, expected SAFE</error></testcase>\n"
        "  </testsuite>\n"
        "  <testsuite name=\"Table 1\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"1.500\" hostname=\"here &amp; "
        "&lt;there&gt;\">\n"
        "    <properties><property name=\"parapet\" value=\"1.0\"/></properties>\n"
        "    <testcase name=\"free tso\" classname=\"locks/free.cub\" time=\"1.500\"><system-out>UNSAFE</system-out></testcase>\n"
        "  </testsuite>\n"
        "</testsuites>\n");
}
