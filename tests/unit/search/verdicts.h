// Verdicts of models written as text, with the enumerator looking over the search's shoulder.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "random/search_run.h"
#include "random/text_model.h"

namespace parapet::test {

// The search's answer; whatever it is, the enumerator with up to `processes` processes must not contradict it. Asked with and without the
// analysis of late reads, which lets small models do without open reads: the rules about those must hold on their own.
inline std::string answer(const std::string& text, Memory memory = Memory::Tso, unsigned processes = 3) {
  const ld::Program program = program_of(text);
  SearchSetup setup = small_search(memory);
  setup.translate.lateness = false;
  const Compared all_late = compare_search(program, setup, processes);
  const Compared usual = compare_search(program, small_search(memory), processes);
  CHECK_MESSAGE(usual.defect.empty(), usual.defect);
  CHECK_MESSAGE(all_late.defect.empty(), all_late.defect);
  CHECK(usual.search.kind == all_late.search.kind);
  return to_string(usual.search.kind);
}

}  // namespace parapet::test
