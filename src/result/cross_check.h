// A cross-check: a check of the verdict that is independent of the search, and that the user asked for.
#pragma once

#include <string>
#include <vector>

namespace parapet {

struct CrossCheck {
  std::string name;  // the option
  bool completed = true;
  std::string reason;  // why it was not completed
};

// Adds the result of a check. A check that is made several times is completed if it was completed each time.
void note(std::vector<CrossCheck>& all, CrossCheck check);

}  // namespace parapet
