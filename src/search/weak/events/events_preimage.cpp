#include "search/preimage/preimage_definitions.h"
#include "search/weak/events/ghb.h"

namespace parapet::search {

template class Preimage<Ghb>;

}  // namespace parapet::search
