// Signals that a search listens to. A handler can only set flags, and only global ones; they are hidden here.
#pragma once

#include <atomic>

namespace parapet::cli {

// SIGINT and SIGTERM ask the search to stop; the second of a kind ends the process. SIGUSR1 asks for a line of progress.
void listen_to_signals();

// 0, or the number of the signal that asked to stop.
[[nodiscard]] std::atomic<int>& stop_request();
// Whether a line of progress was asked for since the last call.
[[nodiscard]] bool take_progress_request();

}  // namespace parapet::cli
