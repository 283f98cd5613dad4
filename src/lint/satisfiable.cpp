// Guards, unsafe formulas and init formulas that no state satisfies.
//
// A disjunct over parameters x1 .. xn has no state if, for every way to choose the parameters among constants of the model and other
// processes (all distinct), its literals are unsatisfiable together with `cell in N(X)` for each enumerated cell of a name X, where N(X)
// contains every value that X ever has (le/narrowing.cpp), and with the counting facts (cube/count_facts.h): there is at least one process,
// and with number_procs there are no more. Universal guards are left out, which can only make more states possible. Processes that no
// constant names are interchangeable, so a choice is which parameters are which constants.
#include <algorithm>
#include <string>

#include "base/narrow.h"
#include "cube/init_check.h"
#include "lint/lint.h"
#include "smt/wrappers/factory.h"

namespace parapet::lint {
namespace {

constexpr std::size_t most_choices = 500;

enum class Why : std::uint8_t { Possible, Contradiction, Values, Processes, Number };

struct Finding {
  Why why = Why::Possible;
  SymbolId symbol;  // Values: the name for which a value is required that it never takes; may be invalid
};

class Emptiness {
 public:
  Emptiness(const le::System& system, TermArena& arena, smt::Solver& solver)
      : system_(system), arena_(arena), solver_(solver), counting_(system, arena) {}

  // Tests one disjunct for all choices of its parameters.
  Finding test(const std::vector<le::Variable>& parameters, const le::Conjunction& literals) {
    parameters_ = &parameters;
    literals_ = &literals;
    chosen_.clear();
    choices_ = 0;
    result_ = {Why::Processes, {}};
    choose(0);
    return result_;
  }

 private:
  // False: some choice is satisfiable, and the enumeration ends.
  bool choose(std::uint32_t variables) {
    if (chosen_.size() == parameters_->size()) return refuted(variables);
    chosen_.push_back(arena_.process(variables));
    bool going = choose(variables + 1);
    for (const std::uint32_t n : system_.constants) {
      const TermId constant = arena_.process_const(n);
      if (!going || std::find(chosen_.begin(), chosen_.end() - 1, constant) != chosen_.end() - 1) continue;
      chosen_.back() = constant;
      going = choose(variables);
    }
    chosen_.pop_back();
    return going;
  }

  bool refuted(std::uint32_t variables) {
    const auto limit = system_.program->number_procs;
    if (limit && variables + system_.constants.size() > *limit) return true;
    std::vector<TermId> literals;
    for (const TermId literal : *literals_) literals.push_back(arena_.rewrite(literal, [&](TermId leaf) { return process_of(leaf); }));
    Finding finding{Why::Contradiction, {}};
    if (++choices_ > most_choices || !unsatisfiable(literals)) {
      finding = {Why::Values, impossible_value(literals)};
      add_values(literals);
      if (choices_ > most_choices || !unsatisfiable(literals)) finding = number_of_processes(literals, variables);
    }
    if (result_.why != Why::Values) result_ = finding;
    if (finding.why == Why::Possible) result_ = finding;
    return finding.why != Why::Possible;
  }

  Finding number_of_processes(std::vector<TermId>& literals, std::uint32_t variables) {
    std::vector<TermId> facts;
    counting_.add_facts(literals, {}, variables, facts);
    if (choices_ > most_choices || facts.empty()) return {Why::Possible, {}};
    literals.insert(literals.end(), facts.begin(), facts.end());
    return {unsatisfiable(literals) ? Why::Number : Why::Possible, {}};
  }

  TermId process_of(TermId leaf) const {
    if (arena_.op(leaf) != Op::Variable) return leaf;
    const auto at = std::find(parameters_->begin(), parameters_->end(), arena_.variable_number(leaf));
    return at == parameters_->end() ? leaf : chosen_[static_cast<std::size_t>(at - parameters_->begin())];
  }

  // The set of values of a cell or of a read of one; every bit for other terms.
  [[nodiscard]] std::uint64_t values(TermId term) const {
    if (arena_.op(term) == Op::Read) term = arena_.location(term);
    return arena_.op(term) == Op::Cell ? system_.narrowed[arena_.symbol(term).index()] : ~std::uint64_t{0};
  }

  [[nodiscard]] SymbolId impossible_value(const std::vector<TermId>& literals) const {
    for (const TermId literal : literals) {
      if (arena_.op(literal) != Op::Member) continue;
      const TermId term = arena_.args(literal)[0];
      if ((values(term) & arena_.set(literal)) == 0) return arena_.symbol(arena_.op(term) == Op::Read ? arena_.location(term) : term);
    }
    return {};
  }

  void add_values(std::vector<TermId>& literals) {
    const std::size_t count = literals.size();
    for (std::size_t k = 0; k < count; ++k) {
      search::each_leaf(arena_, literals[k], [&](TermId leaf) {
        const Sort& sort = arena_.signature()[arena_.sort(leaf)];
        if (sort.kind == SortKind::Enum && sort.constructors.size() <= 64 && arena_.op(leaf) != Op::Variable)
          literals.push_back(arena_.member(leaf, values(leaf) & arena_.full_set(arena_.sort(leaf))));
      });
    }
  }

  bool unsatisfiable(const std::vector<TermId>& literals) {
    if (std::find(literals.begin(), literals.end(), arena_.truth(false)) != literals.end()) return true;
    solver_.push();
    for (const TermId literal : literals) solver_.add(literal);
    const smt::Answer answer = solver_.check({smt::Purpose::Feasible, 0, {}});
    solver_.pop();
    return answer == smt::Answer::Unsat;
  }

