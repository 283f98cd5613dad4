#include "search/loop/run_search.h"
#include "search/weak/pso/pso.h"

namespace parapet::search {

Outcome check_delayed(const SearchInput& input) { return run_search<DelayedWrites>(input); }

}  // namespace parapet::search
