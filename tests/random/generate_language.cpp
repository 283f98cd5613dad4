// Models over the whole language, small enough for the enumerator: two to four transitions, few values. Processes walk along a counter, so
// that an unsafe formula that asks for a late one takes several steps; the rest is drawn around that. Half of the models with weak memory
// are protocols gone wrong: raise a flag, (fence), look at the others' flags, enter.
#include <algorithm>

#include "random/language_author.h"

namespace parapet::test {
namespace {

using C = Construct;
using Kind = Spot::Kind;

class LanguageModel {
 public:
  LanguageModel(std::uint64_t seed, bool weak) : author_(seed, weak), random_(author_.random), weak_(weak) {}

  Model write() {
    protocol_ = weak_ && random_.chance(50);
    counters_ = protocol_ ? 3 : random_.between(2, 3);
    author_.enumeration("pc", "Q", counters_);
    author_.enumeration("val", "V", 2);
    declare();
    author_.write_predicates();
    write_init();
    for (unsigned k = 0; k + 1 < counters_; ++k) write_rule(k, k, k + 1);
    const unsigned extra = random_.between(counters_ == 2 ? 1 : 0, 2);
    for (unsigned k = 0; k < extra; ++k) write_rule(counters_ + k, random_.below(counters_), random_.below(counters_));
    const unsigned unsafes = author_.on(C::SeveralUnsafes) ? random_.between(2, 4) : 1;
    for (unsigned k = 0; k < unsafes; ++k) write_unsafe(k);
    if (author_.on(C::Invariant)) write_invariant();
    return std::move(author_.model);
  }

 private:
  [[nodiscard]] bool on(Construct construct) const { return author_.on(construct); }
  [[nodiscard]] bool draws(Construct construct, unsigned percent) { return author_.draws(construct, percent); }
  [[nodiscard]] static std::string counter(unsigned k) { return "Q" + std::to_string(k); }
  [[nodiscard]] std::string enumerated() { return random_.chance(60) ? "bool" : "val"; }

  void declare() {
    author_.declare({"PC", "pc", 1, false, false});
    if (weak_) {
      if (protocol_ || on(C::WeakArray)) author_.declare({"W", protocol_ ? "bool" : enumerated(), 1, true, false});
      if (!protocol_ || random_.chance(50)) author_.declare({"X", on(C::WeakInt) ? "int" : enumerated(), 0, true, false});
      if (on(C::WeakProc)) author_.declare({"P", "proc", 0, true, false});
      if (on(C::WeakTwoDimensional)) author_.declare({"M", "bool", 2, true, false});
    }
    const bool copies = on(C::CopyArray) || (on(C::CopyWeak) && random_.chance(50));
    if (copies || !weak_ || random_.chance(30))
      author_.declare({"A", enumerated(), copies || weak_ || random_.chance(75) ? 1U : 0U, false, false});
    if (on(C::CopyArray)) author_.declare({"B", sort_of("A"), 1, false, false});
    if (on(C::CopyWeak)) author_.declare({"Y", sort_of(random_.chance(70) || !copies ? "W" : "A"), 1, true, false});
    if (on(C::Int)) author_.declare({"N", "int", weak_ ? 1U : random_.below(2), false, false});
    if (on(C::Real)) author_.declare({"L", "real", weak_ ? 1U : 0U, false, false});
    if (on(C::ProcVariable)) author_.declare({"H", "proc", 0, false, false});
    if (on(C::ProcArray)) author_.declare({"T", "proc", 1, false, false});
    if (on(C::TwoDimensional)) author_.declare({"K", "bool", 2, false, false});
    if (on(C::CopyArrayTwo)) author_.declare({"G", "bool", 2, false, false});
    if (on(C::Const)) author_.declare({"C", random_.chance(30) ? "proc" : enumerated(), 0, false, true});
    if (on(C::ConstArray)) author_.declare({"D", enumerated(), 1, false, true});
    declare_values();
    if (!on(C::Abstract)) return;
    author_.abstract("data");
    author_.declare({"E", "data", 0, false, false});
    author_.declare({"F", "data", weak_ ? 1U : 0U, false, random_.chance(30)});
  }

