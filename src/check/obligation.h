// A file of a proof that is being made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "check/weak_text.h"

namespace parapet::check {

// "not cubeF(processes, times)"; the cells are names for cells with which a statement about all other cells of an array fails.
struct Instance {
  std::size_t cube = 0;
  Names processes, times;
  std::vector<WeakText::Cell> cells;
  std::string mark;  // of the state; empty: the state before the step
};

// The mark of the state into which the commits of the step lead from the state before it.
inline constexpr const char* committed_mark = "~";

struct Obligation {
  explicit Obligation(std::string sentence = {}) : what(std::move(sentence)) {}

  std::string what;                                   // for the comment
  Names processes, times, positions;                  // to be declared
  Names others;                                       // the indices of cells of instances
  Names more_processes;                               // terms that are processes, too
  Names representatives;                              // of processes that are not named (count_text.h)
  std::string definitions;                            // after the declarations of constants
  std::set<std::string> said;                         // premises
  Names premises;                                     // the same, in order
  Names refuted;                                      // its disjunction is to be refuted
  std::vector<Instance> instances;                    // of "outside V"
  std::map<std::string, std::size_t> known;           // by text: its instance
  std::map<std::string, std::string> named;           // by term: the process that was declared for it
  std::vector<std::vector<WeakText::Commit>> chains;  // commits from the state before the step: the states with the marks ~1, ~2, ...
  std::size_t bytes = 0;

  void premise(const std::string& text) {
    if (text != "true" && said.insert(text).second) premises.push_back(text);
  }
  void add(const Names& all) {
    for (const std::string& each : all) premise(each);
  }
  // The mark of the state into which these commits lead; of several commits of one buffer the last counts.
  [[nodiscard]] std::string after_chain(const std::vector<WeakText::Commit>& all) {
    std::vector<WeakText::Commit> chain;
    for (const WeakText::Commit& commit : all) {
      std::erase_if(
          chain, [&](const auto& one) { return one.symbol == commit.symbol && one.process == commit.process && one.cell == commit.cell; });
      chain.push_back(commit);
    }
    const auto at = std::find(chains.begin(), chains.end(), chain);
    const auto number = static_cast<std::size_t>(at - chains.begin()) + 1;
    if (at == chains.end()) chains.push_back(std::move(chain));
    return committed_mark + std::to_string(number);
  }
  // A process that is the value of the term, which is a process or one of the other values.
  [[nodiscard]] const std::string& process(const std::string& term, const Names& other_values = {}) {
    const auto [at, fresh] = named.try_emplace(term, "y" + std::to_string(named.size()));
    if (fresh) {
      processes.push_back(at->second);
      Names ways{"(= " + at->second + " " + term + ")"};
      for (const std::string& value : other_values) ways.push_back("(= " + term + " " + value + ")");
      premise(disjunction(ways));
    }
    return at->second;
  }
};

}  // namespace parapet::check
