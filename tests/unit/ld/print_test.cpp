#include <doctest/doctest.h>

#include <string>

#include "ld/ghost.h"
#include "ld/program.h"
#include "unit/frontend/models.h"

using namespace parapet;

namespace {

ld::Program program(const std::string& text) {
  auto loaded = frontend::load_text("test", text);
  REQUIRE(loaded.program.has_value());
  return std::move(*loaded.program);
}

const std::string canonical = R"(number_procs 2
type loc = Idle | Busy
type data
array S[proc] : loc
weak array M[proc, proc] : data
const K : real

init (x y) { S[x] = Idle && 2.0 * K > 0.5 }

invariant (a) { S[a] = Busy && K < 0.0 }

unsafe bad (a b) {
  S[a] = Busy && S[b] = Busy
}

transition go ([p] q)
requires { S[p] = Idle && (fence() || M[p, q] <> M[q, p]) && forall_other j. S[j] = Idle }
{ S[j] := case
    | j = p : Busy
    | _ : S[j];
  M[p, q] := M[q, #2] }
)";

}  // namespace

TEST_CASE("print: the canonical form") {
  const std::string text = testing::printed(program(canonical));
  std::string expected = canonical;
  expected.replace(expected.find("{\n  S[a]"), std::string("{\n  S[a] = Busy && S[b] = Busy\n}").size(), "{ S[a] = Busy && S[b] = Busy }");
  CHECK(text == expected);
}

TEST_CASE("print: a long conjunction has one part per line") {
  std::string guard = "true";
  for (int k = 0; k < 20; ++k) guard += " && Number <> " + std::to_string(k);
  const std::string text = testing::printed(program("var Number : int init { " + guard + " && forall x. x = x }"));
  CHECK(text.find("\n  Number <> 7 &&\n") != std::string::npos);
  CHECK(text.find("\n  forall x. x = x\n}") != std::string::npos);
}

TEST_CASE("same: ranges do not count, everything else does") {
  CHECK(ld::same(program(canonical), program("(* shifted *)" + canonical)));
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string text = canonical;
    text.replace(text.find(from), from.size(), to);
    return program(text);
  };
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"number_procs 2", "number_procs 3"},
                                 {"Idle | Busy", "Busy | Idle"},
                                 {"const K", "var K"},
                                 {"0.5", "0.25"},
                                 {"2.0 * K", "3.0 * K"},
                                 {"[p] q", "p [q]"},
                                 {"#2", "#1"},
                                 {"fence()", "true"},
                                 {"bad", "worse"},
                                 {"    | _ : S[j];", ";"},
                                 {"forall_other", "forall"},
                                 {"<>", "="}}) {
    INFO(from);
    CHECK(!ld::same(program(canonical), changed(from, to)));
  }
}

TEST_CASE("json: the structure of a program") {
  const std::string json = ld::to_json(program(canonical));
  CHECK(json.find("\"number_procs\": 2") != std::string::npos);
  CHECK(json.find("[\"=\", [\"access\", \"S\", \"a\"], \"Busy\"]") != std::string::npos);
  CHECK(json.find("\"actor\": \"p\"") != std::string::npos);
  CHECK(json.find("[\"sum\", \"0\", [\"2\", [\"access\", \"K\"]]]") != std::string::npos);
}
