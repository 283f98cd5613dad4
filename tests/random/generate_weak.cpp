// Half of the models are protocols gone wrong: raise a flag, (fence), look at the others' flags, enter; with random steps around it. The
// other half are random steps only. Values are drawn so that guards ask for what is initially there or for what somebody writes.
#include <algorithm>

#include "random/author.h"

namespace parapet::test {
namespace {

class WeakModel {
 public:
  explicit WeakModel(std::uint64_t seed) : author_(seed), random_(author_.random) {}

  Model write() {
    if (random_.chance(35)) author_.model.number_procs = random_.between(2, 3);
    protocol_ = random_.chance(50);
    counters_ = random_.between(protocol_ ? 3 : 4, 5);
    fences_ = random_.chance(50) ? 8 : 25;
    author_.enumeration("pc", "Q", counters_);
    author_.enumeration("val", "V", 3);
    declare_data();
    write_init();
    for (unsigned k = 0; k + 1 < counters_; ++k) write_rule(k, k, protocol_ || random_.chance(90) ? k + 1 : random_.below(counters_));
    const unsigned extra = random_.below(3);
    for (unsigned k = 0; k < extra; ++k)
      write_rule(counters_ + k, random_.below(counters_), random_.below(protocol_ && random_.chance(85) ? counters_ - 1 : counters_));
    const unsigned unsafes = random_.chance(20) ? 2 : 1;
    for (unsigned k = 0; k < unsafes; ++k) write_unsafe();
    return std::move(author_.model);
  }

 private:
  [[nodiscard]] static bool weak(const Known& symbol) { return symbol.weak; }
  [[nodiscard]] static std::string counter(unsigned k) { return "Q" + std::to_string(k); }

  void declare_data() {
    author_.declare({"PC", "pc", 1, false, false});
    const std::string sort = random_.chance(65) ? "bool" : "val";
    author_.declare({"X", sort, 0, true, false});
    if (random_.chance(50)) author_.declare({"Y", random_.chance(70) ? sort : "bool", 0, true, false});
    if (protocol_ || random_.chance(35)) author_.declare({"W", protocol_ || random_.chance(80) ? "bool" : sort, 1, true, false});
    const bool pointers = random_.chance(20);
    if (pointers) author_.declare({"P", "proc", 0, true, false});
    if (random_.chance(5)) author_.declare({"M", "bool", 2, true, false});
    if (random_.chance(60)) author_.declare({"R", sort, 1, false, false});
    if (random_.chance(pointers ? 60 : 5)) author_.declare({"N", "proc", 1, false, false});
  }

  void write_init() {
    Claim& init = author_.model.init;
    init.parameters = "z";
    for (const Known& symbol : author_.symbols) {
      if (symbol.name != "PC" && random_.chance(5)) continue;
      if (symbol.arity == 2) init.parameters = "z y";
      const std::string left = symbol.name + (symbol.arity == 2 ? "[z, y]" : symbol.arity == 1 ? "[z]" : "");
      if (symbol.sort == "proc")
        init.conjuncts.push_back({left + (symbol.arity > 0 ? " = z" : " <> z"), {}});
      else
        init.conjuncts.push_back({left + " = " + author_.simplest(symbol.sort, {}), {}});
    }
  }

  // Weak cells only: plain ones of another process are for another profile.
  [[nodiscard]] std::vector<Expr> questions(unsigned count, const Place& here) {
    std::vector<Expr> result;
    for (Expr& atom : author_.atoms(count, here, random_.chance(10), weak)) {
      const std::size_t cut = atom.text.find(" = ");
      const bool constant = cut != std::string::npos && (atom.text.substr(cut + 3) == "True" || atom.text.substr(cut + 3, 1) == "V");
      if (constant && random_.chance(50)) atom.text = atom.text.substr(0, cut) + (atom.text.back() == 'e' ? " = False" : " = V0");
      result.push_back(std::move(atom));
    }
    return result;
  }

  [[nodiscard]] Expr with_fence(Expr body) {
    const unsigned fence = random_.below(100);
    if (fence < 2 * fences_) return both({std::move(body), {"fence()", {}}});
    if (fence < 2 * fences_ + 6) return either({std::move(body), {"fence()", {}}});
    return body;
  }

  [[nodiscard]] Expr universal(const Place& here) {
    Place inside{{"o"}, "", {}};
    if (random_.chance(30)) inside.processes.push_back(here.actor);
    std::vector<Expr> parts = questions(random_.between(1, 2), inside);
    Expr body = parts.size() == 2 && random_.chance(50) ? either(std::move(parts)) : both(std::move(parts));
    return {random_.chance(85) ? "forall_other o." : "exists_other o.", {with_fence(std::move(body))}};
  }

  void add_guard(Rule& rule, const Place& here, unsigned reads, bool fence) {
    for (Expr& atom : questions(reads, here)) rule.conjuncts.push_back(std::move(atom));
    if (random_.chance(10)) {
      for (Expr& atom : author_.atoms(1, here, false, [](const Known& symbol) { return symbol.name == "R" || symbol.name == "N"; }))
        rule.conjuncts.push_back(std::move(atom));
    }
    if (fence && rule.conjuncts.size() > 1 && random_.chance(25)) {
      const Expr last = rule.conjuncts.back();
      rule.conjuncts.back() = either({last, {"fence()", {}}});
      if (random_.chance(50)) rule.conjuncts.back() = either({last, both({{"fence()", {}}, questions(1, here)[0]})});
    } else if (fence) {
      rule.conjuncts.push_back({"fence()", {}});
    }
  }

