// Mutants: edits of the source that break one rule each, with the tests that notice it. The rules stand in the .md files of this folder
// (README.md says in which form); `./test --mutants` applies the edits, one at a time, to a copy of the source.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parapet::test {

// What a ```diff block says: a text that is in the source once, and what replaces it. Where lines break, how they are indented and in which
// file they are does not matter, so that neither the formatter nor a file that moves makes an edit stale. `place` is a part of the path of
// the file, for a text that other files have too.
struct Edit {
  std::string place;
  std::string before, after;
};

struct Mutant {
  std::string rule;                 // `file: heading`
  std::vector<std::string> tests;   // names of test cases, with * as wildcard
  std::vector<std::string> models;  // files whose verdicts are tested, relative to the source tree
  std::vector<Edit> edits;
  std::string wrong;  // what is wrong with its form; empty: nothing
};

// Those of one .md file, which is called `name`, in order. A heading `###` without a ```diff block is no mutant.
[[nodiscard]] std::vector<Mutant> parse_mutants(const std::string& name, std::string_view text);

// Those of all .md files below tests/mutants of the source tree. Rules of the folder `unseen` are called `unseen/file: heading`.
[[nodiscard]] std::vector<Mutant> all_mutants(const std::filesystem::path& tree);

// The C++ files of a source tree that edits are made in, with and without white space.
class Sources {
 public:
  explicit Sources(const std::filesystem::path& tree);

  // Why the edits of the mutant cannot be made; if nothing is said, they can. With `write` they are made.
  [[nodiscard]] std::optional<std::string> apply(const Mutant& mutant, bool write);
  // The file that the first edit changes; empty: there is none.
  [[nodiscard]] std::string file_of(const Mutant& mutant) const;

 private:
  struct File {
    std::filesystem::path path;
    std::string content;
    std::string dense;            // the content without white space
    std::vector<std::size_t> at;  // where each of its characters was
  };
  struct Found {
    std::size_t file = 0;              // its number
    std::size_t offset = 0, size = 0;  // in its content
    std::size_t count = 0;             // how many places there are
  };
  static void set(File& file, std::string content);
  [[nodiscard]] Found find(const Edit& edit) const;

  std::vector<File> files_;
};

// `*` stands for any text.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text);

// Makes `to` a copy of the source tree `from`, without its build folder, and writes only files that differ.
void copy_tree(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace parapet::test
