#include "search/parallel/dispatch_definitions.h"
#include "search/weak/pso/pso.h"

namespace parapet::search {

template class Dispatch<DelayedWrites>;

}  // namespace parapet::search
