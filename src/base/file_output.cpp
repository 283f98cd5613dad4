#include "base/file_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace parapet {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, int error) {
  throw OutputError("cannot write '" + path.string() + "': " + std::generic_category().message(error));
}

[[noreturn]] void fail_folder(const fs::path& path, int error) {
  throw OutputError("cannot write to the folder '" + path.string() + "': " + std::generic_category().message(error));
}

// 0, or the reason.
int write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// Some file systems report a full disk only here.
int close_descriptor(int descriptor) { return ::close(descriptor) == 0 ? 0 : errno; }

int write_and_close(int descriptor, std::string_view content) {
  const int write_error = write_all(descriptor, content);
  const int close_error = close_descriptor(descriptor);
  return write_error != 0 ? write_error : close_error;
}

void write_directly(const fs::path& path, std::string_view content) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, errno);
  if (const int error = write_and_close(descriptor, content); error != 0) fail(path, error);
}

// A new file in a folder, to be renamed or removed. Its name is short, so that it fits wherever the final one does, and not taken.
struct TemporaryFile {
  fs::path path;
  int descriptor = -1;  // -1: errno says why
};

TemporaryFile make_temporary(const fs::path& folder) {
  constexpr int most_attempts = 100;
  TemporaryFile file;
  for (int k = 0; k < most_attempts; ++k) {
    file.path = folder / (".parapet-" + std::to_string(::getpid()) + "-" + std::to_string(k));
    file.descriptor = ::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file.descriptor >= 0 || errno != EEXIST) break;
  }
  return file;
}

// Where write_file writes to.
struct Destination {
  fs::path file;               // behind all links
  bool ordinary = true;        // else a device or a pipe
  std::optional<mode_t> mode;  // of the file that is there
};

Destination destination(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    // A loop of links, a file in the place of a folder: nothing of that may be taken for a file that is not there yet.
    if (errno != ENOENT) fail(path, errno);
    return {follow_links(path), true, std::nullopt};
  }
  if (S_ISDIR(status.st_mode)) fail(path, EISDIR);
  if (S_ISSOCK(status.st_mode)) fail(path, ENXIO);
  if (::access(path.c_str(), W_OK) != 0) fail(path, errno);
  if (!S_ISREG(status.st_mode)) return {path, false, std::nullopt};
  return {follow_links(path), true, status.st_mode & 07777U};
}

// Folders that make_folders made, the outermost first.
std::vector<fs::path> make_folders(const fs::path& path) {
  std::vector<fs::path> missing;
  for (fs::path at = path; !at.empty(); at = at.parent_path()) {
    struct stat status {};
    if (::stat(at.c_str(), &status) == 0) {
      if (!S_ISDIR(status.st_mode)) fail_folder(path, ENOTDIR);
      break;
    }
    if (errno != ENOENT) fail_folder(path, errno);
    missing.push_back(at);
  }
  std::ranges::reverse(missing);
  for (std::size_t k = 0; k < missing.size(); ++k) {
    if (::mkdir(missing[k].c_str(), 0777) == 0) continue;
    const int error = errno;
    while (k > 0) ::rmdir(missing[--k].c_str());
    fail_folder(path, error);
  }
  return missing;
}

// `a/b/` is `a/b`.
fs::path without_slash(const fs::path& path) { return path.has_filename() ? path : path.parent_path(); }

void refuse_content(const fs::path& folder) {
  std::error_code error;
  const bool empty = fs::is_empty(folder, error);
  if (error) fail_folder(folder, error.value());
  if (!empty) throw OutputError("the folder '" + folder.string() + "' is not empty: name a new one");
}

}  // namespace

// A chain that stat can follow is no longer than this.
fs::path follow_links(fs::path path) {
  constexpr int longest_chain = 40;
  std::error_code ignored;
  for (int k = 0; k < longest_chain && fs::is_symlink(path, ignored); ++k) {
    const fs::path next = fs::read_symlink(path, ignored);
    if (ignored) break;
    path = path.parent_path() / next;
  }
  return path;
}

void write_file(const fs::path& path, std::string_view content) {
  const Destination target = destination(path);
  if (!target.ordinary) return write_directly(path, content);
  const TemporaryFile temporary = make_temporary(target.file.parent_path());
  if (temporary.descriptor < 0) fail(path, errno);
  if (target.mode) static_cast<void>(::fchmod(temporary.descriptor, *target.mode));
  int error = write_and_close(temporary.descriptor, content);
  if (error == 0 && ::rename(temporary.path.c_str(), target.file.c_str()) != 0) error = errno;
  if (error == 0) return;
  ::unlink(temporary.path.c_str());
  fail(path, error);
}

void check_writable(const fs::path& path) {
  const Destination target = destination(path);
  if (!target.ordinary) return;
  const TemporaryFile temporary = make_temporary(target.file.parent_path());
  if (temporary.descriptor < 0) fail(path, errno);
  close_descriptor(temporary.descriptor);
  ::unlink(temporary.path.c_str());
}

void make_new_folder(const fs::path& path) {
  make_folders(without_slash(path));
  refuse_content(path);
}

void check_new_folder(const fs::path& path) {
  const std::vector<fs::path> made = make_folders(without_slash(path));
  const auto undo = [&] {
    for (std::size_t k = made.size(); k > 0; --k) ::rmdir(made[k - 1].c_str());
  };
  try {
    refuse_content(path);
  } catch (...) {
    undo();
    throw;
  }
  const TemporaryFile temporary = make_temporary(path);
  const int error = errno;
  if (temporary.descriptor >= 0) {
    close_descriptor(temporary.descriptor);
    ::unlink(temporary.path.c_str());
  }
  undo();
  if (temporary.descriptor < 0) fail_folder(path, error);
}

}  // namespace parapet
