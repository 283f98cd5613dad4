// Random models with counts in unsafe formulas and `#procs`, against the enumerator with 1 to 3 processes.
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "random/search_run.h"
#include "random/text_model.h"

using namespace parapet;
using test::Compared;
using test::Memory;
using Kind = test::SearchAnswer::Kind;

namespace {

class Author {
 public:
  explicit Author(std::uint64_t seed) : random_(seed) {}

  std::string model() {
    weak_ = chance(60);
    marks_ = chance(40);
    number_ = chance(60);
    std::string text = "type location = A | B | C | D\narray PC[proc] : location\n";
    if (marks_) text += "array Mark[proc] : bool\n";
    text += std::string(weak_ ? "weak " : "") + "var Flag : bool\n";
    if (number_) text += std::string(weak_ && chance(50) ? "weak " : "") + "var N : int\n";
    text += "init (p) { PC[p] = A" + std::string(chance(20) ? " || PC[p] = B" : "") + " }\n";
    text.resize(text.size() - 3);
    text = wrapped_init(std::move(text));
    text += unsafe();
    if (chance(30)) text += unsafe();
    const int transitions = between(3, 6);
    for (int k = 0; k < transitions; ++k) text += transition(k);
    return text;
  }

 private:
  int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(int percent) { return between(1, 100) <= percent; }
  std::string location() { return std::string(1, "ABCD"[between(0, 3)]); }
  std::string truth() { return chance(50) ? "True" : "False"; }

  std::string wrapped_init(std::string text) {
    const std::size_t at = text.rfind("{ ");
    text = text.substr(0, at) + "{ (" + text.substr(at + 2) + ") && Flag = False";
    if (marks_ && chance(70)) text += " && Mark[p] = False";
    if (number_) text += chance(50) ? " && N = #procs" : " && N = 0";
    return text + " }\n";
  }

  std::string body(const std::string& q) {
    std::string text = "PC[" + q + "] = " + location();
    if (chance(30)) text += " || PC[" + q + "] = " + location();
    if (marks_ && chance(30)) text = "(" + text + ") && Mark[" + q + "] = " + truth();
    return text;
  }

  std::string unsafe() {
    const bool process = chance(60);
    std::string counted = body("q");
    if (process && chance(40)) counted = "(" + counted + ") && q <> a";
    const std::string count = "count (q) { " + counted + " }";
    const char* const comparisons[] = {" >= 2", " = #procs", " > 1", " = 2", " = #procs - 1", " >= 3"};
    std::string text = "unsafe" + std::string(process ? " (a)" : "") + " { " + count + comparisons[between(0, 5)];
    if (chance(25)) text += " && count (q) { " + body("q") + " } <= 1";
    if (process && chance(40)) text += std::string(" && ") + (weak_ ? "a @ " : "") + "Flag = " + truth();
    if (process && chance(30)) text += " && PC[a] = " + location();
    return text + " }\n";
  }

  std::string transition(int number) {
    const bool two = chance(20);
    std::string guard = "PC[p] = " + location();
    if (chance(15)) guard = "PC[p] <> " + location();
    if (two && chance(60)) guard += " && PC[q] = " + location();
    if (chance(30)) guard += " && Flag = " + truth();
    if (number_ && chance(30)) guard += chance(50) ? " && N > 0" : " && N < #procs";
    if (weak_ && chance(20)) guard += " && fence()";
    std::string actions;
    const auto act = [&](const std::string& action) { actions += (actions.empty() ? "" : "; ") + action; };
    const bool all = chance(12);
    if (all) {
      act("PC[j] := case | PC[j] = " + location() + " : " + location() + " | _ : PC[j]");
    } else if (two && chance(60)) {
      act("PC[j] := case | j = p : " + location() + " | j = q : " + location() + " | _ : PC[j]");
    } else {
      act("PC[p] := " + location());
    }
    if (marks_ && chance(30)) act("Mark[p] := " + (chance(60) ? truth() : std::string("Flag")));
    if (chance(30)) act("Flag := " + truth());
    if (number_ && chance(40)) act(chance(40) ? "N := #procs" : chance(50) ? "N := N - 1" : "N := 1");
    return "transition t" + std::to_string(number) + " (" + (weak_ || chance(80) ? "[p]" : "p") + (two ? " q" : "") + ")\nrequires { " +
           guard + " }\n{ " + actions + " }\n";
  }

  std::mt19937_64 random_;
  bool weak_ = false, marks_ = false, number_ = false;
};

}  // namespace

TEST_CASE("random: counts in unsafe formulas and #procs, against the enumerator") {
  const bool slow = std::getenv("PARAPET_SLOW") != nullptr;
  const std::uint64_t models = slow ? 3000 : 120;
  const char* const from = std::getenv("PARAPET_SEED");
  const std::uint64_t first = from == nullptr ? 0 : std::strtoull(from, nullptr, 10);
  std::size_t safe = 0, unsafe = 0, other = 0;
  for (std::uint64_t seed = first; seed < first + models; ++seed) {
    const std::string text = Author(seed).model();
    CAPTURE(seed);
    CAPTURE(text);
    for (const Memory memory : {Memory::Sc, Memory::Tso}) {
      test::SearchSetup setup = test::small_search(memory);
      setup.search.approximate = seed % 2 == 0 ? search::usual_instance : 0;
      setup.certify = seed % 4 < 2;
      const Compared result = test::compare_search(test::program_of(text), setup, 3);
      CHECK(result.defect == "");
      CHECK(result.search.rejection == "");
      safe += result.search.kind == Kind::Safe ? 1 : 0;
      unsafe += result.search.kind == Kind::Unsafe ? 1 : 0;
      other += result.search.kind != Kind::Safe && result.search.kind != Kind::Unsafe ? 1 : 0;
    }
  }
  MESSAGE((2 * models) << " runs: " << safe << " safe, " << unsafe << " unsafe, " << other << " undecided");
  if (from == nullptr) {
    CHECK(safe > models / 8);
    CHECK(unsafe > models / 8);
  }
}
