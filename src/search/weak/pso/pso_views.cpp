#include "search/guess/views/inference_definitions.h"
#include "search/weak/pso/pso.h"

namespace parapet::search::views {
template class Inference<DelayedWrites>;
}  // namespace parapet::search::views
