// Large, deep and broken inputs get an answer or a message.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "base/budget.h"
#include "unit/frontend/models.h"

using namespace parapet;

namespace {

std::string repeated(const std::string& piece, std::size_t count) {
  std::string text;
  for (; count != 0; --count) text += piece;
  return text;
}

std::string rejection(const std::string& text) {
  const auto loaded = frontend::load_text("test", text);
  CHECK(!loaded.program);
  return testing::messages(loaded);
}

bool mentions(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string large_model(std::size_t size) {
  std::string text = "type loc = A | B array S[proc] : loc var N : int weak var W : bool init (z) { S[z] = A && N = 0 }\n";
  for (std::size_t k = 0; text.size() < size; ++k) {
    const std::string number = std::to_string(k);
    text += "transition step_" + number + " ([p] q)\nrequires { S[p] = A && N < " + number +
            " && W = True && forall_other j. (S[j] <> B || N = 3) }\n{ S[p] := B; N := case | N = 3 : N + 1 | _ : N }\n\n";
  }
  return text;
}

}  // namespace

TEST_CASE("ten megabytes are read, with work that grows as the text does") {
  const auto work = [](std::size_t size) {
    Budget budget;
    CHECK(frontend::load_text("large", large_model(size), &budget).program.has_value());
    return budget.work_done();
  };
  const std::uint64_t one = work(1'000'000);
  CHECK(one > 0);
  CHECK(work(10'000'000) < 11 * one);
}

TEST_CASE("a conjunction of 100000 parts is flat") {
  const auto loaded = frontend::load_text("wide", "var N : int init { " + repeated("N = 1 && ", 100'000) + "N = 2 }");
  REQUIRE(loaded.program.has_value());
  CHECK(loaded.program->init.formula.args.size() == 100'001);
  CHECK(testing::round_trip_failure(*loaded.program).empty());
}

TEST_CASE("nesting is bounded") {
  const std::size_t deep = 100'000;
  for (const std::string& formula :
       {repeated("(", deep) + "N = 1" + repeated(")", deep), repeated("not ", deep) + "N = 1", repeated("N = 1 => ", deep) + "N = 1",
        "N = " + repeated("-", deep) + "1", repeated("if N = 1 then ", deep), repeated("forall x. ", deep), repeated("f(", deep),
        repeated("A[", deep), "N = " + repeated("(1 + ", deep)}) {
    CHECK(mentions(rejection("var N : int init { " + formula + " }"), "nested too deeply"));
  }
  std::string chain = "var N : int predicate f0() { N = 1 }\n";
  for (int k = 1; k < 2000; ++k) chain += "predicate f" + std::to_string(k) + "() { not f" + std::to_string(k - 1) + "() }\n";
  CHECK(mentions(rejection(chain + "init { f1999() }"), "nested too deeply"));
}

// The deepest formula that is accepted must also print and read back.
TEST_CASE("the bound on nesting leaves room for printing") {
  const auto nested = [](std::size_t depth) {
    return frontend::load_text(
        "deep", "var N : int init { " + repeated("(N = 1 => (N = 2 || ", depth / 2) + "N = 3" + repeated("))", depth / 2) + " }");
  };
  std::size_t depth = 10;
  while (nested(depth + 2).program) depth += 2;
  CHECK(depth > 400);
  CHECK(testing::round_trip_failure(*nested(depth).program).empty());
}

TEST_CASE("predicates that double at each step are stopped") {
  std::string text = "var N : int predicate f0() { N = 1 }\n";
  for (int k = 1; k < 60; ++k) {
    const std::string before = "f" + std::to_string(k - 1) + "()";
    text += "predicate f" + std::to_string(k) + "() { " + before + " && " + before + " }\n";
  }
  CHECK(mentions(rejection(text + "init { f59() }"), "too large"));
}

TEST_CASE("bytes that are no text") {
  CHECK(mentions(rejection(std::string("var N : int\0 init { true }", 26)), "illegal character 0x00"));
  CHECK(mentions(rejection("\xff\xff\xfe"), "outside ASCII"));
  CHECK(mentions(rejection("var N : int (* "), "not closed"));
  CHECK(mentions(rejection(""), "no `init`"));
  CHECK(mentions(rejection("init { N = " + std::string(5000, '9') + " }"), "digits"));
}

TEST_CASE("files that cannot be read") {
  const auto why = [](const std::string& path) -> std::string {
    try {
      static_cast<void>(frontend::load(path));
    } catch (const frontend::InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(mentions(why("/nowhere/at/all.cub"), "No such file"));
  CHECK(mentions(why(PARAPET_SOURCE_DIR), "is a directory"));
}

TEST_CASE("more process constants than can be numbered are an error") {
  std::string text = "number_procs 40000\narray A[proc] : bool\ninit (x) { A[x] = False";
  for (unsigned k = 1; k <= 32'001; ++k) text += " && A[#" + std::to_string(k) + "] = False";
  CHECK(mentions(rejection(text + " }\n"), "a model names at most 32000 processes"));
}
