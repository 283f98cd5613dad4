// What lint says about a model written as text.
#pragma once

#include <string>
#include <vector>

#include "lint/lint.h"
#include "unit/le/translated.h"

namespace parapet::test {

using Find = void (*)(const le::System&, TermArena&, std::vector<Diagnostic>&);

inline std::vector<Diagnostic> warnings(Find find, const std::string& text, const le::MemoryModel& model = le::tso) {
  Translated t(text, model);
  std::vector<Diagnostic> all;
  find(t.system, t.arena, all);
  for (const Diagnostic& each : all) CHECK(each.severity == Severity::Warning);
  return all;
}

// "never-read: the source text that it points at", in the order given.
inline std::vector<std::string> places(const std::vector<Diagnostic>& warnings, const std::string& text) {
  std::vector<std::string> all;
  for (const Diagnostic& each : warnings)
    all.push_back(each.name + ": " + text.substr(each.range.begin, std::min<std::size_t>(each.range.end - each.range.begin, 20)));
  return all;
}

}  // namespace parapet::test
