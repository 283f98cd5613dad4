#include "ld/words.h"

namespace parapet::ld {

std::string_view symbol_of(Comparison comparison) {
  switch (comparison) {
    case Comparison::Equal:
      return "=";
    case Comparison::Different:
      return "<>";
    case Comparison::Less:
      return "<";
    case Comparison::LessEqual:
      return "<=";
    case Comparison::Greater:
      return ">";
    case Comparison::GreaterEqual:
      return ">=";
  }
  return "";
}

std::string_view quantifier_of(Formula::Kind kind) {
  switch (kind) {  // NOLINT: the others have no quantifier
    case Formula::Kind::Forall:
      return "forall";
    case Formula::Kind::Exists:
      return "exists";
    case Formula::Kind::ForallOther:
      return "forall_other";
    case Formula::Kind::ExistsOther:
      return "exists_other";
    default:
      return "";
  }
}

}  // namespace parapet::ld
