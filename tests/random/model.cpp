// Shrinking is greedy: the smaller neighbours of a model are its copies with one piece dropped or replaced, large pieces first; the first
// neighbour that still fails becomes the model, until none does. Every neighbour has fewer pieces, so this ends.
#include "random/model.h"

#include <cctype>
#include <sstream>

namespace parapet::test {
namespace {

void print(std::ostream& out, const Expr& expr, bool nested) {
  if (expr.args.empty()) {
    out << expr.text;
    return;
  }
  if (nested) out << "(";
  if (expr.text == "&&" || expr.text == "||") {
    for (std::size_t k = 0; k < expr.args.size(); ++k) {
      if (k > 0) out << " " << expr.text << " ";
      print(out, expr.args[k], true);
    }
  } else {
    out << expr.text << " ";
    print(out, expr.args[0], true);
  }
  if (nested) out << ")";
}

void print(std::ostream& out, const std::vector<Expr>& conjuncts) {
  if (conjuncts.empty()) out << "true";
  for (std::size_t k = 0; k < conjuncts.size(); ++k) {
    if (k > 0) out << " && ";
    print(out, conjuncts[k], true);
  }
}

void print(std::ostream& out, const Assign& assign) {
  out << assign.target << " := ";
  if (assign.branches.empty()) {
    out << assign.value;
    return;
  }
  out << "case";
  for (const auto& [condition, value] : assign.branches) {
    out << " | ";
    print(out, condition, false);
    out << " : " << value;
  }
  if (!assign.value.empty()) out << " | _ : " << assign.value;
}

bool mentions(const std::string& text, const std::string& name) {
  const auto part_of_name = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    if ((at == 0 || !part_of_name(at - 1)) && !part_of_name(at + name.size())) return true;
  }
  return false;
}

bool mentions(const Expr& expr, const std::string& name) {
  if (mentions(expr.text, name)) return true;
  for (const Expr& arg : expr.args) {
    if (mentions(arg, name)) return true;
  }
  return false;
}

bool mentions(const Assign& assign, const std::string& name) {
  for (const auto& [condition, value] : assign.branches) {
    if (mentions(condition, name) || mentions(value, name)) return true;
  }
  return mentions(assign.target, name) || mentions(assign.value, name);
}

template <class Piece>
void erase_mentions(std::vector<Piece>& pieces, const std::string& name) {
  std::erase_if(pieces, [&](const Piece& piece) { return mentions(piece, name); });
}

void forget(Model& model, const std::string& name) {
  erase_mentions(model.init.conjuncts, name);
  for (Claim& unsafe : model.unsafes) erase_mentions(unsafe.conjuncts, name);
  for (Rule& rule : model.rules) {
    erase_mentions(rule.conjuncts, name);
    erase_mentions(rule.assigns, name);
  }
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

  bool pass() {
    bool progress = drop([](Model & model) -> auto& { return model.rules; });
    progress = drop([](Model & model) -> auto& { return model.unsafes; }) || progress;
    progress = drop_symbols() || progress;
    for (std::size_t k = 0; k < model_.rules.size(); ++k) progress = shrink_rule(k) || progress;
    for (std::size_t k = 0; k < model_.unsafes.size(); ++k)
      progress = shrink_conjuncts([k](Model & model) -> auto& { return model.unsafes[k].conjuncts; }) || progress;
    progress = shrink_conjuncts([](Model & model) -> auto& { return model.init.conjuncts; }) || progress;
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

  template <class List>
  bool shrink_conjuncts(const List& list) {
    bool progress = drop(list);
    for (std::size_t k = 0; k < list(model_).size(); ++k) {
      progress = shrink_expr([&list, k](Model& model) -> Expr& { return list(model)[k]; }) || progress;
    }
    return progress;
  }

  // An operand instead of the whole (not of a quantifier, whose variable it would leave free), or the whole without one operand.
  bool shrink_expr(const std::function<Expr&(Model&)>& find) {
    const Expr now = find(model_);
    const bool connective = now.text == "&&" || now.text == "||";
    if (connective) {
      for (const Expr& arg : now.args) {
        Model candidate = model_;
        find(candidate) = arg;
        if (accept(std::move(candidate))) return true;
      }
    }
    bool progress = false;
    for (std::size_t k = 0; k < now.args.size(); ++k)
      progress = shrink_expr([&find, k](Model& model) -> Expr& { return find(model).args[k]; }) || progress;
    return progress;
  }

  bool shrink_rule(std::size_t rule) {
    bool progress = shrink_conjuncts([rule](Model & model) -> auto& { return model.rules[rule].conjuncts; });
    const auto assigns = [rule](Model & model) -> auto& { return model.rules[rule].assigns; };
    progress = drop(assigns) || progress;
    for (std::size_t k = 0; k < assigns(model_).size(); ++k) {
      progress = drop([&assigns, k ](Model & model) -> auto& { return assigns(model)[k].branches; }) || progress;
      const Assign now = assigns(model_)[k];
      if (now.branches.empty() && now.value != now.simplest && !now.simplest.empty()) {
        Model candidate = model_;
        assigns(candidate)[k].value = now.simplest;
        progress = accept(std::move(candidate)) || progress;
      }
    }
    return progress;
  }

  Model model_;
  const std::function<bool(const Model&)>& still_fails_;
};

}  // namespace

Expr both(std::vector<Expr> args) { return args.size() == 1 ? args[0] : Expr{"&&", std::move(args)}; }
Expr either(std::vector<Expr> args) { return args.size() == 1 ? args[0] : Expr{"||", std::move(args)}; }

std::string to_text(const Model& model) {
  std::ostringstream out;
  if (model.number_procs > 0) out << "number_procs " << model.number_procs << "\n";
  for (const Declared& type : model.types) out << type.text << "\n";
  for (const Declared& symbol : model.symbols) out << symbol.text << "\n";
  out << "init (" << model.init.parameters << ") { ";
  print(out, model.init.conjuncts);
  out << " }\n";
  for (const Claim& unsafe : model.unsafes) {
    out << "unsafe (" << unsafe.parameters << ") { ";
    print(out, unsafe.conjuncts);
    out << " }\n";
  }
  for (const Rule& rule : model.rules) {
    out << "transition " << rule.name << " (" << rule.parameters << ")\nrequires { ";
    print(out, rule.conjuncts);
    out << " }\n{ ";
    for (std::size_t k = 0; k < rule.assigns.size(); ++k) {
      if (k > 0) out << "; ";
      print(out, rule.assigns[k]);
    }
    out << " }\n";
  }
  return out.str();
}

Model shrink(Model model, const std::function<bool(const Model&)>& still_fails) { return Shrinker(std::move(model), still_fails).run(); }

}  // namespace parapet::test
