// The digest has two lanes of 64 bits. Each hashes the text byte by byte, h <- (h xor b) * m, with its own start value and odd factor m; a
// final mixing step makes every bit of a lane depend on every bit of the text.
#include "result/certificate.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/narrow.h"

namespace parapet {
namespace {

std::uint64_t lane(std::string_view text, std::uint64_t start, std::uint64_t multiplier) {
  std::uint64_t hash = start;
  for (const char c : text) hash = (hash ^ byte_of(c)) * multiplier + (hash >> 47U);
  for (int round = 0; round < 3; ++round) {
    hash ^= hash >> 32U;
    hash *= multiplier;
  }
  return hash ^ hash >> 29U;
}

}  // namespace

const PendingOrder::ProcessRow* PendingOrder::find(TermId process) const {
  const auto at = std::find_if(processes.begin(), processes.end(), [&](const ProcessRow& row) { return row.process == process; });
  return at == processes.end() ? nullptr : &*at;
}

const PendingOrder::CellRow* PendingOrder::find(SymbolId symbol, std::span<const TermId> args) const {
  const auto at = std::find_if(cells.begin(), cells.end(), [&](const CellRow& row) {
    return !row.others && row.symbol == symbol && std::equal(args.begin(), args.end(), row.args.begin(), row.args.end());
  });
  return at == cells.end() ? find_others(symbol) : &*at;
}

const PendingOrder::CellRow* PendingOrder::find_others(SymbolId symbol) const {
  const auto at = std::find_if(cells.begin(), cells.end(), [&](const CellRow& row) { return row.others && row.symbol == symbol; });
  return at == cells.end() ? nullptr : &*at;
}

Certificate make_certificate(const le::System& system, std::string_view engine, bool lateness, std::vector<CertificateCube> cubes) {
  const ld::Program& program = *system.program;
  Certificate certificate;
  certificate.engine = engine;
  certificate.model = system.model.name;
  certificate.lateness = lateness;
  certificate.digest = digest(program);
  certificate.invariants = program.invariants.size();
  certificate.number_procs = program.number_procs;
  certificate.narrowed = system.narrowed;
  certificate.cubes = std::move(cubes);
  return certificate;
}

std::string digest(const ld::Program& program) {
  std::ostringstream canonical;
  ld::print(canonical, program);
  const std::string text = canonical.str();
  std::string result;
  for (const std::uint64_t part :
       {lane(text, 0x6A09E667F3BCC909, 0x9E3779B97F4A7C15), lane(text, 0xBB67AE8584CAA73B, 0xD1B54A32D192ED03)}) {
    for (unsigned shift = 64; shift > 0; shift -= 4) result += "0123456789abcdef"[part >> (shift - 4) & 0xF];
  }
  return result;
}

}  // namespace parapet
