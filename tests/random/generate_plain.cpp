#include <algorithm>

#include "random/author.h"

namespace parapet::test {
namespace {

class PlainModel {
 public:
  explicit PlainModel(std::uint64_t seed) : author_(seed), random_(author_.random) {}

  Model write() {
    if (random_.chance(25)) author_.model.number_procs = random_.between(2, 3);
    counters_ = random_.between(3, 4);
    author_.enumeration("pc", "Q", counters_);
    declare_data();
    write_init();
    const unsigned rules = random_.between(3, 5);
    for (unsigned k = 0; k < rules; ++k) write_rule(k);
    const unsigned unsafes = random_.chance(25) ? 2 : 1;
    for (unsigned k = 0; k < unsafes; ++k) write_unsafe();
    return std::move(author_.model);
  }

 private:
  [[nodiscard]] static bool data(const Known& symbol) { return symbol.name != "S"; }
  [[nodiscard]] static std::string counter(unsigned k) { return "Q" + std::to_string(k); }

  [[nodiscard]] std::vector<std::string> constants() const {
    std::vector<std::string> names;
    for (unsigned k = 1; k <= author_.model.number_procs && k <= 2; ++k) names.push_back("#" + std::to_string(k));
    return names;
  }

  [[nodiscard]] Place place(std::vector<std::string> names) {
    if (random_.chance(30)) {
      for (const std::string& constant : constants()) names.push_back(constant);
    }
    return {std::move(names), "", {}};
  }

  void declare_data() {
    author_.declare({"S", "pc", 1, false, false});
    std::vector<std::string> sorts{"bool", "bool", "proc", "int", "val"};
    author_.enumeration("val", "V", 3);
    if (random_.chance(20)) {
      author_.abstract("data");
      sorts = {"bool", "data", "data", "proc"};
    }
    const unsigned count = random_.between(1, 3);
    static const std::vector<unsigned> arities{0, 0, 0, 1, 1, 2};
    for (unsigned k = 0; k < count; ++k) {
      unsigned arity = random_.pick(arities);
      const std::string sort = arity == 2 ? "bool" : random_.pick(sorts);
      if (sort == "data") arity = 0;
      const bool constant = arity == 0 && random_.chance(10);
      author_.declare({std::string(1, static_cast<char>('A' + k)), sort, arity, false, constant});
    }
  }

  void write_init() {
    Claim& init = author_.model.init;
    init.parameters = "z";
    init.conjuncts.push_back({"S[z] = Q0", {}});
    if (random_.chance(12))
      init.conjuncts[0] = either({{"S[z] = Q0", {}}, both({{"S[z] = Q1", {}}, author_.atom(author_.symbols.back(), place({"z"}), false)})});
    for (const Known& symbol : author_.symbols) {
      if (symbol.name == "S" || (symbol.sort != "int" && random_.chance(symbol.sort == "proc" ? 40 : 12))) continue;
      if (symbol.arity == 2) {
        init.parameters = "z y";
        init.conjuncts.push_back({symbol.name + "[z, y] = False", {}});
        continue;
      }
      const std::string left = symbol.arity > 0 ? symbol.name + "[z]" : symbol.name;
      if (symbol.sort == "proc") {
        init.conjuncts.push_back(symbol.arity > 0 ? Expr{left + " = z", {}} : Expr{left + " <> z", {}});
      } else if (symbol.sort == "data") {
        if (random_.chance(50)) init.conjuncts.push_back(author_.atom(symbol, place({"z"}), true));
      } else {
        init.conjuncts.push_back({left + " = " + author_.value(symbol.sort, {}, false), {}});
      }
    }
  }

  [[nodiscard]] Expr quantified(const std::vector<std::string>& parameters) {
    static const std::vector<std::string> prefixes{"forall_other o.", "forall_other o.", "forall o.", "exists_other o.", "exists o."};
    const std::string prefix = random_.pick(prefixes);
    std::vector<std::string> names{"o"};
    if (!parameters.empty() && random_.chance(40)) names.push_back(parameters[0]);
    const bool universal = prefix[0] == 'f';
    Expr body =
        universal ? Expr{"S[o] <> " + counter(random_.below(counters_)), {}} : Expr{"S[o] = " + counter(random_.below(counters_)), {}};
    const auto more = author_.atoms(1, place(names), false, data);
    if (!more.empty() && random_.chance(40)) body = random_.chance(60) ? either({body, more[0]}) : both({body, more[0]});
    return {prefix, {body}};
  }

