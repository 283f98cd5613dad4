#include "search/loop/run_search.h"
#include "search/weak/events/order_query.h"

namespace parapet::search {

Outcome check_ghb(const SearchInput& input) { return run_search<Ghb>(input); }

}  // namespace parapet::search
