#include "search/loop/covering_definitions.h"
#include "search/weak/coherence/coherence.h"

namespace parapet::search {

template class Covering<Coherence>;

}  // namespace parapet::search
