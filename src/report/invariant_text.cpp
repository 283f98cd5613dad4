#include "report/invariant_text.h"

#include <algorithm>
#include <vector>

#include "base/printable.h"
#include "ld/memory_model.h"
#include "report/run.h"

namespace parapet::report {
namespace {

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : between).append(part);
  return text;
}

std::string processes(std::uint32_t count) {
  std::vector<std::string> names;
  for (std::uint32_t z = 0; z < count; ++z) names.push_back("z" + std::to_string(z));
  return names.empty() ? "" : "for all " + joined(names, ", ") + ": ";
}

std::string negation(const TermArena& arena, const Cube& cube) {
  std::vector<std::string> parts;
  for (const TermId literal : cube.literals) parts.push_back(to_string(arena, literal));
  return parts.empty() ? "false" : "not (" + joined(parts, " && ") + ")";
}

// Which snapshot reads come before which.
std::string order(const TermArena& arena, const OpenReads& open) {
  std::string text;
  for (const OpenReads::List& list : open.lists) {
    std::vector<std::string> nodes;
    for (const std::uint32_t node : list.reads) nodes.push_back("'" + std::to_string(node));
    text += "\n      snapshot reads of " + to_string(arena, list.process) + ", in program order: " + joined(nodes, ", ") +
            (list.clean ? " (new)" : "");
  }
  if (open.last != OpenReads::none) text += "\n      read at the end: '" + std::to_string(open.last);
  return text;
}

std::string narrowed_text(const TermArena& arena, const Certificate& certificate) {
  std::string text;
  for (std::size_t s = 0; s < certificate.narrowed.size(); ++s) {
    if (certificate.narrowed[s] == ~std::uint64_t{0}) continue;
    const Symbol& symbol = arena.signature()[SymbolId(s)];
    std::vector<std::string> values;
    const auto& names = arena.signature()[symbol.sort].constructors;
    for (std::size_t k = 0; k < names.size(); ++k) {
      if ((certificate.narrowed[s] >> k & 1) != 0) values.push_back(names[k]);
    }
    text += "  narrow" + std::to_string(s + 1) + "  " + symbol.name + (symbol.arity == 0 ? " is" : " holds only") + " {" +
            joined(values, ", ") + "}\n";
  }
  return text;
}

std::string intervals_text(const TermArena& arena, const Certificate& certificate) {
  std::string text;
  for (std::size_t s = 0; s < certificate.intervals.size(); ++s) {
    const Interval& interval = certificate.intervals[s];
    const Symbol& symbol = arena.signature()[SymbolId(s)];
    const std::string subject = "  " + symbol.name + (symbol.arity == 0 ? " is" : " holds only numbers of") + " at ";
    if (interval.low) text += "  low" + std::to_string(s + 1) + subject + "least " + interval.low->to_string() + "\n";
    if (interval.high) text += "  high" + std::to_string(s + 1) + subject + "most " + interval.high->to_string() + "\n";
  }
  return text;
}

std::string about_proof(std::string_view no_proof) {
  if (no_proof.empty()) return "The other files are its proof, for SMT solvers (README).\n\n";
  return "There is no proof as SMT-LIB files, since " + std::string(no_proof) +
         "; `parapet certify` checks the certificate (--certificate).\n\n";
}

// The cubes are of states of the timeline, which are states of the store-buffer machine where every buffer is empty. A reachable state and
// any order of commits give such a state, in which each snapshot of a snapshot read can be the present memory. Commits change
// no plain cell. So the text is true of every reachable state; said of memory as it is, with writes still in buffers, it would not be.
std::string about_names(const TermArena& arena, const Certificate& certificate) {
  const auto model = le::find_memory_model(certificate.model);
  const auto& symbols = arena.signature().symbols();
  const bool weak = std::ranges::any_of(symbols, [](const Symbol& symbol) { return symbol.weak; });
  if (!model || !model->delays_writes() || !weak) return "";
  return "A weak name is its value in memory when every store buffer has drained, in whatever order: in a state in which writes are still\n"
         "in buffers, memory itself may differ. Names that are not weak do not change by draining: a line without weak names holds as it\n"
         "stands. z0@X'1 is what z0 reads of X in its snapshot read '1: when every buffer has drained, the value of X in memory (what it\n"
         "is before that: docs/formats.md).\n";
}

}  // namespace

std::string invariant_text(const TermArena& arena, const Certificate& certificate, std::string_view file, std::string_view no_proof) {
  std::string text = "Invariant of " + printable(file) + ", model " + certificate.model + "\n\n";
  text += "All of these hold in every reachable state, for every number of processes. z0, z1, ... are distinct processes";
  text += ";\nnone of them is one that the model names (#n).\n";
  text += about_names(arena, certificate);
  if (certificate.number_procs) text += "At most " + counted(*certificate.number_procs, "process", "es") + " (number_procs).\n";
  if (certificate.invariants > 0) text += "Assuming " + counted(certificate.invariants, "user invariant") + " of the model.\n";
  text += about_proof(no_proof);
  text += narrowed_text(arena, certificate);
  text += intervals_text(arena, certificate);
  for (std::size_t k = 0; k < certificate.cubes.size(); ++k) {
    const Cube& cube = certificate.cubes[k];
    text += "  cube" + std::to_string(k + 1) + "  " + processes(cube.processes) + negation(arena, cube) + order(arena, cube.weak.open) + "\n";
  }
  return text;
}

}  // namespace parapet::report