  // Arrays over enumerations, and cells to index them with.
  void declare_values() {
    const bool plain = on(C::ArrayValues);
    const bool weak = on(C::ArrayWeakValues);
    if (!plain && !weak && !on(C::ArrayProcessValues) && !on(C::ArrayTwoValues)) return;
    const bool by_bool = on(C::IndexBool);
    std::string type = by_bool ? "bool" : "slot";
    // An enumeration with one value is where the text and its rewriting differ most.
    const unsigned size = random_.chance(12) ? 1 : random_.between(2, 3);
    if (!by_bool && on(C::Range)) author_.range(type, size);
    if (!by_bool && !on(C::Range)) author_.enumeration(type, "Z", size);
    author_.index_types.push_back(type);
    several_values_ = by_bool || size > 1;
    if (plain) author_.declare({"R", enumerated(), 0, false, false, {type}});
    if (plain && on(C::CopyValues)) author_.declare({"S", sort_of("R"), 0, false, false, {type}});
    if (weak) author_.declare({"U", enumerated(), 0, true, false, {type}});
    if (weak && on(C::CopyValues)) author_.declare({"V", sort_of("U"), 0, random_.chance(50), false, {type}});
    if (on(C::ArrayProcessValues)) author_.declare({"I", "bool", 1, weak_ && random_.chance(60), false, {type}});
    if (on(C::ArrayTwoValues))
      author_.declare({"J", "bool", 0, weak_ && random_.chance(60), false, {type, random_.chance(50) ? "bool" : type}});
    if (on(C::IndexCell)) author_.declare({"Mine", type, 1, false, false});
    if (on(C::IndexWeak)) author_.declare({"O", type, 0, true, false});
  }

  // An update of every cell of an array over an enumeration.
  [[nodiscard]] Assign all_values(const Known& array, const Spot& spot) {
    Spot inside = spot;
    inside.kind = Kind::Condition;
    std::string indices = array.arity > 0 ? "j" : "";
    if (array.arity > 0) inside.processes.emplace_back("j");
    for (std::size_t k = 0; k < array.values.size(); ++k) {
      inside.values.emplace_back(k == 0 ? "v1" : "v2", array.values[k]);
      indices += (indices.empty() ? "" : ", ") + inside.values.back().first;
    }
    const std::string target = array.name + "[" + indices + "]";
    Assign assign{target, "", "", {}};
    const unsigned branches = random_.between(1, 2);
    for (unsigned b = 0; b < branches; ++b) {
      Expr condition{"v1" + std::string(random_.chance(75) ? " = " : " <> ") + author_.index_at(array.values[0], spot), {}};
      if (array.arity > 0 && !spot.processes.empty()) condition = both({{"j = " + random_.pick(spot.processes), {}}, condition});
      if (random_.chance(30)) condition = author_.formula(inside, 1);
      std::string value = author_.term(array.sort, inside);
      if (value.empty() || random_.chance(15)) value = target;
      assign.branches.emplace_back(condition, value);
    }
    if (!draws(C::CaseNoDefault, 60)) assign.value = random_.chance(80) ? target : author_.simplest(array.sort, {{"j"}, "", {}});
    return assign;
  }

