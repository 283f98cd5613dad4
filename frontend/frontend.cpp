#include "frontend/frontend.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "frontend/cub/elaborate.h"
#include "frontend/cub/parser.h"

namespace parapet::frontend {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void too_large(const std::string& path) {
  throw InputError(path + ": the input is larger than " + std::to_string(largest_input >> 20U) + " MB");
}

std::string read_all(std::FILE* file, const std::string& path) {
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (true) {
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file);
    if (text.size() + count > largest_input) too_large(path);
    text.append(buffer.data(), count);
    if (count < buffer.size()) break;
  }
  if (std::ferror(file) != 0) throw InputError(path + ": " + std::strerror(errno));
  return text;
}

std::string read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError(path + ": is a directory");
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) throw InputError(path + ": " + std::strerror(errno));
  return read_all(file.get(), path);
}

}  // namespace

Loaded load_text(std::string name, std::string text) {
  if (text.size() > largest_input) too_large(name);
  // A byte order mark is no part of the first line: columns count from the character after it.
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  const bool utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  Loaded loaded{SourceFile(std::move(name), std::move(text)), std::nullopt, {}};
  if (utf16) {
    loaded.diagnostics.error({0, 2}, "the file begins with the byte order mark of UTF-16", "save it as UTF-8, or as ASCII");
    return loaded;
  }
  const cub::Syntax syntax = cub::parse(loaded.file.text(), loaded.diagnostics);
  loaded.program = cub::elaborate(syntax, loaded.diagnostics);
  return loaded;
}

std::string read_text(const std::string& path) { return path == "-" ? read_all(stdin, "<stdin>") : read_file(path); }

Loaded load(const std::string& path) { return load_text(path == "-" ? "<stdin>" : path, read_text(path)); }

}  // namespace parapet::frontend
