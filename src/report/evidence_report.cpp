#include "report/evidence_report.h"

#include <algorithm>
#include <ostream>
#include <vector>

#include "base/json.h"
#include "base/printable.h"
#include "evidence/trace_json.h"
#include "ld/memory_model.h"
#include "report/execution_report.h"
#include "report/run.h"

namespace parapet::report {
namespace {

void print_walk(std::ostream& out, const MachineWalk& walk) {
  out << "store buffers, " << counted(walk.processes, "process", "es") << ": " << counted(walk.states, "state")
      << (walk.exhaustive ? ", all that can be reached" : "") << " from " << walk.initial << " initial, " << walk.drained
      << " with empty buffers\n";
}

void print_proof(std::ostream& out, const ProofFiles& proof) {
  out << printable(proof.folder) << ": a proof of " << counted(proof.files, "SMT-LIB file") << ", " << proof.bytes << " bytes";
  if (proof.solver_proofs) out << ", " << *proof.solver_proofs << " of them with cvc5's own proof";
  out << '\n';
}

void write_proof(JsonWriter& json, const ProofFiles& proof) {
  json.begin_object();
  json.member("folder", proof.folder);
  json.member("files", proof.files);
  json.member("bytes", proof.bytes);
  json.member("solver_proofs", proof.solver_proofs);
  json.end_object();
}

void write_walk(JsonWriter& json, const MachineWalk& walk) {
  json.begin_object();
  json.member("processes", walk.processes);
  json.member("initial", walk.initial);
  json.member("states", walk.states);
  json.member("drained", walk.drained);
  json.member("exhaustive", walk.exhaustive);
  json.end_object();
}

// Begins the JSON of an answer with what both kinds of evidence share.
void begin_json(JsonWriter& json, const EvidenceReport& report, std::string_view format, std::string_view kind) {
  json.begin_object();
  json.member("format", format);
  json.member("format_version", 1);
  json.member("parapet", report.version);
  json.member(kind, report.evidence);
  json.member("file", report.file);
  json.member("model", report.model);
  json.member("result", name(report.answer));
  json.text_or_null("reason", report.reason);
  write_messages(json, report.messages);
}

}  // namespace

std::string_view name(EvidenceAnswer answer) {
  switch (answer) {
    case EvidenceAnswer::Confirmed:
      return "CONFIRMED";
    case EvidenceAnswer::Rejected:
      return "REJECTED";
    case EvidenceAnswer::NotConfirmed:
      break;
  }
  return "NOT CONFIRMED";
}

void print(std::ostream& out, const CertifyReport& report, bool quiet) {
  const bool confirmed = report.answer == EvidenceAnswer::Confirmed;
  if (!quiet) {
    out << counted(report.cubes, "cube") << ", " << counted(report.obligations, "obligation") << ", " << report.queries
        << " by the solver\n";
    if (report.walk) print_walk(out, *report.walk);
    if (report.proof) print_proof(out, *report.proof);
    for (const std::string& assumption : report.assumptions) {
      if (confirmed) out << assumption << '\n';
    }
  }
  out << name(report.answer) << ": "
      << (confirmed
              ? "model " + report.model + ", engine " + report.engine + (report.hence.empty() ? "" : ", hence SAFE under " + report.hence)
              : printable(report.reason))
      << '\n';
}

void print(std::ostream& out, const ReplayReport& report, bool quiet) {
  if (report.execution == nullptr) {
    const bool rejected = report.answer == EvidenceAnswer::Rejected;
    out << name(report.answer) << (rejected ? " " : ": ") << printable(report.reason) << '\n';
    return;
  }
  if (!quiet) {
    print_trace(out, *report.execution);
    out << '\n';
  }
  out << name(report.answer) << ": " << counted(report.steps, "step") << " on the store-buffer machine (" << report.model << ")"
      << (report.execution->trace.violates() ? "\n" : "; the execution is no counterexample\n");
}

std::string to_json(const CertifyReport& report) {
  JsonWriter json;
  begin_json(json, report, "parapet-certify", "certificate");
  json.member("engine", report.engine);
  if (!report.hence.empty()) json.member("hence", report.hence);
  json.values("assumptions", report.assumptions);
  json.member("cubes", report.cubes);
  json.member("obligations", report.obligations);
  json.member("queries", report.queries);
  json.key("machine");
  if (report.walk) {
    write_walk(json, *report.walk);
  } else {
    json.null();
  }
  json.key("smt");
  if (report.proof) {
    write_proof(json, *report.proof);
  } else {
    json.null();
  }
  json.end_object();
  return json.take();
}

std::string to_json(const ReplayReport& report) {
  JsonWriter json;
  begin_json(json, report, "parapet-replay", "trace");
  json.member("steps", report.steps);
  json.key("execution");
  report.execution == nullptr ? json.null() : evidence::write_trace(json, *report.execution, report.file);
  json.end_object();
  return json.take();
}

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
    text +=
        "  cube" + std::to_string(k + 1) + "  " + processes(cube.processes) + negation(arena, cube) + order(arena, cube.weak.open) + "\n";
  }
  return text;
}

}  // namespace parapet::report
