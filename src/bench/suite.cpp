#include "bench/suite.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <regex>
#include <sstream>
#include <system_error>

#include "base/narrow.h"

namespace parapet::bench {
namespace {

struct Word {
  std::string text;
  SourceRange range;
  bool quoted = false;  // at least a part of it is quoted, so it is not a keyword
};

class SuiteParser {
 public:
  SuiteParser(const SourceFile& file, Diagnostics& diagnostics) : text_(file.text()), diagnostics_(diagnostics) {}

  Suite run() {
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      const std::vector<Word> words = split(begin, end);
      if (!words.empty()) line(words);
      begin = end + 1;
    }
    return std::move(suite_);
  }

 private:
  static SourceRange range(std::size_t begin, std::size_t end) { return {narrow<std::uint32_t>(begin), narrow<std::uint32_t>(end)}; }

  void error(const Word& word, std::string message, std::string hint = {}) {
    diagnostics_.error(word.range, std::move(message), std::move(hint));
  }

  // Blanks separate words, except between double quotes; `#` at the beginning of a word starts a comment.
  std::vector<Word> split(std::size_t at, std::size_t end) {
    std::vector<Word> words;
    while (true) {
      while (at < end && std::isspace(byte_of(text_[at])) != 0) ++at;
      if (at == end || text_[at] == '#') return words;
      Word word;
      const std::size_t begin = at;
      bool open = false;
      for (; at < end && (open || std::isspace(byte_of(text_[at])) == 0); ++at) {
        if (text_[at] == '"') {
          open = !open;
          word.quoted = true;
        } else {
          word.text += text_[at];
        }
      }
      word.range = range(begin, at);
      if (open) error(word, "a quote that is not closed on its line");
      words.push_back(std::move(word));
    }
  }

  void line(const std::vector<Word>& words) {
    const Word& first = words.front();
    const std::string_view keyword = first.quoted ? std::string_view() : std::string_view(first.text);
    if (keyword == "root") {
      root(words);
    } else if (keyword == "limits") {
      for (std::size_t k = 1; k < words.size(); ++k) {
        if (!limit(words[k], limits_)) error(words[k], "expected time=SECONDS or memory=MB");
      }
    } else if (keyword == "options") {
      options_.clear();
      for (std::size_t k = 1; k < words.size(); ++k) options_.push_back(words[k].text);
    } else if (keyword == "tool") {
      tool(words);
    } else if (keyword == "table") {
      table(words);
    } else if (keyword == "column") {
      column(words);
    } else {
      entry(words);
    }
  }

  void root(const std::vector<Word>& words) {
    if (!suite_.entries.empty() || !suite_.roots.empty()) error(words.front(), "one 'root', before the models");
    if (words.size() == 1) error(words.front(), "'root' names folders, the first that exists is taken");
    for (std::size_t k = 1; k < words.size(); ++k) suite_.roots.push_back(words[k].text);
  }

  // Begins a table: its columns follow, then its models.
  void table(const std::vector<Word>& words) {
    if (words.size() != 2 || words[1].text.empty()) return error(words.front(), "expected: table TITLE");
    table_ = words[1].text;
    columns_.clear();
  }

  void column(const std::vector<Word>& words) {
    if (words.size() != 3) return error(words.front(), "expected: column KEY TITLE");
    const Word& key = words[1];
    const auto in_key = [](unsigned char c) { return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_'; };
    if (key.text.empty() || !std::ranges::all_of(key.text, in_key)) error(key, "a key has lower-case letters, digits and '_'");
    const bool setting = key.text == "time" || key.text == "memory" || key.text == "name";
    if (setting || std::ranges::find(columns_, key.text, &Figure::key) != columns_.end()) error(key, "the key '" + key.text + "' is taken");
    columns_.push_back({key.text, words[2].text, {}});
  }

  // False if the word is neither a name nor a figure.
  static bool figure(const Word& word, Entry& result) {
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos) return false;
    const std::string key = word.text.substr(0, equals);
    if (key == "name") {
      result.name = word.text.substr(equals + 1);
      return true;
    }
    const auto at = std::ranges::find(result.figures, key, &Figure::key);
    if (at == result.figures.end()) return false;
    at->text = word.text.substr(equals + 1);
    return true;
  }

