// What the language has, construct by construct: how often the generator of whole-language models uses it, and whether a model has it.
//
// The table is the generator's account: a construct that no longer comes up is a row with 0, and a test fails.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

#include "ld/program.h"
#include "random/model.h"

namespace parapet::test {

// clang-format off
enum class Construct : std::uint8_t {
  Not, Implies, Iff, If, Truth,
  GuardForall, GuardExists, GuardForallOther, GuardExistsOther, GuardSeveral, GuardNested, GuardNegated, GuardDisjunction,
  InitForall, InitNotExists, InitSeveral, InitNested, InitDisjunction, InitProcesses, InitFree, InitNoParameters, InitTwoParameters,
  UnsafeExists, UnsafeNotForall, UnsafeExistsOther, UnsafeSeveral, UnsafeNested, UnsafeTwo, UnsafeDisjunction, UnsafeNoParameters,
  UnsafeThree, SeveralUnsafes,
  Invariant, InvariantExists, InvariantWeak,
  Fence, FenceDisjunction, FenceDemanded, FenceUniversal, FenceNotExists, FenceExists,
  NumberProcs, Constant, LargeConstant, ConstantIndex, ConstantInit, ConstantUnsafe, ConstantValue,
  ProcessOrder, EnumOrder,
  Int, Real, ProcVariable, ProcArray, Abstract, TwoDimensional, Const, ConstArray,
  WeakArray, WeakTwoDimensional, WeakInt, WeakProc,
  Havoc, HavocWeak, CaseVariable, CaseAll, CaseAllTwo, CaseWeak, CaseNoDefault, CaseConstantCell, CaseParameterCell, SeveralCells, CaseOwnIndex,
  CopyArray, CopyArrayTwo, CopyWeak, Sum, Multiple,
  NoParameters, NoActor, ActorNotFirst, ThreeParameters, Unguarded, ReadModifyWrite, SharedPlain,
  Predicate, PredicateQuantifier, PredicateFence, Let, LetUnused, LetUnusedRead,
  ArrayValues, ArrayWeakValues, ArrayProcessValues, ArrayTwoValues, IndexBool, Range, IndexCell, IndexWeak, WriteIndex, Next,
  ValueForall, ValueExists, CaseValues, CopyValues, TwoCells,
  Procs, ProcsGuard, Count, CountInit, CountOthers,
};
// clang-format on
constexpr std::size_t construct_count = static_cast<std::size_t>(Construct::CountOthers) + 1;

struct ConstructRow {
  Construct construct;
  const char* name;
  unsigned weight;         // percent of models in which the generator may use it
  bool weak_only = false;  // it needs weak memory
};

extern const std::array<ConstructRow, construct_count> construct_table;  // in the order of the enumeration

using Constructs = std::bitset<construct_count>;

[[nodiscard]] inline bool has(const Constructs& all, Construct one) { return all[static_cast<std::size_t>(one)]; }

// Those of a program. What reading a model expands, predicates and `let`, is told by the model.
[[nodiscard]] Constructs constructs_of(const ld::Program& program, const Model& model);

[[nodiscard]] bool has_weak_memory(const ld::Program& program);

}  // namespace parapet::test
