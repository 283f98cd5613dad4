// What every file in the language of Graphviz needs.
#pragma once

#include <string>
#include <string_view>

namespace parapet::report {

[[nodiscard]] inline std::string dot_quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

}  // namespace parapet::report
