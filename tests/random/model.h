// A random model as its parts: enough structure to take pieces away, none of the rules that make it well-typed.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace parapet::test {

struct Expr {
  std::string text;  // an atom; `&&`, `||`, `=>`, `<=>`, `not`, `if` (of three args); or the prefix of a quantifier with its dot
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

struct Claim {  // init, unsafe or invariant
  std::string parameters;
  std::vector<Expr> conjuncts;
  std::string name;  // empty: none
};

struct Macro {  // a predicate; a call is an atom `name(arg, ...)`
  std::string name;
  std::vector<std::string> parameters;
  Expr body;
};

struct Binding {  // a `let`
  std::string name;
  std::string value;
};

struct Rule {  // a transition
  std::string name;
  std::string parameters;
  std::vector<Expr> conjuncts;  // none: no `requires`
  std::vector<Assign> assigns;
  std::vector<Binding> lets;
};

struct Model {
  unsigned number_procs = 0;  // 0: none
  std::vector<Declared> types;
  std::vector<Declared> symbols;
  Claim init;
  std::vector<Claim> unsafes;
  std::vector<Rule> rules;
  std::vector<Claim> invariants;
  std::vector<Macro> predicates;
};

[[nodiscard]] std::string to_text(const Model& model);

// The name stands in the text as a word of its own.
[[nodiscard]] bool mentions(const std::string& text, const std::string& name);
[[nodiscard]] bool mentions(const Expr& expr, const std::string& name);
[[nodiscard]] bool mentions(const Assign& assign, const std::string& name);

// The text with each of the words replaced.
[[nodiscard]] std::string substituted(const std::string& text, const std::vector<std::pair<std::string, std::string>>& words);

// The model without one of its predicates, or without one `let` of a rule: the text that they stand for in place of each use.
[[nodiscard]] Model without_predicate(const Model& model, std::size_t predicate);
[[nodiscard]] Model without_let(const Model& model, std::size_t rule, std::size_t let);

}  // namespace parapet::test
