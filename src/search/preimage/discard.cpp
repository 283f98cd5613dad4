#include "search/preimage/discard.h"

namespace parapet::search {

bool contradict(Context& context, TermId a, TermId b) {
  std::vector<TermId> both{a, b};
  return !context.normalizer.normalize(both, explaining);
}

std::string contradiction_text(Context& context, const std::vector<TermId>& literals, std::size_t from) {
  for (std::size_t b = from; b < literals.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      if (contradict(context, literals[a], literals[b]))
        return to_string(context.arena, literals[a]) + " contradicts " + to_string(context.arena, literals[b]);
    }
  }
  std::string text;
  for (const TermId literal : literals) text += (text.empty() ? "" : " && ") + to_string(context.arena, literal);
  return "no state satisfies " + text;
}

}  // namespace parapet::search
