#include "search/loop/run_search.h"
#include "search/weak/timeline/timeline.h"

namespace parapet::search {

Outcome check_timeline(const SearchInput& input) { return run_search<Timeline>(input); }

}  // namespace parapet::search
