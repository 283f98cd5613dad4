// From a file to a program, or to messages that say where and why there is none.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/diagnostics.h"
#include "base/source.h"
#include "frontend/language.h"
#include "ld/program.h"

namespace parapet::frontend {

// The input cannot be read at all: no such file, a directory, no permission, too large.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr std::size_t largest_input = std::size_t{256} << 20U;  // bytes

struct Loaded {
  SourceFile file;
  std::optional<ld::Program> program;  // set iff there are no errors
  Diagnostics diagnostics;
};

// All of these spend `budget` (null: none), waiting for input included, and throw BudgetExhausted.

// The content of a file; `path` "-" is the standard input. Throws InputError.
[[nodiscard]] std::string read_text(const std::string& path, const Budget* budget = nullptr);

// `path` "-" is the standard input. Throws InputError.
[[nodiscard]] Loaded load(const std::string& path, Budget* budget = nullptr);
[[nodiscard]] Loaded load_text(std::string name, std::string text, Budget* budget = nullptr);

// Whether the ending of its name is that of a language.
[[nodiscard]] bool is_model(const std::filesystem::path& path);
[[nodiscard]] std::vector<Mark> highlight(const SourceFile& file);

}  // namespace parapet::frontend