  void assign_values(Rule& rule, const Known& array, const Spot& spot) {
    const bool cases = !array.weak || on(C::CaseWeak);
    if (cases && draws(C::CaseValues, 40)) return static_cast<void>(rule.assigns.push_back(all_values(array, spot)));
    const std::string simplest = author_.simplest(array.sort, {{"p"}, "", {}});
    const std::string cell = author_.cell_at(array, spot);
    if (cases && draws(C::CaseValues, 30)) {
      Spot condition = spot;
      condition.kind = Kind::Condition;
      const std::string other = random_.chance(40) ? "" : random_.chance(60) ? cell : assigned_value(rule, array, spot);
      rule.assigns.push_back({cell, other, "", {{author_.formula(condition, 1), assigned_value(rule, array, spot)}}});
      return;
    }
    rule.assigns.push_back({cell, assigned_value(rule, array, spot), simplest, {}});
    if (array.arity > 0 || array.values.size() > 1 || !several_values_ || !draws(C::TwoCells, 60)) return;
    const std::string index = cell.substr(cell.find('[') + 1, cell.rfind(']') - cell.find('[') - 1);
    rule.assigns.push_back({array.name + "[next(" + index + ")]", assigned_value(rule, array, spot), simplest, {}});
  }

  // Of a name that is declared.
  [[nodiscard]] std::string sort_of(const std::string& name) const {
    return std::find_if(author_.symbols.begin(), author_.symbols.end(), [&](const Known& one) { return one.name == name; })->sort;
  }

  // What init says of a symbol, as an equation with the simplest value of its type.
  [[nodiscard]] std::string usual(const Known& symbol, const std::vector<std::string>& indices) {
    std::string left = symbol.name;
    for (unsigned k = 0; k < symbol.arity; ++k) left += (k > 0 ? ", " : "[") + indices[std::min<std::size_t>(k, indices.size() - 1)];
    std::string values;  // the quantifier over its other indices
    for (std::size_t k = 0; k < symbol.values.size(); ++k) {
      const std::string name = "v" + std::to_string(k);
      left += (k + symbol.arity > 0 ? ", " : "[") + name;
      values += "forall " + name + " : " + symbol.values[k] + ". ";
    }
    if (symbol.array()) left += "]";
    if (!values.empty()) return "(" + values + left + " = " + author_.simplest(symbol.sort, {{"z"}, "", {}}) + ")";
    if (symbol.sort == "real") return left + (random_.chance(50) ? " = 0.0" : " = 0.5");
    if (symbol.sort != "proc") return left + " = " + author_.simplest(symbol.sort, {{"z"}, "", {}});
    if (indices.empty()) return author_.constants().empty() ? "true" : left + " = " + author_.constants()[0];
    return left + (symbol.arity > 0 || random_.chance(30) ? " = " : " <> ") + indices[0];
  }

  // Its cells, all of them, by a quantifier of init's own.
  [[nodiscard]] Expr by_quantifier(const Known& symbol) {
    std::vector<std::string> names{"x"};
    if (symbol.arity == 2 || draws(C::InitSeveral, 75)) names.emplace_back("y");
    if (names.size() == 2 && draws(C::InitSeveral, 15)) names.emplace_back("w");
    std::string binder = names[0];
    for (std::size_t k = 1; k < names.size(); ++k) binder += " <> " + names[k];
    Expr body{usual(symbol, names), {}};
    if (symbol.arity == 1 && symbol.values.empty() && names.size() > 1 && symbol.sort != "proc" && random_.chance(35))
      body = {symbol.name + "[x] " + (random_.chance(80) ? "=" : "<>") + " " + symbol.name + "[y]", {}};
    if (!draws(C::InitNotExists, 50)) return {"forall " + binder + ".", {body}};
    return {"not", {{"exists " + binder + ".", {{"not", {body}}}}}};
  }

  // As one of several, also where writing the formula as a disjunction of conjunctions copies it.
  [[nodiscard]] Expr in_disjunction(Expr one, const Spot& spot) {
    if (random_.chance(60)) one = both({either({author_.atom_at(spot), author_.atom_at(spot)}), std::move(one)});
    return either({author_.atom_at(spot), std::move(one)});
  }

