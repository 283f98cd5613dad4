// Verdicts of models written as text, with the enumerator looking over the search's shoulder.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "random/search_run.h"
#include "random/text_model.h"

namespace parapet::test {

// The search's answer; whatever it is, the enumerator with up to `processes` processes must not contradict it.
inline std::string answer(const std::string& text, Memory memory = Memory::Tso, unsigned processes = 3) {
  const Compared result = compare_search(program_of(text), small_search(memory), processes);
  CHECK_MESSAGE(result.defect.empty(), result.defect);
  return to_string(result.search.kind);
}

}  // namespace parapet::test
