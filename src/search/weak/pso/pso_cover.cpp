#include "search/loop/covering_definitions.h"
#include "search/weak/pso/pso.h"

namespace parapet::search {

template class Covering<DelayedWrites>;

}  // namespace parapet::search
