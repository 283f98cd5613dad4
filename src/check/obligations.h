// The proof obligations of an inductive invariant as SMT-LIB 2 scripts for any solver. Of Parapet only the translation of the model has to
// be trusted then.
#pragma once

#include <functional>
#include <string>

#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

// Whether the obligations can be written: no cube has open reads (SC, or a model without weak names).
[[nodiscard]] bool is_plain(const le::System& system, const TermArena& arena, const Certificate& certificate);

// Calls visit(name, text) for each obligation of a plain certificate, until it returns false; each text is a script that is unsatisfiable
// iff the obligation is met. `system`: of the model, without narrowing.
using VisitObligation = std::function<bool(const std::string& name, const std::string& text)>;
void each_obligation(const le::System& system, TermArena& arena, const Certificate& certificate, const VisitObligation& visit);

}  // namespace parapet::check
