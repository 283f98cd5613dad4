// Mutants: edits of the source that break one rule each, with the tests that notice it. The rules stand in the .md files of this folder
// (README.md says in which form); `./test --mutants` applies the edits, one at a time, to a copy of the source.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parapet::test {

// What a ```diff block says: a text of one file of these folders, and what replaces it. Where lines break, and how they are indented, does
// not matter for finding it, so that neither the formatter nor a file that moves within its folder makes an edit stale.
struct Edit {
  std::vector<std::string> places;  // files and folders, relative to the source tree
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

// Those of all .md files below tests/mutants of the source tree, those of one changed file after each other.
[[nodiscard]] std::vector<Mutant> all_mutants(const std::filesystem::path& tree);

// Where `text` is in `content`, both without white space: offset and size in `content`, if there is exactly one place.
struct Place {
  std::size_t offset, size;
};
[[nodiscard]] std::vector<Place> places_of(std::string_view text, std::string_view content);

// Why the edits of a mutant cannot be made; if nothing is said, they can. With `write` they are made.
[[nodiscard]] std::optional<std::string> apply(const Mutant& mutant, const std::filesystem::path& tree, bool write);

// `*` stands for any text.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text);

// Makes `to` a copy of the source tree `from`, without its build folder, and writes only files that differ.
void copy_tree(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace parapet::test
