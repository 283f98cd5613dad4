// Changes of a model whose effect on its verdict is known, whatever the model is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "random/model.h"

namespace parapet::test {

struct Relation {
  enum class Effect : std::uint8_t {
    None,     // the same verdict
    SameRun,  // the same verdict after as many nodes: nothing that the search looks at has changed
    Safer,    // SAFE stays SAFE
  };
  std::string name;
  Effect effect = Effect::None;
  enum class For : std::uint8_t { All, Weak, Language, Simple };
  For models = For::All;  // models of which profiles have something to change: Language: over the whole language, Simple: the others
  // The changed model as text; nothing where there is nothing to change. It need not be a legal model.
  std::optional<std::string> (*change)(const Model& model, std::uint64_t seed) = nullptr;
};

[[nodiscard]] std::vector<Relation> relations();

}  // namespace parapet::test
