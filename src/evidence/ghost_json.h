// Ghosts of a certificate (ld/ghost.h) as JSON, and back.
//
//   {"name": NAME, "type": SORT, "indices": 0 or 1, "initial": TERM or null,
//    "updates": [{"transition": NAME, "number": K, "cell": [TERM] or [], "cases": [{"if": [EQUATION ...], "value": TERM} ...]} ...]}
//
// K is the position of the transition in the model, from 0. TERM is ["parameter", K], of the transition; ["index"], of the cell;
// ["constructor", SORT, NAME]; ["cell", NAME, TERM ...]. EQUATION is ["equal", TERM, TERM] or ["different", TERM, TERM]; no equations: the
// last case.
#pragma once

#include <vector>

#include "base/json.h"
#include "base/json_reader.h"
#include "ld/ghost.h"

namespace parapet::evidence {

void write_ghosts(JsonWriter& json, const Signature& signature, const std::vector<ld::Ghost>& ghosts);

// The ghosts of a certificate about this program; none if it has none. Throws JsonError. What they may be is not checked here, but every
// name, number and sort is one of the program's.
[[nodiscard]] std::vector<ld::Ghost> read_ghosts(const JsonValue& certificate, const ld::Program& program);

}  // namespace parapet::evidence
