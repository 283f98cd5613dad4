// Fenced blocks of a Markdown file.
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace parapet::test {

struct Fence {
  std::string language;            // the first word after ```
  std::vector<std::string> words;  // the others
  std::vector<std::string> lines;
  std::size_t line = 0;  // of the opening ```, from 1
};

inline std::vector<Fence> fences_of(const std::string& markdown) {
  std::vector<Fence> all;
  bool inside = false;
  std::istringstream in(markdown);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.rfind("```", 0) == 0) {
      inside = !inside;
      if (!inside) continue;
      Fence& fence = all.emplace_back();
      fence.line = number;
      std::istringstream words(line.substr(3));
      words >> fence.language;
      for (std::string word; words >> word;) fence.words.push_back(word);
    } else if (inside) {
      all.back().lines.push_back(line);
    }
  }
  return all;
}

inline std::string text_of(const Fence& fence) {
  std::string text;
  for (const std::string& line : fence.lines) text += line + "\n";
  return text;
}

}  // namespace parapet::test
