#include "search/preimage/preimage_definitions.h"
#include "search/weak/pso/pso.h"

namespace parapet::search {

template class Preimage<DelayedWrites>;

}  // namespace parapet::search
