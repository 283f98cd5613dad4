#include "search/preimage/preimage_definitions.h"
#include "search/weak/timeline/timeline.h"

namespace parapet::search {

template class Preimage<Timeline>;

}  // namespace parapet::search
