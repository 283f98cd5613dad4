#include "smt/module.h"

#include <dlfcn.h>

#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "smt/solver.h"

namespace parapet::smt {
namespace {

std::vector<std::filesystem::path> places() {
  std::vector<std::filesystem::path> found;
  std::error_code failed;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (!failed) {
    found.push_back(self.parent_path());
    found.push_back(self.parent_path().parent_path() / "lib" / "parapet");
  }
  // The folder of libparapet.so, if Parapet is used as a shared library.
  if (Dl_info here{}; dladdr(reinterpret_cast<const void*>(&places), &here) != 0 && here.dli_fname != nullptr)
    found.push_back(std::filesystem::path(here.dli_fname).parent_path() / "parapet");
  found.emplace_back(PARAPET_MODULE_DIR);
  return found;
}

// The handle stays open until the process ends: solvers may live that long, and neither library supports being unloaded.
void* open(const std::string& library) {
  const std::string file = "libparapet_" + library + ".so";
  std::string missing;
  for (const auto& place : places()) {
    std::error_code failed;
    const auto path = place / file;
    if (!std::filesystem::exists(path, failed)) {
      missing += (missing.empty() ? "" : ", ") + place.string();
      continue;
    }
    if (void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    throw SolverError("solver " + library + " cannot be loaded: " + dlerror());
  }
  throw SolverError("solver " + library + " is not installed: no " + file + " in " + missing);
}

template <class Function>
Function* find(const std::string& library, const char* name) {
  void* symbol = dlsym(open(library), name);
  if (symbol == nullptr) throw SolverError("solver " + library + " has a broken module: no function " + name);
  return reinterpret_cast<Function*>(symbol);
}

void demand(const ModuleFailure& failure) {
  if (failure.kind == ModuleFailure::Kind::OutOfMemory) throw std::bad_alloc();
  if (failure.kind == ModuleFailure::Kind::Other) throw std::runtime_error(failure.what);
}

template <class Result>
Result demand(ModuleResult<Result> made) {
  demand(made.failure);
  return std::move(made.result);
}

class FromModule final : public Solver {
 public:
  explicit FromModule(ModuleSolver* solver) : solver_(solver) {}

  [[nodiscard]] std::string_view name() const override { return solver_->name(); }
  [[nodiscard]] std::string reason() const override { return demand(solver_->reason()); }
  void interrupt() override { solver_->interrupt(); }

 private:
  void do_push() override { demand(solver_->push()); }
  void do_pop() override { demand(solver_->pop()); }
  void do_add(TermId formula) override { demand(solver_->add(formula)); }
  Answer do_check(const Query& /*query*/) override { return demand(solver_->check()); }
  Value do_value(TermId term) override { return demand(solver_->value(term)); }
  std::vector<TermId> do_core() override { return demand(solver_->core()); }

  std::unique_ptr<ModuleSolver> solver_;
};

}  // namespace

std::unique_ptr<Solver> make_from_module(const std::string& library, const TermArena& arena, std::uint64_t limit) {
  return std::make_unique<FromModule>(demand(find<ParapetMakeSolver>(library, "parapet_make_solver")(&arena, limit)));
}

std::string module_version(const std::string& library) {
  try {
    return find<ParapetSolverVersion>(library, "parapet_solver_version")();
  } catch (const SolverError& error) {
    return error.what();
  }
}

}  // namespace parapet::smt
