#include "cli/console.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/file_output.h"
#include "base/printable.h"

namespace parapet::cli {

StandardOutput::int_type StandardOutput::overflow(int_type c) {
  if (sync() != 0) return traits_type::eof();
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  *pptr() = traits_type::to_char_type(c);
  pbump(1);
  return c;
}

int StandardOutput::sync() {
  const char* from = pbase();
  while (error_ == 0 && from < pptr()) {
    const ssize_t written = ::write(STDOUT_FILENO, from, static_cast<std::size_t>(pptr() - from));
    if (written >= 0) {
      from += written;
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0 ? 0 : -1;
}

bool wants_colour(Colour choice, int descriptor) {
  if (choice != Colour::Auto) return choice == Colour::Always;
  const char* const no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  const char* const terminal = std::getenv("TERM");
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return ::isatty(descriptor) == 1;
}

void occupy_standard_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    // open() returns the lowest free number, this one. The direction is wrong on purpose: reading or writing fails instead of being ignored.
    static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

void Console::answer(std::string_view document) {
  out << document;
  answered = true;
}

void Console::tell(const Diagnostics& diagnostics, const SourceFile& file) {
  if (!collects()) return diagnostics.print(err, file, colour_err);
  for (const Diagnostic& each : diagnostics.all()) messages.push_back(report::message_of(each, file));
}

void Console::tell(Severity severity, const std::string& text, const std::string& file) {
  if (collects()) {
    messages.push_back({severity, file, std::nullopt, {}, text, {}});
  } else {
    err << "parapet: " << report::name(severity) << ": " << printable(text) << '\n';
  }
}

void write_result(Console& console, const std::string& path, std::string_view content) {
  if (path == "-") {
    console.out << content;
  } else {
    write_file(path, content);
  }
}

}  // namespace parapet::cli
