// The invariant that a certificate proves, as SMT-LIB 2: predicates of processes that never hold.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "check/state_text.h"
#include "result/certificate.h"

namespace parapet::check {

// A predicate that never holds.
struct UnsafeCube {
  std::string name;
  Names parameters;      // z0, z1, ...
  bool any = false;      // of any processes; else of distinct ones that no constant names
  bool assumed = false;  // nothing to be proved
  std::vector<TermId> literals;
  std::string definition;  // of `name`, in the state before a firing
};

// What an obligation says of the state before: by cell of processes with names, the values that it may have.
using Facts = std::map<std::pair<SymbolId, Names>, std::uint64_t>;

class Invariant {
 public:
  // `states`: what the texts of predicates are written with.
  Invariant(const le::System& system, TermArena& arena, const Certificate& certificate, StateText& states);

  [[nodiscard]] const std::vector<UnsafeCube>& predicates() const { return bad_; }
  // The predicate under another name, in the state that `states` speaks of now.
  [[nodiscard]] std::string define(const std::string& name, const UnsafeCube& unsafe) const;

  // A conjunct of the obligation is a fact if it is about an enumerated cell.
  void learn(Facts& facts, TermId atom, const StateText::Bindings& bindings = {}) const;
  // What the invariant says of these processes, but for what the facts make true already; adds the definitions it needs.
  [[nodiscard]] Names at(const Names& processes, const Facts& facts, std::string& definitions) const;

 private:
  void add(std::string name, const CertificateCube& cube, bool any, bool assumed);
  void add_cubes(const Certificate& certificate);
  void add_narrowed(const Certificate& certificate);
  void add_assumed(const le::System& system);
  [[nodiscard]] bool contradicted(const UnsafeCube& unsafe, const Names& tuple, const Facts& facts) const;

  TermArena& arena_;
  StateText& states_;
  std::vector<UnsafeCube> bad_;
};

}  // namespace parapet::check
