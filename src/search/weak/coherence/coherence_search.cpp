#include "search/loop/run_search.h"
#include "search/weak/coherence/coherence.h"

namespace parapet::search {

Outcome check_coherence(const SearchInput& input) { return run_search<Coherence>(input); }

}  // namespace parapet::search
