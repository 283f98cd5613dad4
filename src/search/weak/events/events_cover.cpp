#include "search/loop/covering_definitions.h"
#include "search/weak/events/order_query.h"

namespace parapet::search {

template class Covering<Ghb>;

}  // namespace parapet::search
