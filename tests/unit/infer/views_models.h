// Models for the tests of the inference from views.
#pragma once

#include <string>

namespace parapet::test {

// A lock that hands over by name: the owner points to its successor, or frees the lock. `Granted` is written by whoever leaves.
inline const std::string handing_over = R"(
type location = Out | Queued | Inside
const Nobody : proc
array PC[proc] : location
array Waits[proc] : proc
weak var Owner : proc
weak var Next : proc
init (p) { PC[p] = Out && Waits[p] = Nobody && Nobody <> p && Owner = Nobody && Next = Nobody }
transition free ([p]) requires { PC[p] = Out && Owner = Nobody } { Owner := p; PC[p] := Inside }
transition queue ([p]) requires { PC[p] = Out && Owner <> Nobody && Owner <> p && Next = Nobody } { Next := p; PC[p] := Queued }
transition granted ([p]) requires { PC[p] = Queued && Owner = p } { PC[p] := Inside }
)";
inline const std::string leaving = R"(
transition leave ([p]) requires { PC[p] = Inside && Owner = p && Next = Nobody } { Owner := Nobody; PC[p] := Out }
transition hand_over ([p]) requires { PC[p] = Inside && Owner = p && Next <> Nobody } { Owner := Next; Next := Nobody; PC[p] := Out }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
)";

// Tickets; `release` is the number that is served next.
inline std::string ticket(const std::string& release) {
  return R"(
type location = Out | Waiting | Inside
array PC[proc] : location
array Mine[proc] : int
weak var Next : int
weak var Serving : int
init (p) { PC[p] = Out && Mine[p] = 0 && Next = 0 && Serving = 0 }
transition draw ([p]) requires { PC[p] = Out } { Mine[p] := Next; Next := Next + 1; PC[p] := Waiting }
transition served ([p]) requires { PC[p] = Waiting && Serving = Mine[p] } { PC[p] := Inside }
transition release ([p]) requires { PC[p] = Inside } { Serving := )" +
         release + R"(; PC[p] := Out }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
)";
}

}  // namespace parapet::test
