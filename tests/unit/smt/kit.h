// What the solver tests share: a signature with every kind of sort, an evaluator of formulas under a model, random formulas, the backends
// at hand.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "logic/term.h"
#include "smt/wrappers/factory.h"

namespace parapet::smt::test {

struct World {
  Signature signature;
  SortId colour, pair, single, wide, thing;  // enumerations of 3, 2, 1 and 70 constructors; an abstract sort
  SymbolId cache, flag, two, one, many, item, owner, ticket, total, level;
  std::unique_ptr<TermArena> arena;

  World();
  TermArena& operator*() { return *arena; }
  TermArena* operator->() { return arena.get(); }

  TermId p(std::uint32_t n) { return arena->process(n); }
  TermId at(SymbolId symbol, std::uint32_t n);  // symbol[zn]
  TermId var(SymbolId symbol) { return arena->cell(symbol, {}); }
  TermId num(std::int64_t n) { return arena->number(Rational(n), Signature::integer); }
  TermId real(std::int64_t n, std::int64_t d) { return arena->number(Rational(Integer(n), Integer(d)), Signature::real); }
  TermId plus(TermId a, TermId b);
  TermId all(std::initializer_list<TermId> parts) { return arena->conjunction(std::vector<TermId>(parts)); }
  TermId any(std::initializer_list<TermId> parts) { return arena->disjunction(std::vector<TermId>(parts)); }
};

using Model = std::function<Value(TermId)>;
[[nodiscard]] bool holds(const TermArena& arena, TermId formula, const Model& model);
// Process terms of the formula have different places, enumeration values are in range.
[[nodiscard]] bool well_formed(const TermArena& arena, TermId formula, const Model& model);

class RandomFormulas {
 public:
  RandomFormulas(World& world, std::uint64_t seed) : world_(world), random_(seed) {}
  [[nodiscard]] TermId atom();
  [[nodiscard]] TermId formula(int depth);
  // A comparison of a sum of up to four integers or reals with 0, with coefficients.
  [[nodiscard]] TermId linear_atom();
  // Atoms and clauses with linear ones among them.
  [[nodiscard]] std::vector<TermId> linear_query();
  // A conjunction of atoms and clauses, as the search asks.
  [[nodiscard]] std::vector<TermId> query();
  [[nodiscard]] int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

 private:
  [[nodiscard]] TermId order_atom();
  [[nodiscard]] TermId number_atom();
  World& world_;
  std::mt19937_64 random_;
};

// Each solver name that can be made here. The others are named in a test message.
[[nodiscard]] std::vector<std::string> available(const std::vector<std::string>& names);
[[nodiscard]] std::vector<std::string> all_backends();
[[nodiscard]] bool slow_tests();

// A directory for one test, empty at first, gone at the end.
struct Directory {
  std::filesystem::path path;
  explicit Directory(const std::string& name);
  ~Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
};
[[nodiscard]] std::string contents(const std::filesystem::path& file);
[[nodiscard]] std::vector<std::filesystem::path> dumped(const Directory& directory);
// The z3 and cvc5 programs, if installed, answer each file as its (set-info :status ...) says.
void check_status_of(const std::vector<std::filesystem::path>& files);

}  // namespace parapet::smt::test