  void write_init() {
    Claim& init = author_.model.init;
    std::vector<std::string> names;
    if (!on(C::InitNoParameters)) names.emplace_back("z");
    if (on(C::InitTwoParameters)) names = {"z", "y"};
    for (const std::string& name : names) init.parameters += (init.parameters.empty() ? "" : " ") + name;
    Spot spot;
    spot.kind = Kind::Init;
    spot.processes = names;
    for (const Known& symbol : author_.symbols) {
      if (symbol.name != "PC" && draws(C::InitFree, 30)) continue;
      if ((symbol.sort == "proc" || symbol.constant) && random_.chance(40)) continue;
      if (symbol.sort == "data") continue;
      if (symbol.arity > 0 && (names.empty() || draws(C::InitForall, 25)))
        init.conjuncts.push_back(draws(C::InitDisjunction, 35) ? in_disjunction(by_quantifier(symbol), spot) : by_quantifier(symbol));
      else if (draws(C::InitDisjunction, 35))
        init.conjuncts.push_back(either({{usual(symbol, names), {}}, author_.formula(spot, 1)}));
      else
        init.conjuncts.push_back({usual(symbol, names), {}});
    }
    if (on(C::Abstract) && random_.chance(50)) init.conjuncts.push_back(author_.atom_at(spot));
    if (draws(C::InitNested, 60)) init.conjuncts.push_back(author_.quantified(spot, 2));
    if (draws(C::InitProcesses, 70) && names.size() == 2)
      init.conjuncts.push_back(either({{random_.chance(60) ? "z = y" : "z <> y", {}}, author_.formula(spot, 1)}));
    if (random_.chance(15)) init.conjuncts.push_back(author_.formula(spot, 2));
  }

  // A condition with a plain cell of the index j: private if it is also said that j is the acting process, else not.
  [[nodiscard]] Expr about_own_cell(const std::string& actor) {
    std::vector<Known> arrays;
    for (const Known& symbol : author_.symbols) {
      const bool enumerated = symbol.sort == "pc" || symbol.sort == "bool" || symbol.sort == "val";
      if (symbol.arity == 1 && symbol.values.empty() && !symbol.weak && !symbol.constant && enumerated) arrays.push_back(symbol);
    }
    const Known array = random_.pick(arrays);  // PC at least
    const Expr own{"j = " + actor, {}};
    const Expr cell{array.name + "[j]" + (random_.chance(60) ? " = " : " <> ") + author_.simplest(array.sort, {{"j"}, "", {}}), {}};
    return random_.chance(85) ? both({own, cell}) : either({own, cell});
  }

  [[nodiscard]] Assign all_cells(const Known& array, const Spot& spot) {
    std::string target = array.name + (array.arity == 2 ? "[j, k]" : "[j]");
    Assign assign{target, "", "", {}};
    Spot inside = spot;
    inside.kind = Kind::Condition;
    inside.processes.emplace_back("j");
    if (array.arity == 2) inside.processes.emplace_back("k");
    const unsigned branches = random_.between(1, 2);
    for (unsigned b = 0; b < branches; ++b) {
      Expr condition{std::string(array.arity == 2 && random_.chance(50) ? "k" : "j") + (random_.chance(75) ? " = " : " <> ") +
                         (spot.processes.empty() ? "j" : random_.pick(spot.processes)),
                     {}};
      if (spot.processes.empty() || random_.chance(30)) condition = author_.formula(inside, 1);
      if (!spot.actor.empty() && draws(C::CaseOwnIndex, 70)) condition = about_own_cell(spot.actor);
      std::string value = author_.term(array.sort, spot);
      if (value.empty()) value = target;
      assign.branches.emplace_back(condition, value);
    }
    if (!draws(C::CaseNoDefault, 60)) assign.value = random_.chance(80) ? target : author_.simplest(array.sort, {{"j"}, "", {}});
    return assign;
  }

