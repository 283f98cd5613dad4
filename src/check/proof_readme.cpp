// The README beside the files of `certify --smt`: what each file says, and how the files together prove the invariant.
#include <algorithm>

#include "check/proof_text.h"

namespace parapet::check {
namespace {

std::string counted(std::size_t count, const std::string& noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

// What is assumed beside the model: invariants, a bound on the number of processes.
std::string assumptions(const Certificate& certificate) {
  std::string text;
  if (certificate.invariants > 0)
    text += "  - " + counted(certificate.invariants, "invariant") +
            " of the model: the predicates assumed1, assumed2, ... are taken to hold in no reachable state.\n";
  if (certificate.number_procs) text += "  - at most " + std::to_string(*certificate.number_procs) + " processes (number_procs).\n";
  return text.empty() ? "" : "The proof assumes\n" + text + "\n";
}

std::string about_ghosts(const Certificate& certificate) {
  if (certificate.ghosts.empty()) return "";
  std::string names;
  for (const ld::Ghost& ghost : certificate.ghosts) names += (names.empty() ? "" : ", ") + ghost.name;
  return "The files are about the model with ghosts: " + names +
         ". These are plain names that the certificate adds, with their initial values and\n"
         "assignments. No guard, no update of another name and no unsafe formula reads them, so every execution of the model is one of "
         "the\n"
         "model with the ghosts, with some values for them, and a proof of the latter is one of the former. Parapet tests that on the two\n"
         "models (src/check/ghosts.h); it is to be trusted here.\n\n";
}

std::string about_counts(const CountText& counts) {
  if (!counts.used()) return "";
  return R"(Counting
--------
|#procs.| is the number of processes, |count(...).| the number of those whose own cells have the given values, their type; (|type.K| p)
says that p is of the K-th type. A file names some processes, of which some may be the same; |first.K| says that the K-th name is the
first one of its process. The number of the processes of a type that the file does not name is |others.K|, at least 0. A count is the number
of processes of the type that are named, each once, plus the others, and |#procs.| is the sum of all. That holds in every state, with the
numbers that the others have there; so it is asserted, and excludes no state.
A firing changes the types of the named processes as its assignments say. The others are the same processes before and after it. If it
assigns no cell of theirs, as many are of each type afterwards. If it assigns the cells of all processes by a text that depends on their
types only, all others of one type move to the same type; if the text depends on more, any number of others is of each type.
r0, r1, ... are representatives: rK is one of the others of the K-th type, if there are any (if there are none, any process). What init and
universal guards say of all processes they say of the representatives, too.

)";
}

std::string about_values(const CubeText& cubes) {
  if (!cubes.claims_any()) return "";
  const std::string proper =
      "    Of some names the claim is that they are proper: each value is a process, (is-process v), or that of a constant. A process y0, "
      "y1,\n"
      "    ... is then declared for what a cell points to: it is that process, or the cell has the value of a constant.\n";
  return "values-init.smt2, values-TRANSITION.smt2\n"
         "    (|X.values| v) says which values the cells of X can have. Initial values are among them, and so is everything that a firing\n"
         "    writes, if what it reads is. Nothing else gives a cell, or what a process sees of it, a new value. The files below use "
         "this.\n" +
         (cubes.claims_processes() ? proper : "");
}

std::string ordered_names(const le::System& system) {
  std::string names;
  const auto& symbols = system.program->signature.symbols();
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    if (symbols[k].weak && system.ordered_by_commit[k]) names += (names.empty() ? "" : ", ") + symbols[k].name;
  }
  return names.empty() ? "Here: of none.\n" : "Here: " + names + ".\n";
}

}  // namespace

