#include "search/guess/views/inference_definitions.h"
#include "search/weak/timeline/timeline.h"

namespace parapet::search::views {
template class Inference<Timeline>;
}  // namespace parapet::search::views
