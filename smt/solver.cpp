#include "smt/solver.h"

namespace parapet::smt {

std::string_view name(Purpose purpose) {
  switch (purpose) {
    case Purpose::Feasible:
      return "feasible";
    case Purpose::Init:
      return "init";
    case Purpose::Fixpoint:
      return "fixpoint";
    case Purpose::Replay:
      return "replay";
    case Purpose::Order:
      return "order";
    case Purpose::Certify:
      return "certify";
    case Purpose::Approximate:
      return "approximate";
    case Purpose::Cover:
      return "cover";
  }
  return "?";
}

}  // namespace parapet::smt
