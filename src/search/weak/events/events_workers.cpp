#include "search/parallel/dispatch_definitions.h"
#include "search/weak/events/order_query.h"

namespace parapet::search {

template class Dispatch<Ghb>;

}  // namespace parapet::search