  // An array that the whole of `array` can be assigned; empty: none.
  [[nodiscard]] std::string copied(const Known& array, const Spot& spot) {
    std::vector<std::string> sources;
    for (const Known& symbol : author_.symbols) {
      const bool fits =
          symbol.arity == array.arity && symbol.sort == array.sort && symbol.values == array.values && author_.usable(symbol, spot);
      const C construct = !array.values.empty()       ? C::CopyValues
                          : array.weak || symbol.weak ? C::CopyWeak
                          : array.arity == 2          ? C::CopyArrayTwo
                                                      : C::CopyArray;
      // An array that is copied to itself is no change, but it is read and written.
      if (fits && on(construct)) sources.insert(sources.end(), symbol.name == array.name ? 1 : 4, symbol.name);
    }
    return sources.empty() ? "" : random_.pick(sources);
  }

  [[nodiscard]] std::string assigned_value(const Rule& rule, const Known& symbol, const Spot& spot) {
    for (const Binding& let : rule.lets) {
      if (let.name == "l" + symbol.sort && random_.chance(80)) return let.name;
    }
    const std::string cell = author_.cell_at(symbol, spot);
    if (symbol.sort == "int" && random_.chance(50)) return cell + " + 1";
    if (symbol.sort == "real" && random_.chance(50)) return cell + " + 0.5";
    if (symbol.weak && symbol.sort == "bool" && random_.chance(50)) return "True";
    const std::string value = author_.term(symbol.sort, spot);
    return value.empty() ? cell : value;
  }

  // Beside weak memory the plain cells of other processes are left alone, except where that is the point.
  [[nodiscard]] bool may_share(const Known& symbol) const { return !weak_ || symbol.weak || on(C::SharedPlain); }
  [[nodiscard]] std::string own_or_any(const Known& symbol, const Spot& spot) {
    return may_share(symbol) || spot.actor.empty() ? random_.pick(spot.processes) : spot.actor;
  }

  Assign case_of_cell(Rule& rule, const Known& symbol, const Spot& spot, const std::string& process) {
    const std::string cell = symbol.name + "[" + process + "]";
    Spot condition = spot;
    condition.kind = Kind::Condition;
    const std::string other = draws(C::CaseNoDefault, 50) ? "" : random_.chance(60) ? cell : assigned_value(rule, symbol, spot);
    return {cell, other, "", {{author_.formula(condition, 1), assigned_value(rule, symbol, spot)}}};
  }

  void add_several(Rule& rule, const Known& symbol, const Spot& spot) {
    for (std::size_t k = 0; k < spot.processes.size(); ++k) {
      const std::string& process = spot.processes[k];
      if (k > 1 && random_.chance(50)) continue;
      if ((!symbol.weak || on(C::CaseWeak)) && random_.chance(25)) {
        rule.assigns.push_back(case_of_cell(rule, symbol, spot, process));
      } else {
        rule.assigns.push_back(
            {symbol.name + "[" + process + "]", assigned_value(rule, symbol, spot), author_.simplest(symbol.sort, {{"p"}, "", {}}), {}});
      }
    }
  }

