#include "search/guess/views/inference_definitions.h"
#include "search/weak/events/order_query.h"

namespace parapet::search::views {
template class Inference<Ghb>;
}  // namespace parapet::search::views
