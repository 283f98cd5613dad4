// Why the effects hold.
// Names carry no meaning, and the order of declarations and of conjuncts none either (the search may go another way, the verdict stays).
// Whether a step is atomic is decided by its text: it does not matter where in the text a weak name is read.
// State that no guard and no `unsafe` of the model asks about changes nothing, nor do the weak writes to it: they are never waited for
// except by fences, and a buffer can always be emptied. A conjunct more in a guard, a fence among them, takes executions away and adds
// none: a transition that it makes an atomic read-modify-write does what an unlucky one did whose write reached memory at once.
#include "random/relations.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "random/author.h"

namespace parapet::test {
namespace {

using Changed = std::optional<std::string>;

bool reserved(const std::string& word) {
  static const std::set<std::string> words{
      "True",  "False",      "array",     "bool", "case",   "const",        "else",      "exists",       "exists_other", "false",
      "fence", "wfence",     "next",      "prev", "count",  "procs",        "forall",    "forall_other", "if",           "in",
      "init",  "int",        "invariant", "let",  "not",    "number_procs", "predicate", "proc",         "real",         "requires",
      "then",  "transition", "true",      "type", "unsafe", "var",          "weak"};
  return words.count(word) > 0;
}

// The first letter keeps its case, by which the language tells variables from processes. The prefixes make the alphabetical order another.
Changed rename(const Model& model, std::uint64_t seed) {
  const std::string text = to_text(model);
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto is_part = [&](std::size_t k) {
      return k < text.size() && (std::isalnum(static_cast<unsigned char>(text[k])) != 0 || text[k] == '_');
    };
    std::size_t end = at;
    while (is_part(end)) ++end;
    const std::string word = text.substr(at, std::max<std::size_t>(end - at, 1));
    if (std::isalpha(static_cast<unsigned char>(word[0])) != 0 && !reserved(word)) {
      std::uint64_t sum = seed;
      for (const char c : word) sum = sum * 31 + static_cast<unsigned char>(c);
      const bool upper = std::isupper(static_cast<unsigned char>(word[0])) != 0;
      result += static_cast<char>((upper ? 'A' : 'a') + static_cast<char>(Random(sum).below(26)));
      result += "r_";
    }
    result += word;
    at += word.size();
  }
  return result;
}

template <class T>
void shuffle(std::vector<T>& items, Random& random) {
  for (std::size_t k = items.size(); k > 1; --k) std::swap(items[k - 1], items[random.below(k)]);
}

Changed permute(const Model& model, std::uint64_t seed) {
  Random random(seed);
  Model result = model;
  shuffle(result.symbols, random);
  shuffle(result.unsafes, random);
  shuffle(result.rules, random);
  shuffle(result.init.conjuncts, random);
  for (Claim& unsafe : result.unsafes) shuffle(unsafe.conjuncts, random);
  for (Rule& rule : result.rules) {
    shuffle(rule.conjuncts, random);
    shuffle(rule.assigns, random);
  }
  return to_text(result);
}

// Every process walks between states of its own, and writes for the others to see that it did.
Changed unrelated(const Model& model, std::uint64_t seed) {
  Random random(seed);
  Model result = model;
  const bool weak = std::any_of(model.symbols.begin(), model.symbols.end(), [](const Declared& s) { return s.text.rfind("weak", 0) == 0; });
  result.types.push_back({"walk", "type walk = Here | There"});
  result.symbols.push_back({"Walk", "array Walk[proc] : walk"});
  result.symbols.push_back({"Seen", weak ? "weak array Seen[proc] : bool" : "array Seen[proc] : bool"});
  if (result.init.parameters.empty()) result.init.parameters = "zz";
  const std::string first = result.init.parameters.substr(0, result.init.parameters.find(' '));
  result.init.conjuncts.push_back({"Walk[" + first + "] = Here", {}});
  result.init.conjuncts.push_back({"Seen[" + first + "] = False", {}});
  Rule go{"walk_go", "[pp]", {{"Walk[pp] = Here", {}}}, {{"Walk[pp]", "There", "Here", {}}, {"Seen[pp]", "True", "False", {}}}, {}};
  Rule back{"walk_back", "[pp]", {{"Walk[pp] = There", {}}}, {{"Walk[pp]", "Here", "Here", {}}}, {}};
  if (random.chance(50)) back.conjuncts.push_back({"Seen[pp] = True", {}});
  result.rules.insert(result.rules.begin() + random.below(result.rules.size() + 1), std::move(go));
  result.rules.push_back(std::move(back));
  return to_text(result);
}

Changed strengthen(const Model& model, std::uint64_t seed) {
  Random random(seed);
  Model result = model;
  for (unsigned tries = 0; tries < 10 && !result.rules.empty(); ++tries) {
    const Rule& from = random.pick(model.rules);
    Rule& to = result.rules[random.below(result.rules.size())];
    if (from.conjuncts.empty() || from.parameters != to.parameters) continue;
    Expr one = random.pick(from.conjuncts);
    // The negation of an equation is as good a conjunct.
    const std::size_t equals = one.args.empty() ? one.text.find(" = ") : std::string::npos;
    if (equals != std::string::npos && random.chance(50)) one.text.replace(equals, 3, " <> ");
    to.conjuncts.push_back(std::move(one));
    return to_text(result);
  }
  return std::nullopt;
}

Changed fence(const Model& model, std::uint64_t seed) {
  Random random(seed);
  Model result = model;
  std::vector<Rule*> acting;
  for (Rule& rule : result.rules) {
    if (rule.parameters.find('[') != std::string::npos) acting.push_back(&rule);
  }
  if (acting.empty()) return std::nullopt;
  random.pick(acting)->conjuncts.push_back({"fence()", {}});
  return to_text(result);
}

Changed enlarge(const Model& model, std::uint64_t) {
  const auto fixed = [&](const Declared& symbol) {
    const auto& all = model.init.conjuncts;
    return std::any_of(all.begin(), all.end(), [&](const Expr& expr) {
      return expr.text.rfind(symbol.name, 0) == 0 && expr.text.find(" = ") != std::string::npos;
    });
  };
  const auto havoc = [](const Assign& assign) {
    return assign.value == "?" ||
           std::any_of(assign.branches.begin(), assign.branches.end(), [](const auto& branch) { return branch.second == "?"; });
  };
  if (!std::all_of(model.symbols.begin(), model.symbols.end(), fixed)) return std::nullopt;
  for (const Rule& rule : model.rules) {
    if (std::any_of(rule.assigns.begin(), rule.assigns.end(), havoc)) return std::nullopt;
  }
  Model result = model;
  for (Declared& type : result.types) {
    if (type.text.find('=') == std::string::npos) continue;
    for (unsigned k = 0; k < 70; ++k) type.text += " | U" + type.name + std::to_string(k);
  }
  return to_text(result);
}

// A `let` that nobody uses is text all the same: a question about the value that always holds is as good.
Changed dead_read(const Model& model, std::uint64_t) {
  Model result = model;
  bool found = false;
  for (Rule& rule : result.rules) {
    std::erase_if(rule.lets, [&](const Binding& let) {
      const auto used = [&](const Assign& assign) { return mentions(assign, let.name); };
      if (std::any_of(rule.assigns.begin(), rule.assigns.end(), used)) return false;
      rule.conjuncts.push_back({let.value + " = " + let.value, {}});
      found = true;
      return true;
    });
  }
  return found ? Changed(to_text(result)) : std::nullopt;
}

}  // namespace

std::vector<Relation> relations() {
  using enum Relation::Effect;
  using For = Relation::For;
  return {{"rename", SameRun, For::All, rename},        {"permute", None, For::All, permute},
          {"unrelated", None, For::All, unrelated},     {"enlarge", None, For::Simple, enlarge},
          {"strengthen", Safer, For::All, strengthen},  {"fence", Safer, For::Weak, fence},
          {"dead-read", None, For::Language, dead_read}};
}

}  // namespace parapet::test
