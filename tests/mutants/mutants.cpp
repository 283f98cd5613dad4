#include "mutants/mutants.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

namespace parapet::test {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

void write(const fs::path& path, const std::string& content) { std::ofstream(path, std::ios::binary) << content; }

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

class Parser {
 public:
  explicit Parser(std::string name) : name_(std::move(name)) {}

  void line(const std::string& text) {
    if (inside_) {
      if (text == "```") {
        inside_ = false;
      } else {
        add(text);
      }
    } else if (text.starts_with("#")) {
      close();
      if (text.starts_with("### ")) current_.rule = name_ + ": " + text.substr(4);
    } else if (text.starts_with("```diff")) {
      inside_ = true;
      std::istringstream words(text.substr(7));
      current_.edits.emplace_back().places.assign(std::istream_iterator<std::string>(words), {});
    } else if (text.starts_with("* test `") && text.ends_with("`")) {
      current_.tests.push_back(text.substr(8, text.size() - 9));
    } else if (text.starts_with("* model `") && text.ends_with("`")) {
      current_.models.push_back(text.substr(9, text.size() - 10));
    }
  }

  std::vector<Mutant> run() {
    close();
    return std::move(all_);
  }

 private:
  void add(const std::string& text) {
    Edit& edit = current_.edits.back();
    const std::string rest = text.empty() ? text : text.substr(1);
    const char kind = text.empty() ? ' ' : text.front();
    if (kind != '-' && kind != '+' && kind != ' ') current_.wrong = "a line of the edit begins with neither -, + nor a blank: " + text;
    if (kind != '+') edit.before += rest + "\n";
    if (kind != '-') edit.after += rest + "\n";
  }

  void close() {
    if (!current_.edits.empty()) {
      if (current_.rule.empty()) current_.wrong = "an edit without a heading";
      if (current_.tests.empty() && current_.models.empty()) current_.wrong = "names neither a test nor a model";
      all_.push_back(std::move(current_));
    }
    current_ = {};
  }

  std::string name_;
  std::vector<Mutant> all_;
  Mutant current_;
  bool inside_ = false;
};

// The text without white space, and where each of its characters was.
struct Dense {
  explicit Dense(std::string_view from) {
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (is_blank(from[k])) continue;
      text.push_back(from[k]);
      at.push_back(k);
    }
  }
  std::string text;
  std::vector<std::size_t> at;
};

std::vector<fs::path> files_of(const Edit& edit, const fs::path& tree) {
  std::vector<fs::path> all;
  for (const std::string& place : edit.places) {
    if (fs::is_directory(tree / place)) {
      for (const auto& entry : fs::recursive_directory_iterator(tree / place)) {
        if (entry.is_regular_file()) all.push_back(entry.path());
      }
    } else if (fs::exists(tree / place)) {
      all.push_back(tree / place);
    }
  }
  return all;
}

struct Found {
  fs::path file;
  std::string changed;
  std::string wrong;
};

Found find(const Edit& edit, const fs::path& tree) {
  Found found;
  std::size_t count = 0;
  for (const fs::path& file : files_of(edit, tree)) {
    const std::string content = content_of(file);
    const std::vector<Place> places = places_of(edit.before, content);
    count += places.size();
    if (places.empty()) continue;
    found.file = file;
    const std::size_t last = edit.after.find_last_not_of("\n");
    found.changed = content;
    found.changed.replace(places.front().offset, places.front().size, edit.after.substr(0, last == std::string::npos ? 0 : last + 1));
  }
  if (count != 1) found.wrong = (count == 0 ? "the text is nowhere: " : "the text is at several places: ") + edit.before;
  if (Dense(edit.before).text == Dense(edit.after).text) found.wrong = "nothing changes: " + edit.before;
  return found;
}

bool is_copied(const fs::path& relative) {
  const std::string first = relative.begin()->string();
  return first != "build" && first != ".git";
}

}  // namespace

std::vector<Mutant> parse_mutants(const std::string& name, std::string_view text) {
  Parser parser(name);
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) parser.line(line);
  return parser.run();
}

std::vector<Mutant> all_mutants(const fs::path& tree) {
  std::vector<std::pair<std::string, Mutant>> all;
  for (const auto& entry : fs::directory_iterator(tree / "tests/mutants")) {
    if (entry.path().extension() != ".md" || entry.path().stem() == "README") continue;
    for (Mutant& each : parse_mutants(entry.path().stem().string(), content_of(entry.path()))) {
      const std::string file = find(each.edits.front(), tree).file.string();
      all.emplace_back(file, std::move(each));
    }
  }
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return std::tie(a.first, a.second.rule) < std::tie(b.first, b.second.rule); });
  std::vector<Mutant> result;
  for (auto& [file, mutant] : all) result.push_back(std::move(mutant));
  return result;
}

std::vector<Place> places_of(std::string_view text, std::string_view content) {
  const Dense wanted(text), given(content);
  std::vector<Place> all;
  if (wanted.text.empty()) return all;
  for (std::size_t at = 0; (at = given.text.find(wanted.text, at)) != std::string::npos; ++at) {
    const std::size_t first = given.at[at];
    all.push_back({first, given.at[at + wanted.text.size() - 1] + 1 - first});
  }
  return all;
}

std::optional<std::string> apply(const Mutant& mutant, const fs::path& tree, bool write_it) {
  if (!mutant.wrong.empty()) return mutant.wrong;
  for (const Edit& edit : mutant.edits) {
    const Found found = find(edit, tree);
    if (!found.wrong.empty()) return found.wrong;
    if (write_it) write(found.file, found.changed);
  }
  return std::nullopt;
}

bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() != '*') return !text.empty() && pattern.front() == text.front() && matches(pattern.substr(1), text.substr(1));
  return matches(pattern.substr(1), text) || (!text.empty() && matches(pattern, text.substr(1)));
}

void copy_tree(const fs::path& from, const fs::path& to) {
  std::set<fs::path> copied;
  for (auto entry = fs::recursive_directory_iterator(from); entry != fs::recursive_directory_iterator(); ++entry) {
    const fs::path relative = fs::relative(entry->path(), from);
    if (!is_copied(relative)) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      copied.insert(relative);
      const std::string content = content_of(entry->path());
      if (fs::exists(to / relative) && content_of(to / relative) == content) continue;
      fs::create_directories((to / relative).parent_path());
      write(to / relative, content);
      fs::permissions(to / relative, entry->status().permissions());
    }
  }
  std::vector<fs::path> left;
  for (auto entry = fs::recursive_directory_iterator(to); entry != fs::recursive_directory_iterator(); ++entry) {
    const fs::path relative = fs::relative(entry->path(), to);
    if (!is_copied(relative)) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file() && !copied.contains(relative)) {
      left.push_back(entry->path());
    }
  }
  for (const fs::path& each : left) fs::remove(each);
}

}  // namespace parapet::test
