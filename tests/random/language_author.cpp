#include "random/language_author.h"

#include <algorithm>

namespace parapet::test {
namespace {

using C = Construct;
using Kind = Spot::Kind;

const std::vector<std::string> bound_names{"o", "v", "w", "u", "x", "y2"};

Spot negated(Spot spot) {
  std::swap(spot.positive, spot.negative);
  spot.fences = false;
  return spot;
}

Spot both_ways(Spot spot) {
  spot.positive = spot.negative = true;
  spot.fences = false;
  return spot;
}

// Constructs that need another one to show.
struct Needs {
  Construct construct, needed;
};
constexpr Needs needs[] = {
    {C::GuardSeveral, C::GuardForall},
    {C::GuardNested, C::GuardForallOther},
    {C::GuardNegated, C::GuardExistsOther},
    {C::UnsafeSeveral, C::UnsafeExists},
    {C::UnsafeNested, C::UnsafeExists},
    {C::InitSeveral, C::InitForall},
    {C::InitNested, C::InitForall},
    {C::InitProcesses, C::InitTwoParameters},
    {C::InvariantExists, C::Invariant},
    {C::InvariantWeak, C::Invariant},
    {C::LargeConstant, C::Constant},
    {C::Constant, C::NumberProcs},
    {C::ConstantIndex, C::Constant},
    {C::ConstantInit, C::Constant},
    {C::ConstantUnsafe, C::Constant},
    {C::ConstantValue, C::Constant},
    {C::ConstantValue, C::ProcVariable},
    {C::CaseConstantCell, C::Constant},
    {C::PredicateQuantifier, C::Predicate},
    {C::PredicateQuantifier, C::GuardForallOther},
    {C::PredicateFence, C::Predicate},
    {C::Multiple, C::Sum},
    {C::ProcsGuard, C::Procs},
    {C::CountInit, C::Count},
    {C::CountOthers, C::Count},
    {C::Sum, C::Int},
    {C::CaseAllTwo, C::TwoDimensional},
    {C::CaseOwnIndex, C::CaseAll},
    {C::CopyArrayTwo, C::TwoDimensional},
    {C::CopyWeak, C::WeakArray},
    {C::FenceDisjunction, C::Fence},
    {C::FenceDemanded, C::Fence},
    {C::FenceUniversal, C::Fence},
    {C::FenceNotExists, C::Fence},
    {C::FenceExists, C::Fence},
    {C::IndexWeak, C::ArrayWeakValues},
    {C::WriteIndex, C::IndexCell},
};

bool about_states(const Spot& spot) { return spot.kind == Kind::Unsafe || spot.kind == Kind::Invariant; }

}  // namespace

LanguageAuthor::LanguageAuthor(std::uint64_t seed, bool weak) : Author(seed), weak_(weak) {
  for (const ConstructRow& row : construct_table) {
    if (random.chance(row.weight) && (weak || !row.weak_only)) on_.set(static_cast<std::size_t>(row.construct));
  }
  for (const Needs& rule : needs) {
    if (on(rule.construct)) on_.set(static_cast<std::size_t>(rule.needed));
  }
  if (!on(C::NumberProcs)) return;
  model.number_procs = random.between(1, 3);
  if (on(C::LargeConstant)) model.number_procs = random.chance(50) ? 40000 : 70000;
  if (!on(C::Constant)) return;
  for (const C place : {C::ConstantIndex, C::ConstantInit, C::ConstantUnsafe, C::ConstantValue}) {
    if (random.chance(50)) on_.set(static_cast<std::size_t>(place));
  }
  // #32769 and #65537 are #1 in 15 and in 16 bits.
  constants_ = {"#1"};
  if (on(C::LargeConstant))
    constants_.emplace_back(model.number_procs > 65537 && random.chance(50) ? "#65537" : "#32769");
  else if (model.number_procs > 1 && random.chance(60))
    constants_.emplace_back("#2");
}

bool LanguageAuthor::usable(const Known& symbol, const Spot& spot) const {
  const bool reader = about_states(spot) ? !spot.processes.empty() : spot.kind == Kind::Init || !spot.actor.empty();
  if (symbol.weak && !reader) return false;
  if (symbol.arity == 0) return true;
  if (spot.processes.empty()) return false;
  // Beside weak memory the plain cells of other processes are left alone, except where that is the point.
  const bool own = weak_ && !symbol.weak && !symbol.constant && !on(C::SharedPlain);
  return !own || spot.kind == Kind::Init || about_states(spot) || !spot.actor.empty();
}

std::string LanguageAuthor::process(const Spot& spot) {
  if (!constants_.empty() && random.chance(20)) {
    const C where = spot.kind == Kind::Init ? C::ConstantInit : about_states(spot) ? C::ConstantUnsafe : C::ConstantIndex;
    if (on(where)) return random.pick(constants_);
  }
  if (spot.processes.empty()) return constants_.empty() ? "" : random.pick(constants_);
  return random.chance(60) ? spot.processes.back() : random.pick(spot.processes);
}

std::string LanguageAuthor::cell_at(const Known& symbol, const Spot& spot) {
  std::string text;
  if (symbol.weak && about_states(spot)) text = process(spot) + " @ ";
  text += symbol.name;
  const bool own = weak_ && !symbol.weak && !symbol.constant && !spot.actor.empty() && !draws(C::SharedPlain, 50);
  for (unsigned k = 0; k < symbol.arity; ++k) text += (k > 0 ? ", " : "[") + (own && k == 0 ? spot.actor : process(spot));
  for (std::size_t k = 0; k < symbol.values.size(); ++k) text += (k + symbol.arity > 0 ? ", " : "[") + index_at(symbol.values[k], spot);
  return symbol.array() ? text + "]" : text;
}

std::string LanguageAuthor::index_at(const std::string& type, const Spot& spot) {
  if (draws(C::Next, 15)) return (random.chance(60) ? "next(" : "prev(") + index_at(type, spot) + ")";
  std::vector<std::string> bound;
  for (const auto& [name, of] : spot.values) {
    if (of == type) bound.push_back(name);
  }
  if (!bound.empty() && random.chance(65)) return random.pick(bound);
  std::vector<Known> cells;
  for (const Known& symbol : symbols) {
    const bool drawn = symbol.weak ? on(C::IndexWeak) : on(C::IndexCell);
    if (symbol.sort == type && symbol.values.empty() && drawn && usable(symbol, spot)) cells.push_back(symbol);
  }
  if (!cells.empty() && random.chance(65)) return cell_at(random.pick(cells), spot);
  return value(type, {{"p"}, "", {}}, false);
}

Expr LanguageAuthor::over_values(const Spot& spot, unsigned depth) {
  static const std::vector<std::string> names{"s", "t", "s2", "t2", "s3", "t3"};
  if (index_types.empty() || spot.values.size() + 2 > names.size()) return atom_at(spot);
  const bool universal = on(C::ValueForall) && (!on(C::ValueExists) || random.chance(50));
  const std::string type = random.pick(index_types);
  Spot inside = spot;
  inside.values.emplace_back(names[spot.values.size()], type);
  std::string prefix = (universal ? "forall " : "exists ") + inside.values.back().first;
  if (random.chance(20)) {
    inside.values.emplace_back(names[inside.values.size()], type);
    prefix += " <> " + inside.values.back().first;
  }
  Expr body = formula(inside, depth);
  if (random.chance(30))
    body = either({{inside.values.back().first + (random.chance(50) ? " = " : " <> ") + index_at(type, spot), {}}, body});
  return {prefix + " : " + type + ".", {body}};
}

std::string LanguageAuthor::number(const std::string& sort, const Spot& spot) {
  const std::string literal = sort == "int"       ? std::to_string(random.below(3))
                              : random.chance(50) ? "0.5"
                              : random.chance(50) ? "0.0"
                                                  : "1.0";
  const bool states = spot.kind == Kind::Init || about_states(spot);
  if (sort == "int" && !spot.macro && draws(states ? C::Procs : C::ProcsGuard, 25)) return "#procs";
  if (!draws(C::Sum, 30)) return literal;
  std::vector<Known> same;
  for (const Known& symbol : symbols) {
    if (symbol.sort == sort && usable(symbol, spot)) same.push_back(symbol);
  }
  if (same.empty()) return literal;
  std::string left = cell_at(random.pick(same), spot);
  if (draws(C::Multiple, 40)) left = "2 * " + left;
  const std::string right = random.chance(30) ? cell_at(random.pick(same), spot) : literal;
  return left + (random.chance(60) ? " + " : " - ") + right;
}

std::string LanguageAuthor::term(const std::string& sort, const Spot& spot, const std::string& not_this) {
  std::vector<Known> same;
  for (const Known& symbol : symbols) {
    if (symbol.sort == sort && usable(symbol, spot)) same.push_back(symbol);
  }
  const bool nothing_else = value(sort, {{"p"}, "", {}}, false).empty() || sort == "data";
  if (!same.empty() && (nothing_else || random.chance(25))) {
    const std::string text = cell_at(random.pick(same), spot);
    if (text != not_this) return text;
  }
  if (sort == "int" || sort == "real") return number(sort, spot);
  if (draws(C::Next, 20) && std::count(index_types.begin(), index_types.end(), sort) > 0) return index_at(sort, spot);
  if (sort == "proc") return !constants_.empty() && draws(C::ConstantValue, 50) ? random.pick(constants_) : process(spot);
  return sort == "data" ? "" : value(sort, {{"p"}, "", {}}, false, "");
}

Expr LanguageAuthor::about(const Known& symbol, const Spot& spot) {
  const std::string left = cell_at(symbol, spot);
  const std::string right = term(symbol.sort, spot, left);
  if (right.empty()) return {"true", {}};
  static const std::vector<std::string> orders{"<", "<=", ">", ">="};
  const bool numeric = symbol.sort == "int" || symbol.sort == "real";
  const bool ordered = numeric                 ? random.chance(55)
                       : symbol.sort == "proc" ? draws(C::ProcessOrder, 30)
                                               : symbol.sort != "data" && draws(C::EnumOrder, 40);
  const std::string relation = ordered ? random.pick(orders) : random.chance(75) ? "=" : "<>";
  return {left + " " + relation + " " + right, {}};
}

Expr LanguageAuthor::process_atom(const Spot& spot) {
  const std::string left = spot.processes.back();
  std::vector<std::string> others(spot.processes.begin(), spot.processes.end() - 1);
  const C where = spot.kind == Kind::Init ? C::ConstantInit : about_states(spot) ? C::ConstantUnsafe : C::Constant;
  if (on(where)) others.insert(others.end(), constants_.begin(), constants_.end());
  if (others.empty()) return {"true", {}};
  const std::string relation = draws(C::ProcessOrder, 60) ? (random.chance(50) ? " < " : " > ") : random.chance(50) ? " = " : " <> ";
  return {left + relation + random.pick(others), {}};
}

// How many processes are where, or that there are so many.
Expr LanguageAuthor::count_atom(const Spot& spot) {
  static const std::vector<std::string> relations{" = ", " <> ", " >= ", " <= ", " > "};
  const std::string number = random.chance(30) && on(C::Procs) ? "#procs" : std::to_string(random.between(0, 2));
  const bool counts = spot.kind == Kind::Init ? draws(C::CountInit, 60) : about_states(spot) && draws(C::Count, 70);
  if (!counts) return {"#procs" + random.pick(relations) + std::to_string(random.between(1, 3)), {}};
  std::string body = "PC[c] = Q" + std::to_string(random.below(2));
  if (random.chance(30)) body = "PC[c] <> Q" + std::to_string(random.below(2));
  if (!spot.processes.empty() && draws(C::CountOthers, 60)) body += " && c <> " + random.pick(spot.processes);
  return {"count (c) { " + body + " }" + random.pick(relations) + number, {}};
}

Expr LanguageAuthor::atom_at(const Spot& spot) {
  const bool states = spot.kind == Kind::Init || about_states(spot);
  const bool counts = states ? on(C::Procs) || on(C::Count) || on(C::CountInit) : on(C::ProcsGuard);
  if (counts && !spot.macro && random.chance(20)) return count_atom(spot);
  const bool processes = spot.kind != Kind::Init || on(C::InitProcesses);
  if (processes && !spot.processes.empty() && random.chance(spot.in_quantifier ? 18 : 8)) {
    Expr one = process_atom(spot);
    if (one.text != "true") return one;
  }
  std::vector<Known> candidates;
  for (const Known& symbol : symbols) {
    if (!usable(symbol, spot)) continue;
    // Inside a quantifier something should depend on its variable.
    const unsigned copies = spot.in_quantifier && symbol.arity > 0 ? 3 : 1;
    candidates.insert(candidates.end(), copies, symbol);
  }
  return candidates.empty() ? Expr{"true", {}} : about(random.pick(candidates), spot);
}

std::vector<Construct> LanguageAuthor::connectives(const Spot& spot) const {
  std::vector<Construct> all;
  for (const Construct one : {C::Not, C::Implies, C::Iff, C::If}) {
    if (on(one)) all.insert(all.end(), 2, one);
  }
  const C disjunction = spot.kind == Kind::Init     ? C::InitDisjunction
                        : spot.kind == Kind::Unsafe ? C::UnsafeDisjunction
                                                    : C::GuardDisjunction;
  if (on(disjunction) || spot.in_quantifier) all.insert(all.end(), 3, disjunction);
  return all;
}

// Which words may stand here: `init` is universal, `unsafe` and invariants existential, in a guard nothing existential stands inside
// something universal.
std::vector<std::string> LanguageAuthor::quantifiers(const Spot& spot) const {
  struct Word {
    const char* text;
    bool universal;
    Construct guard, init, unsafe;
  };
  static constexpr Word words[] = {
      {"forall", true, C::GuardForall, C::InitForall, C::UnsafeNotForall},
      {"exists", false, C::GuardExists, C::InitNotExists, C::UnsafeExists},
      {"forall_other", true, C::GuardForallOther, C::GuardForallOther, C::UnsafeNotForall},
      {"exists_other", false, C::GuardExistsOther, C::GuardExistsOther, C::UnsafeExistsOther},
  };
  std::vector<std::string> all;
  for (const Word& word : words) {
    const bool other = std::string(word.text).find("_other") != std::string::npos;
    const bool universal = (spot.positive && word.universal) || (spot.negative && !word.universal);
    const bool existential = (spot.positive && !word.universal) || (spot.negative && word.universal);
    bool allowed = false;
    switch (spot.kind) {
      case Kind::Init:
        allowed = on(word.init) && !existential && !other;
        break;
      case Kind::Unsafe:
        allowed = on(word.unsafe) && !universal;
        break;
      case Kind::Invariant:
        allowed = on(C::InvariantExists) && !universal;
        break;
      case Kind::Guard:
        allowed = on(word.guard) && !(existential && spot.in_universal);
        break;
      case Kind::Condition:
        break;
    }
    if (allowed) all.emplace_back(word.text);
  }
  return all;
}

Expr LanguageAuthor::quantified(const Spot& spot, unsigned depth) {
  const std::vector<std::string> words = quantifiers(spot);
  if (words.empty() || spot.bound + 2 > bound_names.size()) return atom_at(spot);
  const std::string word = random.pick(words);
  const bool other = word.find("_other") != std::string::npos;
  const C several = spot.kind == Kind::Init ? C::InitSeveral : about_states(spot) ? C::UnsafeSeveral : C::GuardSeveral;
  Spot inside = spot;
  unsigned count = !other && draws(several, 60) ? 2 : 1;
  if (count == 2 && spot.bound + 3 <= bound_names.size() && random.chance(15)) count = 3;
  std::string prefix = word;
  for (unsigned k = 0; k < count; ++k) {
    const std::string& name = bound_names[inside.bound++];
    prefix += (k > 0 ? " <> " : " ") + name;
    inside.processes.push_back(name);
  }
  const bool says_forall = word.rfind("forall", 0) == 0;
  inside.in_universal = inside.in_universal || (spot.positive && says_forall) || (spot.negative && !says_forall);
  inside.in_quantifier = true;
  const C nested = spot.kind == Kind::Init ? C::InitNested : about_states(spot) ? C::UnsafeNested : C::GuardNested;
  if (depth > 0 && draws(nested, 60)) return {prefix + ".", {quantified(inside, depth - 1)}};
  return {prefix + ".", {formula(inside, depth == 0 ? 0 : depth - 1)}};
}

Expr LanguageAuthor::connective(Construct construct, const Spot& spot, unsigned depth) {
  switch (construct) {
    case C::Not:
      return {"not", {formula(negated(spot), depth)}};
    case C::Implies:
      return {"=>", {formula(negated(spot), depth), formula(spot, depth)}};
    case C::Iff:
      return {"<=>", {formula(both_ways(spot), depth), formula(both_ways(spot), depth)}};
    case C::If:
      return {"if", {formula(both_ways(spot), depth), formula(spot, depth), formula(spot, depth)}};
    default:
      return either({formula(spot, depth), formula(spot, depth)});
  }
}

Expr LanguageAuthor::formula(const Spot& spot, unsigned depth) {
  if (draws(C::Truth, 8)) return {random.chance(50) ? "true" : "false", {}};
  if (spot.fences && spot.kind == Kind::Guard && draws(C::Fence, 8)) return {"fence()", {}};
  if (!spot.macro && !predicates_.empty() && random.chance(35)) {
    Expr one = call(spot);
    if (one.text != "true") return one;
  }
  if (!index_types.empty() && (draws(C::ValueForall, 10) || draws(C::ValueExists, 10)))
    return over_values(spot, depth == 0 ? 0 : depth - 1);
  if (depth == 0) return atom_at(spot);
  const unsigned kind = random.below(100);
  if (kind < 25) return atom_at(spot);
  if (kind < 55 && !quantifiers(spot).empty()) return quantified(spot, depth);
  const auto all = connectives(spot);
  if (kind < 85 && !all.empty()) return connective(random.pick(all), spot, depth - 1);
  return both({formula(spot, depth - 1), formula(spot, depth - 1)});
}

Expr LanguageAuthor::fence(const Spot& spot) {
  const Expr fence{"fence()", {}};
  const auto question = [&](const Spot& here) { return atom_at(here); };
  Spot inside = spot;
  inside.processes.push_back(bound_names[spot.bound]);
  ++inside.bound;
  inside.in_quantifier = inside.in_universal = true;
  const std::string name = " " + bound_names[spot.bound] + ".";
  const std::string universal = (random.chance(70) ? "forall_other" : "forall") + name;
  if (draws(C::FenceDemanded, 35)) {
    switch (random.below(4)) {
      case 0:
        return {universal, {both({either({fence, {"false", {}}}), question(inside)})}};
      case 1:
        return {universal, {{"if", {question(inside), fence, fence}}}};
      case 2:
        return {universal, {both({either({question(inside), fence}), fence})}};
      default:
        return {universal, {both({question(inside), fence})}};
    }
  }
  if (draws(C::FenceUniversal, 30)) {
    const Expr body = either({fence, question(inside)});
    return {universal, {random.chance(50) ? body : both({body, question(inside)})}};
  }
  if (draws(C::FenceNotExists, 30)) {
    const std::string existential = (random.chance(70) ? "exists_other" : "exists") + name;
    const Expr body = random.chance(60) ? both({question(inside), fence}) : either({question(inside), fence});
    return {"not", {{existential, {{"not", {body}}}}}};
  }
  if (draws(C::FenceExists, 30)) return {(random.chance(50) ? "exists_other" : "exists") + name, {both({question(inside), fence})}};
  if (draws(C::FenceDisjunction, 40)) {
    if (random.chance(50)) return either({question(spot), fence});
    return either({question(spot), both({fence, question(spot)})});
  }
  return fence;
}

Expr LanguageAuthor::call(const Spot& spot) {
  const Called& predicate = random.pick(predicates_);
  const bool plain_place = spot.positive && !spot.negative && !spot.in_universal;
  if (predicate.guard_only && (spot.kind != Kind::Guard || (weak_ && !spot.fences) || !plain_place)) return {"true", {}};
  if (spot.processes.empty()) return {"true", {}};
  // Beside weak memory its plain cells should be the actor's own.
  std::string text = predicate.name + "(" + (weak_ && !spot.actor.empty() ? spot.actor : process(spot));
  if (!predicate.value_sort.empty()) text += ", " + value(predicate.value_sort, {{"p"}, "", {}}, false, "");
  return {text + ")", {}};
}

// Their parameter stands for the actor in guards, so that its plain cells are not shared by them.
void LanguageAuthor::write_predicates() {
  if (!on(C::Predicate)) return;
  std::vector<Known> plain;
  for (const Known& symbol : symbols) {
    if (!symbol.weak && symbol.arity == 1 && symbol.values.empty() &&
        (symbol.sort == "bool" || symbol.sort == "val" || symbol.sort == "pc"))
      plain.push_back(symbol);
  }
  if (!plain.empty() && random.chance(50)) {
    const Known& array = random.pick(plain);
    model.predicates.push_back({"same", {"m", "n"}, {array.name + "[m] " + (random.chance(70) ? "=" : "<>") + " n", {}}});
    predicates_.push_back({"same", false, array.sort});
  }
  if (predicates_.empty() || random.chance(60)) {
    Spot spot;
    spot.processes = {"m"};
    spot.actor = "m";
    spot.macro = true;
    spot.bound = 3;
    const bool guard_only = on(C::PredicateFence) || on(C::PredicateQuantifier) || weak_;
    if (!guard_only) spot.kind = Kind::Condition;
    Expr body = draws(C::PredicateQuantifier, 80) ? quantified(spot, 1) : formula(spot, 1);
    if (draws(C::PredicateFence, 80)) body = random.chance(60) ? both({body, {"fence()", {}}}) : either({body, {"fence()", {}}});
    model.predicates.push_back({"good", {"m"}, body});
    predicates_.push_back({"good", guard_only, ""});
  }
}

}  // namespace parapet::test