  void add_assign(Rule& rule, const Known& symbol, const Spot& spot) {
    const std::string simplest = author_.simplest(symbol.sort, {{"p"}, "", {}});
    const bool cases = !symbol.weak || on(C::CaseWeak);
    const std::string source = symbol.array() && random_.chance(40) ? copied(symbol, spot) : "";
    if (!source.empty()) {
      rule.assigns.push_back({symbol.name, source, "", {}});
      return;
    }
    if (!symbol.values.empty()) return assign_values(rule, symbol, spot);
    if (symbol.arity == 0 && (symbol.weak ? draws(C::HavocWeak, 40) : draws(C::Havoc, 40))) {
      rule.assigns.push_back({symbol.name, "?", simplest, {}});
    } else if (symbol.arity > 0 && cases && !author_.constants().empty() && draws(C::CaseConstantCell, 70)) {
      const std::string cell = symbol.name + (symbol.arity == 2 ? "[#1, #1]" : "[#1]");
      Spot condition = spot;
      condition.kind = Kind::Condition;
      rule.assigns.push_back(
          {cell, random_.chance(50) ? cell : "", "", {{author_.formula(condition, 1), assigned_value(rule, symbol, spot)}}});
    } else if (symbol.arity == 1 && cases && !spot.processes.empty() && draws(C::CaseParameterCell, 50)) {
      rule.assigns.push_back(case_of_cell(rule, symbol, spot, own_or_any(symbol, spot)));
    } else if (symbol.arity == 1 && spot.processes.size() > 1 && may_share(symbol) && draws(C::SeveralCells, 50)) {
      add_several(rule, symbol, spot);
    } else if (symbol.arity > 0 && cases && draws(symbol.arity == 2 ? C::CaseAllTwo : C::CaseAll, 50)) {
      rule.assigns.push_back(all_cells(symbol, spot));
    } else if (symbol.arity == 0 && cases && draws(C::CaseVariable, 50)) {
      Spot condition = spot;
      condition.kind = Kind::Condition;
      const std::string other = draws(C::CaseNoDefault, 50) ? "" : random_.chance(60) ? symbol.name : assigned_value(rule, symbol, spot);
      rule.assigns.push_back({symbol.name, other, "", {{author_.formula(condition, 1), assigned_value(rule, symbol, spot)}}});
    } else {
      rule.assigns.push_back({author_.cell_at(symbol, spot), assigned_value(rule, symbol, spot), simplest, {}});
    }
    // Numbers that grow without end tell the enumerator little.
    if ((symbol.sort == "int" || symbol.sort == "real") && random_.chance(80))
      rule.conjuncts.push_back({author_.cell_at(symbol, spot) + (symbol.sort == "int" ? " < 2" : " < 1.0"), {}});
  }

  [[nodiscard]] Spot write_parameters(Rule& rule, unsigned number) {
    Spot spot;
    const bool none = number > 0 && draws(C::NoParameters, 50);
    if (none) return spot;
    spot.processes = {"p"};
    if (random_.chance(30)) spot.processes.emplace_back("q");
    if (spot.processes.size() == 2 && on(C::ThreeParameters)) spot.processes.emplace_back("r");
    const bool acting = weak_ ? number == 0 || !draws(C::NoActor, 60) : random_.chance(15);
    const bool last = acting && spot.processes.size() > 1 && draws(C::ActorNotFirst, 70);
    if (acting) spot.actor = "p";
    std::vector<std::string> names = spot.processes;
    if (acting) names[0] = "[p]";
    if (last) std::reverse(names.begin(), names.end());
    for (const std::string& name : names) rule.parameters += (rule.parameters.empty() ? "" : " ") + name;
    std::reverse(spot.processes.begin(), spot.processes.end());  // the actor is preferred
    spot.fences = !spot.actor.empty();
    return spot;
  }

  void write_lets(Rule& rule, const Spot& spot, bool writes) {
    std::vector<Known> readable;
    for (const Known& symbol : author_.symbols) {
      if (author_.usable(symbol, spot)) readable.push_back(symbol);
    }
    if (readable.empty()) return;
    const auto bind = [&](const std::string& name, const Known& symbol) {
      const std::string value =
          random_.chance(50) || symbol.sort == "slot" ? author_.cell_at(symbol, spot) : author_.term(symbol.sort, spot);
      if (!value.empty()) rule.lets.push_back({name.empty() ? "l" + symbol.sort : name, value});
    };
    if (draws(C::Let, 70)) bind("", random_.pick(readable));
    if (draws(C::LetUnused, 60)) bind("none", random_.pick(readable));
    std::erase_if(readable, [](const Known& symbol) { return !symbol.weak; });
    if (!readable.empty() && writes && draws(C::LetUnusedRead, 60))
      rule.lets.push_back({"seen", author_.cell_at(random_.pick(readable), spot)});
  }

