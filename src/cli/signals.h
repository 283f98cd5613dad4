// Signals that a run reacts to. A handler can only set global flags, which are hidden here.
#pragma once

#include <atomic>

namespace parapet::cli {

// Installs the handlers. SIGINT and SIGTERM ask the run to stop; the second of a kind ends the process. SIGUSR1 asks for a progress line.
void listen_to_signals();

// 0, or the number of the signal that asked to stop.
[[nodiscard]] std::atomic<int>& stop_request();
// Whether a progress line was asked for since the last call.
[[nodiscard]] bool take_progress_request();

}  // namespace parapet::cli
