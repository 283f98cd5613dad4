// Terms and formulas: typed, hash-consed, owned by an arena, held by 32-bit ids. Equal ids mean equal terms.
//
// Formulas are in negation normal form by construction: every atom has a complement (Equal/Different, ...), and `negate` pushes a negation
// to the atoms. Atoms are made by functions that normalise: an enumeration compared with a constructor is a Member atom, a numeric
// comparison is a linear sum compared with 0, and what is decided by the distinctness of constructors, numbers and processes becomes True
// or False at once.
//
// NOTE(processes): ProcessVar and ProcessConst terms denote pairwise distinct processes. Any other term of sort Proc (a cell) may also
// denote a value that is no process. The order of Proc values is total, strict and otherwise arbitrary. Every decision procedure builds
// this in.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/budget.h"
#include "base/contract.h"
#include "base/narrow.h"
#include "base/number.h"
#include "logic/signature.h"

namespace parapet {

struct TermTag;
using TermId = Id<TermTag>;

enum class Op : std::uint8_t {
  // terms
  ProcessVar,    // z0, z1, ...: pairwise distinct processes of a cube
  ProcessConst,  // `#n` of the model
  Constructor,   // of an enumeration
  Number,
  Cell,      // symbol; args: process terms. A weak symbol's cell is the location's value in memory
  Read,      // an open read; args: the reader, if it has one, then the location, a Cell
  Variable,  // of a template (le/system.h): a parameter or bound variable, to be replaced by a process
  Fresh,     // some value of its sort
  Sum,       // coefficients * args + number; at least one arg, none of them Number or Sum
  Event,
  // atoms
  Member,  // args[0], of an enumeration with at most 64 constructors, is one of a set of them
  Equal,
  Different,  // two terms of sort Proc, Abstract or Enum, in the order of `compare`
  ProcLess,
  ProcLessEqual,  // args[0] before args[1]
  SumLessEqual,   // args[0] <= 0
  SumLess,        // args[0] < 0; sort Real only: over integers it is made a SumLessEqual
  SumZero,
  SumNonZero,
  Before,
  NotBefore,  // strict order of events
  // formulas
  True,
  False,
  And,
  Or,  // at least two args
};

// A term without its arena, one level deep.
struct TermRecord {
  Op op = Op::True;
  SortId sort;
  std::uint64_t own = 0;  // number, position, symbol or set, by operator; 0 for Number and Sum
  std::vector<TermId> args;
  std::vector<Rational> coefficients;  // Sum
  Rational number;                     // Number, and the constant of a Sum
};

class TermArena {
 public:
  // `budget`, null for none, outlives the arena; building terms spends it.
  explicit TermArena(const Signature& signature, Budget* budget = nullptr);
  TermArena& operator=(const TermArena&) = delete;

  // Nearly every symbolic computation builds terms, so most loops spend the budget without doing anything for it. One that can be long
  // without building terms calls `spend` itself. Everything that works on terms finds its budget here.
  void spend(std::uint64_t units = 1) const {
    if (budget_ != nullptr) budget_->spend(units);
  }
  [[nodiscard]] Budget* budget() const { return budget_; }
  void set_budget(Budget* budget) { budget_ = budget; }

  // An arena of its own with the same terms under the same ids, for another thread, with that thread's budget.
  [[nodiscard]] std::unique_ptr<TermArena> clone(Budget* budget) const {
    std::unique_ptr<TermArena> copy(new TermArena(*this));
    copy->budget_ = budget;
    return copy;
  }
  // A term to another arena: its args are to be replaced by that arena's ids on the way.
  [[nodiscard]] TermRecord record(TermId id) const;
  TermId adopt(const TermRecord& record);

  [[nodiscard]] const Signature& signature() const { return *signature_; }

