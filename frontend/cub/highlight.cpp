#include "frontend/cub/highlight.h"

#include <array>

#include "base/narrow.h"
#include "frontend/cub/lexer.h"

namespace parapet::cub {
namespace {

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