  void write_rule(unsigned number, unsigned from, unsigned to) {
    Rule rule;
    rule.name = "t" + std::to_string(number);
    const Spot spot = write_parameters(rule, number);
    const bool walks = !spot.processes.empty() && (!weak_ || !spot.actor.empty() || on(C::SharedPlain));
    if (walks && !draws(C::Unguarded, 50)) rule.conjuncts.push_back({"PC[p] = " + counter(from), {}});
    if (walks) rule.assigns.push_back({"PC[p]", counter(to), "Q0", {}});
    const bool protocol = protocol_ && !spot.actor.empty();
    if (protocol && number == 0) {
      write_lets(rule, spot, true);
      rule.assigns.push_back({"W[p]", "True", "False", {}});
    } else if (protocol && number == 1) {
      enter(rule, spot);
    } else {
      write_action(rule, spot);
    }
    if (!draws(C::Unguarded, 80)) add_guard(rule, spot, protocol && number < 2);
    author_.model.rules.push_back(std::move(rule));
  }

  // The step into the critical section.
  void enter(Rule& rule, const Spot& spot) {
    if (random_.chance(70)) {
      Expr body{"W[o] = False", {}};
      if (draws(C::Fence, 40)) body = both({body, {"fence()", {}}});
      rule.conjuncts.push_back({random_.chance(85) ? "forall_other o." : "forall o.", {body}});
      if (rule.conjuncts.back().text == "forall o.") rule.conjuncts.back().args[0] = either({{"o = p", {}}, body});
    }
    if (spot.processes.size() > 1) rule.conjuncts.push_back({"W[q] = False", {}});
    if (draws(C::Fence, 60)) rule.conjuncts.push_back(author_.fence(spot));
  }

  void write_action(Rule& rule, const Spot& spot) {
    std::vector<Known> plain, weak;
    for (const Known& symbol : author_.symbols) {
      if (symbol.name == "PC" || symbol.constant || !author_.usable(symbol, spot)) continue;
      if (weak_ && !symbol.weak && symbol.arity == 0 && !random_.chance(on(C::SharedPlain) ? 60 : 25)) continue;
      (symbol.weak ? weak : plain).push_back(symbol);
    }
    const bool writes = !weak.empty() && random_.chance(60);
    write_lets(rule, spot, writes);
    if (writes) {
      const Known& first = random_.pick(weak);
      add_assign(rule, first, spot);
      const Known& second = random_.pick(weak);
      if (second.name != first.name && random_.chance(25)) add_assign(rule, second, spot);
    }
    for (const Known& symbol : plain) {
      if (random_.chance(weak_ ? 30 : 50)) add_assign(rule, symbol, spot);
    }
    if (!weak.empty() && (!writes || draws(C::ReadModifyWrite, 50))) rule.conjuncts.push_back(author_.about(random_.pick(weak), spot));
    if (!spot.actor.empty() && draws(C::Fence, 30)) rule.conjuncts.push_back(author_.fence(spot));
  }

  void add_guard(Rule& rule, const Spot& spot, bool sparing) {
    if (random_.chance(on(C::Predicate) ? 70 : sparing ? 15 : 45)) rule.conjuncts.push_back(author_.formula(spot, 2));
    Spot under = spot;
    under.positive = false;
    under.negative = true;
    under.fences = false;
    if (draws(C::GuardNegated, sparing ? 20 : 50)) rule.conjuncts.push_back({"not", {author_.quantified(under, 1)}});
    if (draws(C::GuardNested, sparing ? 20 : 40)) rule.conjuncts.push_back(author_.quantified(spot, 2));
    if (!spot.processes.empty() && !author_.constants().empty() && random_.chance(25))
      rule.conjuncts.push_back({"p " + std::string(random_.chance(65) ? "= " : "<> ") + random_.pick(author_.constants()), {}});
    if (spot.processes.size() > 1 && draws(C::ProcessOrder, 40)) rule.conjuncts.push_back({random_.chance(50) ? "p < q" : "q < p", {}});
  }

