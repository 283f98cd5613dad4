// Reads a model: from a file to a program of LD, or to located error messages.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/source.h"
#include "ld/program.h"

namespace parapet::frontend {

// The input cannot be read: there is no such file, it is a directory, permission is denied, or it is too large; or it is not what the
// command takes.
class InputError : public std::runtime_error {
 public:
  struct Place {
    LineColumn at;
    std::size_t offset = 0;  // in bytes
  };

  explicit InputError(const std::string& text) : std::runtime_error(text), message(text) {}
  // `what` is "FILE: TEXT", or with a place "FILE:LINE:COLUMN: TEXT".
  InputError(std::string about, const std::string& text);
  InputError(std::string about, Place where, const std::string& text);

  std::string file;  // empty: about no file
  std::optional<Place> place;
  std::string message;  // `what` without file and place
};

inline constexpr std::size_t largest_input = std::size_t{256} << 20U;  // bytes

struct Loaded {
  SourceFile file;
  std::optional<ld::Program> program;  // by elements (ld/elements.h); set iff there are no errors
  Diagnostics diagnostics;
};

// All functions spend `budget`, also while they wait for input, and throw BudgetExhausted. It may be null.

// The content of a file; `path` "-" is the standard input. Throws InputError.
[[nodiscard]] std::string read_text(const std::string& path, const Budget* budget = nullptr);

// `path` "-" is the standard input. Throws InputError.
[[nodiscard]] Loaded load(const std::string& path, Budget* budget = nullptr);
[[nodiscard]] Loaded load_text(std::string name, std::string text, Budget* budget = nullptr);

// A formula about one state of the model: closed, with any quantifiers, weak locations read as in unsafe formulas. If it is not one, nothing;
// `diagnostics` then has errors, whose places are in the text of the formula.
[[nodiscard]] std::optional<ld::StateFormula> read_formula(const SourceFile& model, const std::string& formula, Diagnostics& diagnostics);

// Whether the file name has the extension of a language.
[[nodiscard]] bool is_model(const std::filesystem::path& path);
[[nodiscard]] std::vector<Mark> highlight(const SourceFile& file);

}  // namespace parapet::frontend
