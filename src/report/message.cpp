#include "report/message.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::report {
namespace {

// UTF-8: every byte that does not continue a character begins one.
std::uint32_t characters_in(std::string_view text) {
  return narrow<std::uint32_t>(std::ranges::count_if(text, [](char byte) { return (byte_of(byte) & 0xC0U) != 0x80U; }));
}

void write_position(JsonWriter& json, std::string_view key, const Position& position) {
  json.object(key, [&] {
    json.member("line", position.line);
    json.member("column", position.column);
    json.member("offset", position.offset);
  });
}

}  // namespace

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      break;
  }
  return "note";
}

Position position_of(const SourceFile& file, std::uint32_t offset) {
  const LineColumn place = file.locate(offset);
  const std::string_view line = file.line(place.line);
  return {place.line, place.column, characters_in(line.substr(0, std::min<std::size_t>(place.column - 1, line.size()))) + 1, offset};
}

Message message_of(const Diagnostic& diagnostic, const SourceFile& file) {
  const std::uint32_t end = std::max(diagnostic.range.begin, diagnostic.range.end);
  return {diagnostic.severity, file.name(),        Message::Range{position_of(file, diagnostic.range.begin), position_of(file, end)},
          diagnostic.name,     diagnostic.message, diagnostic.hint};
}

void write_messages(JsonWriter& json, const std::vector<Message>& messages) {
  json.objects("diagnostics", messages, [&](const Message& message) {
    json.text_or_null("file", message.file);
    json.key("range");
    if (message.range) {
      json.begin_object();
      write_position(json, "begin", message.range->begin);
      write_position(json, "end", message.range->end);
      json.end_object();
    } else {
      json.null();
    }
    json.member("severity", name(message.severity));
    json.text_or_null("name", message.name);
    json.member("message", message.text);
    json.text_or_null("hint", message.hint);
  });
}

std::string diagnostics_json(const Refusal& refusal, const std::vector<Message>& messages) {
  JsonWriter json;
  json.begin_object();
  json.member("format", "parapet-diagnostics");
  json.member("format_version", 1);
  json.member("parapet", refusal.version);
  json.member("command", refusal.command);
  json.text_or_null("file", refusal.file);
  json.member("exit_code", refusal.exit_code);
  write_messages(json, messages);
  json.end_object();
  return json.take();
}

}  // namespace parapet::report
