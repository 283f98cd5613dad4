// What the files of a proof share: declarations, init, firings, as SMT-LIB 2 text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "check/count_text.h"
#include "check/cube_text.h"
#include "check/proof.h"
#include "check/weak_text.h"

namespace parapet::check {

class ProofText {
 public:
  // `all`: the union of cubes that the proof is about (certificate_union.h).
  ProofText(const le::System& system, TermArena& arena, const Certificate& certificate, const std::vector<Cube>& all);

  [[nodiscard]] StateText& states() { return states_; }
  [[nodiscard]] WeakText& weak() { return *weak_; }
  [[nodiscard]] const CubeText& cubes() const { return cubes_; }
  [[nodiscard]] const CountText& counts() const { return counts_; }

  // cubeK; assumedK: of an invariant of the model.
  [[nodiscard]] std::string name(std::size_t cube) const;
  // The transition's name; with the number of its disjunct, if it has several.
  [[nodiscard]] std::string name(const le::Transition& transition) const;

  [[nodiscard]] const std::string& declarations() const { return declarations_; }
  // `also`: one more process.
  [[nodiscard]] std::string no_more_processes(const Names& all, const std::string& also = {}) const;
  // The processes, or one if there is none: every system has a process.
  [[nodiscard]] Names some_process(Names processes) const;

  [[nodiscard]] Names init(const Range& range);
  // A firing by x0, x1, ...; `times` are the names of its times.
  [[nodiscard]] FiringText firing(const le::Transition& transition, Names& times) const;
  // Its parameters are distinct, and its guard holds.
  [[nodiscard]] Names guard(const FiringText& firing, const Range& range);
  // The claims for the cells that the firing reads, as far as the processes are in the range.
  [[nodiscard]] Names values_read(const FiringText& firing, const Range& range) const;

  // The machine, the invariant and the whole proof in one formula with quantifiers.
  [[nodiscard]] std::string quantified();

 private:
  [[nodiscard]] std::string in_cube(const std::string& name, const Cube& cube, bool after) const;
  [[nodiscard]] std::string outside(bool after) const;
  [[nodiscard]] std::string quantified_step(const le::Transition& transition, Names& wrong);

  const le::System& system_;
  TermArena& arena_;
  const Certificate& certificate_;
  const std::vector<Cube>& all_;
  StateText states_;
  std::unique_ptr<WeakText> weak_;
  CubeText cubes_;
  CountText counts_;
  std::string declarations_;
};

// README of a proof with these files.
[[nodiscard]] std::string proof_readme(const le::System& system, const Certificate& certificate, ProofText& text, const Proof& proof);

}  // namespace parapet::check
