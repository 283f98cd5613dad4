#include "cli/outputs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/file_output.h"
#include "evidence/heading.h"
#include "smt/wrappers/factory.h"

namespace parapet::cli {
namespace {

namespace fs = std::filesystem;

// A file, whatever it is called: device and inode number, which hard links share, or its path without links if it does not exist.
struct Identity {
  std::optional<std::pair<dev_t, ino_t>> node;
  fs::path path;

  [[nodiscard]] bool operator==(const Identity& other) const {
    return node || other.node ? node == other.node : !path.empty() && path == other.path;
  }
};

Identity identity_of(const std::string& name) {
  Identity result;
  struct stat status {};
  if (::stat(name.c_str(), &status) == 0) result.node = {status.st_dev, status.st_ino};
  std::error_code failed;
  result.path = fs::weakly_canonical(fs::absolute(follow_links(name), failed), failed);
  if (!result.path.has_filename()) result.path = result.path.parent_path();  // `folder/`
  return result;
}

// The file or pipe behind a standard stream, if `accept` takes its kind.
std::optional<Identity> identity_of(int descriptor, bool (*accept)(mode_t)) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !accept(status.st_mode)) return std::nullopt;
  return Identity{std::pair{status.st_dev, status.st_ino}, {}};
}

bool is_file(mode_t mode) { return S_ISREG(mode); }
bool is_pipe(mode_t mode) { return S_ISFIFO(mode) || S_ISSOCK(mode); }

// A terminal, /dev/null: several outputs may go there, since nothing is overwritten.
bool is_device(const std::string& name) {
  struct stat status {};
  return ::stat(name.c_str(), &status) == 0 && S_ISCHR(status.st_mode);
}

std::string named(const OutputOption& output) { return "'--" + std::string(output.option) + " " + output.path + "'"; }

class OutputCheck {
 public:
  explicit OutputCheck(const Options& options) : options_(options) {
    for (const OutputOption& output : options.outputs) {
      if (output.path == "-" && !output.folder) {
        documents_.push_back(named(output));
      } else {
        files_.emplace_back(&output, identity_of(output.path));
      }
    }
  }

  void compare_with_input(const std::string& input) const {
    const std::optional<Identity> identity = input == "-" ? identity_of(STDIN_FILENO, is_file) : identity_of(input);
    for (const auto& [output, other] : files_) {
      if (identity == other && !is_device(output->path)) throw UsageError(named(*output) + " would overwrite an input of this run");
    }
  }

  void run() {
    for (const auto& [output, identity] : files_) compare_with_streams(*output, identity);
    if (options_.report.format != Format::Text)
      documents_.emplace_back(options_.report.format == Format::Json ? "'--format json'" : "'--format sarif'");
    const bool table_named = std::ranges::any_of(options_.outputs, [](const OutputOption& each) { return each.option == "output"; });
    if (options_.command == Command::Bench && !table_named) documents_.emplace_back("the table");
    if (documents_.size() > 1) throw UsageError("standard output cannot be both " + documents_[0] + " and " + documents_[1]);
    for (const std::string& input : inputs()) compare_with_input(input);
    for (std::size_t k = 0; k < files_.size(); ++k) {
      for (std::size_t j = 0; j < k; ++j) compare(j, k);
    }
    for (const auto& [output, identity] : files_) output->folder ? check_new_folder(output->path) : check_writable(output->path);
  }

 private:
  [[nodiscard]] std::vector<std::string> inputs() const {
    std::vector<std::string> result = options_.operands;
    if (options_.command == Command::Certify || options_.command == Command::Replay) result.push_back(options_.evidence);
    return result;
  }

