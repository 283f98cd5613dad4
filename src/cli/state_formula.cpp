#include "cli/state_formula.h"

#include "cli/options.h"
#include "frontend/frontend.h"

namespace parapet::cli {

ld::StateFormula state_formula(const SourceFile& model, const std::string& formula, std::string_view option, Console& console) {
  Diagnostics diagnostics;
  auto result = frontend::read_formula(model, formula, diagnostics);
  if (result) return std::move(*result);
  console.tell(diagnostics, SourceFile(std::string(option), formula));
  throw UsageError("the formula of '" + std::string(option) + "' is not one about a state of the model");
}

}  // namespace parapet::cli
