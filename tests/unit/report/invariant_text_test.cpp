// What an exported invariant says is true of every reachable state, in the sense that it states.
#include <doctest/doctest.h>

#include <string>

#include "random/enumerator.h"
#include "report/evidence_report.h"
#include "unit/check/proof.h"
#include "unit/cli/child.h"

using namespace parapet;
using namespace parapet::test;

namespace {

// `test` never finds X = False after the write of its own process, which the fence sent to memory.
const std::string model = R"(
type loc = A | B | C
array PC[proc] : loc
weak var X : bool
init (z) { PC[z] = A && X = False }
unsafe (z) { PC[z] = C }
transition write ([p]) requires { PC[p] = A } { X := True; PC[p] := B }
transition test ([p]) requires { PC[p] = B && X = False && fence() } { PC[p] := C }
)";

std::string text_of(const std::string& source, const le::MemoryModel& memory = le::tso) {
  const Proof proof(source, memory);
  REQUIRE(proof.safe);
  return report::invariant_text(proof.arena, proof.certificate, "m.cub", "it is a test");
}

// Each line as the text reads it when every buffer has drained: an open read is the value in memory.
Certificate drained(TermArena& arena, Certificate certificate) {
  for (Cube& cube : certificate.cubes) {
    for (TermId& literal : cube.literals) {
      literal = arena.rewrite(literal, [&](TermId leaf) { return arena.op(leaf) == Op::Read ? arena.location(leaf) : leaf; });
    }
    cube.weak.open = {};
  }
  return certificate;
}

}  // namespace

TEST_CASE("invariant text: weak names are not memory as it is") {
  CHECK(contains(text_of(model), "cube2  for all z0: not (X = False && PC[z0] = B)"));
  // Of memory as it is, which another process sees, that is false after one step.
  std::string seen = model;
  const std::string unsafe = "unsafe (z) { PC[z] = C }";
  seen.replace(seen.find(unsafe), unsafe.size(), "unsafe (z y) { PC[z] = B && y @ X = False }");
  CHECK(enumerate(program_of(seen), 2, Memory::Tso).verdict == EnumResult::Verdict::Unsafe);
  CHECK(enumerate(program_of(seen), 2, Memory::Sc).verdict == EnumResult::Verdict::Safe);
  CHECK(contains(text_of(model), "A weak name is its value in memory when every store buffer has drained, in whatever order"));
}

TEST_CASE("invariant text: nothing is said of buffers where there are none") {
  CHECK_FALSE(contains(text_of(model, le::sc), "buffer"));
  std::string plain = model;
  plain.replace(plain.find("weak var"), 8, "var");
  plain.erase(plain.find(" && fence()"), 11);
  CHECK_FALSE(contains(text_of(plain), "buffer"));
}

TEST_CASE("invariant text: its lines hold in the states with empty buffers, open reads taken from memory") {
  std::size_t open = 0;
  for (const char* name : {"burns", "dekker", "naive_mutex", "naive_mutex_scan", "peterson", "spinlock"}) {
    CAPTURE(name);
    Proof proof(read_text(std::string(PARAPET_SOURCE_DIR "/examples/locks/") + name + ".cub"));
    REQUIRE(proof.safe);
    for (const Cube& cube : proof.certificate.cubes) open += cube.weak.open.items.empty() ? 0 : 1;
    const check::WalkResult walk = proof.walk(drained(proof.arena, proof.certificate), 2);
    CHECK(walk.defect == "");
    CHECK(walk.drained > 0);
  }
  CHECK(open > 10);
}
