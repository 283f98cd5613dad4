#include "random/model.h"

#include <cctype>
#include <sstream>

namespace parapet::test {
namespace {

bool infix(const std::string& text) { return text == "&&" || text == "||" || text == "=>" || text == "<=>"; }

void print(std::ostream& out, const Expr& expr, bool nested) {
  if (expr.args.empty()) {
    out << expr.text;
    return;
  }
  if (nested) out << "(";
  if (infix(expr.text)) {
    for (std::size_t k = 0; k < expr.args.size(); ++k) {
      if (k > 0) out << " " << expr.text << " ";
      print(out, expr.args[k], true);
    }
  } else if (expr.text == "if") {
    static constexpr const char* words[] = {"if ", " then ", " else "};
    for (std::size_t k = 0; k < 3; ++k) {
      out << words[k];
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
    print(out, conjuncts[k], conjuncts.size() > 1);
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

void print(std::ostream& out, const char* keyword, const Claim& claim) {
  out << keyword << " " << claim.name << (claim.name.empty() ? "(" : " (") << claim.parameters << ") { ";
  print(out, claim.conjuncts);
  out << " }\n";
}

void print(std::ostream& out, const Macro& predicate) {
  out << "predicate " << predicate.name << " (";
  for (std::size_t k = 0; k < predicate.parameters.size(); ++k) out << (k > 0 ? ", " : "") << predicate.parameters[k];
  out << ") { ";
  print(out, predicate.body, false);
  out << " }\n";
}

void print(std::ostream& out, const Rule& rule) {
  out << "transition " << rule.name << " (" << rule.parameters << ")\n";
  if (!rule.conjuncts.empty()) {
    out << "requires { ";
    print(out, rule.conjuncts);
    out << " }\n";
  }
  out << "{ ";
  for (const Binding& let : rule.lets) out << "let " << let.name << " = " << let.value << " in ";
  for (std::size_t k = 0; k < rule.assigns.size(); ++k) {
    if (k > 0) out << "; ";
    print(out, rule.assigns[k]);
  }
  out << " }\n";
}

bool part_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Arguments of a call are separated by commas outside of brackets.
std::vector<std::string> arguments_of(const std::string& call) {
  std::vector<std::string> arguments;
  int depth = 0;
  for (std::size_t at = call.find('(') + 1; at + 1 < call.size(); ++at) {
    if (arguments.empty()) arguments.emplace_back();
    depth += call[at] == '[' ? 1 : call[at] == ']' ? -1 : 0;
    if (call[at] == ',' && depth == 0)
      arguments.emplace_back();
    else if (call[at] != ' ' || !arguments.back().empty())
      arguments.back() += call[at];
  }
  return arguments;
}

Expr substituted(Expr expr, const std::vector<std::pair<std::string, std::string>>& words) {
  expr.text = test::substituted(expr.text, words);
  for (Expr& arg : expr.args) arg = substituted(std::move(arg), words);
  return expr;
}

Expr inlined(Expr expr, const Macro& predicate) {
  for (Expr& arg : expr.args) arg = inlined(std::move(arg), predicate);
  if (!expr.args.empty() || expr.text.rfind(predicate.name + "(", 0) != 0) return expr;
  const std::vector<std::string> arguments = arguments_of(expr.text);
  std::vector<std::pair<std::string, std::string>> words;
  for (std::size_t k = 0; k < predicate.parameters.size(); ++k) words.emplace_back(predicate.parameters[k], arguments.at(k));
  return substituted(predicate.body, words);
}

}  // namespace

Expr both(std::vector<Expr> args) { return args.size() == 1 ? args[0] : Expr{"&&", std::move(args)}; }
Expr either(std::vector<Expr> args) { return args.size() == 1 ? args[0] : Expr{"||", std::move(args)}; }

std::string to_text(const Model& model) {
  std::ostringstream out;
  if (model.number_procs > 0) out << "number_procs " << model.number_procs << "\n";
  for (const Declared& type : model.types) out << type.text << "\n";
  for (const Declared& symbol : model.symbols) out << symbol.text << "\n";
  for (const Macro& predicate : model.predicates) print(out, predicate);
  print(out, "init", model.init);
  for (const Claim& invariant : model.invariants) print(out, "invariant", invariant);
  for (const Claim& unsafe : model.unsafes) print(out, "unsafe", unsafe);
  for (const Rule& rule : model.rules) print(out, rule);
  return out.str();
}

bool mentions(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !part_of_name(text[at - 1])) && (end >= text.size() || !part_of_name(text[end]))) return true;
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

std::string substituted(const std::string& text, const std::vector<std::pair<std::string, std::string>>& words) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && part_of_name(text[end])) ++end;
    std::string word = text.substr(at, end > at ? end - at : 1);
    at += word.size();
    for (const auto& [from, to] : words) {
      if (word != from) continue;
      word = to;
      break;
    }
    result += word;
  }
  return result;
}

Model without_predicate(const Model& model, std::size_t predicate) {
  Model result = model;
  const Macro macro = model.predicates[predicate];
  result.predicates.erase(result.predicates.begin() + static_cast<std::ptrdiff_t>(predicate));
  const auto inline_all = [&](std::vector<Expr>& all) {
    for (Expr& expr : all) expr = inlined(std::move(expr), macro);
  };
  for (Macro& other : result.predicates) other.body = inlined(std::move(other.body), macro);
  inline_all(result.init.conjuncts);
  for (Claim& claim : result.unsafes) inline_all(claim.conjuncts);
  for (Claim& claim : result.invariants) inline_all(claim.conjuncts);
  for (Rule& rule : result.rules) {
    inline_all(rule.conjuncts);
    for (Assign& assign : rule.assigns) {
      for (auto& [condition, value] : assign.branches) condition = inlined(std::move(condition), macro);
    }
  }
  return result;
}

Model without_let(const Model& model, std::size_t rule, std::size_t let) {
  Model result = model;
  Rule& changed = result.rules[rule];
  const Binding gone = changed.lets[let];
  const bool atom = gone.value.find(" + ") == std::string::npos && gone.value.find(" - ") == std::string::npos;
  const std::vector<std::pair<std::string, std::string>> words{{gone.name, atom ? gone.value : "(" + gone.value + ")"}};
  changed.lets.erase(changed.lets.begin() + static_cast<std::ptrdiff_t>(let));
  for (std::size_t k = let; k < changed.lets.size(); ++k) changed.lets[k].value = substituted(changed.lets[k].value, words);
  for (Assign& assign : changed.assigns) {
    assign.value = substituted(assign.value, words);
    for (auto& [condition, value] : assign.branches) {
      condition = substituted(std::move(condition), words);
      value = substituted(value, words);
    }
  }
  return result;
}

}  // namespace parapet::test