  void add_guard(Rule& rule, const std::vector<std::string>& parameters) {
    const Place here = place(parameters);
    const unsigned wanted = random_.below(3);
    for (Expr& atom : author_.atoms(wanted, here, true, data)) rule.conjuncts.push_back(std::move(atom));
    if (rule.conjuncts.size() > 2 && random_.chance(50)) {
      Expr last = rule.conjuncts.back();
      rule.conjuncts.pop_back();
      rule.conjuncts.back() = either({rule.conjuncts.back(), last});
    }
    if (random_.chance(35)) rule.conjuncts.push_back(quantified(parameters));
    if (parameters.size() > 1 && random_.chance(30)) rule.conjuncts.push_back({random_.chance(50) ? "i < h" : "i > h", {}});
    if (!parameters.empty() && !constants().empty() && random_.chance(25))
      rule.conjuncts.push_back({"i " + std::string(random_.chance(60) ? "= " : "<> ") + random_.pick(constants()), {}});
  }

  void write_rule(unsigned number) {
    Rule rule;
    rule.name = "t" + std::to_string(number);
    std::vector<std::string> parameters;
    if (number == 0 || random_.chance(92)) parameters.emplace_back("i");
    if (!parameters.empty() && random_.chance(35)) parameters.emplace_back("h");
    for (const std::string& name : parameters) rule.parameters += (rule.parameters.empty() ? "" : " ") + name;

    const unsigned from = number + 1 < counters_ ? number : random_.below(counters_);
    const unsigned to = random_.chance(80) ? std::min(from + 1, counters_ - 1) : random_.below(counters_);
    if (!parameters.empty()) rule.conjuncts.push_back({"S[i] = " + counter(from), {}});
    add_guard(rule, parameters);

    const Place here = place(parameters);
    for (const Known& symbol : author_.symbols) {
      if (symbol.constant) continue;
      if (symbol.name == "S") {
        if (!parameters.empty())
          rule.assigns.push_back(random_.chance(85) ? Assign{"S[i]", counter(to), "Q0", {}} : step_by_case(from, to));
      } else if (random_.chance(45)) {
        add_assign(rule, symbol, here);
      }
    }
    author_.model.rules.push_back(std::move(rule));
  }

  [[nodiscard]] Assign step_by_case(unsigned from, unsigned to) {
    Assign assign{"S[j]", "S[j]", "", {{{"j = i", {}}, counter(to)}}};
    if (random_.chance(50)) assign.branches.push_back({{"S[j] = " + counter(from), {}}, counter(random_.below(counters_))});
    if (random_.chance(30)) assign.value = "";
    return assign;
  }

  void add_assign(Rule& rule, const Known& symbol, const Place& here) {
    if (symbol.arity == 0 && random_.chance(symbol.sort == "int" ? 5 : 15)) {
      rule.assigns.push_back({symbol.name, "?", author_.simplest(symbol.sort, here), {}});
    } else if (symbol.arity == 0 && random_.chance(15)) {
      const auto conditions = author_.atoms(1, here, true, [](const Known&) { return true; });
      rule.assigns.push_back(
          {symbol.name, random_.chance(50) ? symbol.name : "", "", {{conditions[0], author_.set(symbol, here, true).value}}});
    } else if (symbol.arity > 0 && here.processes.empty()) {
      return;
    } else if (symbol.arity > 0 && random_.chance(40)) {
      rule.assigns.push_back(author_.update(symbol, here, random_.chance(70)));
    } else {
      rule.assigns.push_back(author_.set(symbol, here, true));
    }
  }

  void write_unsafe() {
    Claim unsafe;
    std::vector<std::string> names{"a"};
    if (random_.chance(65)) names.emplace_back("b");
    for (const std::string& name : names) {
      unsafe.parameters += (unsafe.parameters.empty() ? "" : " ") + name;
      unsafe.conjuncts.push_back(
          {"S[" + name + "] = " + counter(random_.chance(70) ? counters_ - 1 : random_.between(1, counters_ - 1)), {}});
    }
    for (Expr& atom : author_.atoms(random_.below(3), place(names), true, data)) unsafe.conjuncts.push_back(std::move(atom));
    if (unsafe.conjuncts.size() > 3) {
      Expr last = unsafe.conjuncts.back();
      unsafe.conjuncts.pop_back();
      unsafe.conjuncts.back() = either({unsafe.conjuncts.back(), last});
    }
    if (names.size() > 1 && random_.chance(15)) unsafe.conjuncts.push_back({"a < b", {}});
    if (!constants().empty() && random_.chance(30)) unsafe.conjuncts.push_back({"a = " + random_.pick(constants()), {}});
    author_.model.unsafes.push_back(std::move(unsafe));
  }

  Author author_;
  Random& random_;
  unsigned counters_ = 3;
};

}  // namespace

Model generate_plain(std::uint64_t seed) { return PlainModel(seed).write(); }

}  // namespace parapet::test
