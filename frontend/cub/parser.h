// The parser, by recursive descent: from the text of a model to its parse tree.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/source.h"
#include "frontend/cub/lexer.h"
#include "frontend/cub/syntax.h"

namespace parapet::cub {

// The text must outlive the result. A declaration with a syntax error is reported and left out; all others are in the result.
[[nodiscard]] Syntax parse(std::string_view text, Diagnostics& diagnostics, Budget* budget = nullptr);

// Formulas and terms nest no deeper than this, so that recursion over them is bounded.
inline constexpr std::size_t deepest_nesting = 1000;

class Parser {
 public:
  Parser(std::string_view text, Diagnostics& diagnostics, Budget* budget);
  [[nodiscard]] Syntax run();

 private:
  // Thrown to abandon a declaration; the error is reported already.
  struct Abandon {};
  class Nested;

  // Tokens (parser.cpp)
  void advance();
  [[nodiscard]] bool at(TokenKind kind) const { return token_.kind == kind; }
  [[nodiscard]] std::string_view text() const { return syntax_.text_of(token_.range); }
  [[nodiscard]] bool at_word(std::string_view word) const { return at(TokenKind::LowerName) && text() == word; }
  bool accept(TokenKind kind);
  SourceRange expect(TokenKind kind, std::string_view where);
  [[noreturn]] void fail(SourceRange range, std::string message, std::string hint = {});
  [[noreturn]] void unexpected(std::string_view wanted, std::string hint = {});
  [[nodiscard]] Name name();
  [[nodiscard]] Name upper_name(std::string_view what);
  [[nodiscard]] Name lower_name(std::string_view what);
  [[nodiscard]] SourceRange since(std::uint32_t begin) const { return {begin, last_end_}; }

  // Declarations (parser.cpp)
  void declaration();
  void recover();
  // Pragmas (parse_pragma.cpp)
  void pragmas();
  void pragma(SourceRange range);
  void accept_atomic(SourceRange range);
  void number_procs();
  void type_declaration();
  void range_declaration(TypeSyntax type);
  void symbol_declaration();
  void property(PropertySyntax::Kind kind);
  void predicate();
  [[nodiscard]] std::vector<Name> blank_separated_parameters();
  [[noreturn]] void no_declaration();

  // Transitions (parse_transition.cpp)
  void transition();
  void transition_parameters(TransitionSyntax& transition);
  void guard(TransitionSyntax& transition);
  void action(TransitionSyntax& transition);
  [[nodiscard]] AssignmentSyntax assignment();
  void assigned_value(AssignmentSyntax& assignment);
  void cases(AssignmentSyntax& assignment);

  // Formulas and terms (parse_expression.cpp) have one grammar, since `(` may begin either; each operator checks its operands.
  [[nodiscard]] NodeId formula(std::string_view where);
  [[nodiscard]] NodeId term();
  [[nodiscard]] NodeId expression();
  [[nodiscard]] NodeId disjunction();
  [[nodiscard]] NodeId conjunction();
  [[nodiscard]] NodeId unary();
  [[nodiscard]] NodeId quantified(NodeKind kind);
  [[nodiscard]] NodeId conditional();
  [[nodiscard]] NodeId comparison();
  [[nodiscard]] NodeId sum();
  [[nodiscard]] NodeId product();
  [[nodiscard]] NodeId factor();
  [[nodiscard]] NodeId primary();
  [[nodiscard]] NodeId leaf(NodeKind kind);
  [[nodiscard]] NodeId access();
  [[nodiscard]] NodeId lower_primary();
  [[nodiscard]] NodeId read_by(NodeId reader);
  [[nodiscard]] NodeId call(NodeId callee);
  [[nodiscard]] NodeId call_or_count(NodeId name);
  [[noreturn]] void no_operand();
  void require_formula(NodeId node);
  void require_term(NodeId node);
  // Makes the call `next(e)` or `prev(e)` a term. False: it is another call.
  bool made_neighbour(NodeId call);
  // Makes a new node whose children are the pending nodes from `base` on.
  [[nodiscard]] NodeId finish(NodeKind kind, std::size_t base);
  [[nodiscard]] std::uint32_t begin_of(NodeId node) const { return syntax_[node].range.begin; }

  Syntax syntax_;
  Diagnostics& diagnostics_;
  Budget* budget_;
  Lexer lexer_;
  Token token_;
  std::uint32_t last_end_ = 0;  // end of the previous token
  std::size_t depth_ = 0;
  std::vector<NodeId> pending_;  // children of unfinished nodes, as a stack
};

// One level of nesting, for the lifetime of the object.
class Parser::Nested {
 public:
  explicit Nested(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > deepest_nesting) {
      --parser_.depth_;
      parser_.fail(parser_.token_.range, "nested too deeply (more than " + std::to_string(deepest_nesting) + " levels)");
    }
  }
  ~Nested() { --parser_.depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  Parser& parser_;
};

}  // namespace parapet::cub
