// The inference from views as a party of a run: it takes turns with the searches, and what it proves counts only after the certificate was
// checked by code that shares nothing with the search. It never says Unsafe: a view that no lemma excludes need not be reachable.
//
// Context, solvers and what they count are its own, so that what it does and counts does not depend on how far the searches have come.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/contract.h"
#include "search/guess/views/inference.h"
#include "search/loop/tree.h"

namespace parapet::search {

// Units of work before the first turn of the search with candidates, and in each turn. A unit takes about 15 microseconds, so the former
// is short, and yet enough for the locks whose cubes are so expensive that the first turn of a search takes seconds; the latter is what a
// search usually takes for the nodes of its turn.
inline constexpr std::uint64_t early_infer_share = 2000;
[[nodiscard]] inline std::uint64_t infer_share(std::size_t turn) { return std::uint64_t{16'000} << turn; }

// Whether a run may infer invariants beside its searches, or alone. A search that cannot prove anything has nothing to gain.
template <SearchEngine Weak>
[[nodiscard]] bool may_infer(const SearchInput& input) {
  return input.options.infer != Infer::Off && input.certify && input.incomplete.empty() &&
         views::OpenViews<Weak>::why_not(*input.system).empty();
}

// A line of the model's language that excludes the cube: `invariant (z0 z1) { PC[z0] = A && Next[z0] <> z1 }`. Of a cube with open reads,
// which the language cannot speak about: a comment.
template <class Weak>
[[nodiscard]] std::string invariant_line(const TermArena& arena, const Cube<Weak>& cube) {
  std::string text;
  for (const TermId literal : cube.literals) {
    text += text.empty() ? "" : " && ";
    if (arena.op(literal) != Op::Member) {
      text += to_string(arena, literal);
      continue;
    }
    const TermId term = arena.args(literal)[0];
    const auto& names = arena.signature()[arena.sort(term)].constructors;
    std::vector<std::string> in, out;
    for (std::size_t k = 0; k < names.size(); ++k) ((arena.set(literal) >> k & 1) != 0 ? in : out).push_back(names[k]);
    const bool few = in.size() <= out.size();
    std::string values;
    for (const std::string& name : few ? in : out)
      values += (values.empty() ? "" : few ? " || " : " && ") + to_string(arena, term) + (few ? " = " : " <> ") + name;
    text += few && in.size() > 1 ? "(" + values + ")" : values;
  }
  std::string processes;
  for (std::uint32_t k = 0; k < cube.processes; ++k) processes += (k == 0 ? "z" : " z") + std::to_string(k);
  std::string line = "invariant (" + processes + ") { " + text + " }";
  return cube.weak.empty() ? line : "(* with a late read, which no invariant of the language can mention: " + text + " *)";
}

template <SearchEngine Weak>
class Inferring {
 public:
  explicit Inferring(Run& run)
      : run_(run),
        options_([&] {
          smt::SolverOptions options = run.input.solver;
          options.dump = nullptr;  // guesses are no decisions
          return options;
        }()),
        solver_(smt::make_solver(*run.input.arena, options_, solver_statistics_)),
        obligations_solver_(smt::make_solver(*run.input.arena, options_, solver_statistics_)),
        context_(*run.input.system, *run.input.arena, *solver_, &Weak::own_read),
        init_(context_),
        inference_(context_, *obligations_solver_, init_, run.input.options.infer_work,
                   run.input.options.fixed_instance ? run.input.options.approximate : 0) {
    context_.twins = run.input.options.twins;
  }
  Inferring(const Inferring&) = delete;
  Inferring& operator=(const Inferring&) = delete;
  ~Inferring() { run_.outcome.solver += solver_statistics_; }

  // All rungs ended without an invariant.
  [[nodiscard]] bool ended() const { return ended_; }

  // So many units of work. Nothing: no verdict.
  std::optional<Verdict> advance(std::uint64_t units) {
    if (ended_) return std::nullopt;
    run_.outcome.infer.ran = true;
    for (const std::uint64_t end = inference_.report().work + units;;) {
      const std::uint64_t done = inference_.report().work;
      const auto result = inference_.advance(end > done ? end - done : 0);
      describe();
      if (result == views::Inference<Weak>::Result::NoInvariant) ended_ = true;
      if (result != views::Inference<Weak>::Result::Proved) return std::nullopt;
      if (auto verdict = confirm()) return verdict;
      inference_.reject();
    }
  }

 private:
  std::optional<Verdict> confirm() {
    InferOutcome& infer = run_.outcome.infer;
    std::vector<CertificateCube> cubes;
    for (const Cube<Weak>& cube : inference_.proof()) cubes.push_back(certificate_cube(cube));
    const SearchInput::Certified certified = run_.input.certify(cubes);
    if (const Budget* const budget = run_.input.arena->budget(); budget != nullptr && !certified.reason.empty()) budget->check();
    if (certified.rejected) {
      if (run_.input.options.infer == Infer::Only) throw InternalError("the inferred invariant was rejected: " + certified.reason);
      infer.warnings.push_back("the check of certificates rejected an inferred invariant, a defect of Parapet: " + certified.reason);
    }
    if (!certified.reason.empty()) return std::nullopt;
    infer.proved = true;
    infer.advice.clear();
    infer.cubes = cubes.size();
    for (const Cube<Weak>& cube : inference_.proof()) infer.cube_processes = std::max<std::uint64_t>(infer.cube_processes, cube.processes);
    // Not the unsafe cubes: in the model they would be assumed instead of proved.
    for (const Cube<Weak>& cube : inference_.lemmas()) infer.invariant.push_back(invariant_line(context_.arena, cube));
    run_.outcome.engine = Weak::engine;
    if (run_.input.options.certificate) run_.outcome.certificate = std::move(cubes);
    return Safe{};
  }

  void describe() {
    const views::InferReport& report = inference_.report();
    InferOutcome& infer = run_.outcome.infer;
    infer.rung = report.rung;
    infer.processes = report.processes;
    infer.instance = report.instance;
    infer.statistics = report.counts;
    infer.statistics.work = report.work;
    if (report.advice.empty() || !infer.advice.empty()) return;
    std::string literals;
    for (const TermId literal : report.advice) literals += (literals.empty() ? "" : ", ") + to_string(context_.arena, literal);
    infer.advice = "no invariant over " + std::to_string(report.advice_processes) + " processes found; not excluded: " + literals;
  }

  Run& run_;
  smt::SolverOptions options_;
  smt::SolverStatistics solver_statistics_;
  std::unique_ptr<smt::Solver> solver_, obligations_solver_;
  Context context_;
  InitCheck init_;
  views::Inference<Weak> inference_;
  bool ended_ = false;
};

}  // namespace parapet::search
