#include "search/parallel/dispatch_definitions.h"
#include "search/weak/coherence/coherence.h"

namespace parapet::search {

template class Dispatch<Coherence>;

}  // namespace parapet::search
