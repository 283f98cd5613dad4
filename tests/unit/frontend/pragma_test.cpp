// Pragmas belong to the transition that they stand before or in, and change nothing else.
#include <doctest/doctest.h>

#include <sstream>

#include "frontend/frontend.h"
#include "ld/program.h"

using namespace parapet;

namespace {

const std::string head = "var X : bool\ninit () { X = True }\nunsafe () { X = False }\n";

std::string errors(const std::string& text) {
  const frontend::Loaded loaded = frontend::load_text("test.cub", text);
  std::ostringstream out;
  loaded.diagnostics.print(out, loaded.file, false);
  return out.str();
}

std::vector<bool> accepted(const std::string& text) {
  const frontend::Loaded loaded = frontend::load_text("test.cub", text);
  std::vector<bool> result;
  if (loaded.program) {
    for (const ld::Transition& each : loaded.program->transitions) result.push_back(each.accepted_atomic);
  }
  return result;
}

}  // namespace

TEST_CASE("pragma: atomic belongs to one transition") {
  CHECK(accepted(head + "(*@ atomic *) transition a () { X := True }\ntransition b () { X := True }\n") == std::vector{true, false});
  CHECK(accepted(head + "transition a () { X := True }\n(*@ atomic *)\n(* why *)\ntransition b () { X := True }\n") ==
        std::vector{false, true});
  CHECK(accepted(head + "transition a () (*@ atomic *) { X := True }\ntransition b () { X := True }\n") == std::vector{true, false});
  CHECK(accepted(head + "transition a () (* @ atomic *) { X := True }\n") == std::vector{false});
  CHECK(errors("(*@ atomic *)\n" + head + "transition a () { X := True }\n").find("not before or inside a transition") !=
        std::string::npos);
  CHECK(errors(head + "transition a () { X := True }\n(*@ atomic *)").find("not before or inside a transition") != std::string::npos);
  CHECK(errors(head + "(*@ atomic now *) transition a () { X := True }\n").find("expected the end of the pragma") != std::string::npos);
}

TEST_CASE("pragma: a stuck formula is checked, located, and never part of the program's text") {
  const std::string text = head + "transition a () { X := True }\n";
  const frontend::Loaded plain = frontend::load_text("test.cub", text);
  const frontend::Loaded with = frontend::load_text("test.cub", text + "(*@ stuck X = False *)\n");
  REQUIRE(with.program);
  CHECK(with.program->expected_stuck.size() == 1);
  CHECK(with.program->expected_stuck[0].line == 5);
  std::ostringstream one, other;
  ld::print(one, *plain.program);
  ld::print(other, *with.program);
  CHECK(one.str() == other.str());
  CHECK(errors(text + "(*@ stuck Y = False *)").find("test.cub:5:11: error: unknown name `Y`") != std::string::npos);
  CHECK(errors(text + "(*@ stuck *)").find("error") != std::string::npos);
  CHECK(errors(text + "(*@ stuck X = False && *)").find("error") != std::string::npos);
}

TEST_CASE("pragma: one of another tool is a warning") {
  CHECK(errors(head + "(*@ requires x *)").find("[unknown-pragma]") != std::string::npos);
  CHECK(errors(head + "(*@*)").find("[unknown-pragma]") != std::string::npos);
}

TEST_CASE("names: a second transition of one name is a warning, a second unsafe formula an error") {
  CHECK(errors(head + "transition a () { X := True }\ntransition a () { X := False }\n")
            .find("warning: a second transition `a` [duplicate-name]") != std::string::npos);
  CHECK(errors(head + "unsafe u () { X = True }\nunsafe u () { X = False }\n").find("error: a second unsafe formula `u`") !=
        std::string::npos);
  CHECK(errors(head + "unsafe () { X = True }\nunsafe u () { X = False }\ntransition u () { X := True }\n").empty());
}
