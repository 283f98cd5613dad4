// What a suite runs: models, options and repetitions as a list of runs.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <sstream>

#include "base/printable.h"
#include "bench/runner.h"
#include "frontend/frontend.h"
#include "ld/memory_model.h"

namespace parapet::bench {
namespace {

namespace fs = std::filesystem;

Shape shape_of(const ld::Program& program) {
  Shape shape;
  for (const Symbol& symbol : program.as_written().signature.symbols()) {
    if (symbol.constant) continue;
    if (symbol.arity > 0) ++(symbol.weak ? shape.weak_arrays : shape.arrays);
    if (symbol.arity == 0 && symbol.weak) ++shape.weak_variables;
  }
  shape.transitions = program.transitions.size();
  return shape;
}

// Whether a shell would find the program.
bool installed(const std::string& program) {
  if (program.find('/') != std::string::npos) return ::access(program.c_str(), X_OK) == 0;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

// The tighter of two limits, where 0 means no limit.
template <class Number>
Number tighter(Number a, Number b) {
  return a == Number{0} || (b != Number{0} && b < a) ? b : a;
}

std::vector<fs::path> models_in(const fs::path& folder) {
  std::vector<fs::path> result;
  try {
    for (const fs::directory_entry& each : fs::recursive_directory_iterator(folder)) {
      if (each.is_regular_file() && frontend::is_model(each.path())) result.push_back(each.path());
    }
  } catch (const fs::filesystem_error& error) {
    throw frontend::InputError("cannot read the folder '" + folder.string() + "' and all below it: " + error.code().message());
  }
  std::ranges::sort(result);
  return result;
}

class Planner {
 public:
  Planner(const Limits& most, std::ostream& notes, Budget* budget) : most_(most), notes_(notes), budget_(budget) {}

  void add_operand(const std::string& operand) {
    if (!fs::exists(operand)) throw frontend::InputError("'" + operand + "' does not exist");
    if (!fs::is_directory(operand) && !frontend::is_model(operand)) return add_suite(operand);
    Entry entry;
    add_models(entry, operand, fs::is_directory(operand) ? fs::path(operand) : fs::path(operand).parent_path(), {});
  }

  [[nodiscard]] std::vector<Task> take() { return std::move(plan_); }

 private:
  void add_suite(const std::string& path) {
    const SourceFile file(path, frontend::read_text(path, budget_));
    Diagnostics diagnostics;
    const Suite suite = parse_suite(file, diagnostics);
    fs::path root = fs::path(path).parent_path();
    if (!suite.roots.empty()) {
      const auto found = std::ranges::find_if(suite.roots, [&](const std::string& each) { return fs::is_directory(root / each); });
      if (found == suite.roots.end() && !diagnostics.has_errors()) {
        notes_ << printable(path) << ": left out, there is no " << printable(suite.roots.front()) << '\n';
        return;
      }
      if (found != suite.roots.end()) root /= *found;
    }
    for (const Entry& entry : suite.entries) {
      if (!fs::exists(root / entry.path)) diagnostics.error(entry.range, "there is no " + (root / entry.path).lexically_normal().string());
      if (!entry.name.empty() && fs::is_directory(root / entry.path))
        diagnostics.error(entry.range, "a folder of models cannot have one name");
    }
    diagnostics.print(notes_, file, false);
    if (diagnostics.has_errors()) throw frontend::InputError("the suite '" + path + "' has errors");
    const std::vector<Tool> tools = usable(suite.tools);
    for (const Entry& entry : suite.entries) add_models(entry, root / entry.path, root, tools);
  }

  std::vector<Tool> usable(const std::vector<Tool>& tools) {
    std::vector<Tool> result;
    for (const Tool& tool : tools) {
      if (installed(tool.command.front())) {
        result.push_back(tool);
      } else {
        notes_ << "the tool " << printable(tool.name) << " is left out, there is no program " << printable(tool.command.front()) << '\n';
      }
    }
    return result;
  }

  void add_models(const Entry& entry, const fs::path& path, const fs::path& root, const std::vector<Tool>& tools) {
    if (!fs::is_directory(path)) return add_model(entry, path, root, tools);
    for (const fs::path& each : models_in(path)) add_model(entry, each, root, tools);
  }

  void add_model(const Entry& entry, const fs::path& path, const fs::path& root, const std::vector<Tool>& tools) {
    if (entry.model == "all") {
      Entry one = entry;
      for (const ld::MemoryModel& model : ld::memory_models) {
        one.model = model.name;
        add_model(one, path, root, tools);
      }
      return;
    }
    Row row;
    row.file = path.lexically_normal().string();
    row.name = path.lexically_normal().lexically_relative(root.lexically_normal()).replace_extension().string();
    if (root.empty()) row.name = fs::path(path).replace_extension().string();
    if (!entry.name.empty()) row.name = entry.name;
    row.table = entry.table;
    row.figures = entry.figures;
    row.options = entry.options;
    row.limits.time = tighter(entry.limits.time, most_.time);
    row.limits.memory_megabytes = tighter(entry.limits.memory_megabytes, most_.memory_megabytes);
    const std::string text = frontend::read_text(path.string(), budget_);
    bool weak = false;
    if (const frontend::Loaded loaded = frontend::load_text(row.file, text, budget_); loaded.program) {
      row.shape = shape_of(*loaded.program);
      weak = row.shape->weak_variables + row.shape->weak_arrays > 0;
    }
    row.model = entry.model;
    row.expected = entry.expected;
    bool added = false;
    for (const Expectation& each : expectations_of(text)) {
      if (!entry.model.empty() && each.model != entry.model) continue;
      row.model = each.model;
      row.expected = entry.expected ? entry.expected : each.answer;
      add_row(row, tools);
      added = true;
    }
    if (added) return;
    if (row.model.empty()) row.model = ld::usual_memory_model(weak).name;
    add_row(row, tools);
  }

  void add_row(Row row, const std::vector<Tool>& tools) {
    const auto add = [&](std::optional<Tool> by) {
      row.index = plan_.size();
      plan_.push_back({row, std::move(by)});
    };
    add(std::nullopt);
    row.options.clear();  // options are for Parapet, not for other tools, and figures are not repeated
    for (Figure& figure : row.figures) figure.text.clear();
    for (const Tool& tool : tools) {
      if (!tool.only.empty() && tool.only != row.model) continue;
      row.tool = tool.name;
      add(tool);
    }
  }

  Limits most_;
  std::ostream& notes_;
  Budget* budget_;
  std::vector<Task> plan_;
};

}  // namespace

std::vector<Task> make_plan(const std::vector<std::string>& operands, const Limits& most, std::ostream& notes, Budget* budget) {
  Planner planner(most, notes, budget);
  for (const std::string& operand : operands) planner.add_operand(operand);
  return planner.take();
}

std::vector<Task> shard(std::vector<Task> plan, std::uint64_t number, std::uint64_t parts) {
  std::erase_if(plan, [&](const Task& task) { return task.row.index % parts != number - 1; });
  return plan;
}

std::vector<Row> take_known_results(std::vector<Task>& plan, const Results& before, std::uint32_t repeat) {
  const auto is_result_of = [repeat](const Row& row, const Row& task) {
    const bool often_enough = row.verdict == VerdictKind::Unknown || row.runs.size() >= repeat;
    return same_work(row, task) && row.limits == task.limits && often_enough && !row.failed;
  };
  std::vector<Row> taken;
  std::erase_if(plan, [&](const Task& task) {
    const auto known = std::ranges::find_if(before.rows, [&](const Row& row) { return is_result_of(row, task.row); });
    if (known == before.rows.end()) return false;
    Row& row = taken.emplace_back(*known);
    row.index = task.row.index;
    row.expected = task.row.expected;
    row.name = task.row.name;
    row.table = task.row.table;
    row.figures = task.row.figures;
    return true;
  });
  return taken;
}

}  // namespace parapet::bench
