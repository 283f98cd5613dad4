// A socket pair is the child's standard input and output: unlike a pipe, writing to it after the child has ended raises no SIGPIPE.
// A solver is used only by the thread that created it, with which the child dies.
#include "smt/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "base/narrow.h"
#include "base/start_program.h"

namespace parapet::smt {
namespace {

constexpr std::size_t longest_answer = std::size_t{1} << 20;
constexpr int milliseconds_between_looks = 20;  // between two checks of the budget

// Where the first S-expression of the text ends, npos if it is not complete. A bare atom needs a separator after it.
std::size_t expression_end(std::string_view text, std::size_t& begin) {
  std::size_t at = 0;
  const auto is_space = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
  int depth = 0;
  begin = std::string_view::npos;
  while (at < text.size()) {
    const char c = text[at];
    if (c == ';') {
      at = text.find('\n', at);
      if (at == std::string_view::npos) return at;
      continue;
    }
    if (is_space(c)) {
      if (begin != std::string_view::npos && depth == 0) return at;
      ++at;
      continue;
    }
    if (begin == std::string_view::npos) begin = at;
    if (c == '"' || c == '|') {
      at = text.find(c, at + 1);
      if (at == std::string_view::npos) return at;
    }
    if (c == '(') ++depth;
    if (c == ')') --depth;
    ++at;
    if (depth == 0 && (c == ')' || c == '"')) return at;
  }
  return std::string_view::npos;
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command, const Budget* budget) : budget_(budget) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  socket_ = ends[0];
  try {
    pid_ = start_program({"sh", "-c", "exec " + command}, {ends[1], ends[1], -1});
  } catch (const std::system_error&) {
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  close(ends[1]);
  fcntl(socket_, F_SETFL, fcntl(socket_, F_GETFL) | O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  close(socket_);
  if (pid_ <= 0) return;
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

ChildProcess::Result ChildProcess::wait(short events, Deadline deadline) const {
  for (;;) {
    check_budget();
    int timeout = milliseconds_between_looks;
    if (deadline) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()).count();
      if (left <= 0) return Result::TimedOut;
      timeout = narrow<int>(std::min<std::int64_t>(left, timeout));
    }
    pollfd ready{socket_, events, 0};
    const int count = poll(&ready, 1, timeout);
    if (count > 0) return Result::Done;
    if (count < 0 && errno != EINTR) return Result::Ended;
  }
}

ChildProcess::Result ChildProcess::write(std::string_view text, Deadline deadline) {
  while (!text.empty()) {
    check_budget();
    if (deadline && Clock::now() >= *deadline) return Result::TimedOut;
    const ssize_t sent = send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      text.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN) {
      if (const Result result = wait(POLLOUT, deadline); result != Result::Done) return result;
    } else if (errno != EINTR) {
      return Result::Ended;
    }
  }
  return Result::Done;
}

ChildProcess::Result ChildProcess::read(std::string& text, Deadline deadline) {
  for (;;) {
    std::size_t begin = 0;
    const std::size_t end = expression_end(buffer_, begin);
    if (end != std::string::npos) {
      text = buffer_.substr(begin, end - begin);
      buffer_.erase(0, end);
      return Result::Done;
    }
    if (buffer_.size() > longest_answer) return Result::TooLong;
    // Checked for each chunk, so that a program with endless output cannot evade the deadline or the budget.
    check_budget();
    if (deadline && Clock::now() >= *deadline) return Result::TimedOut;
    std::array<char, 16384> chunk{};
    const ssize_t got = recv(socket_, chunk.data(), chunk.size(), 0);
    if (got > 0) {
      buffer_.append(chunk.data(), static_cast<std::size_t>(got));
    } else if (got < 0 && (errno == EAGAIN)) {
      if (const Result result = wait(POLLIN, deadline); result != Result::Done) return result;
    } else if (got == 0 || errno != EINTR) {
      return Result::Ended;
    }
  }
}

std::string ChildProcess::how_it_ended() {
  if (!ending_.empty() || pid_ <= 0) return ending_;
  int status = 0;
  // The program closed its end of the socket, usually by ending. If it is still running, it cannot answer any more.
  pid_t ended = 0;
  for (int k = 0; k < 100 && (ended = waitpid(pid_, &status, WNOHANG)) == 0; ++k) usleep(1'000);
  if (ended == 0) {
    kill(-pid_, SIGKILL);
    waitpid(pid_, &status, 0);
  }
  pid_ = -1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == cannot_start) return ending_ = "is no program that can be started";
  if (WIFEXITED(status)) return ending_ = "ended with status " + std::to_string(WEXITSTATUS(status));
  return ending_ = "was ended by signal " + std::to_string(WTERMSIG(status));
}

}  // namespace parapet::smt
