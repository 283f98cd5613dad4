#include "cli/signals.h"

#include <csignal>

#include "base/narrow.h"

namespace parapet::cli {
namespace {

std::atomic<int> stop{0};
std::atomic<bool> progress{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free, "used by a signal handler");

extern "C" void on_stop(int signal) { stop.store(signal); }
extern "C" void on_progress(int) { progress.store(true); }

void install(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void listen_to_signals() {
  // SA_RESETHAND: the second signal ends the process, as by default.
  install(SIGINT, on_stop, SA_RESTART | low_bits<int>(SA_RESETHAND));
  install(SIGTERM, on_stop, SA_RESTART | low_bits<int>(SA_RESETHAND));
  install(SIGUSR1, on_progress, SA_RESTART);
}

std::atomic<int>& stop_request() { return stop; }

bool take_progress_request() { return progress.load(std::memory_order_relaxed) && progress.exchange(false); }

}  // namespace parapet::cli