  void write_unsafe(unsigned number) {
    Claim unsafe;
    if (random_.chance(20)) unsafe.name = "bad" + std::to_string(number);
    std::vector<std::string> names{"a"};
    if (random_.chance(protocol_ ? 85 : 50)) names.emplace_back("b");
    if (on(C::UnsafeThree)) names = {"a", "b", "c"};
    const bool exclusion = protocol_ && random_.chance(60);
    if (on(C::UnsafeNoParameters) && !exclusion) names.clear();
    Spot spot;
    spot.kind = Kind::Unsafe;
    spot.processes = names;
    for (const std::string& name : names) {
      unsafe.parameters += (unsafe.parameters.empty() ? "" : " ") + name;
      if (exclusion || random_.chance(75))
        unsafe.conjuncts.push_back({"PC[" + name + "] = " + counter(exclusion || random_.chance(70) ? counters_ - 1 : 1), {}});
    }
    if (names.empty() && (random_.chance(80) || author_.constants().empty()))
      unsafe.conjuncts.push_back({"exists o.", {both({{"PC[o] = " + counter(counters_ - 1), {}}, author_.atom_at(inside(spot))})}});
    if (!author_.constants().empty() && !names.empty() && draws(C::ConstantUnsafe, 50))
      unsafe.conjuncts.push_back({"a = " + random_.pick(author_.constants()), {}});
    if (!exclusion || random_.chance(20)) unsafe.conjuncts.push_back(author_.formula(spot, random_.between(0, 2)));
    Spot under = spot;
    under.positive = false;
    under.negative = true;
    if (draws(C::UnsafeNotForall, 60)) unsafe.conjuncts.push_back({"not", {author_.quantified(under, 1)}});
    if (draws(C::UnsafeTwo, 70)) {
      for (const char* prefix : {"exists o.", "exists o."}) unsafe.conjuncts.push_back({prefix, {author_.atom_at(inside(spot))}});
    } else if (random_.chance(35)) {
      unsafe.conjuncts.push_back(author_.quantified(spot, 2));
    }
    author_.model.unsafes.push_back(std::move(unsafe));
  }

  [[nodiscard]] static Spot inside(Spot spot) {
    spot.processes.emplace_back("o");
    spot.bound = 1;
    spot.in_quantifier = true;
    return spot;
  }

  void write_invariant() {
    Claim invariant;
    std::vector<std::string> names{"a"};
    if (random_.chance(50)) names.emplace_back("b");
    Spot spot;
    spot.kind = Kind::Invariant;
    spot.processes = names;
    for (const std::string& name : names) {
      invariant.parameters += (invariant.parameters.empty() ? "" : " ") + name;
      if (random_.chance(80)) invariant.conjuncts.push_back({"PC[" + name + "] = " + counter(random_.below(counters_)), {}});
    }
    if (draws(C::InvariantExists, 70)) invariant.conjuncts.push_back(author_.quantified(spot, 1));
    for (const Known& symbol : author_.symbols) {
      if (symbol.weak && draws(C::InvariantWeak, 40)) invariant.conjuncts.push_back(author_.about(symbol, spot));
    }
    if (invariant.conjuncts.empty() || random_.chance(60)) invariant.conjuncts.push_back(author_.formula(spot, 1));
    author_.model.invariants.push_back(std::move(invariant));
  }

  LanguageAuthor author_;
  Random& random_;
  const bool weak_;
  bool protocol_ = false;
  bool several_values_ = false;  // of the enumeration that arrays are indexed by
  unsigned counters_ = 3;
};

}  // namespace

Model generate_language(std::uint64_t seed, bool weak) { return LanguageModel(seed, weak).write(); }

}  // namespace parapet::test
