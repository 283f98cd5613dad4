#include "base/file_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>
#include <system_error>

namespace parapet {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, int error) {
  throw OutputError("cannot write '" + path.string() + "': " + std::generic_category().message(error));
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

// The file that a chain of symbolic links names, there or not.
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

void replace(const fs::path& target, std::string_view content, std::optional<mode_t> mode) {
  const fs::path temporary = target.parent_path() / ("." + target.filename().string() + ".parapet-" + std::to_string(::getpid()));
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(target, errno);
  if (mode) static_cast<void>(::fchmod(descriptor, *mode));
  int error = write_and_close(descriptor, content);
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    fail(target, error);
  }
}

}  // namespace

void write_file(const fs::path& path, std::string_view content) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(path, EISDIR);
  if (exists && !S_ISREG(status.st_mode)) return write_directly(path, content);
  if (exists && ::access(path.c_str(), W_OK) != 0) fail(path, errno);
  replace(follow_links(path), content, exists ? std::optional<mode_t>(status.st_mode & 07777U) : std::nullopt);
}

}  // namespace parapet