std::string proof_readme(const le::System& system, const Certificate& certificate, ProofText& text, const Proof& proof) {
  const auto files = static_cast<std::size_t>(std::count_if(proof.files.begin(), proof.files.end(), is_obligation));
  std::string result = "A proof that the model is safe, for every number of processes, under the memory model " +
                       std::string(system.model.name) + ": " + counted(files, "file") + " in SMT-LIB 2.\n";
  result += "It was made from a certificate of " + counted(certificate.cubes.size(), "cube") + " of the " + certificate.engine +
            " engine; the digest of the model is " + certificate.digest + ".\n\n";
  result +=
      "If every file except machine.smt2 is unsatisfiable, the model is safe. Check it with any solver:\n"
      "    for f in *.smt2; do [ $f = machine.smt2 ] || z3 $f; done | sort | uniq -c\n"
      "    for f in *.smt2; do [ $f = machine.smt2 ] || cvc5 $f; done | sort | uniq -c\n"
      "The only answer must be `unsat`, once for each file.\n\n";
  result += "The machine\n-----------\n" + text.weak().description() + "\n";
  result +=
      "|A.| is a function from processes to the cells of A, |A'| the same after a step; (|A!'| j) says whether the firing writes the cell\n"
      "and (|A:='| j) which value it writes.\n\n";
  result += about_counts(text.counts()) + about_ghosts(certificate);
  result += "The files\n---------\n" + about_values(text.cubes());
  if (std::any_of(proof.files.begin(), proof.files.end(), [](const ProofFile& file) { return file.name == "init.smt2"; }))
    return result + "init.smt2\n    There is no initial state, so no execution. Nothing else is to be proved.\n\n" +
           assumptions(certificate);
  result += "unsafe-K.smt2\n    Every state of the K-th unsafe cube of the model is in one of the cubes.\n";
  result += "init-A-B.smt2\n    No initial state is in cube A, A+1, ..., B.\n";
  if (text.weak().takes())
    result +=
        "take-A-B.smt2\n    The step `take` does not lead from a state outside all cubes into cube A, ..., B. (A cube without reads does "
        "not depend\n"
        "    on the queues.)\n";
  if (text.weak().commits_alone())
    result +=
        "commit-NAME-A-B.smt2\n    No commit of a cell of NAME that changes what a snapshot in a queue would see leads from a state "
        "outside "
        "all cubes into\n    cube A, ..., B.\n";
  result +=
      "step-TRANSITION-A-B.smt2\n    No firing of the transition leads from a state outside all cubes into cube A, ..., B. TRANSITION.2 is "
      "the second disjunct\n"
      "    of its guard.\n";
  result +=
      "machine.smt2\n    For readers: the machine, the invariant and the proof in one formula with quantifiers. Solvers may not decide "
      "it.\n\n";
  result +=
      "Why this is a proof\n-------------------\n"
      "A state is in cube K if (|cubeK| z0 z1 ... s0 s1 ... e0 e1 ...) holds for some processes z0, z1, ..., times s0, s1, ... of its "
      "open\n"
      "reads and positions e0, e1, ... of entries of store buffers, as far as the cube has them.\n"
      "No initial state is in a cube, and no step leads from a state outside all cubes into one: so no reachable state is in a cube. All\n"
      "unsafe states are in cubes: so none is reachable.\n\n"
      "The files have no quantifiers. z0, s0, ... are constants: the state after the step is in a cube, shown by these. That the state "
      "before\n"
      "is outside all cubes is asserted as instances (not (|cubeF| ...)), for processes and times that the file names; universal guards,\n"
      "init and the rules of the machine are asserted for all processes and times that the file names. Instances follow from the\n"
      "statements for all processes and times. So a file that is unsatisfiable with them is unsatisfiable without the restriction to\n"
      "them. Which instances are needed was found by Parapet's checker; if it had left one out, a file would be satisfiable, not the\n"
      "proof wrong.\n\n";
  result += assumptions(certificate);
  result +=
      "To be trusted: Parapet's front end and translation (`parapet dump --le` prints it: guards by disjunct, acting processes, shared "
      "plain\n"
      "names, and which firings can be late), that the machine above is equivalent to the store buffers, and the solver.\n";
  if (certificate.writes_apart())
    result +=
        "Of the translation also: which writes may be delayed, which firings may be late, and which writes the buffers of a process can "
        "hold "
        "in\n"
        "which of its local states (src/le/delay_analysis.cpp has the analyses and why they are right). The checker trusts them, too.\n";
  if (certificate.of_events() && !certificate.writes_apart())
    result +=
        "Of the translation also: of which weak names a firing that cannot be late finds the last write, in the order of firings, in "
        "memory\n"
        "(System::ordered_by_commit in the source; le/lateness.cpp has the analysis and why it is right). The checker trusts it, too.\n" +
        ordered_names(system);
  return result;
}

}  // namespace parapet::check
