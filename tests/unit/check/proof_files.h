// Proofs as files, given to programs that read SMT-LIB 2 and know nothing of us.
#pragma once

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "check/proof.h"
#include "smt/wrappers/factory.h"
#include "unit/check/proof.h"
#include "unit/cli/child.h"

namespace parapet::test {

inline check::Proof proof_files(Proof& proof, const Certificate& certificate, const le::MemoryModel& model,
                                std::size_t limit = 100'000'000) {
  const le::System system = le::translate(proof.program, model, Proof::translation_of(certificate), proof.arena);
  smt::SolverStatistics use;
  const auto solver = smt::make_solver(proof.arena, {}, use);
  return check::write_proof(system, proof.arena, certificate, *solver, limit);
}

inline std::vector<std::string> obligations(const check::Proof& proof) {
  std::vector<std::string> texts;
  for (const check::ProofFile& file : proof.files) {
    if (check::is_obligation(file)) texts.push_back(file.text);
  }
  return texts;
}

// What holds in the file, without what it is to refute.
inline std::string premises(const std::string& text) { return text.substr(0, text.find("; to be refuted:\n")) + "(check-sat)\n"; }

inline const std::vector<std::vector<std::string>> solver_programs{{"z3", "-in"}, {"cvc5", "--lang=smt2", "-q"}};

inline bool is_installed(const std::string& program) { return run_program(program, {"--version"}).status == 0; }

// The answers of one solver, in order. z3 gets all scripts at once; cvc5 1.0.3 can hang after many a `reset`.
inline std::vector<std::string> answers(const std::vector<std::string>& solver, const std::vector<std::string>& scripts) {
  const bool batch = std::find(solver.begin(), solver.end(), "z3") != solver.end();
  std::vector<std::string> inputs;
  for (const std::string& text : scripts) {
    if (batch && !inputs.empty())
      inputs.back() += "(reset)\n" + text;
    else
      inputs.push_back(text);
  }
  std::vector<std::string> result;
  for (const std::string& text : inputs) {
    ChildInput input;
    input.text = text;
    std::istringstream lines(run_program(solver[0], {solver.begin() + 1, solver.end()}, input).out);
    for (std::string line; std::getline(lines, line);) result.push_back(line);
  }
  return result;
}

// z3 refutes every file: the certificate is a proof.
inline bool is_refuted(Proof& proof, const Certificate& certificate, const le::MemoryModel& model) {
  const std::vector<std::string> scripts = obligations(proof_files(proof, certificate, model));
  return !scripts.empty() && answers(solver_programs[0], scripts) == std::vector<std::string>(scripts.size(), "unsat");
}

}  // namespace parapet::test