  // Terms.
  TermId process(std::uint32_t number);
  TermId process_const(std::uint32_t n);
  TermId constructor(SortId sort, std::uint32_t position);
  TermId number(const Rational& value, SortId sort);
  TermId cell(SymbolId symbol, std::span<const TermId> args);
  TermId read(std::uint32_t open_read, TermId reader, TermId cell);  // reader invalid: a read without a reader
  TermId variable(std::uint32_t number);
  TermId fresh(std::uint32_t number, SortId sort);
  TermId event(std::uint32_t number);
  // coefficients[k] * args[k] + constant; args of numeric sort, sums allowed. May collapse to a number or to one of the args.
  TermId sum(std::span<const Rational> coefficients, std::span<const TermId> args, const Rational& constant, SortId sort);

  // Atoms; each may collapse to another atom, True or False.
  TermId member(TermId term, std::uint64_t set);
  TermId equal(TermId a, TermId b);
  TermId different(TermId a, TermId b) { return negate(equal(a, b)); }
  TermId less(TermId a, TermId b);  // numbers and processes
  TermId less_equal(TermId a, TermId b);
  TermId before(TermId a, TermId b);

  // Formulas: nested And/Or of the same kind are flattened, duplicates and neutral elements removed. A formula is a graph: `a <=> b` and
  // its negation have their operands in common, so that what visits a formula as if it were a tree takes time exponential in its size.
  TermId conjunction(std::span<const TermId> args);
  TermId disjunction(std::span<const TermId> args);
  TermId negate(TermId formula);
  [[nodiscard]] TermId truth(bool value) const { return value ? true_ : false_; }

