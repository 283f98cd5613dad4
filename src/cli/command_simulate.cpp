// `parapet simulate`: one execution of the model on the store-buffer machine: random, chosen by the user, or a shortest one to a state.
#include <unistd.h>

#include <iostream>
#include <sstream>

#include "base/contract.h"
#include "base/file_output.h"
#include "check/replay.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/outputs.h"
#include "coverage/simulation.h"
#include "evidence/trace_json.h"
#include "report/execution_report.h"
#include "report/instance_report.h"
#include "report/run.h"

namespace parapet::cli {
namespace {

using coverage::Simulation;
using report::Ending;

// The generator `splitmix64`: the same numbers on every computer.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t x = state_;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<std::size_t>((x ^ (x >> 31U)) % bound);
  }

 private:
  std::uint64_t state_;
};

// A line of an interactive simulation: a word with its operand (`save FILE`), or the number of a step.
struct Answer {
  std::string word;
  std::string operand;
};

// A command can be cut down to any of its beginnings: `s`, `sa` and `save` are the same.
Answer parsed(const std::string& line) {
  std::istringstream in(line);
  Answer result;
  in >> result.word >> std::ws;
  std::getline(in, result.operand);
  for (const std::string_view command : {"undo", "random", "save", "quit"}) {
    if (!result.word.empty() && command.starts_with(result.word)) result.word = command;
  }
  return result;
}

class Simulator {
 public:
  Simulator(const Options& options, const frontend::Loaded& loaded, Console& console)
      : options_(options), loaded_(loaded), console_(console), model_(memory_model(options, *loaded.program)) {}

  Exit find() {
    const ld::StateFormula formula = state_formula(loaded_.file, options_.simulate.find, "--find", console_);
    bool complete = true;
    for (const std::uint32_t processes : sizes()) {
      const coverage::Found found =
          coverage::find_state(*loaded_.program, model_, roster(processes), formula, options_.simulate.states, budget());
      report_.searched.push_back({processes, found.states, found.complete});
      if (found.trace) {
        show(*found.trace, Ending::Found);
        return Exit::Success;
      }
      complete = complete && found.complete;
      if (!structured()) {
        text() << report::counted(processes, "process", "es") << ": no such state among " << found.states
               << (found.complete ? " reachable ones, which are all" : ", which are not all") << '\n';
      }
    }
    tell_missing(console_, {"trace", options_.report.trace_file, "no state satisfies the formula"});
    finish(complete ? Ending::NotReachable : Ending::NotFound, nullptr);
    return complete ? Exit::Unsafe : Exit::Unknown;
  }

  Exit walk() {
    Simulation simulation(*loaded_.program, model_, roster(sizes().back()), budget());
    Random random(options_.simulate.seed);
    if (!begin(simulation, random)) return Exit::Unsafe;
    Ending end = Ending::Bound;
    while (simulation.steps() < options_.simulate.steps && !simulation.is_unsafe()) {
      const auto choices = simulation.choices();
      if (choices.empty()) end = Ending::Stuck;
      if (choices.empty()) break;
      simulation.take(choices[random.below(choices.size())]);
    }
    if (simulation.is_unsafe()) end = Ending::Unsafe;
    show(simulation.trace(), end);
    if (!structured()) text() << words(end) << '\n';
    return Exit::Success;
  }

  Exit converse() {
    Simulation simulation(*loaded_.program, model_, roster(sizes().back()), budget());
    Random random(options_.simulate.seed);
    if (!begin(simulation, random)) return Exit::Unsafe;
    while (true) {
      const auto choices = present(simulation);
      std::string answer;
      console_.out << "step, u(ndo), r(andom), s(ave) FILE, q(uit)> ";
      console_.out.flush();
      if (!std::getline(std::cin, answer)) break;
      const Answer given = parsed(answer);
      if (given.word == "quit") break;
      answered(simulation, choices, given, random);
    }
    console_.out << '\n';
    if (!options_.report.trace_file.empty()) save(simulation.trace(), options_.report.trace_file);
    return Exit::Success;
  }

 private:
  [[nodiscard]] Budget& budget() { return options_.limits.budget_or(unlimited_); }

  // Those of '-n', or 1, 2 and 3.
  [[nodiscard]] std::vector<std::uint32_t> sizes() const {
    if (options_.simulate.processes != 0) return {options_.simulate.processes};
    const auto small = machine::instance_sizes(*loaded_.program, options_.simulate.find.empty() ? 2 : 3);
    if (small.empty()) throw UsageError("the model has no instance");
    return small;
  }

