// Holds JSON against the part of JSON Schema that docs/*.json use: type, const, enum, required, properties, additionalProperties, items,
// minimum, oneOf, $ref to a definition or to another file of docs.
#pragma once

#include <string>

namespace parapet::test {

// Empty if `text` fits the schema in docs/NAME, else what does not.
[[nodiscard]] std::string fits_schema(const std::string& text, const std::string& name);

}  // namespace parapet::test
