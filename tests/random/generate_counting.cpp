// Models that count: processes walk among four locations, and the unsafe formula compares how many are where with numbers, with `#procs`,
// and with what a process reads. Around that: a number that steps change, marks of processes, guards that ask all others (which counts make
// exact), steps that move two processes or everybody, and an array over an enumeration.
#include <array>
#include <string>

#include "random/author.h"

namespace parapet::test {
namespace {

class CountingModel {
 public:
  explicit CountingModel(std::uint64_t seed) : random_(seed) {}

  Model write() {
    weak_ = chance(60);
    marks_ = chance(40);
    number_ = chance(60);
    slots_ = chance(25);
    declare();
    write_init();
    write_unsafe();
    if (chance(30)) write_unsafe();
    const unsigned transitions = random_.between(3, 6);
    for (unsigned k = 0; k < transitions; ++k) write_rule(k);
    return std::move(model_);
  }

 private:
  [[nodiscard]] bool chance(unsigned percent) { return random_.chance(percent); }
  [[nodiscard]] std::string location() { return std::string(1, "ABCD"[random_.below(4)]); }
  [[nodiscard]] std::string truth() { return chance(50) ? "True" : "False"; }
  [[nodiscard]] std::string slot() { return chance(50) ? "S0" : "S1"; }

  void declare() {
    model_.types.push_back({"location", "type location = A | B | C | D"});
    model_.symbols.push_back({"PC", "array PC[proc] : location"});
    if (marks_) model_.symbols.push_back({"Mark", "array Mark[proc] : bool"});
    model_.symbols.push_back({"Flag", std::string(weak_ ? "weak " : "") + "var Flag : bool"});
    if (number_) model_.symbols.push_back({"N", std::string(weak_ && chance(80) ? "weak " : "") + "var N : int"});
    if (!slots_) return;
    model_.types.push_back({"slot", "type slot = S0 | S1"});
    model_.symbols.push_back({"Slot", std::string(weak_ && chance(60) ? "weak " : "") + "array Slot[slot] : bool"});
    model_.symbols.push_back({"Mine", "array Mine[proc] : slot"});
  }

  void write_init() {
    model_.init.parameters = "p";
    auto& conjuncts = model_.init.conjuncts;
    const Expr first{"PC[p] = A", {}};
    conjuncts.push_back(chance(20) ? either({first, {"PC[p] = B", {}}}) : first);
    conjuncts.push_back({"Flag = False", {}});
    if (marks_ && chance(70)) conjuncts.push_back({"Mark[p] = False", {}});
    if (number_) conjuncts.push_back({chance(50) ? "N = #procs" : chance(30) ? "N = count (c) { PC[c] = A }" : "N = 0", {}});
    if (slots_) conjuncts.push_back({"(forall s : slot. Slot[s] = False)", {}});
    if (slots_ && chance(80)) conjuncts.push_back({"Mine[p] = S0", {}});
    if (chance(10)) conjuncts.push_back({"#procs >= 2", {}});
    if (chance(10)) conjuncts.push_back({"count (c) { PC[c] = B } <= 1", {}});
  }

  [[nodiscard]] std::string body(const std::string& q) {
    std::string text = "PC[" + q + "] = " + location();
    if (chance(30)) text += " || PC[" + q + "] = " + location();
    if (marks_ && chance(30)) text = "(" + text + ") && Mark[" + q + "] = " + truth();
    if (slots_ && chance(20)) text = "(" + text + ") && Mine[" + q + "] = " + slot();
    return text;
  }

  void write_unsafe() {
    Claim claim;
    const bool process = chance(60);
    std::string counted = body("q");
    if (process && chance(40)) counted = "(" + counted + ") && q <> a";
    static constexpr std::array<const char*, 6> comparisons{" >= 2", " = #procs", " > 1", " = 2", " = #procs - 1", " >= 3"};
    claim.parameters = process ? "a" : "";
    claim.conjuncts.push_back({"count (q) { " + counted + " }" + comparisons[random_.below(comparisons.size())], {}});
    if (chance(25)) claim.conjuncts.push_back({"count (q) { " + body("q") + " } <= 1", {}});
    const std::string at = weak_ ? "a @ " : "";
    if (process && chance(40)) claim.conjuncts.push_back({at + "Flag = " + truth(), {}});
    if (process && chance(30)) claim.conjuncts.push_back({"PC[a] = " + location(), {}});
    model_.unsafes.push_back(std::move(claim));
  }

  void write_rule(unsigned number) {
    Rule rule;
    rule.name = "t" + std::to_string(number);
    const bool two = chance(20);
    rule.parameters = std::string(weak_ || chance(80) ? "[p]" : "p") + (two ? " q" : "");
    auto& guard = rule.conjuncts;
    guard.push_back({"PC[p] " + std::string(chance(15) ? "<> " : "= ") + location(), {}});
    if (two && chance(60)) guard.push_back({"PC[q] = " + location(), {}});
    if (chance(30)) guard.push_back({"Flag = " + truth(), {}});
    if (number_ && chance(30)) guard.push_back({chance(50) ? "N > 0" : "N < #procs", {}});
    if (slots_ && chance(30)) guard.push_back({"Slot[Mine[p]] = " + truth(), {}});
    if (weak_ && chance(20)) guard.push_back({"fence()", {}});
    if (chance(12)) guard.push_back({"forall_other o.", {{"PC[o] " + std::string(chance(50) ? "= " : "<> ") + location(), {}}}});
    write_moves(rule, two);
    if (marks_ && chance(30)) rule.assigns.push_back({"Mark[p]", chance(60) ? truth() : "Flag", "False", {}});
    if (chance(30)) rule.assigns.push_back({"Flag", truth(), "False", {}});
    if (number_ && chance(40)) rule.assigns.push_back({"N", chance(40) ? "#procs" : chance(50) ? "N - 1" : "1", "0", {}});
    if (slots_ && chance(25)) rule.assigns.push_back({"Slot[" + std::string(chance(60) ? "Mine[p]" : slot()) + "]", truth(), "False", {}});
    if (slots_ && chance(25)) rule.assigns.push_back({"Mine[p]", chance(60) ? "next(Mine[p])" : slot(), "S0", {}});
    model_.rules.push_back(std::move(rule));
  }

  void write_moves(Rule& rule, bool two) {
    if (chance(12)) {
      const Expr from{"PC[j] = " + location(), {}};
      rule.assigns.push_back({"PC[j]", "PC[j]", "", {{from, location()}}});
    } else if (two && chance(60)) {
      rule.assigns.push_back({"PC[j]", "PC[j]", "", {{{"j = p", {}}, location()}, {{"j = q", {}}, location()}}});
    } else {
      rule.assigns.push_back({"PC[p]", location(), "A", {}});
    }
  }

  Random random_;
  Model model_;
  bool weak_ = false, marks_ = false, number_ = false, slots_ = false;
};

}  // namespace

Model generate_counting(std::uint64_t seed) { return CountingModel(seed).write(); }

}  // namespace parapet::test
