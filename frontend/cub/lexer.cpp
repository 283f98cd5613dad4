#include "frontend/cub/lexer.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/narrow.h"

namespace parapet::cub {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_name_part(char c) { return is_lower(c) || is_upper(c) || is_digit(c) || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// The character is neither a blank nor printable ASCII.
bool is_foreign(char c) {
  const auto byte = byte_of(c);
  return !is_blank(c) && (byte < 0x20 || byte >= 0x7F);
}

SourceRange range_of(std::size_t begin, std::size_t end) { return {narrow<std::uint32_t>(begin), narrow<std::uint32_t>(end)}; }

// Reading a number takes time quadratic in its length, so the length is bounded.
constexpr std::size_t longest_number = 1000;

std::string hexadecimal(unsigned char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  return std::string("0x") + digits[byte >> 4U] + digits[byte & 0xFU];
}

// Names with a meaning in the grammar that are not reserved words.
bool is_word_of_the_language(std::string_view text) {
  constexpr std::array words{"weak", "fence", "wfence", "count", "proc", "bool", "int", "real"};
  for (const std::string_view word : words) {
    if (text == word) return true;
  }
  return false;
}

std::string_view kind_of(TokenKind kind, std::string_view text) {
  if (is_keyword(kind)) return "keyword";
  switch (kind) {
    case TokenKind::LowerName:
      return is_word_of_the_language(text) ? "keyword" : "";
    case TokenKind::UpperName:
      return "name";
    case TokenKind::ProcessConstant:
    case TokenKind::Processes:
      return "process";
    case TokenKind::Integer:
    case TokenKind::Real:
      return "number";
    default:
      return "";
  }
}

}  // namespace

Token Lexer::make(TokenKind kind, std::size_t length) {
  const Token token{kind, range_of(at_, at_ + length)};
  at_ += length;
  return token;
}

bool Lexer::skip_comment() {
  const std::size_t begin = at_;
  std::size_t depth = 0;
  do {
    if (peek() == '(' && peek(1) == '*') {
      ++depth;
      at_ += 2;
    } else if (peek() == '*' && peek(1) == ')') {
      --depth;
      at_ += 2;
    } else if (at_ >= text_.size()) {
      diagnostics_.error(range_of(begin, begin + 2), "this comment is not closed", "comments nest: every `(*` needs its own `*)`");
      return false;
    } else {
      ++at_;
    }
  } while (depth != 0);
  return true;
}

bool Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_])) {
      ++at_;
    } else if (text_[at_] == '(' && peek(1) == '*') {
      const std::size_t begin = at_;
      if (!skip_comment()) return false;
      if (text_.substr(begin, 3) == "(*@") pragmas_.push_back(range_of(begin, at_));
    } else if (text_[at_] == '/' && peek(1) == '/') {
      diagnostics_.error(range_of(at_, at_ + 2), "`//` does not begin a comment", "write (* ... *)");
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      break;
    }
  }
  return true;
}

Token Lexer::name(bool upper) {
  std::size_t length = 1;
  while (is_name_part(peek(length))) ++length;
  return make(upper ? TokenKind::UpperName : keyword_or_name(text_.substr(at_, length)), length);
}

Token Lexer::number() {
  std::size_t length = 1;
  while (is_digit(peek(length))) ++length;
  TokenKind kind = TokenKind::Integer;
  if (peek(length) == '.' && peek(length + 1) != '.') {  // `0..7` is a range
    kind = TokenKind::Real;
    ++length;
    while (is_digit(peek(length))) ++length;
  }
  if (length > longest_number) {
    diagnostics_.error(range_of(at_, at_ + length), "this number has more than " + std::to_string(longest_number) + " digits");
    kind = TokenKind::Error;
  } else if (is_name_part(peek(length)) && peek(length) != '_') {
    std::size_t end = length;
    while (is_name_part(peek(end))) ++end;
    const std::string_view rest = text_.substr(at_ + length, end - length);
    if (is_keyword(keyword_or_name(rest)) || rest == "weak") return make(kind, length);
    diagnostics_.error(range_of(at_, at_ + end), "a name does not begin with a digit, and numbers have no exponent");
    return make(TokenKind::Error, end);
  }
  return make(kind, length);
}

Token Lexer::process_constant() {
  constexpr std::string_view processes = "#procs";
  if (text_.substr(at_).starts_with(processes) && !is_name_part(peek(processes.size())))
    return make(TokenKind::Processes, processes.size());
  std::size_t length = 1;
  while (is_digit(peek(length))) ++length;
  if (length == 1 || peek(1) == '0') {
    diagnostics_.error(range_of(at_, at_ + length), "`#` is followed by a process number, from 1 and without leading zero",
                       is_name_part(peek(1)) && !is_digit(peek(1)) ? "the number of processes is written #procs" : "write #1");
    return make(TokenKind::Error, length);
  }
  return make(TokenKind::ProcessConstant, length);
}

Token Lexer::mistaken(std::size_t length, TokenKind meant, const char* hint) {
  diagnostics_.error(range_of(at_, at_ + length), "`" + std::string(text_.substr(at_, length)) + "` is not an operator", hint);
  return make(meant, length);
}

