#include "base/file_output.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "unit/cli/child.h"

using parapet::OutputError;
using parapet::write_file;
using parapet::test::contains;
using parapet::test::read_text;
using parapet::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

std::string refusal(const fs::path& path) {
  try {
    write_file(path, "text");
  } catch (const OutputError& error) {
    return error.what();
  }
  return "accepted";
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("file output: writes and replaces, and leaves nothing else behind") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "result.json";
  write_file(path, "first");
  CHECK(read_text(path) == "first");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  write_file(path, std::string(100000, 'x'));
  CHECK(read_text(path).size() == 100000);
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read));
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("file output: a name without folder is in the current one") {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  write_file("plain", "text");
  fs::current_path(before);
  CHECK(read_text(folder.path() / "plain") == "text");
}

TEST_CASE("file output: a symbolic link stays one") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "real");
  fs::create_symlink("real/target", folder.path() / "link");
  write_file(folder.path() / "link", "once");
  write_file(folder.path() / "link", "twice");
  CHECK(fs::is_symlink(folder.path() / "link"));
  CHECK(read_text(folder.path() / "real/target") == "twice");
}

TEST_CASE("file output: devices are written to, never replaced") {
  write_file("/dev/null", "text");
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(contains(refusal("/dev/full"), "No space left on device"));
}

TEST_CASE("file output: failures name the file and the reason") {
  const TemporaryFolder folder;
  CHECK(contains(refusal(folder.path()), "Is a directory"));
  CHECK(contains(refusal(folder.path() / "none" / "file"), "No such file or directory"));
  CHECK(contains(refusal(folder.path() / "none" / "file"), "none/file"));
  CHECK(entries(folder.path()) == 0);
}