  // Access.
  [[nodiscard]] Op op(TermId id) const { return entries_[id.index()].op; }
  [[nodiscard]] SortId sort(TermId id) const { return entries_[id.index()].sort; }
  // Stays valid while the arena lives, whatever is built meanwhile.
  [[nodiscard]] std::span<const TermId> args(TermId id) const {
    const Entry& entry = entries_[id.index()];
    return {entry.args, entry.args_count};
  }
  [[nodiscard]] std::uint32_t process_number(TermId process) const { return own_number(process, Op::ProcessVar); }       // k of zk
  [[nodiscard]] std::uint32_t constant_number(TermId constant) const { return own_number(constant, Op::ProcessConst); }  // n of #n
  [[nodiscard]] std::uint32_t position(TermId constructor) const { return own_number(constructor, Op::Constructor); }  // in its enumeration
  [[nodiscard]] std::uint32_t read_number(TermId read) const { return own_number(read, Op::Read); }
  [[nodiscard]] std::uint32_t variable_number(TermId variable) const { return own_number(variable, Op::Variable); }
  [[nodiscard]] std::uint32_t fresh_number(TermId fresh) const { return own_number(fresh, Op::Fresh); }
  [[nodiscard]] std::uint32_t event_number(TermId event) const { return own_number(event, Op::Event); }
  [[nodiscard]] SymbolId symbol(TermId cell) const { return SymbolId(own_number(cell, Op::Cell)); }
  [[nodiscard]] std::uint64_t set(TermId member) const {
    PARAPET_CHECK(op(member) == Op::Member, "a set is asked of a Member atom");
    return entries_[member.index()].own;
  }
  // What makes the term, beside operator, sort and args; equal for equal terms of this arena only.
  [[nodiscard]] std::uint64_t identity(TermId id) const { return entries_[id.index()].own; }
  [[nodiscard]] TermId location(TermId read) const { return args(read).back(); }
  [[nodiscard]] TermId reader(TermId read) const { return args(read).size() == 2 ? args(read)[0] : TermId(); }
  [[nodiscard]] const Rational& number(TermId id) const;  // Number, and the constant of a Sum
  [[nodiscard]] std::span<const Rational> coefficients(TermId sum) const;
  [[nodiscard]] std::uint64_t full_set(SortId enumeration) const;  // every constructor
  [[nodiscard]] bool is_atom(TermId id) const { return op(id) >= Op::Member && op(id) <= Op::False; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

  // The term with every leaf `t` (ProcessVar, ProcessConst, Variable, Fresh, Cell, Read; the latter two after their indices and reader were rewritten)
  // replaced by map(t), which has the sort of t; rebuilt through the functions above, so atoms collapse. The location inside a Read is no
  // leaf.
  template <class Map>
  TermId rewrite(TermId id, Map&& map);

  // The same operator applied to other args (a Sum or a formula).
  TermId rebuild(TermId id, std::span<const TermId> args);

  // A total order of terms by structure, not by age: the same in every run whatever was built before. Negative, zero or positive.
  [[nodiscard]] int compare(TermId a, TermId b) const;

 private:
  struct Entry {
    Op op;
    SortId sort;
    std::uint32_t args_count;
    std::uint32_t hash;
    std::uint32_t next;  // in its hash chain
    std::uint64_t own;   // number, position, symbol or set, by operator; of a Number or Sum its place in numbers_ or sums_
    const TermId* args;  // in arg_blocks_
  };
  struct SumData {
    std::vector<Rational> coefficients;
    Rational constant;
    friend bool operator==(const SumData&, const SumData&) = default;
  };

  TermArena(const TermArena& other);  // only to clone: ids point into one arena

  [[nodiscard]] std::uint32_t own_number(TermId id, Op kind) const {
    const Entry& entry = entries_[id.index()];
    PARAPET_CHECK(entry.op == kind, "a number is asked of a term of its own kind");
    return low_bits<std::uint32_t>(entry.own);
  }
  TermId intern(Op op, SortId sort, std::span<const TermId> args, std::uint64_t own);
  const TermId* store(std::span<const TermId> args);
  void spend_on(const Rational& number) const;
  // Before `more` elements are appended: a vector that has no room for them is copied.
  template <class Element>
  void expect_growth(const std::vector<Element>& vector, std::size_t more) const {
    if (vector.capacity() - vector.size() < more && budget_ != nullptr) budget_->expect_memory(vector.size() * sizeof(Element));
  }
  std::uint32_t intern_number(const Rational& value);
  std::uint32_t intern_sum(SumData data);
  void grow();
  TermId compare_sum(Op op, TermId sum);
  TermId difference(TermId a, TermId b);
  TermId junction(Op op, std::span<const TermId> args);

  template <class Map>
  TermId rewrite_shared(TermId junction, Map& map, std::unordered_map<TermId, TermId>& known);

  const Signature* signature_;
  Budget* budget_;
  std::vector<Entry> entries_;
  // Args never move: a full block is kept and another one begun. An unused rest of a block is lost.
  std::vector<std::unique_ptr<TermId[]>> arg_blocks_;
  std::size_t block_used_ = 0;
  std::size_t block_size_ = 0;
  std::vector<std::uint32_t> buckets_;  // a power of two
  std::deque<Rational> numbers_;
  std::deque<SumData> sums_;
  std::unordered_multimap<std::size_t, std::uint32_t> number_index_, sum_index_;
  std::unordered_map<TermId, TermId> negations_;  // of And and Or
  TermId true_, false_;
};

// A copy of a term's args: building terms moves the arena's own. Small ones stay on the stack.
class ArgsCopy {
 public:
  explicit ArgsCopy(std::span<const TermId> args) : count_(args.size()) {
    if (count_ > few_.size()) many_.resize(count_);
    std::copy(args.begin(), args.end(), begin());
  }
  [[nodiscard]] TermId* begin() { return count_ > few_.size() ? many_.data() : few_.data(); }
  [[nodiscard]] TermId* end() { return begin() + count_; }
  [[nodiscard]] std::span<TermId> span() { return {begin(), count_}; }
  [[nodiscard]] TermId& operator[](std::size_t k) { return begin()[k]; }

