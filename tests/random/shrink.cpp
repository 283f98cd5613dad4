// Shrinking is greedy: the smaller neighbours of a model are its copies with one piece dropped or replaced, large pieces first; the first
// neighbour that still fails becomes the model, until none does. Every neighbour has fewer pieces, or a simpler one, so this ends.
#include "random/shrink.h"

#include <sstream>
#include <utility>

namespace parapet::test {
namespace {

template <class Piece>
void erase_mentions(std::vector<Piece>& pieces, const std::string& name) {
  std::erase_if(pieces, [&](const Piece& piece) { return mentions(piece, name); });
}

// Drops what mentions the name of a symbol, a type's value or a predicate.
void forget(Model& model, const std::string& name) {
  for (std::size_t k = model.predicates.size(); k-- > 0;) {
    if (!mentions(model.predicates[k].body, name)) continue;
    const std::string gone = model.predicates[k].name;
    model.predicates.erase(model.predicates.begin() + static_cast<std::ptrdiff_t>(k));
    forget(model, gone);
    k = std::min(k, model.predicates.size());
  }
  erase_mentions(model.init.conjuncts, name);
  for (Claim& unsafe : model.unsafes) erase_mentions(unsafe.conjuncts, name);
  for (Claim& invariant : model.invariants) erase_mentions(invariant.conjuncts, name);
  for (Rule& rule : model.rules) {
    erase_mentions(rule.conjuncts, name);
    erase_mentions(rule.assigns, name);
    std::erase_if(rule.lets, [&](const Binding& let) {
      if (!mentions(let.value, name)) return false;
      erase_mentions(rule.assigns, let.name);
      return true;
    });
  }
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

// `forall x <> y.` with one variable less, in all ways; nothing for other prefixes.
std::vector<std::string> shorter_binders(const std::string& prefix) {
  std::vector<std::string> words = words_of(prefix);
  std::erase(words, "<>");
  if (words.size() < 3 || words.back().back() != '.') return {};
  words.back().pop_back();
  std::vector<std::string> result;
  for (std::size_t drop = 1; drop < words.size(); ++drop) {
    std::vector<std::string> kept;
    for (std::size_t k = 1; k < words.size(); ++k) {
      if (k != drop) kept.push_back(words[k]);
    }
    result.push_back(words[0] + " " + joined(kept, " <> ") + ".");
  }
  return result;
}

class Shrinker {
 public:
  Shrinker(Model model, const std::function<bool(const Model&)>& still_fails) : model_(std::move(model)), still_fails_(still_fails) {}

  Model run() {
    while (pass()) {
    }
    return model_;
  }

 private:
  bool accept(Model candidate) {
    if (!still_fails_(candidate)) return false;
    model_ = std::move(candidate);
    return true;
  }

  // Tries to drop each element of a list of the model, which `list` finds in a copy.
  template <class List>
  bool drop(const List& list) {
    bool progress = false;
    for (std::size_t k = list(model_).size(); k-- > 0;) {
      Model candidate = model_;
      auto& items = list(candidate);
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(k));
      progress = accept(std::move(candidate)) || progress;
    }
    return progress;
  }

  // Tries to drop each name of a list of parameters.
  template <class Find>
  bool drop_parameters(const Find& find) {
    bool progress = false;
    for (std::size_t k = words_of(find(model_)).size(); k-- > 0;) {
      Model candidate = model_;
      std::vector<std::string> words = words_of(find(candidate));
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(k));
      find(candidate) = joined(words, " ");
      progress = accept(std::move(candidate)) || progress;
    }
    return progress;
  }

  bool pass() {
    bool progress = drop([](Model & model) -> auto& { return model.rules; });
    progress = drop([](Model & model) -> auto& { return model.unsafes; }) || progress;
    progress = drop([](Model & model) -> auto& { return model.invariants; }) || progress;
    progress = drop_symbols() || progress;
    progress = drop_predicates() || progress;
    for (std::size_t k = 0; k < model_.rules.size(); ++k) progress = shrink_rule(k) || progress;
    for (std::size_t k = 0; k < model_.unsafes.size(); ++k)
      progress = shrink_claim([k](Model& model) -> Claim& { return model.unsafes[k]; }) || progress;
    for (std::size_t k = 0; k < model_.invariants.size(); ++k)
      progress = shrink_claim([k](Model& model) -> Claim& { return model.invariants[k]; }) || progress;
    progress = shrink_claim([](Model& model) -> Claim& { return model.init; }) || progress;
    for (std::size_t k = 0; k < model_.predicates.size(); ++k)
      progress = shrink_expr([k](Model& model) -> Expr& { return model.predicates[k].body; }) || progress;
    progress = shrink_number_procs() || progress;
    return drop([](Model & model) -> auto& { return model.types; }) || progress;
  }

  bool drop_symbols() {
    bool progress = false;
    for (std::size_t k = model_.symbols.size(); k-- > 0;) {
      Model candidate = model_;
      candidate.symbols.erase(candidate.symbols.begin() + static_cast<std::ptrdiff_t>(k));
      forget(candidate, model_.symbols[k].name);
      progress = accept(std::move(candidate)) || progress;
    }
    return progress;
  }

