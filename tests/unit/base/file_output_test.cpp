#include "base/file_output.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "unit/cli/child.h"

using parapet::check_new_folder;
using parapet::check_writable;
using parapet::make_new_folder;
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

TEST_CASE("file output: links in a circle and files in the place of folders are no files that are missing") {
  const TemporaryFolder folder;
  fs::create_symlink("b", folder.path() / "a");
  fs::create_symlink("a", folder.path() / "b");
  CHECK(contains(refusal(folder.path() / "a"), "Too many levels of symbolic links"));
  CHECK(fs::is_symlink(folder.path() / "a"));
  write_file(folder.path() / "file", "text");
  CHECK(contains(refusal(folder.path() / "file" / "inside"), "Not a directory"));
  CHECK(entries(folder.path()) == 3);
}

TEST_CASE("file output: a name as long as a name can be") {
  const TemporaryFolder folder;
  write_file(folder.path() / std::string(255, 'n'), "text");
  CHECK(entries(folder.path()) == 1);
  CHECK(contains(refusal(folder.path() / std::string(256, 'n')), "File name too long"));
}

TEST_CASE("file output: a temporary name that is taken is somebody else's") {
  const TemporaryFolder folder;
  const fs::path taken = folder.path() / (".parapet-" + std::to_string(::getpid()) + "-0");
  write_file(taken, "theirs");
  write_file(folder.path() / "mine", "mine");
  CHECK(read_text(taken) == "theirs");
  CHECK(read_text(folder.path() / "mine") == "mine");
}

TEST_CASE("file output: what would fail is found before, and trying leaves nothing behind") {
  const TemporaryFolder folder;
  const auto refused = [](const fs::path& path) -> std::string {
    try {
      check_writable(path);
    } catch (const OutputError& error) {
      return error.what();
    }
    return "accepted";
  };
  fs::create_symlink("loop", folder.path() / "loop");
  write_file(folder.path() / "there", "text");
  for (const fs::path& path : {folder.path() / "none" / "file", folder.path(), folder.path() / "loop", folder.path() / "there" / "x",
                               folder.path() / std::string(256, 'n')}) {
    CAPTURE(path);
    CHECK(refused(path) == refusal(path));
  }
  CHECK(refused(folder.path() / "new") == "accepted");
  CHECK(refused(folder.path() / "there") == "accepted");
  CHECK(refused("/dev/full") == "accepted");
  CHECK(read_text(folder.path() / "there") == "text");
  CHECK(entries(folder.path()) == 2);
}

TEST_CASE("file output: a folder for one run is new") {
  const TemporaryFolder folder;
  const auto refused = [](void (*action)(const fs::path&), const fs::path& path) -> std::string {
    try {
      action(path);
    } catch (const OutputError& error) {
      return error.what();
    }
    return "accepted";
  };
  const fs::path deep = folder.path() / "a" / "b" / "";
  CHECK(refused(check_new_folder, deep) == "accepted");
  CHECK(entries(folder.path()) == 0);
  CHECK(refused(make_new_folder, deep) == "accepted");
  CHECK(fs::is_directory(deep));
  CHECK(refused(make_new_folder, deep) == "accepted");
  write_file(deep / "file", "text");
  for (auto* const action : {check_new_folder, make_new_folder}) {
    CHECK(contains(refused(action, deep), "is not empty: name a new one"));
    CHECK(contains(refused(action, deep / "file"), "Not a directory"));
    CHECK(contains(refused(action, deep / "file" / "x"), "Not a directory"));
    CHECK(refused(action, "/proc/nowhere/x") != "accepted");
  }
  CHECK(entries(deep) == 1);
}

TEST_CASE("file output: failures name the file and the reason") {
  const TemporaryFolder folder;
  CHECK(contains(refusal(folder.path()), "Is a directory"));
  CHECK(contains(refusal(folder.path() / "none" / "file"), "No such file or directory"));
  CHECK(contains(refusal(folder.path() / "none" / "file"), "none/file"));
  CHECK(entries(folder.path()) == 0);
}