 private:
  std::size_t count_;
  std::array<TermId, 6> few_;
  std::vector<TermId> many_;
};

template <class Map>
TermId TermArena::rewrite(TermId id, Map&& map) {
  spend();
  const Op kind = op(id);
  switch (kind) {
    case Op::ProcessVar:
    case Op::ProcessConst:
    case Op::Variable:
    case Op::Fresh:
      return map(id);
    case Op::Constructor:
    case Op::Number:
    case Op::Event:
    case Op::True:
    case Op::False:
      return id;
    case Op::And:
    case Op::Or: {
      std::unordered_map<TermId, TermId> known;
      return rewrite_shared(id, map, known);
    }
    default:
      break;
  }
  ArgsCopy now(args(id));
  bool changed = false;
  for (TermId& arg : now.span()) {
    const TermId before = arg;
    if (kind == Op::Read && op(before) == Op::Cell) {
      ArgsCopy indices(args(before));
      for (TermId& index : indices.span()) index = map(index);
      arg = cell(symbol(before), indices.span());
    } else {
      arg = rewrite(before, map);
    }
    changed = changed || arg != before;
  }
  if (kind == Op::Cell) return map(changed ? cell(symbol(id), now.span()) : id);
  if (kind == Op::Read) {
    if (!changed) return map(id);
    const std::span<TermId> parts = now.span();
    return map(read(narrow<std::uint32_t>(read_number(id)), parts.size() == 2 ? parts[0] : TermId(), parts.back()));
  }
  return changed ? rebuild(id, now.span()) : id;
}

// A junction inside `known` was rewritten before: each is visited once, however often it occurs.
template <class Map>
TermId TermArena::rewrite_shared(TermId junction, Map& map, std::unordered_map<TermId, TermId>& known) {
  ArgsCopy now(args(junction));
  bool changed = false;
  for (TermId& arg : now.span()) {
    const TermId before = arg;
    if (op(before) != Op::And && op(before) != Op::Or) {
      arg = rewrite(before, map);
    } else if (const auto at = known.find(before); at != known.end()) {
      arg = at->second;
    } else {
      arg = rewrite_shared(before, map, known);
      known.emplace(before, arg);
    }
    changed = changed || arg != before;
  }
  return changed ? rebuild(junction, now.span()) : junction;
}

// Calls visit(atom) for every atom of a formula once, however often it occurs; for what is no conjunction or disjunction, visit(formula).
template <class Visit>
void each_atom(const TermArena& arena, TermId formula, Visit&& visit) {
  const auto is_junction = [&](TermId term) { return arena.op(term) == Op::And || arena.op(term) == Op::Or; };
  if (!is_junction(formula)) return static_cast<void>(visit(formula));
  std::unordered_set<TermId> seen;
  const auto look = [&](const auto& self, TermId junction) -> void {
    for (const TermId arg : arena.args(junction)) {
      if (!seen.insert(arg).second) continue;
      if (is_junction(arg)) {
        self(self, arg);
      } else {
        visit(arg);
      }
    }
  };
  look(look, formula);
}

// Calls visit(part) for a term or atom and all that is inside it.
template <class Visit>
void each_subterm(const TermArena& arena, TermId term, const Visit& visit) {
  visit(term);
  for (const TermId arg : arena.args(term)) each_subterm(arena, arg, visit);
}
// Whether is(part) for one of them.
template <class Is>
[[nodiscard]] bool any_subterm(const TermArena& arena, TermId term, const Is& is) {
  const auto args = arena.args(term);
  return is(term) || std::any_of(args.begin(), args.end(), [&](TermId arg) { return any_subterm(arena, arg, is); });
}

// SMT-LIB-like but short: `Cache[z0] in {Shared, Exclusive}`, `N[z0] - M <= -1`. For messages, traces of the search and tests.
[[nodiscard]] std::string to_string(const TermArena& arena, TermId id);
// `variables`: names of the variables of a template, by their number.
[[nodiscard]] std::string to_string(const TermArena& arena, TermId id, std::span<const std::string> variables);

// How terms are written. The operators are those of to_string.
struct TermStyle {
  std::function<std::string(TermId)> leaf;                     // processes, variables, cells, reads, values, events
  std::function<std::string(const std::string&)> constructor;  // of an enumeration, by its name
  std::string_view different = "<>", less_equal = "<=", greater_equal = ">=", times = "*";
  std::string_view conjunction = " && ", disjunction = " || ";
  std::string_view member = " in {", member_end = "}";
  bool decimals = false;  // real numbers as decimal fractions, which they must be
};
[[nodiscard]] std::string to_string(const TermArena& arena, TermId id, const TermStyle& style);

}  // namespace parapet