  [[nodiscard]] machine::Roster roster(std::uint32_t processes) const {
    const auto roster = machine::roster_of(*loaded_.program, processes);
    const auto most = loaded_.program->number_procs;
    if (!roster)
      throw UsageError("the model has no instance with " + report::counted(processes, "process", "es") +
                       (most && *most < processes ? ": number_procs is " + std::to_string(*most) : ""));
    return *roster;
  }

  bool begin(Simulation& simulation, Random& random) {
    if (simulation.initial_states() == 0) {
      if (!structured()) text() << "init has no states with " << report::counted(sizes().back(), "process", "es") << '\n';
      finish(Ending::NoInitialState, nullptr);
      return false;
    }
    simulation.start(simulation.initial_states() == 1 ? 0 : random.below(simulation.initial_states()));
    return true;
  }

  std::vector<Simulation::Choice> present(Simulation& simulation) {
    console_.out << "\nafter " << report::counted(simulation.steps(), "step") << (simulation.is_unsafe() ? ", an unsafe state" : "")
                 << ":\n";
    for (const std::string& line : simulation.state_lines()) console_.out << "  " << line << '\n';
    auto choices = simulation.choices();
    if (choices.empty()) console_.out << "no process can move\n";
    for (std::size_t k = 0; k < choices.size(); ++k) console_.out << "  " << k + 1 << ") " << simulation.text(choices[k]) << '\n';
    return choices;
  }

  void answered(Simulation& simulation, const std::vector<Simulation::Choice>& choices, const Answer& answer, Random& random) {
    if (answer.word == "undo") {
      if (!simulation.undo()) console_.out << "there is no step to take back\n";
      return;
    }
    if (answer.word == "random" && !choices.empty()) return simulation.take(choices[random.below(choices.size())]);
    if (answer.word == "save" && answer.operand.empty()) {
      console_.out << "please name the file: save FILE\n";
      return;
    }
    if (answer.word == "save") {
      try {
        save(simulation.trace(), answer.operand);
        console_.out << "saved; `parapet replay` reads it\n";
      } catch (const OutputError& error) {
        console_.out << error.what() << '\n';
      }
      return;
    }
    std::size_t number = 0;
    for (const char c : answer.word)
      number = c >= '0' && c <= '9' && number < 100'000 ? number * 10 + static_cast<std::size_t>(c - '0') : SIZE_MAX;
    if (number == 0 || number > choices.size()) {
      console_.out << "please give the number of a step, or undo, random, save FILE, quit (their first letters are enough)\n";
      return;
    }
    simulation.take(choices[number - 1]);
  }

  // Every execution is replayed before it is shown or saved, which also gives its account.
  template <class Use>
  void with_execution(const Trace& trace, const Use& use) {
    const check::ReplayResult replayed = check::replay(*loaded_.program, model_, trace, budget());
    PARAPET_CHECK(replayed.ok(), "an execution of the machine can be replayed");
    use(evidence::Execution{*loaded_.program, trace, replayed.account, model_.name, "unsafe", loaded_.file.name()});
  }

  void save(const Trace& trace, const std::string& path) {
    with_execution(trace, [&](const evidence::Execution& execution) {
      write_result(console_, path, evidence::trace_json(execution, options_.operand));
    });
  }

  void show(const Trace& trace, Ending ending) {
    with_execution(trace, [&](const evidence::Execution& execution) {
      if (!structured()) report::print_trace(text(), execution);
      finish(ending, &execution);
    });
    if (!options_.report.trace_file.empty()) save(trace, options_.report.trace_file);
  }

  [[nodiscard]] bool structured() const { return options_.report.format == Format::Json; }

  [[nodiscard]] std::ostream& text() const { return text_stream(options_, console_); }

  // The document, if one was asked for.
  void finish(Ending ending, const evidence::Execution* execution) {
    if (!structured()) return;
    report_.version = version();
    report_.file = options_.operand;
    report_.model = model_.name;
    report_.ending = ending;
    report_.execution = execution;
    report_.messages = console_.messages;
    console_.answer(report::to_json(report_));
  }

  const Options& options_;
  const frontend::Loaded& loaded_;
  Console& console_;
  ld::MemoryModel model_;
  report::SimulationReport report_;
  Budget unlimited_;
};

}  // namespace

Exit run_simulate(const Options& options, const frontend::Loaded& loaded, Console& console) {
  Simulator simulator(options, loaded, console);
  if (!options.simulate.find.empty()) return simulator.find();
  const bool asked = options.simulate.interactive || (!options.simulate.random && ::isatty(STDIN_FILENO) == 1);
  return asked && options.report.format == Format::Text ? simulator.converse() : simulator.walk();
}

}  // namespace parapet::cli
