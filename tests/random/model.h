// A random model as its parts: enough structure to take pieces away, none of the rules that make it well-typed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace parapet::test {

struct Expr {
  std::string text;  // an atom, or `&&`, `||`, or the prefix of a quantifier with its dot
  std::vector<Expr> args;
};

[[nodiscard]] Expr both(std::vector<Expr> args);
[[nodiscard]] Expr either(std::vector<Expr> args);

struct Assign {
  std::string target;
  std::string value;     // of the assignment, or of the default branch; empty: none
  std::string simplest;  // a value of the same type that is easy to read
  std::vector<std::pair<Expr, std::string>> branches;
};

struct Declared {  // one type or one symbol
  std::string name;
  std::string text;
};

struct Claim {  // init or unsafe
  std::string parameters;
  std::vector<Expr> conjuncts;
};

struct Rule {  // a transition
  std::string name;
  std::string parameters;
  std::vector<Expr> conjuncts;
  std::vector<Assign> assigns;
};

struct Model {
  unsigned number_procs = 0;  // 0: none
  std::vector<Declared> types;
  std::vector<Declared> symbols;
  Claim init;
  std::vector<Claim> unsafes;
  std::vector<Rule> rules;
};

[[nodiscard]] std::string to_text(const Model& model);

// A model that still fails, from which no single piece can be taken away. `still_fails` may get one that is not legal: it must say no to
// one that does not load.
[[nodiscard]] Model shrink(Model model, const std::function<bool(const Model&)>& still_fails);

}  // namespace parapet::test
