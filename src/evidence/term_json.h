// Terms of cubes as JSON, and back.
//
//   ["process", 0]  ["constant", 1]  ["constructor", "SORT", "NAME"]  ["number", "SORT", "-1/2"]  ["fresh", "SORT", 0]
//   ["entry", PROCESS, CELL, K]: entry K, from 0, oldest first, that the cube knows of the store buffer of PROCESS for CELL
//   ["procs"]   ["count", ["VALUE" ...] ...]: the number of processes, and of those that have one of the listed types (NOTE(counts))
//   ["cell", "SYMBOL", INDEX ...]   ["read", NODE, READER or null, CELL]   ["sum", "SORT", "CONSTANT", ["COEFFICIENT", TERM] ...]
//   ["member", TERM, "CONSTRUCTOR" ...]   ["equal", A, B]  ["different", A, B]  ["less", A, B]  ["less_equal", A, B]: of processes
//   ["sum_less_equal", SUM]  ["sum_less", SUM]  ["sum_zero", SUM]  ["sum_nonzero", SUM]: SUM <= 0, < 0, = 0, <> 0   ["true"]  ["false"]
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/json_reader.h"
#include "evidence/heading.h"
#include "logic/term.h"

namespace parapet::evidence {

// The Read terms of a cube that are entries of store buffers: by number, the position of the entry in its buffer.
using EntryPositions = std::map<std::uint32_t, std::uint32_t>;

// A cell, as the term of it is written.
void write_cell(JsonWriter& json, const TermArena& arena, SymbolId symbol, std::span<const TermId> args);
// Anything that a cube is made of: terms and atoms.
void write_term(JsonWriter& json, const TermArena& arena, TermId term, const EntryPositions& entries = {});

// Any size, exactly: "12", "-1/2". Integers are no fractions: a sum of them with one would be a formula that no search makes and
// solvers read differently. Throws JsonError.
[[nodiscard]] Rational read_number(const JsonValue& json, const Sort& sort);
[[nodiscard]] SymbolId read_symbol(const JsonValue& json, const Signature& signature);
// The constructors named by values[from..]; `where` is for the message.
[[nodiscard]] std::uint64_t read_set(std::span<const JsonValue> values, std::size_t from, const Sort& sort, const JsonValue& where);

// Terms over z0 .. z(processes-1) and the open reads 0 .. nodes-1. All functions throw JsonError.
class TermReader {
 public:
  TermReader(TermArena& arena, std::uint32_t processes, std::uint32_t nodes) : arena_(arena), processes_(processes), nodes_(nodes) {}

  // The store buffer of the process for the cell has these entries, by the numbers of their Read terms. False: it is known already.
  bool add_buffer(TermId process, TermId cell, std::vector<std::uint32_t> entries);

  [[nodiscard]] TermId atom(const JsonValue& json);
  [[nodiscard]] TermId process(const JsonValue& json);
  // An item of this open read.
  [[nodiscard]] TermId read(const JsonValue& json, std::uint32_t node);
  [[nodiscard]] TermId cell(const JsonValue& json);

 private:
  [[nodiscard]] TermId term(const JsonValue& json);
  [[nodiscard]] TermId entry(const JsonValue& json);
  [[nodiscard]] TermId counted(const JsonValue& json);
  [[nodiscard]] TermId sum(const JsonValue& json);
  [[nodiscard]] TermId comparison(const JsonValue& json, const std::string& op);
  [[nodiscard]] SortId sort(const JsonValue& json);

  TermArena& arena_;
  std::uint32_t processes_, nodes_;
  std::map<std::pair<TermId, TermId>, std::vector<std::uint32_t>> buffers_;  // by process and cell
};

}  // namespace parapet::evidence
