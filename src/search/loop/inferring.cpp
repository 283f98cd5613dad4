#include "search/loop/inferring.h"

#include <utility>

namespace parapet::search {

std::optional<Verdict> Inferring::take_turn(std::size_t turn) {
  const std::size_t late = run_.scouting()->is_cut_without_numbers() ? 1 : 0;
  return turn < late ? std::nullopt : advance(infer_share(turn - late));
}

std::optional<Verdict> Inferring::advance(std::uint64_t units) {
  if (stage_ == nullptr) begin();
  run_.outcome.infer.ran = true;
  using Result = views::Inference::Result;
  for (const std::uint64_t end = work() + units; !ended_;) {
    const Result result = stage_->inference.advance(end > work() ? end - work() : 0);
    describe();
    if (result == Result::More) return std::nullopt;
    if (result == Result::Proved) {
      if (auto verdict = confirm()) return verdict;
      stage_->inference.reject();
      continue;
    }
    stage_->ended = result == Result::NoInvariant;
    change_stage();
  }
  return std::nullopt;
}

void Inferring::begin() {
  const bool first = run_.input.options.ghosts_first;
  if (first && start_with_ghosts()) return;
  start(plain_, *run_.input.system, *run_.input.arena, std::span(views::rungs).last(first ? 1 : views::rungs.size()));
}

void Inferring::start(std::unique_ptr<Stage>& stage, const le::System& system, TermArena& arena, std::span<const views::Rung> ladder) {
  views::Inference::Explored explored;  // others explore the model without ghosts
  if (&stage == &plain_) explored = [this](std::uint32_t variables) { return run_.explored(variables); };
  stage = std::make_unique<Stage>(run_.context.memory, system, arena, options_, solver_statistics_, run_.input.options, ladder,
                                  std::move(explored));
  stage_ = stage.get();
}

bool Inferring::start_with_ghosts() {
  ghosts_ = run_.input.with_ghosts ? run_.input.with_ghosts() : nullptr;
  if (ghosts_ == nullptr) return false;
  start(with_ghosts_, *ghosts_->system, *ghosts_->arena, views::ghost_rungs);
  return true;
}

void Inferring::change_stage() {
  if (plain_ && !asked_for_ghosts_) {
    asked_for_ghosts_ = true;
    if (start_with_ghosts()) return;
  }
  Stage* const other = stage_ == plain_.get() ? with_ghosts_.get() : plain_.get();
  if (other != nullptr && !other->ended) {
    stage_ = other;
  } else {
    ended_ = stage_->ended;
  }
}

std::uint64_t Inferring::work() const {
  const auto of = [](const std::unique_ptr<Stage>& stage) { return stage ? stage->inference.report().work : 0; };
  return of(plain_) + of(with_ghosts_);
}

std::optional<Verdict> Inferring::confirm() {
  InferOutcome& infer = run_.outcome.infer;
  std::vector<Cube> cubes = stage_->inference.proof();
  const auto& certify = is_with_ghosts() ? ghosts_->certify : run_.input.certify;
  const SearchInput::Certified certified = certify(cubes, stage_->inference.proper());
  if (const Budget* const budget = run_.input.arena->budget(); budget != nullptr && !certified.reason.empty()) budget->check();
  if (certified.rejected) {
    if (run_.input.options.infer == Infer::Only) throw InternalError("the inferred invariant was rejected: " + certified.reason);
    infer.warnings.push_back("the check of certificates rejected an inferred invariant, a defect of Parapet: " + certified.reason);
  }
  if (!certified.reason.empty()) return std::nullopt;
  infer.proved = true;
  infer.advice.clear();
  infer.cubes = cubes.size();
  if (is_with_ghosts()) {
    for (const std::string& ghost : ghosts_->ghosts) infer.invariant.push_back("(* ghost " + ghost + " *)");
  }
  for (const Cube& cube : cubes) infer.cube_processes = std::max<std::uint64_t>(infer.cube_processes, cube.processes);
  // Not the unsafe cubes: in the model they would be assumed instead of proved.
  const Signature& model = run_.input.system->program->signature;
  for (const Cube& cube : stage_->inference.lemmas()) add_invariant_lines(stage_->context, model, cube, infer.invariant);
  run_.outcome.engine = run_.context.memory.engine;
  run_.outcome.with_ghosts = is_with_ghosts();
  if (run_.input.options.certificate) {
    run_.outcome.certificate = std::move(cubes);
    run_.outcome.proper = stage_->inference.proper();
  }
  return Safe{};
}

void Inferring::describe() {
  const views::InferReport& report = stage_->inference.report();
  InferOutcome& infer = run_.outcome.infer;
  infer.rung = report.rung;
  infer.processes = report.processes;
  infer.instance = report.instance;
  infer.statistics = report.counts;
  infer.statistics.work = work();
  if (report.advice.empty() || !infer.advice.empty() || is_with_ghosts()) return;  // the author does not know the ghosts
  std::string literals;
  for (const TermId literal : report.advice) literals += (literals.empty() ? "" : ", ") + to_string(stage_->context.arena, literal);
  infer.advice = "no invariant over " + std::to_string(report.advice_processes) + " processes found; not excluded: " + literals;
}

std::uint64_t infer_share(std::size_t turn) {
  return turn < infer_shares.size() ? infer_shares[turn] : infer_shares.back() << (turn - infer_shares.size() + 1);
}

bool may_infer(const SearchInput& input, const MemoryTraits& kind) {
  return input.options.infer != Infer::Off && input.certify && input.incomplete.empty() &&
         views::why_not_inferred(kind.views, *input.system).empty();
}

}  // namespace parapet::search