  // False if the word is not a limit.
  bool limit(const Word& word, Limits& limits) {
    const std::size_t equals = word.text.find('=');
    const std::string key = word.text.substr(0, equals);
    if (equals == std::string::npos || (key != "time" && key != "memory")) return false;
    const char* const begin = word.text.data() + equals + 1;
    const char* const end = word.text.data() + word.text.size();
    constexpr double longest = 1e9;
    double number = 0;
    const auto [stop, problem] = std::from_chars(begin, end, number, std::chars_format::fixed);
    if (problem != std::errc() || stop != end || !(number >= 0 && number <= longest)) {
      error(word, "expected a number from 0 to 1000000000 after '" + key + "='");
    } else if (key == "time") {
      limits.time = std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(number * 1000)));
    } else {
      limits.memory_megabytes = static_cast<std::uint64_t>(std::ceil(number));
    }
    return true;
  }

  void tool(const std::vector<Word>& words) {
    if (words.size() < 3) return error(words.front(), "expected: tool NAME safe=REGEX unsafe=REGEX [only=MODEL] -- COMMAND");
    Tool result;
    result.name = words[1].text;
    std::size_t k = 2;
    for (; k < words.size() && words[k].text != "--"; ++k) {
      if (!tool_key(words[k], result)) error(words[k], "expected safe=REGEX, unsafe=REGEX or only=MODEL");
    }
    for (++k; k < words.size(); ++k) result.command.push_back(words[k].text);
    const auto names_file = [](const std::string& part) { return part.find("{file}") != std::string::npos; };
    if (std::ranges::none_of(result.command, names_file)) error(words.front(), "a tool has a command after '--', with {file} in it");
    if (result.safe.empty() || result.unsafe.empty()) error(words.front(), "a tool needs safe=REGEX and unsafe=REGEX");
    if (result.name == "parapet" || std::ranges::find(suite_.tools, result.name, &Tool::name) != suite_.tools.end()) {
      error(words[1], "the name '" + result.name + "' is taken");
    }
    suite_.tools.push_back(std::move(result));
  }

  bool tool_key(const Word& word, Tool& result) {
    const std::size_t equals = word.text.find('=');
    const std::string key = word.text.substr(0, equals);
    if (equals == std::string::npos) return false;
    const std::string value = word.text.substr(equals + 1);
    if (key == "only") {
      result.only = value;
      return true;
    }
    if (key != "safe" && key != "unsafe") return false;
    try {
      static_cast<void>(std::regex(value));
    } catch (const std::regex_error& problem) {
      error(word, "not a regular expression: " + std::string(problem.what()));
    }
    (key == "safe" ? result.safe : result.unsafe) = value;
    return true;
  }

  void entry(const std::vector<Word>& words) {
    Entry result;
    result.path = words.front().text;
    result.range = words.front().range;
    result.limits = limits_;
    result.options = options_;
    result.table = table_;
    result.figures = columns_;
    std::size_t k = 1;
    for (; k < words.size() && words[k].text != "--"; ++k) setting(words[k], result);
    for (++k; k < words.size(); ++k) result.options.push_back(words[k].text);
    if (result.expected && result.model.empty()) error(words.front(), "an expected verdict needs its memory model", "PATH tso SAFE");
    suite_.entries.push_back(std::move(result));
  }

  void setting(const Word& word, Entry& result) {
    const bool lower = !word.text.empty() && std::ranges::all_of(word.text, [](unsigned char c) { return std::islower(c) != 0; });
    if (limit(word, result.limits) || figure(word, result)) return;
    if (const auto answer = answer_named(word.text); answer && !result.expected) {
      result.expected = answer;
    } else if (lower && result.model.empty()) {
      result.model = word.text;
    } else {
      error(word,
            "expected a memory model, SAFE, UNSAFE, UNKNOWN, time=SECONDS, memory=MB, name=TEXT, KEY=TEXT of a column, or -- and options");
    }
  }

  std::string_view text_;
  Limits limits_;
  std::vector<std::string> options_;
  std::string table_;
  std::vector<Figure> columns_;
  Diagnostics& diagnostics_;
  Suite suite_;
};

}  // namespace

std::optional<VerdictKind> answer_named(std::string_view name) {
  for (const VerdictKind each : {VerdictKind::Safe, VerdictKind::Unsafe, VerdictKind::Unknown}) {
    if (parapet::name(each) == name) return each;
  }
  return std::nullopt;
}

Suite parse_suite(const SourceFile& file, Diagnostics& diagnostics) { return SuiteParser(file, diagnostics).run(); }

std::vector<Expectation> expectations_of(std::string_view model_text) {
  std::vector<Expectation> result;
  const std::size_t begin = model_text.find("(*");
  if (begin == std::string_view::npos) return result;
  std::istringstream lines(std::string(model_text.substr(begin + 2, model_text.find("*)", begin) - begin - 2)));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string keyword, model, verdict;
    words >> keyword >> model >> verdict;
    const auto answer = answer_named(verdict);
    if (keyword == "expect" && answer) result.push_back({model, *answer});
  }
  return result;
}

}  // namespace parapet::bench