Token Lexer::illegal() {
  const auto byte = byte_of(text_[at_]);
  std::size_t length = 1;
  if (byte >= 0x80 || byte < 0x20 || byte == 0x7F) {
    // One message for consecutive illegal characters: a binary file is one mistake.
    while (at_ + length < text_.size() && is_foreign(text_[at_ + length])) ++length;
    diagnostics_.error(range_of(at_, at_ + length),
                       byte >= 0x80 ? "characters outside ASCII are allowed in comments only" : "illegal character " + hexadecimal(byte));
  } else {
    std::string hint;
    if (byte == '/') hint = "there is no division: multiply the other side";
    if (byte == '"' || byte == '\'' || byte == '`') hint = "names are letters, digits and _, beginning with a letter";
    diagnostics_.error(range_of(at_, at_ + 1), std::string("illegal character `") + text_[at_] + "`", hint);
  }
  return make(TokenKind::Error, length);
}

Token Lexer::punctuation() {
  const char next = peek(1);
  switch (text_[at_]) {
    case '(':
      return make(TokenKind::OpenParen, 1);
    case ')':
      return make(TokenKind::CloseParen, 1);
    case '[':
      return make(TokenKind::OpenBracket, 1);
    case ']':
      return make(TokenKind::CloseBracket, 1);
    case '{':
      return make(TokenKind::OpenBrace, 1);
    case '}':
      return make(TokenKind::CloseBrace, 1);
    case '.':
      return make(TokenKind::Dot, 1);
    case '?':
      return make(TokenKind::Question, 1);
    case '+':
      return make(TokenKind::Plus, 1);
    case '*':
      return make(TokenKind::Star, 1);
    case ',':
      return make(TokenKind::Comma, 1);
    case ';':
      return make(TokenKind::Semicolon, 1);
    case '@':
      return make(TokenKind::At, 1);
    case '_':
      if (is_name_part(next)) return illegal();
      return make(TokenKind::Underscore, 1);
    case '-':
      if (next == '>') return mistaken(2, TokenKind::Arrow, "implication is written =>");
      return make(TokenKind::Minus, 1);
    case ':':
      return next == '=' ? make(TokenKind::Assign, 2) : make(TokenKind::Colon, 1);
    case '|':
      return next == '|' ? make(TokenKind::Or, 2) : make(TokenKind::Bar, 1);
    case '=':
      if (next == '>') return make(TokenKind::Arrow, 2);
      if (next == '=') return mistaken(2, TokenKind::Equal, "equality is written =");
      if (next == '<') return mistaken(2, TokenKind::LessEqual, "write <=");
      return make(TokenKind::Equal, 1);
    case '<':
      if (next == '=') return peek(2) == '>' ? make(TokenKind::Iff, 3) : make(TokenKind::LessEqual, 2);
      if (next == '-' && peek(2) == '>') return mistaken(3, TokenKind::Iff, "equivalence is written <=>");
      return next == '>' ? make(TokenKind::Different, 2) : make(TokenKind::Less, 1);
    case '>':
      return next == '=' ? make(TokenKind::GreaterEqual, 2) : make(TokenKind::Greater, 1);
    case '&':
      return next == '&' ? make(TokenKind::And, 2) : mistaken(1, TokenKind::And, "conjunction is written &&");
    case '!':
      if (next == '=') return mistaken(2, TokenKind::Different, "write <>");
      return mistaken(1, TokenKind::Not, "negation is written not");
    case '/':
      if (next == '\\') return mistaken(2, TokenKind::And, "conjunction is written &&");
      return illegal();
    case '\\':
      if (next == '/') return mistaken(2, TokenKind::Or, "disjunction is written ||");
      return illegal();
    default:
      return illegal();
  }
}

Token Lexer::next() {
  if (!skip_blanks()) return make(TokenKind::Error, 0);
  if (at_ >= text_.size()) return {TokenKind::End, range_of(text_.size(), text_.size())};
  const char first = text_[at_];
  if (is_lower(first)) return name(false);
  if (is_upper(first)) return name(true);
  if (is_digit(first)) return number();
  if (first == '#') return process_constant();
  return punctuation();
}

std::vector<Mark> highlight(std::string_view text) {
  Diagnostics ignored;
  Lexer lexer(text, ignored);
  std::vector<Mark> marks;
  std::uint32_t end = 0;  // of the last token
  while (true) {
    const Token token = lexer.next();
    const std::string_view between = text.substr(end, token.range.begin - end);
    if (const std::size_t open = between.find("(*"); open != std::string_view::npos) {
      const std::size_t close = between.rfind("*)");
      marks.push_back({{end + narrow<std::uint32_t>(open), end + narrow<std::uint32_t>(close + 2)}, "comment"});
    }
    if (token.kind == TokenKind::End) return marks;
    end = token.range.end;
    const std::string_view kind = kind_of(token.kind, text.substr(token.range.begin, end - token.range.begin));
    if (!kind.empty()) marks.push_back({token.range, kind});
  }
}

}  // namespace parapet::cub
