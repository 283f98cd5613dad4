#include "search/backward.h"

#include "search/ghb.h"
#include "search/timeline.h"

namespace parapet::search {

Outcome check_timeline(const SearchInput& input) { return Backward<Timeline>(input).run(); }
Outcome check_ghb(const SearchInput& input) { return Backward<Ghb>(input).run(); }

}  // namespace parapet::search
