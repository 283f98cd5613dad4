// A check of the verdict by something else than the search that found it, which the user asked for.
#pragma once

#include <string>
#include <vector>

namespace parapet {

struct CrossCheck {
  std::string name;  // the option
  bool completed = true;
  std::string reason;  // why it was not completed
};

// Notes how a check went; one that is made several times is completed if it is each time.
void note(std::vector<CrossCheck>& all, CrossCheck check);

}  // namespace parapet
