// Files written whole or not at all: a reader, or a run that is killed, never sees half of one.
//
// A run can take hours, so what it is asked to write is tried before it begins (check_writable, check_new_folder). Whether a disk is full
// then is not known before; SIGXFSZ must be ignored for a file size limit to be an error like others.
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

// Throws OutputError if write_file would fail as things are, and changes nothing. A device or pipe is not opened: who reads from a pipe
// would take its closing for the end.
void check_writable(const std::filesystem::path& path);

// The file that a chain of symbolic links names, there or not.
[[nodiscard]] std::filesystem::path follow_links(std::filesystem::path path);

// A folder for the files of one run: made if it is not there, and empty, since files of another run would be taken for some of this one.
// Throws OutputError.
void make_new_folder(const std::filesystem::path& path);
// Throws OutputError if make_new_folder would, or if the folder takes no files, and changes nothing.
void check_new_folder(const std::filesystem::path& path);

}  // namespace parapet
