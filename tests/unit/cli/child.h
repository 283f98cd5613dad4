// Runs a program and keeps what it printed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace parapet::test {

struct Child {
  int status = -1;  // exit code; 128 + signal where one ended it
  std::string out;
  std::string err;
};

struct ChildInput {
  std::string text;                      // standard input
  std::string out_file;                  // instead of catching standard output
  std::vector<std::string> environment;  // NAME=value, added
};

[[nodiscard]] Child run_program(const std::string& program, const std::vector<std::string>& arguments, const ChildInput& input = {});
// The program that the build made.
[[nodiscard]] Child run_parapet(const std::vector<std::string>& arguments, const ChildInput& input = {});

// A folder of its own for each test, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // Writes a file in it and gives its path.
  [[nodiscard]] std::string file(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

[[nodiscard]] std::string read_text(const std::filesystem::path& path);
[[nodiscard]] inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace parapet::test
