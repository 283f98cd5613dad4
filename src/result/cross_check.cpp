#include "result/cross_check.h"

#include <algorithm>
#include <utility>

namespace parapet {

void note(std::vector<CrossCheck>& all, CrossCheck check) {
  const auto known = std::ranges::find(all, check.name, &CrossCheck::name);
  if (known == all.end()) {
    all.push_back(std::move(check));
  } else if (known->completed) {
    *known = std::move(check);
  }
}

}  // namespace parapet
