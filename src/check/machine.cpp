// NOTE(machine). A state is memory (plain cells and weak locations alike) and, under TSO, one FIFO buffer per process whose entries are
// groups of writes. What process i sees at a weak location l is
//     see(i, l) = the value of l in the newest entry of i's buffer that has l, else memory(l);
// under SC the buffers are always empty, so see(i, l) = memory(l). A formula is evaluated at one instant, over exactly the processes of the
// trace: quantifiers are tried out. `fence()` is true iff the actor's buffer is empty. A fence that every way to satisfy the body of a
// quantifier needs belongs to the transition, so it counts also where the quantifier has nobody to range over.
// Every part of a formula is evaluated, also where its value is decided already: the reads of a firing are those of its text.
#include "check/machine.h"

#include <algorithm>

#include "base/contract.h"
#include "check/accesses.h"

namespace parapet::check {

using ld::Formula;
using ld::Term;

State initial_state(const Setting& setting) {
  State state;
  for (const std::vector<Value>& values : setting.trace.initial) {
    auto& cells = state.cells.emplace_back();
    for (const Value& value : values) cells.push_back({value, std::nullopt});
  }
  state.buffers.resize(setting.trace.processes);
  return state;
}

Evaluator::Evaluator(const Setting& setting, const State& state, const ld::Declaration& scope, const std::vector<Process>& parameters,
                     std::optional<Process> actor)
    : setting_(setting), state_(state), bindings_(parameters), parameters_(parameters.size()), actor_(actor) {
  bindings_.resize(scope.variables.size());
}

Process Evaluator::process(const Term& term) const {
  if (term.kind == Term::Kind::Process) return bindings_[term.index];
  PARAPET_CHECK(term.kind == Term::Kind::ProcessConstant, "an index or a reader is a process");
  const auto& constants = setting_.trace.constants;
  const auto at = std::find_if(constants.begin(), constants.end(), [&](const auto& constant) { return constant.first == term.index; });
  PARAPET_CHECK(at != constants.end(), "every process constant of the model has its process");
  return at->second;
}

Location Evaluator::location(SymbolId symbol, const std::vector<Term>& indices) const {
  std::vector<Process> processes;
  for (const Term& index : indices) processes.push_back(process(index));
  return {symbol, cell_number(processes, setting_.trace.processes)};
}

ReadAccount Evaluator::look_up(Process reader, const Location& location) const {
  const auto& buffer = state_.buffers[reader];
  for (auto entry = buffer.rbegin(); entry != buffer.rend(); ++entry) {
    for (const WriteAccount& write : entry->writes) {
      if (write.location == location) return {reader, location, write.value, ReadAccount::Source::Buffer, entry->step};
    }
  }
  const MemoryCell& cell = state_.at(location);
  return {reader, location, cell.value, ReadAccount::Source::Memory, cell.step};
}

Value Evaluator::read(const Term& access) {
  const Location place = location(access.symbol(), access.args);
  std::optional<Process> reader = actor_;
  if (!access.reader.empty()) reader = process(access.reader.front());
  const bool weak = setting_.program.signature[access.symbol()].weak;
  if (!weak) plain_reads_.insert(place);
  if (!weak || !reader) return state_.at(place).value;
  const auto known =
      std::find_if(reads_.begin(), reads_.end(), [&](const ReadAccount& read) { return read.reader == *reader && read.location == place; });
  if (known != reads_.end()) return known->value;
  reads_.push_back(look_up(*reader, place));
  return reads_.back().value;
}

Value Evaluator::value(const Term& term) {
  switch (term.kind) {
    case Term::Kind::Process:
    case Term::Kind::ProcessConstant:
      return {Signature::proc, Rational(process(term))};
    case Term::Kind::Constructor:
      return {term.sort, Rational(term.index)};
    case Term::Kind::Number:
      return {term.sort, term.number};
    case Term::Kind::Access:
      return read(term);
    case Term::Kind::Sum: {
      Rational sum = term.number;
      for (std::size_t k = 0; k < term.args.size(); ++k) sum = sum + term.coefficients[k] * value(term.args[k]).number;
      return {term.sort, sum};
    }
  }
  contract_failed("a term has one of the known kinds", __FILE__, __LINE__);
}

// All sorts are ordered by their number: constructors as declared, processes by their place.
bool Evaluator::compare(const Formula& formula) {
  const Rational left = value(formula.terms[0]).number;
  const Rational right = value(formula.terms[1]).number;
  switch (formula.comparison) {
    case ld::Comparison::Equal:
      return left == right;
    case ld::Comparison::Different:
      return left != right;
    case ld::Comparison::Less:
      return left < right;
    case ld::Comparison::LessEqual:
      return left <= right;
    case ld::Comparison::Greater:
      return left > right;
    case ld::Comparison::GreaterEqual:
      return left >= right;
  }
  contract_failed("a comparison has one of the known kinds", __FILE__, __LINE__);
}

bool Evaluator::buffer_empty() const { return !fences_denied_ && (!actor_ || state_.buffers[*actor_].empty()); }

bool Evaluator::quantified(const Formula& formula) {
  const bool universal = formula.kind == Formula::Kind::Forall || formula.kind == Formula::Kind::ForallOther;
  const bool others = formula.kind == Formula::Kind::ForallOther || formula.kind == Formula::Kind::ExistsOther;
  const Formula& body = formula.args[0];
  const std::size_t count = formula.bound.size();
  bool nobody = true;
  bool result = universal;
  std::vector<Process> chosen;
  const auto allowed = [&](Process process) {
    if (others && std::find(bindings_.begin(), bindings_.begin() + static_cast<std::ptrdiff_t>(parameters_), process) !=
                      bindings_.begin() + static_cast<std::ptrdiff_t>(parameters_))
      return false;
    return std::find(chosen.begin(), chosen.end(), process) == chosen.end();
  };
  const auto choose = [&](const auto& self) -> void {
    if (chosen.size() == count) {
      for (std::size_t k = 0; k < count; ++k) bind(formula.bound[k], chosen[k]);
      nobody = false;
      const bool one = holds(body);
      result = universal ? result && one : result || one;
      return;
    }
    for (Process process = 0; process < setting_.trace.processes; ++process) {
      if (!allowed(process)) continue;
      chosen.push_back(process);
      self(self);
      chosen.pop_back();
    }
  };
  choose(choose);
  if (universal && nobody && demands_fence(body)) return buffer_empty();
  return result;
}

bool Evaluator::holds(const Formula& formula) {
  const auto& args = formula.args;
  switch (formula.kind) {
    case Formula::Kind::True:
      return true;
    case Formula::Kind::False:
      return false;
    case Formula::Kind::Compare:
      return compare(formula);
    case Formula::Kind::Fence:
      return buffer_empty();
    case Formula::Kind::Not:
      return !holds(args[0]);
    case Formula::Kind::And: {
      bool all = true;
      for (const Formula& arg : args) all = holds(arg) && all;
      return all;
    }
    case Formula::Kind::Or: {
      bool any = false;
      for (const Formula& arg : args) any = holds(arg) || any;
      return any;
    }
    case Formula::Kind::Implies: {
      const bool premise = holds(args[0]);
      return holds(args[1]) || !premise;
    }
    case Formula::Kind::Iff: {
      const bool left = holds(args[0]);
      return holds(args[1]) == left;
    }
    case Formula::Kind::IfThenElse: {
      const bool condition = holds(args[0]);
      const bool yes = holds(args[1]);
      const bool no = holds(args[2]);
      return condition ? yes : no;
    }
    case Formula::Kind::Forall:
    case Formula::Kind::Exists:
    case Formula::Kind::ForallOther:
    case Formula::Kind::ExistsOther:
      return quantified(formula);
  }
  contract_failed("a formula has one of the known kinds", __FILE__, __LINE__);
}

}  // namespace parapet::check
