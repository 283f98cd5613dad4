#include <algorithm>

#include "random/author.h"

namespace parapet::test {
namespace {

// Thread t is the process `#t`; its k-th step goes from counter `Qk-1` to `Qk`. Registers are `RA[p]`, `RB[p]`.
class Threads {
 public:
  Threads(std::uint64_t seed, bool shared_plain) : author_(seed), random_(author_.random), shared_plain_(shared_plain) {}

  Model write() {
    static const std::vector<unsigned> sizes{2, 2, 2, 2, 3, 3, 4};
    threads_ = random_.pick(sizes);
    author_.model.number_procs = threads_;
    const unsigned longest = threads_ == 2 ? 4 : threads_ == 3 ? 3 : 2;
    author_.enumeration("pc", "Q", longest + 1);
    author_.enumeration("val", "V", 3);
    declare_data();
    for (unsigned t = 1; t <= threads_; ++t) {
      lengths_.push_back(random_.between(2, longest));
      for (unsigned k = 0; k < lengths_.back(); ++k) write_step(t, k);
    }
    write_unsafe();
    return std::move(author_.model);
  }

 private:
  void declare_data() {
    author_.declare({"PC", "pc", 1, false, false});
    author_.declare({"RA", "val", 1, false, false});
    author_.declare({"RB", "val", 1, false, false});
    author_.declare({"X", "val", 0, true, false});
    author_.declare({"Y", "val", 0, true, false});
    author_.model.init = {"z", {{"PC[z] = Q0", {}}, {"RA[z] = V0", {}}, {"RB[z] = V0", {}}, {"X = V0", {}}, {"Y = V0", {}}}};
    locations_ = {"X", "Y"};
    if (threads_ > 2 && random_.chance(50)) add_weak({"Z", "val", 0, true, false}, "Z", "Z");
    if (random_.chance(20)) add_weak({"W", "val", 1, true, false}, "W[#1]", "W[z]");
    if (!shared_plain_) return;
    author_.declare({"S", "val", 0, false, false});
    author_.model.init.conjuncts.push_back({"S = V0", {}});
    plain_ = {"S"};
    if (random_.chance(50)) {
      author_.declare({"G", "val", 1, false, false});
      author_.model.init.conjuncts.push_back({"G[z] = V0", {}});
      plain_.emplace_back("G[#1]");
      plain_.emplace_back("G[#2]");
    }
  }

  void add_weak(const Known& symbol, const std::string& cell, const std::string& in_init) {
    author_.declare(symbol);
    author_.model.init.conjuncts.push_back({in_init + " = V0", {}});
    locations_.push_back(cell);
  }

  // A fresh value for the location if there is one left: then the unsafe formula can tell writes apart.
  [[nodiscard]] std::string write_value() { return random_.chance(70) ? "V1" : random_.chance(80) ? "V2" : "V0"; }
  [[nodiscard]] std::string reg() { return random_.chance(65) ? "RA" : "RB"; }

  void load(Rule& rule, const std::string& from, unsigned thread) {
    const std::string name = reg();
    rule.assigns.push_back({name + "[p]", from, "V0", {}});
    loaded_.push_back({name + "[#" + std::to_string(thread) + "]", from});
  }

  void plain_access(Rule& rule, unsigned thread) {
    const std::string cell = random_.pick(plain_);
    if (random_.chance(50))
      rule.assigns.push_back({cell, write_value(), "V0", {}});
    else if (random_.chance(50))
      rule.conjuncts.push_back({cell + (random_.chance(60) ? " = " : " <> ") + (random_.chance(50) ? "V0" : "V1"), {}});
    else
      load(rule, cell, thread);
  }

  void write_step(unsigned thread, unsigned step) {
    Rule rule;
    rule.name = "t" + std::to_string(thread) + "_" + std::to_string(step + 1);
    rule.parameters = "[p]";
    rule.conjuncts = {{"p = #" + std::to_string(thread), {}}, {"PC[p] = Q" + std::to_string(step), {}}};
    rule.assigns = {{"PC[p]", "Q" + std::to_string(step + 1), "Q0", {}}};
    const std::string location = random_.pick(locations_);
    const unsigned kind = random_.below(100);
    const bool first = step == 0;
    if (shared_plain_ && random_.chance(40)) {
      plain_access(rule, thread);
      if (random_.chance(25)) rule.assigns.push_back({location, write_value(), "V0", {}});
    } else if (kind < (first ? 60U : 30U)) {
      rule.assigns.push_back({location, write_value(), "V0", {}});
      const std::string second = random_.pick(locations_);
      if (random_.chance(10) && second != location) rule.assigns.push_back({second, write_value(), "V0", {}});
    } else if (kind < 82) {
      if (random_.chance(80))
        load(rule, location, thread);
      else
        rule.conjuncts.push_back({location + (random_.chance(70) ? " = V1" : " = V0"), {}});
    } else if (kind < 88) {
      rule.conjuncts.push_back({"fence()", {}});
      return author_.model.rules.push_back(std::move(rule));
    } else {
      if (random_.chance(50))
        load(rule, random_.pick(locations_), thread);
      else
        rule.conjuncts.push_back({location + (random_.chance(50) ? " <> V1" : " = V0"), {}});
      rule.assigns.push_back({location, write_value(), "V0", {}});
    }
    if (random_.chance(9)) rule.conjuncts.push_back({"fence()", {}});
    author_.model.rules.push_back(std::move(rule));
  }

  // All threads at their ends, and some of what they loaded or would read now.
  void write_unsafe() {
    Claim unsafe;
    for (unsigned t = 1; t <= threads_; ++t) {
      if (random_.chance(92)) unsafe.conjuncts.push_back({"PC[#" + std::to_string(t) + "] = Q" + std::to_string(lengths_[t - 1]), {}});
    }
    unsigned told = 0;
    for (const auto& [name, from] : loaded_) {
      if (!random_.chance(75)) continue;
      ++told;
      unsafe.conjuncts.push_back({name + (random_.chance(65) ? " = V0" : random_.chance(65) ? " = V1" : " = V2"), {}});
    }
    while (told < 2) {
      ++told;
      const std::string reader = "#" + std::to_string(random_.between(1, threads_));
      unsafe.conjuncts.push_back({reader + " @ " + random_.pick(locations_) +
                                      (random_.chance(60)   ? " = V1"
                                       : random_.chance(50) ? " = V0"
                                                            : " = V2"),
                                  {}});
    }
    author_.model.unsafes.push_back(std::move(unsafe));
  }

  Author author_;
  Random& random_;
  const bool shared_plain_;
  unsigned threads_ = 2;
  std::vector<unsigned> lengths_;
  std::vector<std::string> locations_;                       // weak
  std::vector<std::string> plain_;                           // shared
  std::vector<std::pair<std::string, std::string>> loaded_;  // register, location
};

}  // namespace

Model generate_threads(std::uint64_t seed, bool shared_plain) { return Threads(seed, shared_plain).write(); }

}  // namespace parapet::test