  // Through /dev/stdout an output can be a standard stream: a pipe is then the same as "-", a file would be overwritten while it is written.
  void compare_with_streams(const OutputOption& output, const Identity& identity) {
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
      const char* const name = stream == STDOUT_FILENO ? "standard output" : "standard error";
      if (identity_of(stream, is_file) == identity) throw UsageError(named(output) + " is the file that " + name + " is redirected to");
      if (stream == STDOUT_FILENO && identity_of(stream, is_pipe) == identity) documents_.push_back(named(output));
    }
  }

  void compare(std::size_t j, std::size_t k) {
    const auto& [first, one] = files_[j];
    const auto& [second, other] = files_[k];
    if (one == other && !is_device(first->path)) throw UsageError(named(*first) + " and " + named(*second) + " are the same file");
    refuse_inside(*first, one, *second, other);
    refuse_inside(*second, other, *first, one);
  }

  static void refuse_inside(const OutputOption& folder, const Identity& outer, const OutputOption& output, const Identity& inner) {
    const auto [end, rest] = std::mismatch(outer.path.begin(), outer.path.end(), inner.path.begin(), inner.path.end());
    if (end == outer.path.end() && rest != inner.path.end()) throw UsageError(named(output) + " is inside the folder " + named(folder));
  }

  const Options& options_;
  std::vector<std::pair<const OutputOption*, Identity>> files_;
  std::vector<std::string> documents_;  // the outputs that go to standard output
};

}  // namespace

void check_outputs(const Options& options) { OutputCheck(options).run(); }

void check_input(const Options& options, const std::string& input) { OutputCheck(options).compare_with_input(input); }

std::ostream& text_stream(const Options& options, const Console& console) {
  const bool taken = std::ranges::any_of(options.outputs, [](const OutputOption& each) { return each.path == "-" && !each.folder; });
  return taken ? console.err : console.out;
}

void OutputFailures::attempt(const std::function<void()>& write) {
  try {
    write();
  } catch (const OutputError& error) {
    reasons_.emplace_back(error.what());
  } catch (const smt::SolverError& error) {
    reasons_.emplace_back(error.what());
  } catch (const BudgetExhausted& error) {
    reasons_.push_back(std::string(error.what()) + " before every output was written");
  }
}

void OutputFailures::raise() const {
  if (reasons_.empty()) return;
  std::string all;
  for (const std::string& reason : reasons_) all += (all.empty() ? "" : "; ") + reason;
  throw OutputError(all);
}

namespace {

namespace fs = std::filesystem;

// Whether the file begins as what the option writes does.
bool is_evidence(const std::string& path, std::string_view option) {
  constexpr std::size_t beginning = 200;
  std::array<char, beginning> buffer{};
  std::ifstream file(path, std::ios::binary);
  file.read(buffer.data(), buffer.size());
  const std::string_view text(buffer.data(), static_cast<std::size_t>(file.gcount()));
  std::vector<std::string> marks;
  if (option == "trace") marks = {"\"format\": \"" + std::string(evidence::trace_format.name) + "\""};
  if (option == "certificate") marks = {"\"format\": \"" + std::string(evidence::certificate_format.name) + "\""};
  if (option == "graph") marks = {"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\"", "digraph execution {"};
  return std::ranges::any_of(marks, [&](const std::string& mark) { return text.find(mark) != std::string_view::npos; });
}

}  // namespace

void tell_missing(Console& console, const MissingEvidence& missing) {
  if (missing.path.empty()) return;
  std::string text = "'--" + std::string(missing.option) + " " + missing.path + "' is not written: " + missing.reason;
  std::error_code failed;
  if (missing.path != "-" && fs::is_regular_file(missing.path, failed)) {
    if (is_evidence(missing.path, missing.option)) {
      if (!fs::remove(follow_links(missing.path), failed) || failed)
        throw OutputError(missing.path + " is from an earlier run and cannot be removed: " + failed.message());
      text += "; the file of an earlier run is removed";
    } else {
      text += "; the file is left as it was, since no '--" + std::string(missing.option) + "' wrote it";
    }
  }
  console.tell(Severity::Note, text);
}

}  // namespace parapet::cli
