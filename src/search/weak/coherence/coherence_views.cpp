#include "search/guess/views/inference_definitions.h"
#include "search/weak/coherence/coherence.h"

namespace parapet::search::views {
template class Inference<Coherence>;
}  // namespace parapet::search::views
