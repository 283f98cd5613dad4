#include "search/parallel/dispatch_definitions.h"
#include "search/weak/timeline/timeline.h"

namespace parapet::search {

template class Dispatch<Timeline>;

}  // namespace parapet::search
