#include "logic/term.h"
namespace parapet { std::string to_string(const TermArena&, TermId id) { return std::to_string(id.value); } }
