#include "search/loop/covering_definitions.h"
#include "search/weak/timeline/timeline.h"

namespace parapet::search {

template class Covering<Timeline>;

}  // namespace parapet::search