  const le::System& system_;
  TermArena& arena_;
  smt::Solver& solver_;
  search::Counting counting_;
  const std::vector<le::Variable>* parameters_ = nullptr;
  const le::Conjunction* literals_ = nullptr;
  std::vector<TermId> chosen_;
  std::size_t choices_ = 0;
  Finding result_;
};

// "Idle, Want or Crit"
std::string values_text(const Sort& sort, std::uint64_t set) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < sort.constructors.size(); ++k) {
    if ((set >> k & 1U) != 0) names.push_back(sort.constructors[k]);
  }
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) text += (k == 0 ? "" : k + 1 == names.size() ? " or " : ", ") + names[k];
  return text;
}

std::string reason(const le::System& system, const Finding& finding, const std::string& what) {
  const Signature& signature = system.program->signature;
  switch (finding.why) {
    case Why::Processes:
      return "it needs more processes than number_procs allows";
    case Why::Values:
      return finding.symbol.valid() ? "it requires a value that " + signature[finding.symbol].name + " never takes"
                                    : "no values that its variables can have satisfy " + what;
    case Why::Number:
      return "no number of processes satisfies " + what;
    case Why::Contradiction:
    case Why::Possible:
      break;
  }
  return what + " contradicts itself";
}

std::string hint(const le::System& system, const Finding& finding) {
  if (finding.why != Why::Values || !finding.symbol.valid()) return {};
  const Signature& signature = system.program->signature;
  const Symbol& symbol = signature[finding.symbol];
  const Sort& sort = signature[symbol.sort];
  const std::string possible = values_text(sort, system.narrowed[finding.symbol.index()]);
  return "init and the assignments make " + symbol.name + " only ever " + possible;
}

// Joins the findings of several disjuncts: if one is satisfiable, so is the disjunction; a value that is never taken explains more than a
// contradiction.
template <class Disjuncts>
Finding join(Emptiness& test, const Disjuncts& disjuncts, std::uint32_t source, const auto& literals_of) {
  Finding result{Why::Contradiction, {}};
  for (const auto& disjunct : disjuncts) {
    if (disjunct.source != source) continue;
    const Finding one = test.test(disjunct.parameters, literals_of(disjunct));
    if (one.why == Why::Possible) return one;
    if (result.why == Why::Contradiction) result = one;
  }
  return result;
}

// Init is universal, so if there are no initial states with n processes, there are none with more. The models of interest have at least two
// processes, and as many as the largest unsafe formula names.
void find_init_for_few(const le::System& system, search::InitCheck init, std::vector<Diagnostic>& out) {
  const ld::Program& program = *system.program;
  std::uint32_t most = 2;
  for (const ld::Unsafe& unsafe : program.unsafes) most = std::max(most, unsafe.parameters);
  if (program.number_procs) most = std::min(most, *program.number_procs);
  const auto named = narrow<std::uint32_t>(system.constants.size());
  for (std::uint32_t processes = 1; processes + named <= most; ++processes) {
    if (init.meets_init({}, processes, 0) != smt::Answer::Unsat) continue;
    const std::uint32_t possible = processes + named - 1;
    out.push_back({Severity::Warning, program.init.range,
                   "init has no states with more than " + std::to_string(possible) + (possible == 1 ? " process" : " processes") +
                       ": everything that needs more is SAFE",
                   "init holds for every choice of its parameters; `X = p` for every p needs a single process", "init-for-few"});
    return;
  }
}

}  // namespace

void find_empty(const le::System& system, TermArena& arena, std::vector<Diagnostic>& out) {
  smt::SolverStatistics statistics;
  smt::SolverOptions native;
  native.solver = "native";
  const auto solver = smt::make_solver(arena, native, statistics);
  const ld::Program& program = *system.program;
  const search::MemoryTraits memory{.engine = "", .own_read = search::read_memory};  // nothing is searched
  search::Context context(system, arena, *solver, memory);
  if (!search::InitCheck(context).has_states()) {
    out.push_back({Severity::Warning, program.init.range, "init contradicts itself: there are no initial states, and so everything is SAFE",
                   "", "empty-init"});
    return;  // without initial states every other warning would be about no state
  }
  find_init_for_few(system, search::InitCheck(context), out);
  Emptiness test(system, arena, *solver);
  for (std::uint32_t k = 0; k < program.transitions.size(); ++k) {
    const Finding found = join(test, system.transitions, k, [](const le::Transition& t) -> const le::Conjunction& { return t.guard; });
    if (found.why == Why::Possible) continue;
    out.push_back({Severity::Warning, program.transitions[k].range,
                   "transition `" + program.transitions[k].name + "` can never fire: " + reason(system, found, "its guard"),
                   hint(system, found), "never-fires"});
  }
  for (std::uint32_t k = 0; k < program.unsafes.size(); ++k) {
    const Finding found =
        join(test, system.unsafes, k, [](const le::UnsafeCube& unsafe) -> const le::Conjunction& { return unsafe.literals; });
    if (found.why == Why::Possible) continue;
    out.push_back({Severity::Warning, program.unsafes[k].range, "no state is unsafe in this way: " + reason(system, found, "the formula"),
                   hint(system, found), "empty-unsafe"});
  }
}

}  // namespace parapet::lint
