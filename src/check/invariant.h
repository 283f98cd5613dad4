// The invariant that a certificate proves, as SMT-LIB 2: predicates over processes that hold in no reachable state.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "check/state_text.h"
#include "result/certificate.h"

namespace parapet::check {

// A predicate that holds in no reachable state.
struct UnsafeCube {
  std::string name;
  Names parameters;      // z0, z1, ...
  bool any = false;      // its parameters are any processes; otherwise distinct ones that no constant names
  bool assumed = false;  // a user invariant: not to be proved
  std::vector<TermId> literals;
  std::string definition;  // of `name`, in the state before a firing
};

// What an obligation asserts about the state before the firing: for cells of named processes, the values that they may have.
using Facts = std::map<std::pair<SymbolId, Names>, std::uint64_t>;

class Invariant {
 public:
  // `states` prints the formulas of the predicates.
  Invariant(const le::System& system, TermArena& arena, const Certificate& certificate, StateText& states);

  [[nodiscard]] const std::vector<UnsafeCube>& predicates() const { return bad_; }
  // Defines the predicate under another name, in the state that `states` refers to at the moment.
  [[nodiscard]] std::string define(const std::string& name, const UnsafeCube& unsafe) const;

  // Adds a conjunct of the obligation to the facts if it restricts a cell of an enumeration.
  void learn(Facts& facts, TermId atom, const StateText::Bindings& bindings = {}) const;
  // The instances of the invariant for these processes, without those that the facts already imply; adds the definitions they need.
  [[nodiscard]] Names at(const Names& processes, const Facts& facts, std::string& definitions) const;

 private:
  void add(std::string name, const CertificateCube& cube, bool any, bool assumed);
  void add_cubes(const Certificate& certificate);
  void add_narrowed(const Certificate& certificate);
  void add_intervals(const Certificate& certificate);
  void add_assumed(const le::System& system);
  [[nodiscard]] bool contradicted(const UnsafeCube& unsafe, const Names& tuple, const Facts& facts) const;

  TermArena& arena_;
  StateText& states_;
  std::vector<UnsafeCube> bad_;
};

}  // namespace parapet::check
