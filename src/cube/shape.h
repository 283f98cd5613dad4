// Literals in the form the cover test compares: a shape, which is the literal with its processes taken out, and the processes.
// `Cache[z1] in {Shared}` has the shape of `Cache[z0] in {Invalid}`; a renaming changes only the args, so nothing is built to test one.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/number.h"
#include "logic/term.h"

namespace parapet::search {

// Numbers for what prepared cubes consist of: shapes of literals, rational numbers in them, constants of the model, values of cells.
//
// The threads of a search share one table, so a cube that one of them has prepared is prepared for all of them. Which number a thing gets
// depends on which thread met it first. Nothing that is said does: numbers are compared for equality, and those of values are bits of
// filters, which may let more cubes through to the test that decides, but keep back none that it would accept.

// A process as an arg of a literal: the number of a variable, or a constant of the model. A constant `#n` has the place of n among the
// constants met so far, not n, which may be any number.
using ProcessCode = std::uint16_t;
inline constexpr ProcessCode constant_code = 0x8000;  // | place
inline constexpr ProcessCode no_process = 0xFFFF;

class ShapeNumbers {
 public:
  // Of what makes a shape, in an order; of a rational number; of the constant #n.
  [[nodiscard]] std::uint32_t shape(std::vector<std::uint32_t>&& key);
  [[nodiscard]] std::uint32_t number(const Rational& value);
  [[nodiscard]] ProcessCode constant(std::uint64_t n);

  // A bit for a pair of a cell, up to the name of its process, and a value of it: of cells without processes, of cells with one. The first
  // 64 pairs of each kind get one each, the others none.
  [[nodiscard]] std::uint64_t global_value(std::uint32_t shape, unsigned value) { return bit(globals_, shape, value); }
  [[nodiscard]] std::uint64_t own_value(std::uint32_t shape, unsigned value) { return bit(owned_, shape, value); }

 private:
  using Bits = std::unordered_map<std::uint64_t, std::size_t>;
  std::uint64_t bit(Bits& bits, std::uint32_t shape, unsigned value);

  std::mutex mutex_;
  std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, SequenceHash> shapes_;
  std::map<Rational, std::uint32_t> numbers_;
  std::map<std::uint64_t, ProcessCode> constants_;
  Bits globals_, owned_;
};

struct Flat {
  enum class Kind : std::uint8_t {
    Member,      // the set is `set`
    ValueEqual,  // to the constructor `set`, of an enumeration too large for sets; the shape leaves it out
    ValueDifferent,
    PointerEqual,  // the last arg is the process
    PointerDifferent,
    Bound,  // SumLessEqual: the shape leaves the constant out
    Exact,
  };
  static constexpr std::size_t most_args = 7;

  std::uint32_t shape = 0;
  Kind kind = Kind::Exact;
  bool slow = false;        // has reads, or too many args: it is compared as a term
  bool arithmetic = false;  // what it says can follow from other literals together
  std::uint8_t count = 0;
  std::array<ProcessCode, most_args> args{};
  std::uint64_t set = 0;
  TermId term;

  [[nodiscard]] bool is_pointer() const { return kind == Kind::PointerEqual || kind == Kind::PointerDifferent; }
  // The args that belong to the shape; a pointer's last one is its value.
  [[nodiscard]] std::size_t cell_args() const { return count - (is_pointer() ? 1u : 0u); }
  // Shape and up to two args in one word: what most literals are found by.
  [[nodiscard]] bool short_key() const { return cell_args() <= 2; }
  template <class Map>
  [[nodiscard]] std::uint64_t key(Map&& map) const {
    const std::size_t used = cell_args();
    const std::uint64_t first = used > 0 ? map(args[0]) : no_process;
    const std::uint64_t second = used > 1 ? map(args[1]) : no_process;
    return std::uint64_t{shape} << 32 | first << 16 | second;
  }
};

// What a literal `cell in set` says of a cell without processes, or with one variable, as bits (ShapeNumbers): the value that the cell
// holds, if it is one, and the values that it cannot have. None of other literals.
struct CellValues {
  std::uint64_t holds = 0, refuses = 0;
};

// The flat forms of the literals of one arena. Literals of two tables with the same numbers are of the same shape if and only if their
// numbers are the same.
class ShapeTable {
 public:
  // Shapes: which values a literal allows is left to a solver. Two literals of one shape about one cell are then alike, and a pointer is
  // compared by its cell.
  enum class Compare : std::uint8_t { Values, Shapes };

  ShapeTable(const TermArena& arena, Compare compare, std::shared_ptr<ShapeNumbers> numbers)
      : arena_(arena), compare_(compare), numbers_(std::move(numbers)) {}

  struct Known {
    Flat flat;
    CellValues values;
  };
  [[nodiscard]] const Known& known(TermId literal);
  [[nodiscard]] const Flat& flat(TermId literal) { return known(literal).flat; }
  [[nodiscard]] const TermArena& arena() const { return arena_; }
  [[nodiscard]] const std::shared_ptr<ShapeNumbers>& numbers() const { return numbers_; }

 private:
  Flat compute(TermId literal);
  [[nodiscard]] CellValues values_of(const Flat& flat);
  void describe(TermId term, std::vector<std::uint32_t>& key, std::vector<ProcessCode>& args, bool& reads);
  void describe_sum(TermId sum, bool with_constant, std::vector<std::uint32_t>& key, std::vector<ProcessCode>& args, bool& reads);

  const TermArena& arena_;
  const Compare compare_;
  std::shared_ptr<ShapeNumbers> numbers_;
  std::vector<std::uint32_t> index_;  // by term: 1 + position in known_, 0 if not there yet
  std::deque<Known> known_;
};

}  // namespace parapet::search
