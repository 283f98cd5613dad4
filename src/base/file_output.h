// Files written whole or not at all: a reader, or a run that is killed, never sees half of one.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace parapet {

// A user error: the file cannot be written; the message names it and says why.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Replaces the file at `path` by `content`, keeping the permissions of the old one; a symbolic link keeps pointing where it did.
// What is no ordinary file (a device, a pipe) is written to directly. Throws OutputError.
void write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace parapet
