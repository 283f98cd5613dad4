#include "frontend/frontend.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/narrow.h"
#include "frontend/cub/elaborator.h"
#include "frontend/cub/parser.h"
#include "ld/elements.h"

namespace parapet::frontend {
namespace {

// An input language, by file name extension. To add a front end, add a folder beside cub/ and a row to `languages`.
struct Language {
  std::string_view extension;  // ".cub"
  // The program, or located errors in `diagnostics`. Throws BudgetExhausted.
  std::optional<ld::Program> (*read)(std::string_view text, Diagnostics& diagnostics, Budget* budget);
  // In the order of the text, without overlaps.
  std::vector<Mark> (*highlight)(std::string_view text);
};

std::optional<ld::Program> read_cub(std::string_view text, Diagnostics& diagnostics, Budget* budget) {
  const cub::Syntax syntax = cub::parse(text, diagnostics, budget);
  return cub::elaborate(syntax, diagnostics, budget);
}

constexpr std::array<Language, 1> languages{{{".cub", read_cub, cub::highlight}}};

// The first language for any other name and for standard input.
const Language& language_of(std::string_view name) {
  const auto* found = std::ranges::find_if(languages, [&](const Language& each) { return name.ends_with(each.extension); });
  return found == languages.end() ? languages.front() : *found;
}

constexpr int milliseconds_between_looks = 20;  // between two checks of the budget

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void too_large(const std::string& path) {
  throw InputError(path, "the input is larger than " + std::to_string(largest_input >> 20U) + " MB");
}

// Waits until there is input, or its end.
void wait_for_input(int descriptor, const Budget* budget) {
  pollfd ready{descriptor, POLLIN, 0};
  int count = 0;
  do {
    if (budget != nullptr) budget->check();
    count = ::poll(&ready, 1, milliseconds_between_looks);
  } while (count == 0 || (count < 0 && errno == EINTR));
}

std::string read_all(int descriptor, const std::string& path, const Budget* budget) {
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (true) {
    wait_for_input(descriptor, budget);
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count == 0) return text;
    if (count < 0) {
      if (errno == EINTR || errno == EAGAIN) continue;
      throw InputError(path, std::strerror(errno));
    }
    if (text.size() + static_cast<std::size_t>(count) > largest_input) too_large(path);
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

// Opens without blocking: `open` would otherwise wait for the writer of a named pipe.
std::string read_file(const std::string& path, const Budget* budget) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError(path, "is a directory");
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number() < 0) throw InputError(path, std::strerror(errno));
  return read_all(file.number(), path, budget);
}

}  // namespace

InputError::InputError(std::string about, const std::string& text)
    : std::runtime_error(about + ": " + text), file(std::move(about)), message(text) {}

InputError::InputError(std::string about, Place where, const std::string& text)
    : std::runtime_error(about + ":" + std::to_string(where.at.line) + ":" + std::to_string(where.at.column) + ": " + text),
      file(std::move(about)),
      place(where),
      message(text) {}

Loaded load_text(std::string name, std::string text, Budget* budget) {
  if (text.size() > largest_input) too_large(name);
  // Columns are counted from the character after a byte order mark.
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  const bool utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  Loaded loaded{SourceFile(std::move(name), std::move(text)), std::nullopt, {}};
  if (utf16) {
    loaded.diagnostics.error({0, 2}, "the file begins with the byte order mark of UTF-16", "save it as UTF-8, or as ASCII");
    return loaded;
  }
  loaded.program = language_of(loaded.file.name()).read(loaded.file.text(), loaded.diagnostics, budget);
  if (loaded.program && ld::has_elements(*loaded.program)) {
    loaded.program = ld::by_elements(std::move(*loaded.program), loaded.diagnostics, budget);
  }
  return loaded;
}

std::string read_text(const std::string& path, const Budget* budget) {
  return path == "-" ? read_all(STDIN_FILENO, "<stdin>", budget) : read_file(path, budget);
}

Loaded load(const std::string& path, Budget* budget) { return load_text(path == "-" ? "<stdin>" : path, read_text(path, budget), budget); }

// The formula is read as one more pragma at the end of the model, so that it has the names and predicates of the model.
std::optional<ld::StateFormula> read_formula(const SourceFile& model, const std::string& formula, Diagnostics& diagnostics) {
  const std::string before = std::string(model.text()) + "\n(*@ stuck ";
  Loaded loaded = load_text(model.name(), before + formula + " *)");
  if (formula.find("*)") != std::string::npos || formula.find("(*") != std::string::npos) {
    diagnostics.error({0, narrow<std::uint32_t>(formula.size())}, "a formula has no comments");
    return std::nullopt;
  }
  if (loaded.program) return std::move(loaded.program->expected_stuck.back());
  const auto start = narrow<std::uint32_t>(before.size());
  const auto moved = [&](std::uint32_t offset) {
    return std::min(offset - std::min(offset, start), narrow<std::uint32_t>(formula.size()));
  };
  for (const Diagnostic& each : loaded.diagnostics.all()) {
    if (each.severity == Severity::Error && each.range.end > start)
      diagnostics.error({moved(each.range.begin), moved(each.range.end)}, each.message, each.hint);
  }
  if (!diagnostics.has_errors()) diagnostics.error({0, moved(UINT32_MAX)}, "this is not a formula");
  return std::nullopt;
}

bool is_model(const std::filesystem::path& path) {
  return std::ranges::any_of(languages, [&](const Language& each) { return path.extension() == each.extension; });
}

std::vector<Mark> highlight(const SourceFile& file) { return language_of(file.name()).highlight(file.text()); }

}  // namespace parapet::frontend
