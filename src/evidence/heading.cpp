#include "evidence/heading.h"

#include <algorithm>

namespace parapet::evidence {

Heading read_heading(const JsonValue& json, const Format& format) {
  const JsonValue& name = member(json, "format");
  if (text_of(name) != format.name) {
    std::string what = "this is not a " + std::string(format.what);
    if (text_of(name) == trace_format.name) what += " but a trace: 'parapet replay' executes it";
    if (text_of(name) == certificate_format.name) what += " but a certificate: 'parapet certify' checks it";
    throw JsonError(what, name);
  }
  const JsonValue& version = member(json, "format_version");
  const std::uint32_t number = whole_of(version);
  if (number < format.oldest || number > format.version) {
    const std::string others = format.oldest < format.version ? std::to_string(format.oldest) + " to " : "";
    throw JsonError(
        "a " + std::string(format.what) + " of another version: this Parapet reads version " + others + std::to_string(format.version),
        version);
  }
  return {text_of(member(json, "digest")), text_of(member(json, "model")), number};
}

void only_members(const JsonValue& object, std::initializer_list<std::string_view> names) {
  for (const std::string& key : object.keys()) {
    if (std::ranges::find(names, std::string_view(key)) == names.end())
      throw JsonError("\"" + key + "\" is not a member of this object", object.at(key));
  }
}

}  // namespace parapet::evidence
