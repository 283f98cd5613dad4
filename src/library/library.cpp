// The public header, on the pipeline (src/verify).
#include <chrono>
#include <sstream>

#include "base/diagnostics.h"
#include "evidence/certificate_json.h"
#include "evidence/trace_json.h"
#include "frontend/frontend.h"
#include "parapet/parapet.h"
#include "report/execution_report.h"
#include "report/run.h"
#include "smt/factory.h"
#include "verify/verify.h"

namespace parapet::api {

struct Model::Content {
  frontend::Loaded loaded;
  std::string warnings;
};

namespace {

std::string messages(const frontend::Loaded& loaded) {
  std::ostringstream text;
  loaded.diagnostics.print(text, loaded.file, false);
  return text.str();
}

std::shared_ptr<const Model::Content> content_of(frontend::Loaded&& loaded) {
  if (!loaded.program) throw Error(messages(loaded));
  std::string warnings = messages(loaded);
  return std::make_shared<const Model::Content>(Model::Content{std::move(loaded), std::move(warnings)});
}

// The public header says the same in words of its own.
static_assert(static_cast<parapet::Engine>(Engine::Events) == parapet::Engine::Ghb);
static_assert(static_cast<parapet::Engine>(Engine::Both) == parapet::Engine::Both);
static_assert(static_cast<VerdictKind>(Verdict::Unknown) == VerdictKind::Unknown);

Budget budget_of(const Options& options) {
  Budget::Limits limits;
  limits.time = std::chrono::duration<double>(options.timeout_seconds);
  limits.memory = options.max_memory_megabytes << 20U;
  limits.work = options.max_work;
  limits.stop = options.stop;
  return Budget(limits);
}

verify::Options verify_options(const Options& options, Budget& budget) {
  verify::Options result;
  if (options.memory_model == MemoryModel::Sc) result.model = ld::sc;
  if (options.memory_model == MemoryModel::Tso) result.model = ld::tso;
  if (options.memory_model == MemoryModel::Pso) result.model = ld::pso;
  result.engine = static_cast<parapet::Engine>(options.engine);
  result.solver.solver = options.solver;
  result.search.max_nodes = options.max_nodes;
  result.search.jobs = options.jobs;
  result.search.approximate = search::usual_instance;
  result.shortest = options.shortest;
  result.check_invariants = options.check_invariants;
  result.paranoid = options.paranoid;
  result.budget = &budget;
  return result;
}

Counterexample counterexample_of(const ld::Program& program, const Unsafe& unsafe, const ld::MemoryModel& model, const std::string& file) {
  const ld::Program shown = unsafe.invariant ? verify::with_invariants_unsafe(program) : program;
  const evidence::Execution execution{shown, unsafe.trace, unsafe.account, model.name, unsafe.invariant ? "invariant" : "unsafe"};
  Counterexample result;
  result.processes = unsafe.trace.processes;
  for (const TraceStep& step : unsafe.trace.steps) {
    Step& added = result.steps.emplace_back();
    added.commit = step.kind == TraceStep::Kind::Commit;
    if (!added.commit) added.transition = program.transitions[step.transition].name;
    for (const Process process : step.processes) added.processes.push_back(process + 1);
  }
  std::ostringstream text;
  report::print_trace(text, execution);
  result.text = text.str();
  result.json = evidence::trace_json(execution, file);
  return result;
}

void add_evidence(Result& result, const ld::Program& program, const verify::Outcome& outcome, const std::string& file) {
  result.verdict = static_cast<Verdict>(kind_of(outcome.verdict));
  if (const auto* unsafe = std::get_if<Unsafe>(&outcome.verdict)) {
    result.counterexample = counterexample_of(program, *unsafe, outcome.model, file);
    return;
  }
  if (const auto* unknown = std::get_if<Unknown>(&outcome.verdict)) {
    result.reason = unknown->reason;
    return;
  }
  const Certificate& certificate = std::get<Safe>(outcome.verdict).certificate;
  result.assumptions = report::assumptions_of(outcome.assumed_invariants, program.number_procs);
  if (certificate.why_unchecked().empty()) {
    result.certificate = evidence::certificate_json(outcome.translation->arena, certificate, file);
  } else {
    result.assumptions.push_back("without a certificate: " + std::string(certificate.why_unchecked()));
  }
}

// A model that cannot be searched as asked, as a located message.
[[noreturn]] void reject(const verify::Rejected& rejected, const SourceFile& file) {
  Diagnostics diagnostics;
  diagnostics.error(rejected.range, rejected.what(), rejected.hint);
  std::ostringstream text;
  diagnostics.print(text, file, false);
  throw Error(text.str());
}

}  // namespace

Model Model::load(const std::string& path) {
  try {
    return Model(content_of(frontend::load(path)));
  } catch (const frontend::InputError& error) {
    throw Error(error.what());
  }
}

Model Model::parse(const std::string& text, const std::string& name) {
  try {
    return Model(content_of(frontend::load_text(name, text)));
  } catch (const frontend::InputError& error) {
    throw Error(error.what());
  }
}

const std::string& Model::name() const { return content_->loaded.file.name(); }
const std::string& Model::warnings() const { return content_->warnings; }

Result check(const Model& model, const Options& options) {
  const frontend::Loaded& loaded = model.content().loaded;
  const auto start = std::chrono::steady_clock::now();
  Budget budget = budget_of(options);
  try {
    const verify::Outcome outcome = verify::verify(*loaded.program, verify_options(options, budget));
    Result result;
    result.memory_model = outcome.model.name;
    result.engine = name(outcome.engine);
    result.invariants = outcome.invariants;
    result.nodes = outcome.statistics.nodes;
    add_evidence(result, *loaded.program, outcome, model.name());
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
  } catch (const verify::Rejected& rejected) {
    reject(rejected, loaded.file);
  } catch (const smt::SolverError& error) {
    throw Error(error.what());
  }
}

std::string version() { return PARAPET_VERSION; }

}  // namespace parapet::api
