// Warnings, errors and counterexamples as SARIF, which code hosts show beside the source.
#include <algorithm>
#include <map>
#include <set>

#include "base/json.h"
#include "base/narrow.h"
#include "base/printable.h"
#include "report/execution_report.h"
#include "report/run.h"

namespace parapet::report {
namespace {

constexpr std::string_view unsafe_rule = "unsafe";
constexpr std::string_view error_rule = "model-error";

// A path as a URI reference: characters that URIs do not have are percent-encoded, as bytes of UTF-8.
std::string uri_of(std::string_view path) {
  constexpr std::string_view hexadecimal = "0123456789ABCDEF";
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string result;
  if (path.starts_with('/')) result = "file://";
  for (const char c : path) {
    if (plain.find(c) != std::string_view::npos) {
      result += c;
    } else {
      const unsigned byte = byte_of(c);
      result += {'%', hexadecimal[byte >> 4U], hexadecimal[byte & 15U]};
    }
  }
  return result;
}

std::string_view sarif_kind(VerdictKind answer) {
  switch (answer) {
    case VerdictKind::Safe:
      return "pass";
    case VerdictKind::Unsafe:
      return "fail";
    case VerdictKind::Unknown:
      break;
  }
  return "open";
}

// "x  into its   buffer" as people write it in a sentence.
std::string squeezed(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ' || !result.ends_with(' ')) result += c;
  }
  return result;
}

class Writer {
 public:
  explicit Writer(const SarifContent& content) : content_(content) {
    std::set<std::string> names;
    for (const Message& message : content.messages) {
      if (message.range) names.insert(rule_of(message));
    }
    if (content.run != nullptr) names.emplace(unsafe_rule);
    rules_.assign(names.begin(), names.end());
  }

