// Each change aims at one of the search's rules: fences come and go, guards move to other steps, steps start or end elsewhere or exist
// twice, `unsafe` asks about fewer things or about more instants.
#include "random/vary.h"

#include <utility>

#include "random/author.h"

namespace parapet::test {
namespace {

class Variation {
 public:
  Variation(Model model, std::uint64_t seed) : model_(std::move(model)), random_(seed) {}

  Model run() {
    const unsigned changes = random_.between(1, 4);
    for (unsigned k = 0; k < changes && !model_.rules.empty(); ++k) change();
    return std::move(model_);
  }

 private:
  [[nodiscard]] std::size_t any_rule() { return random_.below(model_.rules.size()); }

  template <class Piece>
  void drop_one(std::vector<Piece>& pieces) {
    if (!pieces.empty()) pieces.erase(pieces.begin() + random_.below(pieces.size()));
  }

  static bool is_counter(const Expr& expr) { return expr.text.rfind("PC[", 0) == 0 || expr.text.rfind("S[", 0) == 0; }

  void change() {
    Rule& rule = model_.rules[any_rule()];
    switch (random_.below(9)) {
      case 0:
        if (rule.parameters.find('[') != std::string::npos) rule.conjuncts.push_back({"fence()", {}});
        break;
      case 1:
        std::erase_if(rule.conjuncts, [](const Expr& expr) { return expr.text == "fence()"; });
        break;
      case 2: {
        Rule& other = model_.rules[any_rule()];
        if (!other.conjuncts.empty()) {
          const Expr moved = random_.pick(other.conjuncts);
          if (!is_counter(moved)) rule.conjuncts.push_back(moved);
        }
        break;
      }
      case 3: {
        Rule& other = model_.rules[any_rule()];
        if (!other.assigns.empty()) {
          const Assign moved = random_.pick(other.assigns);
          std::erase_if(rule.assigns, [&](const Assign& assign) { return assign.target == moved.target; });
          rule.assigns.push_back(moved);
        }
        break;
      }
      case 4: {
        Rule copy = rule;
        copy.name += "_again";
        drop_one(random_.chance(50) ? copy.conjuncts : model_.unsafes[0].conjuncts);
        if (random_.chance(30)) drop_one(copy.assigns);
        if (model_.rules.size() < 8) model_.rules.push_back(std::move(copy));
        break;
      }
      case 5:
        drop_one(rule.conjuncts);
        break;
      case 6:
        drop_one(rule.assigns);
        break;
      case 7:
        drop_one(model_.unsafes[random_.below(model_.unsafes.size())].conjuncts);
        break;
      default:
        ask_for_more();
    }
  }

  // One more conjunct of `unsafe`: what somebody reads, as a guard asks for it.
  void ask_for_more() {
    const Rule& rule = model_.rules[any_rule()];
    if (rule.assigns.empty()) return;
    const Assign& assign = random_.pick(rule.assigns);
    Claim& unsafe = model_.unsafes[random_.below(model_.unsafes.size())];
    const bool scalar = assign.target.find('[') == std::string::npos;
    if (!scalar || assign.value.empty() || assign.value == "?" || !assign.branches.empty()) return;
    bool weak = false;
    for (const Declared& symbol : model_.symbols) weak = weak || (symbol.name == assign.target && symbol.text.rfind("weak", 0) == 0);
    const std::string reader = unsafe.parameters.empty() ? "#1" : unsafe.parameters.substr(0, 1);
    unsafe.conjuncts.push_back({(weak ? reader + " @ " : "") + assign.target + (random_.chance(60) ? " = " : " <> ") + assign.value, {}});
  }

  Model model_;
  Random random_;
};

}  // namespace

Model vary(Model model, std::uint64_t seed) { return Variation(std::move(model), seed).run(); }

}  // namespace parapet::test
