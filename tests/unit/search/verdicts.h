// Verdicts of models written as text, with the enumerator looking over the search's shoulder.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "random/search_run.h"
#include "random/text_model.h"

namespace parapet::test {

// The event engine's answer, in every order.
inline std::string events_answer(const std::string& text, Memory memory = Memory::Tso, unsigned processes = 3) {
  const ld::Program program = program_of(text);
  const Compared usual = compare_search(program, small_search(memory, Engine::Ghb), processes);
  CHECK_MESSAGE(usual.defect.empty(), usual.defect);
  for (const search::Order order : {search::Order::Bfs, search::Order::Dfs, search::Order::Size}) {
    SearchSetup setup = small_search(memory, Engine::Ghb);
    setup.search.order = order;
    CHECK(std::string(to_string(run_search(program, setup).kind)) == std::string(to_string(usual.search.kind)));
  }
  return to_string(usual.search.kind);
}

// The search's answer; whatever it is, the enumerator with up to `processes` processes must not contradict it. Asked with and without the
// analysis of late reads, which lets small models do without open reads, and in every order: which cube covers which depends on it. The
// event engine is asked the same and must say the same.
inline std::string answer(const std::string& text, Memory memory = Memory::Tso, unsigned processes = 3) {
  const ld::Program program = program_of(text);
  const Compared usual = compare_search(program, small_search(memory), processes);
  CHECK_MESSAGE(usual.defect.empty(), usual.defect);
  for (const bool lateness : {true, false}) {
    for (const search::Order order : {search::Order::Bfs, search::Order::Dfs, search::Order::Size}) {
      SearchSetup setup = small_search(memory);
      setup.translate.lateness = lateness;
      setup.search.order = order;
      const SearchAnswer other = run_search(program, setup);
      // With every read late, writes of plain cells can be outside what the timeline is exact about.
      if (other.kind == SearchAnswer::Kind::Refused && !lateness) continue;
      CHECK(std::string(to_string(other.kind)) == std::string(to_string(usual.search.kind)));
    }
  }
  if (usual.search.kind == SearchAnswer::Kind::Refused) return to_string(usual.search.kind);
  const std::string events = events_answer(text, memory, processes);
  if (events != to_string(SearchAnswer::Kind::Nothing)) CHECK(events == std::string(to_string(usual.search.kind)));
  return to_string(usual.search.kind);
}

}  // namespace parapet::test
