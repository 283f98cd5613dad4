// Stands in for the front end until it is there. See cmake/app.cmake.
#include "frontend/frontend.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <ostream>
#include <sstream>

namespace parapet {

SourceFile::SourceFile(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}
bool Diagnostics::add(Diagnostic diagnostic) {
  all_.push_back(std::move(diagnostic));
  ++errors_;
  return true;
}
void Diagnostics::print(std::ostream& out, const SourceFile& file, bool colour) const {
  for (const Diagnostic& each : all_) out << (colour ? "\033[31m" : "") << file.name() << ":1:1: error: " << each.message << '\n';
}

namespace frontend {

Loaded load(const std::string& path) {
  std::ifstream stream(path);
  std::istream& in = path == "-" ? std::cin : stream;
  std::ostringstream all;
  all << in.rdbuf();
  const std::string text = all.str();
  if (!in || in.bad() || std::filesystem::is_directory(path)) throw InputError(path + ": cannot be read");
  Loaded loaded{SourceFile(path, text), std::nullopt, {}};
  if (text.find("transition") == std::string::npos) {
    loaded.diagnostics.add({Severity::Error, {}, "syntax error", "", ""});
  } else {
    loaded.program.emplace();
  }
  return loaded;
}

}  // namespace frontend

namespace ld {
void print(std::ostream& out, const Program&) { out << "program\n"; }
std::string to_json(const Program&) { return "{}"; }
}  // namespace ld

}  // namespace parapet