  std::string document() {
    json_.begin_object();
    json_.member("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
    json_.member("version", "2.1.0");
    json_.key("runs");
    json_.begin_array();
    json_.begin_object();
    tool();
    invocation();
    json_.member("columnKind", "unicodeCodePoints");
    json_.key("results");
    json_.begin_array();
    if (content_.run != nullptr) {
      for (std::size_t k = 0; k < content_.run->properties.size(); ++k) property(content_.run->properties[k], k);
      if (violates_invariant() || (content_.run->properties.empty())) whole();
    }
    for (const Message& message : content_.messages) {
      if (message.range) located(message);
    }
    json_.end_array();
    json_.end_object();
    json_.end_array();
    json_.end_object();
    return json_.take();
  }

 private:
  static std::string rule_of(const Message& message) {
    return message.severity == Severity::Error || message.name.empty() ? std::string(error_rule) : message.name;
  }

  [[nodiscard]] std::size_t rule_number(std::string_view rule) const {
    return static_cast<std::size_t>(std::ranges::find(rules_, rule) - rules_.begin());
  }

  // A counterexample to an invariant of the user's is about no unsafe formula.
  [[nodiscard]] bool violates_invariant() const { return content_.execution != nullptr && content_.execution->target == "invariant"; }

  void text(std::string_view key, std::string_view words) {
    json_.object(key, [&] { json_.member("text", printable(words, LineBreaks::Keep)); });
  }

  void tool() {
    json_.object("tool", [&] {
      json_.object("driver", [&] {
        json_.member("name", "Parapet");
        json_.member("version", content_.version);
        json_.objects("rules", rules_, [&](const std::string& rule) {
          json_.member("id", rule);
          text("shortDescription", rule == unsafe_rule  ? "A state that satisfies an unsafe formula must not be reachable"
                                   : rule == error_rule ? "An error in the model"
                                                        : "Warning " + rule + " (see docs/language.md)");
        });
      });
    });
  }

  void invocation() {
    json_.key("invocations");
    json_.begin_array();
    json_.begin_object();
    json_.member("executionSuccessful", content_.run != nullptr);
    json_.member("exitCode", content_.exit_code);
    json_.key("toolExecutionNotifications");
    json_.begin_array();
    for (const Message& message : content_.messages) {
      if (!message.range) notification(message);
    }
    json_.end_array();
    json_.end_object();
    json_.end_array();
  }

  void notification(const Message& message) {
    json_.begin_object();
    json_.member("level", name(message.severity));
    text("message", words_of(message));
    json_.end_object();
  }

  static std::string words_of(const Message& message) {
    return message.hint.empty() ? message.text : message.text + "\nhint: " + message.hint;
  }

  void begin_result(std::string_view rule, std::string_view kind, std::string_view level, const std::string& words) {
    json_.begin_object();
    json_.member("ruleId", rule);
    json_.member("ruleIndex", rule_number(rule));
    json_.member("kind", kind);
    json_.member("level", level);
    text("message", words);
  }

  // An array with the one location of a result.
  void location_of_line(std::uint32_t line) {
    json_.key("locations");
    json_.begin_array();
    if (line != 0) location(content_.file, line, {});
    json_.end_array();
  }

  void location(const std::string& file, std::uint32_t line, const std::string& words) {
    json_.begin_object();
    json_.object("physicalLocation", [&] {
      artifact(file);
      json_.object("region", [&] { json_.member("startLine", std::max(line, 1U)); });
    });
    if (!words.empty()) text("message", words);
    json_.end_object();
  }

  void artifact(const std::string& file) {
    json_.object("artifactLocation", [&] { json_.member("uri", uri_of(file)); });
  }

  void property(const PropertyLine& property, std::size_t number) {
    const std::string label = property.name.empty() ? "unsafe formula" : "unsafe formula `" + property.name + "`";
    std::string words = std::string(name(property.answer)) + ": " + label;
    if (property.answer == VerdictKind::Safe) words += " is not reachable with any number of processes";
    if (property.answer == VerdictKind::Unsafe) words += " is reached in " + counted(property.steps, "step");
    if (property.answer == VerdictKind::Unknown) words += " was not decided" + (property.reason.empty() ? "" : ": " + property.reason);
    words += under();
    begin_result(unsafe_rule, sarif_kind(property.answer), property.answer == VerdictKind::Unsafe ? "error" : "none", words);
    location_of_line(property.line);
    const evidence::Execution* const execution = content_.execution;
    if (property.answer == VerdictKind::Unsafe && execution != nullptr && !violates_invariant() && execution->trace.unsafe == number)
      code_flow();
    json_.end_object();
  }

  // The verdict of the file, where it is not one of an unsafe formula.
  void whole() {
    const Run& run = *content_.run;
    begin_result(unsafe_rule, sarif_kind(run.answer), run.answer == VerdictKind::Unsafe ? "error" : "none",
                 std::string(name(run.answer)) + (run.reason.empty() ? "" : ": " + run.reason) + under());
    location_of_line(content_.file.empty() ? 0 : 1);
    if (content_.execution != nullptr) code_flow();
    json_.end_object();
  }

  [[nodiscard]] std::string under() const {
    const Run& run = *content_.run;
    std::string result = run.model.empty() ? "" : " (memory model " + run.model + ")";
    for (const std::string& condition : run.conditions) result += "; " + condition;
    return result;
  }

  // Steps that belong to no particular process are in a thread flow of their own.
  void code_flow() {
    const std::vector<StepText> steps = step_texts(*content_.execution);
    std::map<std::string, std::vector<std::size_t>> threads;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      threads[steps[k].process ? process_name(content_.execution->trace, *steps[k].process) : "-"].push_back(k);
    }
    if (threads.empty()) return;  // an initial state is unsafe
    json_.key("codeFlows");
    json_.begin_array();
    json_.begin_object();
    text("message", "counterexample with " + counted(content_.execution->trace.processes, "process", "es") + " in " +
                        counted(steps.size(), "step") + ", memory model " + std::string(content_.execution->model));
    json_.objects("threadFlows", threads, [&](const auto& thread) {
      const auto& [process, numbers] = thread;
      json_.member("id", process);
      json_.key("locations");
      json_.begin_array();
      for (const std::size_t number : numbers) step(process, number, steps[number]);
      json_.end_array();
    });
    json_.end_object();
    json_.end_array();
  }

  void step(const std::string& process, std::size_t number, const StepText& step) {
    std::string words = "step " + std::to_string(number + 1) + ", " + process + ": " + step.what;
    for (std::size_t k = 0; k < step.lines.size(); ++k) words += (k == 0 ? ": " : "; ") + squeezed(step.lines[k]);
    json_.begin_object();
    json_.key("location");
    location(content_.file, step.line, words);
    json_.member("executionOrder", number + 1);
    json_.end_object();
  }

  void located(const Message& message) {
    begin_result(rule_of(message), "fail", name(message.severity), words_of(message));
    const auto& [begin, end] = *message.range;
    json_.key("locations");
    json_.begin_array();
    json_.begin_object();
    json_.object("physicalLocation", [&] {
      artifact(message.file);
      json_.object("region", [&] {
        json_.member("startLine", begin.line);
        json_.member("startColumn", begin.character);
        json_.member("endLine", end.line);
        json_.member("endColumn", end.character);
      });
    });
    json_.end_object();
    json_.end_array();
    json_.end_object();
  }

  const SarifContent& content_;
  std::vector<std::string> rules_;
  JsonWriter json_;
};

}  // namespace

std::string sarif(const SarifContent& content) { return Writer(content).document(); }

}  // namespace parapet::report
