// Models of a few threads in a line each: #1, #2, ... walk from Q0, a transition for each step, until unsafe finds them at their ends.
#pragma once

#include <string>

namespace parapet::test {

inline const std::string two_threads = R"(
number_procs 2
type pc = Q0 | Q1 | Q2 | Q3 | Q4
array PC[proc] : pc
weak var X : bool
weak var Y : bool
weak var Z : bool
weak var W : bool
init (z) { PC[z] = Q0 && X = False && Y = False && Z = False && W = False }
)";

// A step of thread `who` from Q(from) to Q(to); no guard or action beside the counter's: empty.
inline std::string step(const std::string& name, int who, int from, int to, const std::string& guard, const std::string& action) {
  return "transition " + name + " ([p]) requires { p = #" + std::to_string(who) + " && PC[p] = Q" + std::to_string(from) +
         (guard.empty() ? "" : " && " + guard) + " } { PC[p] := Q" + std::to_string(to) + (action.empty() ? "" : "; " + action) + " }\n";
}

// To the next counter; the one step of its thread from there.
inline std::string step(int who, int from, const std::string& guard, const std::string& action) {
  return step("t" + std::to_string(who) + std::to_string(from), who, from, from + 1, guard, action);
}

// Unsafe: #1 at Q(first) and #2 at Q(second).
inline std::string ends(int first, int second, const std::string& more = "") {
  return "unsafe () { PC[#1] = Q" + std::to_string(first) + " && PC[#2] = Q" + std::to_string(second) +
         (more.empty() ? "" : " && " + more) + " }\n";
}

}  // namespace parapet::test
