// First the steps of all threads are planned, then the values that guards and the unsafe formula ask for are drawn among those that the
// location can have: the initial one, the thread's own last one, or one that another thread writes.
#include <algorithm>
#include <map>

#include "random/author.h"

namespace parapet::test {
namespace {

struct Step {
  enum class Kind : std::uint8_t { Write, Load, Await, Fence, Swap, Test };  // Swap loads and writes, Test asks and writes
  Kind kind = Kind::Write;
  std::string from;        // read
  std::string to;          // written
  std::string value;       // written
  std::string reg = "RA";  // loaded
  std::string also;        // a second location written, if any
  bool fence = false;
};

// Thread t is the process `#t`; its k-th step goes from counter `Qk-1` to `Qk`. Registers are `RA[p]`, `RB[p]`.
class Threads {
 public:
  Threads(std::uint64_t seed, bool shared_plain) : author_(seed), random_(author_.random), shared_plain_(shared_plain) {}

  Model write() {
    static const std::vector<unsigned> sizes{2, 2, 2, 2, 3, 3, 4};
    const unsigned count = random_.pick(sizes);
    author_.model.number_procs = count;
    const unsigned longest = count == 2 ? 4 : count == 3 ? 3 : 2;
    author_.enumeration("pc", "Q", longest + 1);
    author_.enumeration("val", "V", 3);
    threads_.resize(count);
    stale_ = random_.chance(65) ? 90 : 10;
    fences_ = random_.chance(50) ? 5 : 25;
    declare_data();
    for (auto& thread : threads_) {
      const unsigned length = random_.chance(70) ? longest : random_.between(2, longest);
      for (unsigned k = 0; k < length; ++k) plan_step(thread);
    }
    for (unsigned t = 0; t < count; ++t) {
      for (unsigned k = 0; k < threads_[t].size(); ++k) write_step(t, k);
    }
    write_unsafe();
    return std::move(author_.model);
  }

 private:
  void declare_data() {
    author_.model.init.parameters = "z";
    author_.model.init.conjuncts = {{"PC[z] = Q0", {}}};
    author_.declare({"PC", "pc", 1, false, false});
    for (const char* name : {"RA", "RB"}) declare({name, "val", 1, false, false});
    for (const char* name : {"X", "Y"}) declare({name, "val", 0, true, false});
    weak_ = {"X", "Y"};
    if (threads_.size() > 2 && random_.chance(40)) {
      declare({"Z", "val", 0, true, false});
      weak_.emplace_back("Z");
    }
    if (random_.chance(20)) {
      declare({"W", "val", 1, true, false});
      weak_.emplace_back("W[#" + std::to_string(random_.between(1, 2)) + "]");
    }
    if (!shared_plain_) return;
    declare({"S", "val", 0, false, false});
    plain_ = {"S"};
    if (random_.chance(50)) {
      declare({"G", "val", 1, false, false});
      plain_.insert(plain_.end(), {"G[#1]", "G[#2]"});
    }
  }

  void declare(const Known& symbol) {
    author_.declare(symbol);
    author_.model.init.conjuncts.push_back({symbol.name + (symbol.arity > 0 ? "[z] = V0" : " = V0"), {}});
  }

  [[nodiscard]] std::string location() { return random_.pick(shared_plain_ && random_.chance(40) ? plain_ : weak_); }

  // Threads like to write one location first and to read others afterwards: there the buffers show.
  [[nodiscard]] std::string read_location(const std::vector<Step>& thread) {
    const std::string first = location();
    if (thread.empty() || thread.back().to != first || random_.chance(30)) return first;
    return location();
  }

  void plan_step(std::vector<Step>& thread) {
    Step step;
    const unsigned kind = random_.below(100);
    step.to = location();
    step.value = random_.chance(60) ? "V1" : random_.chance(90) ? "V2" : "V0";
    step.from = read_location(thread);
    const bool used = std::any_of(thread.begin(), thread.end(), [](const Step& other) { return other.kind == Step::Kind::Load; });
    step.reg = used ? "RB" : "RA";
    step.fence = random_.chance(fences_);
    if (kind < (thread.empty() ? 70U : 32U)) {
      step.kind = Step::Kind::Write;
      const std::string second = location();
      if (random_.chance(12) && name_of(second) != name_of(step.to)) step.also = second;
    } else if (kind < 78) {
      step.kind = Step::Kind::Load;
    } else if (kind < 86) {
      step.kind = Step::Kind::Await;
    } else if (kind < 90) {
      step.kind = Step::Kind::Fence;
    } else {
      step.kind = random_.chance(50) ? Step::Kind::Swap : Step::Kind::Test;
    }
    const bool writes = step.kind == Step::Kind::Write || step.kind == Step::Kind::Swap || step.kind == Step::Kind::Test;
    if (!writes) step.to.clear();
    thread.push_back(step);
  }

