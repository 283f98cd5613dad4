#include "search/preimage/preimage_definitions.h"
#include "search/weak/coherence/coherence.h"

namespace parapet::search {

template class Preimage<Coherence>;

}  // namespace parapet::search
