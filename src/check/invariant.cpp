// With bad_1, bad_2, ... the cubes, each a predicate of its processes, the invariant is
//     I  =  AND over k, all distinct z that no constant names:  not bad_k(z)
// Beside the cubes there are
//     narrowed sets   bad_X(i) = the cell X(i) is outside of its set, here i are any processes;      to be proved in the same way
//     intervals       bad_X(i) = the number X(i) is below, or above, its interval, for any processes i;  to be proved in the same way
//     user invariants                                                                             assumed, nothing to be proved of them
// An obligation asserts the instances of I for the processes that it names. If a literal of the obligation and a literal of bad_k leave no
// value for a cell, not bad_k(z) is implied and left out.
#include "check/invariant.h"

#include <algorithm>

#include "check/reference.h"

namespace parapet::check {

Invariant::Invariant(const le::System& system, TermArena& arena, const Certificate& certificate, StateText& states)
    : arena_(arena), states_(states) {
  add_cubes(certificate);
  add_narrowed(certificate);
  add_intervals(certificate);
  add_assumed(system);
  for (UnsafeCube& unsafe : bad_) unsafe.definition = define(unsafe.name, unsafe);
}

void Invariant::add(std::string name, const CertificateCube& cube, bool any, bool assumed) {
  UnsafeCube unsafe{std::move(name), {}, any, assumed, cube.literals, {}};
  for (std::uint32_t z = 0; z < cube.processes; ++z) unsafe.parameters.push_back("z" + std::to_string(z));
  bad_.push_back(std::move(unsafe));
}

void Invariant::add_cubes(const Certificate& certificate) {
  for (std::size_t k = 0; k < certificate.cubes.size(); ++k) add("cube" + std::to_string(k + 1), certificate.cubes[k], false, false);
}

void Invariant::add_narrowed(const Certificate& certificate) {
  for (std::size_t s = 0; s < certificate.narrowed.size(); ++s) {
    if (certificate.narrowed[s] == ~std::uint64_t{0}) continue;
    CertificateCube outside;
    std::vector<TermId> indices;
    while (outside.processes < arena_.signature()[SymbolId(s)].arity) indices.push_back(arena_.process(outside.processes++));
    outside.literals = {arena_.negate(arena_.member(arena_.cell(SymbolId(s), indices), certificate.narrowed[s]))};
    add("narrow" + std::to_string(s + 1), outside, true, false);
  }
}

void Invariant::add_intervals(const Certificate& certificate) {
  for (std::size_t s = 0; s < certificate.intervals.size(); ++s) {
    if (!certificate.intervals[s].bounded()) continue;
    CertificateCube outside;
    std::vector<TermId> indices;
    while (outside.processes < arena_.signature()[SymbolId(s)].arity) indices.push_back(arena_.process(outside.processes++));
    const TermId cell = arena_.cell(SymbolId(s), indices);
    const auto add_side = [&](const char* name, const Interval& side) {
      std::vector<TermId> inside;
      add_bounds(arena_, cell, side, inside);
      if (inside.empty()) return;
      outside.literals.assign(1, arena_.negate(inside.front()));
      add(name + std::to_string(s + 1), outside, true, false);
    };
    add_side("low", {certificate.intervals[s].low, {}});
    add_side("high", {{}, certificate.intervals[s].high});
  }
}

void Invariant::add_assumed(const le::System& system) {
  std::size_t invariants = 0;
  Reference(system, arena_).start(system.invariants, [&](const CertificateCube& cube) {
    add("invariant" + std::to_string(++invariants), cube, false, true);
    return true;
  });
}

std::string Invariant::define(const std::string& name, const UnsafeCube& unsafe) const {
  Names literals;
  for (const TermId literal : unsafe.literals) literals.push_back(states_.formula(literal));
  const std::string holds = junction("and", "true", literals);
  const bool apart = !unsafe.any && !unsafe.parameters.empty();
  return define_function(name, unsafe.parameters, "Bool",
                         apart ? "(and " + distinct(states_.everybody(unsafe.parameters)) + " " + holds + ")" : holds);
}

void Invariant::learn(Facts& facts, TermId atom, const StateText::Bindings& bindings) const {
  if (arena_.op(atom) != Op::Member || arena_.op(arena_.args(atom)[0]) != Op::Cell) return;
  const TermId cell = arena_.args(atom)[0];
  Names names;
  for (const TermId index : arena_.args(cell)) names.push_back(states_.process(index, bindings));
  facts.try_emplace({arena_.symbol(cell), names}, ~std::uint64_t{0}).first->second &= arena_.set(atom);
}

bool Invariant::contradicted(const UnsafeCube& unsafe, const Names& tuple, const Facts& facts) const {
  return std::any_of(unsafe.literals.begin(), unsafe.literals.end(), [&](TermId literal) {
    if (arena_.op(literal) != Op::Member || arena_.op(arena_.args(literal)[0]) != Op::Cell) return false;
    const TermId cell = arena_.args(literal)[0];
    Names names;
    for (const TermId index : arena_.args(cell)) {
      const bool constant = arena_.op(index) == Op::ProcessConst;
      names.push_back(constant ? states_.process(index) : tuple[arena_.process_number(index)]);
    }
    const auto fact = facts.find({arena_.symbol(cell), names});
    return fact != facts.end() && (fact->second & arena_.set(literal)) == 0;
  });
}

Names Invariant::at(const Names& processes, const Facts& facts, std::string& definitions) const {
  Names assertions;
  for (const UnsafeCube& unsafe : bad_) {
    const std::size_t before = assertions.size();
    each_tuple_of_names(unsafe.any ? states_.everybody(processes) : processes, unsafe.parameters.size(), !unsafe.any,
                        [&](const Names& tuple) {
                          arena_.spend(unsafe.literals.size() + 1);
                          if (!contradicted(unsafe, tuple, facts)) assertions.push_back("(not " + application(unsafe.name, tuple) + ")");
                        });
    if (assertions.size() > before) definitions += unsafe.definition;
  }
  return assertions;
}

}  // namespace parapet::check
