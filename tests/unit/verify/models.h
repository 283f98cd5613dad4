// A lock that is safe with its fence and unsafe without it.
#pragma once

#include <string>

namespace parapet::test {

inline const std::string lock =
    "type loc = Idle | Want | Crit\narray PC[proc] : loc\nweak array Flag[proc] : bool\n"
    "init (z) { PC[z] = Idle && Flag[z] = False }\nunsafe (a b) { PC[a] = Crit && PC[b] = Crit }\n"
    "transition ask ([p]) requires { PC[p] = Idle } { PC[p] := Want; Flag[p] := True }\n";
inline const std::string fenced =
    lock + "transition enter ([p]) requires { PC[p] = Want && fence() && forall_other q. Flag[q] = False } { PC[p] := Crit }\n";
inline const std::string unfenced =
    lock + "transition enter ([p]) requires { PC[p] = Want && forall_other q. Flag[q] = False } { PC[p] := Crit }\n";

}  // namespace parapet::test
