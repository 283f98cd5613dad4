#include "search/backward.h"

#include "search/timeline.h"

namespace parapet::search {

Outcome check_timeline(const SearchInput& input) { return Backward<Timeline>(input).run(); }

}  // namespace parapet::search