  bool drop_predicates() {
    bool progress = false;
    for (std::size_t k = model_.predicates.size(); k-- > 0;) {
      Model candidate = model_;
      candidate.predicates.erase(candidate.predicates.begin() + static_cast<std::ptrdiff_t>(k));
      forget(candidate, model_.predicates[k].name);
      progress = accept(std::move(candidate)) || accept(without_predicate(model_, k)) || progress;
    }
    return progress;
  }

  bool shrink_number_procs() {
    for (const unsigned fewer : {0U, 1U, 2U, 3U}) {
      if (fewer >= model_.number_procs) return false;
      Model candidate = model_;
      candidate.number_procs = fewer;
      if (accept(std::move(candidate))) return true;
    }
    return false;
  }

  template <class Find>
  bool shrink_claim(const Find& find) {
    bool progress = shrink_conjuncts([&find](Model & model) -> auto& { return find(model).conjuncts; });
    progress = drop_parameters([&find](Model & model) -> auto& { return find(model).parameters; }) || progress;
    if (find(model_).name.empty()) return progress;
    Model candidate = model_;
    find(candidate).name.clear();
    return accept(std::move(candidate)) || progress;
  }

  template <class List>
  bool shrink_conjuncts(const List& list) {
    bool progress = drop(list);
    for (std::size_t k = 0; k < list(model_).size(); ++k) {
      progress = shrink_expr([&list, k](Model& model) -> Expr& { return list(model)[k]; }) || progress;
    }
    return progress;
  }

  bool replace(const std::function<Expr&(Model&)>& find, Expr by) {
    Model candidate = model_;
    find(candidate) = std::move(by);
    return accept(std::move(candidate));
  }

  // An operand instead of the whole, a binder with fewer variables, `true` instead of an operand; then the same inside. (An operand that
  // leaves the variable of a quantifier free does not load.)
  bool shrink_expr(const std::function<Expr&(Model&)>& find) {
    const Expr now = find(model_);
    for (const Expr& arg : now.args) {
      if (replace(find, arg)) return true;
    }
    for (const std::string& prefix : shorter_binders(now.text)) {
      if (!now.args.empty() && replace(find, {prefix, now.args})) return true;
    }
    if (now.args.size() > 2 && now.text != "if") {
      for (std::size_t k = 0; k < now.args.size(); ++k) {
        Expr fewer = now;
        fewer.args.erase(fewer.args.begin() + static_cast<std::ptrdiff_t>(k));
        if (replace(find, std::move(fewer))) return true;
      }
    }
    bool progress = false;
    for (std::size_t k = 0; k < now.args.size(); ++k) {
      const auto inner = [&find, k](Model& model) -> Expr& { return find(model).args[k]; };
      const std::string& text = inner(model_).text;
      if (text != "true" && text != "false") progress = replace(inner, {"true", {}}) || progress;
      progress = shrink_expr(inner) || progress;
    }
    return progress;
  }

  bool shrink_rule(std::size_t rule) {
    bool progress = shrink_conjuncts([rule](Model & model) -> auto& { return model.rules[rule].conjuncts; });
    progress = drop_parameters([rule](Model & model) -> auto& { return model.rules[rule].parameters; }) || progress;
    progress = drop([rule](Model & model) -> auto& { return model.rules[rule].lets; }) || progress;
    for (std::size_t k = model_.rules[rule].lets.size(); k-- > 0;) progress = accept(without_let(model_, rule, k)) || progress;
    const auto assigns = [rule](Model & model) -> auto& { return model.rules[rule].assigns; };
    progress = drop(assigns) || progress;
    for (std::size_t k = 0; k < assigns(model_).size(); ++k)
      progress = shrink_assign([&assigns, k](Model& model) -> Assign& { return assigns(model)[k]; }) || progress;
    return progress;
  }

  template <class Find>
  bool shrink_assign(const Find& find) {
    bool progress = drop([&find](Model & model) -> auto& { return find(model).branches; });
    for (std::size_t k = 0; k < find(model_).branches.size(); ++k)
      progress = shrink_expr([&find, k](Model& model) -> Expr& { return find(model).branches[k].first; }) || progress;
    const Assign now = find(model_);
    const auto simplify = [&](std::string Assign::*member, const std::string& value) {
      if (now.*member == value) return;
      Model candidate = model_;
      find(candidate).*member = value;
      progress = accept(std::move(candidate)) || progress;
    };
    if (!now.branches.empty()) simplify(&Assign::value, "");
    if (now.branches.empty() && !now.simplest.empty()) simplify(&Assign::value, now.simplest);
    return progress;
  }

  Model model_;
  const std::function<bool(const Model&)>& still_fails_;
};

}  // namespace

Model shrink(Model model, const std::function<bool(const Model&)>& still_fails) { return Shrinker(std::move(model), still_fails).run(); }

}  // namespace parapet::test