  [[nodiscard]] static std::string name_of(const std::string& location) { return location.substr(0, location.find('[')); }

  // A value that thread t may find in a location before its step k.
  [[nodiscard]] std::string possible_value(unsigned t, std::size_t k, const std::string& location) {
    std::vector<std::string> values{"V0"};
    for (unsigned other = 0; other < threads_.size(); ++other) {
      for (std::size_t at = 0; at < threads_[other].size(); ++at) {
        const Step& step = threads_[other][at];
        if ((step.to != location && step.also != location) || (other == t && at >= k)) continue;
        if (other == t && random_.chance(90)) values.assign(1, step.value);
        values.push_back(step.value);
      }
    }
    return random_.chance(stale_) ? values.front() : random_.pick(values);
  }

  void write_step(unsigned t, unsigned k) {
    const Step& step = threads_[t][k];
    Rule rule;
    rule.name = "t" + std::to_string(t + 1) + "_" + std::to_string(k + 1);
    rule.parameters = "[p]";
    rule.conjuncts = {{"p = #" + std::to_string(t + 1), {}}, {"PC[p] = Q" + std::to_string(k), {}}};
    rule.assigns = {{"PC[p]", "Q" + std::to_string(k + 1), "Q0", {}}};
    if (step.kind == Step::Kind::Load || step.kind == Step::Kind::Swap) rule.assigns.push_back({step.reg + "[p]", step.from, "V0", {}});
    if (step.kind == Step::Kind::Await || step.kind == Step::Kind::Test) {
      const std::string value = possible_value(t, k, step.from);
      rule.conjuncts.push_back({step.from + (random_.chance(85) ? " = " : " <> ") + value, {}});
    }
    if (!step.to.empty()) rule.assigns.push_back({step.to, step.value, "V0", {}});
    if (!step.also.empty()) rule.assigns.push_back({step.also, step.value, "V0", {}});
    if (step.fence || step.kind == Step::Kind::Fence) rule.conjuncts.push_back({"fence()", {}});
    author_.model.rules.push_back(std::move(rule));
  }

  // All threads at their ends, and some of what they loaded or would read now.
  void write_unsafe() {
    Claim unsafe;
    unsigned told = 0;
    for (unsigned t = 0; t < threads_.size(); ++t) {
      const std::string process = "#" + std::to_string(t + 1);
      const std::size_t length = threads_[t].size();
      if (random_.chance(92)) unsafe.conjuncts.push_back({"PC[" + process + "] = Q" + std::to_string(length), {}});
      std::map<std::string, std::string> registers;
      for (std::size_t k = 0; k < length; ++k) {
        const Step& step = threads_[t][k];
        if (step.kind == Step::Kind::Load || step.kind == Step::Kind::Swap) registers[step.reg] = possible_value(t, k, step.from);
      }
      for (const auto& [name, value] : registers) {
        if (!random_.chance(95)) continue;
        unsafe.conjuncts.push_back({name + "[" + process + "] = " + value, {}});
        ++told;
      }
    }
    for (; told < 4 || random_.chance(35); ++told) {
      const unsigned reader = random_.below(threads_.size());
      const std::string& location = random_.pick(weak_);
      unsafe.conjuncts.push_back(
          {"#" + std::to_string(reader + 1) + " @ " + location + " = " + possible_value(reader, threads_[reader].size(), location), {}});
    }
    for (const std::string& cell : plain_) {
      if (!random_.chance(50)) continue;
      const unsigned last = random_.below(threads_.size());
      unsafe.conjuncts.push_back({cell + " = " + possible_value(last, threads_[last].size(), cell), {}});
    }
    author_.model.unsafes.push_back(std::move(unsafe));
  }

  Author author_;
  Random& random_;
  const bool shared_plain_;
  unsigned stale_ = 0;   // percent of reads that are to find the oldest possible value
  unsigned fences_ = 0;  // percent of steps with one
  std::vector<std::vector<Step>> threads_;
  std::vector<std::string> weak_;   // locations
  std::vector<std::string> plain_;  // shared cells
};

}  // namespace

Model generate_threads(std::uint64_t seed, bool shared_plain) { return Threads(seed, shared_plain).write(); }

}  // namespace parapet::test
