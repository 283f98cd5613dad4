// The inference from views as a party of a run: it takes turns with the searches, and what it proves counts only after the certificate was
// checked by code that shares nothing with the search. It never says Unsafe.
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

template <SearchEngine Weak>
class Inferring {
 public:
  explicit Inferring(Run& run)
      : run_(run),
        solver_(smt::make_solver(*run.input.arena, run.input.solver, run.outcome.solver)),
        inference_(run.context, *solver_, run.init, run.input.options.infer_work,
                   run.input.options.fixed_instance ? run.input.options.approximate : 0) {}

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
      infer.warnings.push_back("the inferred invariant was rejected, a defect of Parapet: " + certified.reason);
    }
    if (!certified.reason.empty()) return std::nullopt;
    infer.proved = true;
    infer.cubes = cubes.size();
    for (const CertificateCube& cube : cubes) infer.cube_processes = std::max<std::uint64_t>(infer.cube_processes, cube.processes);
    run_.outcome.engine = Weak::engine;
    run_.outcome.certificate = run_.input.options.certificate ? std::move(cubes) : std::vector<CertificateCube>{};
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
    if (!report.advice.empty() && infer.advice.empty()) {
      std::string literals;
      for (const TermId literal : report.advice) literals += (literals.empty() ? "" : ", ") + to_string(run_.context.arena, literal);
      infer.advice = "no invariant over " + std::to_string(report.advice_processes) + " processes found; not excluded: " + literals;
    }
  }

  Run& run_;
  std::unique_ptr<smt::Solver> solver_;
  views::Inference<Weak> inference_;
  bool ended_ = false;
};

}  // namespace parapet::search
