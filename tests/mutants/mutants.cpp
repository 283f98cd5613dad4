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
      current_.edits.emplace_back().place = text.size() > 8 ? text.substr(8) : "";
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

std::string dense(std::string_view text) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result), [](char c) { return !is_blank(c); });
  return result;
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
  std::vector<fs::path> files;
  const fs::path folder = tree / "tests/mutants";
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".md" && entry.path().stem() != "README") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Mutant> all;
  for (const fs::path& file : files) {
    const std::string name = fs::relative(file, folder).replace_extension().string();
    for (Mutant& each : parse_mutants(name, content_of(file))) all.push_back(std::move(each));
  }
  return all;
}

Sources::Sources(const fs::path& tree) {
  for (const char* const folder : {"src", "smt", "frontend"}) {
    if (!fs::exists(tree / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(tree / folder)) {
      const fs::path& path = entry.path();
      if (path.extension() != ".cpp" && path.extension() != ".h") continue;
      files_.push_back({path, {}, {}, {}});
      set(files_.back(), content_of(path));
    }
  }
}

void Sources::set(File& file, std::string content) {
  file.content = std::move(content);
  file.dense.clear();
  file.at.clear();
  for (std::size_t k = 0; k < file.content.size(); ++k) {
    if (is_blank(file.content[k])) continue;
    file.dense.push_back(file.content[k]);
    file.at.push_back(k);
  }
}

Sources::Found Sources::find(const Edit& edit) const {
  Found found;
  const std::string wanted = dense(edit.before);
  if (wanted.empty()) return found;
  for (std::size_t k = 0; k < files_.size(); ++k) {
    const File& file = files_[k];
    if (file.path.string().find(edit.place) == std::string::npos) continue;
    for (std::size_t at = 0; (at = file.dense.find(wanted, at)) != std::string::npos; ++at) {
      const std::size_t first = file.at[at];
      found = {k, first, file.at[at + wanted.size() - 1] + 1 - first, found.count + 1};
    }
  }
  return found;
}

std::optional<std::string> Sources::apply(const Mutant& mutant, bool write_it) {
  if (!mutant.wrong.empty()) return mutant.wrong;
  for (const Edit& edit : mutant.edits) {
    const Found found = find(edit);
    if (found.count == 0) return "the text is nowhere: " + edit.before;
    if (found.count > 1) return "the text is at several places: " + edit.before;
    if (dense(edit.before) == dense(edit.after)) return "nothing changes: " + edit.before;
    const std::size_t last = edit.after.find_last_not_of('\n');
    File& file = files_[found.file];
    std::string content = file.content;
    content.replace(found.offset, found.size, edit.after.substr(0, last == std::string::npos ? 0 : last + 1));
    if (!write_it) continue;
    write(file.path, content);
    set(file, content);
  }
  return std::nullopt;
}

std::string Sources::file_of(const Mutant& mutant) const {
  const Found found = find(mutant.edits.front());
  return found.count == 1 ? files_[found.file].path.string() : "";
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