  [[nodiscard]] std::string written(const Known& symbol, const Place& here, bool cells) {
    if (cells || symbol.sort == "proc" || random_.chance(30)) return author_.value(symbol.sort, here, cells);
    return symbol.sort == "bool" ? "True" : "V1";
  }

  void add_write(Rule& rule, const Known& symbol, const Place& here, bool cells) {
    if (symbol.arity == 0 && random_.chance(8)) {
      rule.assigns.push_back({symbol.name, "?", author_.simplest(symbol.sort, here), {}});
    } else if (symbol.arity > 0 && random_.chance(40)) {
      rule.assigns.push_back(author_.update(symbol, here, random_.chance(50)));
    } else if (symbol.arity == 0 && random_.chance(10)) {
      const bool keep = random_.chance(50);
      const Expr condition = author_.atoms(1, here, false, [](const Known& known) { return known.name == "R" || known.name == "PC"; })[0];
      rule.assigns.push_back({symbol.name, keep ? symbol.name : "", "", {{condition, written(symbol, here, false)}}});
    } else {
      rule.assigns.push_back({author_.cell(symbol, here), written(symbol, here, cells), author_.simplest(symbol.sort, here), {}});
    }
  }

  void add_load(Rule& rule, const Place& here) {
    for (const Known& symbol : author_.symbols) {
      if ((symbol.name != "R" && symbol.name != "N") || !random_.chance(60)) continue;
      rule.assigns.push_back({author_.cell(symbol, here), author_.value(symbol.sort, here, true), author_.simplest(symbol.sort, here), {}});
    }
  }

  void write_rule(unsigned number, unsigned from, unsigned to) {
    Rule rule;
    rule.name = "t" + std::to_string(number);
    Place here{{"p"}, "p", {}};
    rule.parameters = "[p]";
    if (random_.chance(25)) {
      rule.parameters = random_.chance(80) ? "[p] q" : "q [p]";
      here.processes.emplace_back("q");
    }
    const bool constants = author_.model.number_procs > 0;
    if (constants && random_.chance(30)) here.processes.emplace_back("#" + std::to_string(random_.between(1, 2)));
    rule.conjuncts.push_back({"PC[p] = " + counter(from), {}});
    if (constants && random_.chance(number < counters_ ? 10 : 45))
      rule.conjuncts.push_back({"p " + std::string(random_.chance(80) ? "= #" : "<> #") + std::to_string(random_.between(1, 2)), {}});
    rule.assigns.push_back({"PC[p]", counter(to), "Q0", {}});
    if (protocol_ && from == 0) {
      rule.assigns.push_back({"W[p]", random_.chance(90) ? "True" : "False", "False", {}});
    } else if (protocol_ && from + 2 == counters_) {
      rule.conjuncts.push_back({random_.chance(92) ? "forall_other o." : "exists_other o.", {with_fence({"W[o] = False", {}})}});
    } else {
      write_action(rule, here);
      if (random_.chance(8)) rule.conjuncts.push_back(universal(here));
    }
    author_.model.rules.push_back(std::move(rule));
  }

  // A buffered write, a read, both (atomic), or a local step; any of them may have a fence.
  void write_action(Rule& rule, const Place& here) {
    std::vector<Known> locations;
    std::copy_if(author_.symbols.begin(), author_.symbols.end(), std::back_inserter(locations), weak);
    const unsigned kind = random_.below(100);
    const bool fence = random_.chance(fences_);
    if (kind < 42) {
      add_guard(rule, here, 0, fence);
      add_write(rule, random_.pick(locations), here, random_.chance(15));
      const Known second = random_.pick(locations);
      if (random_.chance(20) && rule.assigns.back().target.find(second.name) != 0) add_write(rule, second, here, false);
    } else if (kind < 80) {
      add_guard(rule, here, random_.chance(80) ? 1 : 2, fence);
      if (random_.chance(50)) add_load(rule, here);
    } else if (kind < 92) {
      add_guard(rule, here, random_.chance(60) ? 1 : 0, false);
      if (random_.chance(60)) add_load(rule, here);
      add_write(rule, random_.pick(locations), here, true);
    } else {
      add_guard(rule, here, 0, random_.chance(60));
    }
  }

  void write_unsafe() {
    Claim unsafe;
    std::vector<std::string> names{"a"};
    if (random_.chance(88)) names.emplace_back("b");
    const Place here{names, "", names};
    const bool exclusion = protocol_ && random_.chance(70);
    for (const std::string& name : names) {
      unsafe.parameters += (unsafe.parameters.empty() ? "" : " ") + name;
      if (random_.chance(95))
        unsafe.conjuncts.push_back(
            {"PC[" + name + "] = " + counter(exclusion || random_.chance(75) ? counters_ - 1 : random_.between(1, counters_ - 1)), {}});
    }
    if (author_.model.number_procs > 0 && random_.chance(30))
      unsafe.conjuncts.push_back({"a = #" + std::to_string(random_.between(1, 2)), {}});
    if (random_.chance(exclusion ? 15 : 60)) {
      for (Expr& atom : author_.atoms(random_.between(1, 2), here, random_.chance(30), weak)) unsafe.conjuncts.push_back(std::move(atom));
    }
    if (random_.chance(20)) {
      for (Expr& atom : author_.atoms(1, here, false, [](const Known& symbol) { return symbol.name == "R"; }))
        unsafe.conjuncts.push_back(std::move(atom));
    }
    author_.model.unsafes.push_back(std::move(unsafe));
  }

  Author author_;
  Random& random_;
  unsigned counters_ = 3;
  unsigned fences_ = 0;    // percent of steps with one
  bool protocol_ = false;  // flags in W, critical section at the last counter
};

}  // namespace

Model generate_weak(std::uint64_t seed) { return WeakModel(seed).write(); }

}  // namespace parapet::test
