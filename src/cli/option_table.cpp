#include "cli/option_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet::cli {
namespace {

constexpr std::array command_table{
    CommandRow{Command::Check, "check", "FILE", "decide whether FILE is safe for every number of processes (the default command)"},
    CommandRow{Command::Certify, "certify", "CERT FILE",
               "check that CERT, the certificate of a SAFE result, is a proof, without trusting the search"},
    CommandRow{Command::Replay, "replay", "TRACE FILE",
               "execute TRACE, the counterexample of an UNSAFE result, step by step on the store-buffer machine"},
    CommandRow{Command::Parse, "parse", "FILE", "parse FILE, report errors, and print the program as Parapet understands it"},
    CommandRow{Command::Coverage, "coverage", "FILE",
               "explore the instances with 1, 2 and 3 processes, and print which transitions fire and where no process can move"},
    CommandRow{Command::Simulate, "simulate", "FILE",
               "execute FILE on the store-buffer machine: at random, step by step on a terminal, or to a state that satisfies a formula"},
    CommandRow{Command::Dump, "dump", "FILE",
               "print the program, its translation with explicit events, one node or one decision of the search"},
    CommandRow{Command::Explain, "explain", "NODE FILE",
               "search, then explain why NODE was visited or covered and how it leads to an unsafe state"},
    CommandRow{Command::Bench, "bench", "SUITE...", "run benchmark suites, models or folders of models, and print a table of the results",
               Visibility::Shown, true},
    CommandRow{Command::Help, "help", "[COMMAND]", "print the operands and options of COMMAND, or this overview"},
    CommandRow{Command::Generate, "generate", "man|bash|zsh", "print the man page or a shell completion", Visibility::Hidden},
};

constexpr std::array group_table{Group::General, Group::Model, Group::Search, Group::Limits, Group::Solver,
                                 Group::Output,  Group::Dump,  Group::Bench,  Group::Debug};
constexpr std::array<std::string_view, group_table.size()> titles{
    "General", "Model", "Search", "Limits", "Solvers", "Output", "What to print", "Benchmarks", "Disabling optimisations"};

template <class Enum>
constexpr Choice choice(std::string_view name, Enum value) {
  return {name, number_of<unsigned>(value)};
}

// The memory models, then all of them.
constexpr auto models = [] {
  std::array<Choice, ld::memory_models.size() + 1> all{};
  for (unsigned k = 0; k < ld::memory_models.size(); ++k) all[k] = {ld::memory_models[k].name, k};
  all.back() = {"all", ld::memory_models.size()};
  return all;
}();
constexpr std::array engines{choice("auto", Engine::Auto), choice("timeline", Engine::Timeline), choice("ghb", Engine::Ghb),
                             choice("both", Engine::Both)};
constexpr std::array orders{choice("bfs", search::Order::Bfs), choice("dfs", search::Order::Dfs), choice("size", search::Order::Size)};
constexpr std::array event_orders{choice("rows", search::EventOrder::Rows), choice("smt", search::EventOrder::Smt)};
constexpr std::array infer_choices{choice("auto", search::Infer::Auto), choice("off", search::Infer::Off),
                                   choice("only", search::Infer::Only)};
constexpr std::array solvers{Choice{"auto"}, Choice{"native"}, Choice{"z3"}, Choice{"cvc5"}, Choice{"smtlib:COMMAND"}};
constexpr std::array colours{choice("auto", Colour::Auto), choice("always", Colour::Always), choice("never", Colour::Never)};
constexpr std::array formats{choice("text", Format::Text), choice("json", Format::Json)};
constexpr std::array check_formats{choice("text", Format::Text), choice("json", Format::Json), choice("sarif", Format::Sarif)};
constexpr std::array notations{choice("text", NotationFormat::Text), choice("smt2", NotationFormat::Smt2),
                               choice("latex", NotationFormat::Latex)};

constexpr std::array details{choice("visited", report::TreeDetail::Visited), choice("covered", report::TreeDetail::Covered),
                             choice("cubes", report::TreeDetail::Cubes), choice("all", report::TreeDetail::All)};
// The first three, `unknown-pragma` and `duplicate-name` are warnings of the front end, `false-invariant` is in contradictions.cpp; the others are explained in
// lint/lint.h.
constexpr std::array warnings{Choice{"cancelled-read"}, Choice{"enum-order"},     Choice{"rebound-index"}, Choice{"empty-init"},
                              Choice{"empty-unsafe"},   Choice{"never-fires"},    Choice{"never-read"},    Choice{"local-read"},
                              Choice{"shared-plain"},   Choice{"unknown-pragma"}, Choice{"init-for-few"},  Choice{"open-at-init"},
                              Choice{"atomic-step"},    Choice{"atomic-read"},    Choice{"unfired"},       Choice{"unreached"},
                              Choice{"stuck"},          Choice{"duplicate-name"}, Choice{"no-effect"},     Choice{"weak-index"},
                              Choice{"false-invariant"}};

constexpr std::array tables{choice("text", bench::TableFormat::Text),   choice("markdown", bench::TableFormat::Markdown),
                            choice("csv", bench::TableFormat::Csv),     choice("json", bench::TableFormat::Json),
                            choice("latex", bench::TableFormat::Latex), choice("html", bench::TableFormat::Html),
                            choice("junit", bench::TableFormat::Junit)};

constexpr CommandSet everywhere{Command::Check,    Command::Certify, Command::Replay,  Command::Parse, Command::Coverage,
                                Command::Simulate, Command::Dump,    Command::Explain, Command::Bench, Command::Generate};
constexpr CommandSet reading{Command::Check,    Command::Certify,  Command::Replay, Command::Parse,
                             Command::Coverage, Command::Simulate, Command::Dump,   Command::Explain};
constexpr CommandSet searching{Command::Check, Command::Dump, Command::Explain};
constexpr CommandSet solving{Command::Check, Command::Dump, Command::Explain, Command::Certify};
constexpr CommandSet certifying{Command::Certify};
constexpr CommandSet checking{Command::Check};
constexpr CommandSet answering{Command::Check, Command::Certify, Command::Replay};
constexpr CommandSet formatting{Command::Certify, Command::Replay, Command::Parse, Command::Coverage, Command::Simulate};
constexpr CommandSet covering{Command::Coverage};
constexpr CommandSet simulating{Command::Simulate};
constexpr CommandSet executing{Command::Coverage, Command::Simulate};
constexpr CommandSet exploring{Command::Certify, Command::Coverage, Command::Simulate};
constexpr CommandSet writing_traces{Command::Check, Command::Simulate};
constexpr CommandSet answering_or_benching{Command::Check, Command::Certify, Command::Replay, Command::Bench};
constexpr CommandSet modelling{Command::Check,    Command::Certify, Command::Replay, Command::Coverage,
                               Command::Simulate, Command::Dump,    Command::Explain};
constexpr CommandSet tracing{Command::Check, Command::Replay};
constexpr CommandSet parsing{Command::Parse};
constexpr CommandSet dumping{Command::Dump};
constexpr CommandSet benching{Command::Bench};
constexpr CommandSet searching_or_benching{Command::Check, Command::Dump, Command::Explain, Command::Bench};
constexpr CommandSet limited{Command::Check,    Command::Certify, Command::Replay,  Command::Parse, Command::Coverage,
                             Command::Simulate, Command::Dump,    Command::Explain, Command::Bench};

constexpr std::uint64_t any_size = UINT64_MAX;
constexpr std::uint64_t most_megabytes = UINT64_MAX >> 20U;
constexpr std::uint64_t most_jobs = 1024;

// "K/N", K from 1 to N.
void store_shard(Options& options, const Argument& argument) {
  const std::string& text = argument.text;
  const char* const end = text.data() + text.size();
  std::uint32_t& number = options.bench.shard;
  std::uint32_t& parts = options.bench.shards;
  const auto first = std::from_chars(text.data(), end, number);
  const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, parts) : first;
  if (!slash || second.ec != std::errc() || second.ptr != end || number < 1 || number > parts) {
    throw UsageError("bad value '" + text + "' for '--shard': K/N with K from 1 to N");
  }
}

constexpr std::uint64_t most_small_states = 1'000'000'000;

// "auto", "off" or a number of processes.
void store_approximation(Options& options, const Argument& argument) {
  constexpr std::uint32_t most = 5;  // larger instances take longer to explore than the search that they help
  std::uint32_t& processes = options.verify.search.approximate;
  if (argument.text == "auto") return;
  if (argument.text == "off") {
    processes = 0;
    if (!options.infer_given) options.verify.search.infer = search::Infer::Off;
    return;
  }
  const char* const end = argument.text.data() + argument.text.size();
  const auto parsed = std::from_chars(argument.text.data(), end, processes);
  if (parsed.ec != std::errc() || parsed.ptr != end || processes < 1 || processes > most)
    throw UsageError("bad value '" + argument.text + "' for '--approx': auto, off, or a number from 1 to " + std::to_string(most));
  options.verify.search.fixed_instance = true;
}

// `--approx off` turns the inference off as well, unless `--infer` is given, before or after it.
void store_infer(Options& options, const Argument& argument) {
  options.infer_given = true;
  options.verify.search.infer = argument.as<search::Infer>();
}

// "off" or a number of states.
void store_small_check(Options& options, const Argument& argument) {
  std::uint64_t& states = options.verify.small_states;
  if (argument.text == "off") {
    states = 0;
    return;
  }
  const char* const end = argument.text.data() + argument.text.size();
  const auto parsed = std::from_chars(argument.text.data(), end, states);
  if (parsed.ec != std::errc() || parsed.ptr != end || states < 1 || states > most_small_states)
    throw UsageError("bad value '" + argument.text + "' for '--small-check': off, or a number of states from 1 to " +
                     std::to_string(most_small_states));
}

void set_model(Options& options, const Argument& argument) {
  const bool named = argument.choice < ld::memory_models.size();
  options.verify.model = named ? std::optional(ld::memory_models[argument.choice]) : std::nullopt;
  options.all_models = argument.choice == ld::memory_models.size();
  options.model_file = argument.choice == Argument::file ? argument.text : "";
}

// Columns: commands, name, letter, argument, kind, choices, default, group, help, store, repeatable, least, most.
// clang-format off
const OptionRow option_table[] = {
    {everywhere, "help", 'h', "", Kind::Flag, {}, "", Group::General, "print this help and exit",
     [](Options& o, const Argument&) { o.information = Information::Help; }},
    {everywhere, "version", 'V', "", Kind::Flag, {}, "", Group::General, "print the versions of Parapet and of its solvers and exit",
     [](Options& o, const Argument&) { o.information = Information::Version; }},

    {modelling, "model", 0, "", Kind::ChoiceOrFile, models, "tso if FILE declares weak variables, else sc", Group::Model,
     "memory model; all: check under each of them, from the strongest to the weakest; or a file that describes one (models/*.model)", set_model},
    {checking, "check-invariants", 0, "", Kind::Flag, {}, "", Group::Model, "prove the invariants of FILE, too, instead of trusting them",
     [](Options& o, const Argument&) { o.verify.check_invariants = true; }},
    {checking, "paranoid", 0, "", Kind::Flag, {}, "", Group::Model,
     "have z3 and cvc5 check the certificate before reporting SAFE, and the order of the events of the trace before reporting UNSAFE (the trace itself is always replayed)",
     [](Options& o, const Argument&) { o.verify.paranoid = true; }},
    {checking, "small-check", 0, "off|STATES", Kind::Text, {}, "2000", Group::Model,
     "before reporting SAFE, explore the instances with 1, 2 and 3 processes forward, up to STATES states in total (at least 200000 with '--paranoid'); an unsafe state there is an internal error", store_small_check},

    {searching, "engine", 0, "", Kind::Choice, engines, "auto", Group::Search, "how cubes represent weak memory: a timeline with snapshot reads, or events with pending reads and their order (ghb); auto: the timeline where it is exact, else ghb; both: run both and compare their verdicts",
     [](Options& o, const Argument& a) { o.verify.engine = a.as<Engine>(); }},
    {searching, "order", 0, "", Kind::Choice, event_orders, "rows; smt with '--solver z3', 'cvc5' or 'smtlib:COMMAND'", Group::Search,
     "with '--engine ghb', what decides whether the events can be ordered: the rows that each cube keeps of their order, or the solver, given all events",
     [](Options& o, const Argument& a) { o.verify.search.orders.by = a.as<search::EventOrder>(); }},
    {searching, "search", 0, "", Kind::Choice, orders, "size", Group::Search,
     "which node of the frontier is expanded next: one of least depth, one of greatest depth, or one with the fewest processes and literals",
     [](Options& o, const Argument& a) { o.verify.search.order = a.as<search::Order>(); }},
    {checking, "infer", 0, "", Kind::Choice, infer_choices, "auto", Group::Search,
     "infer an invariant over few processes from the states of small instances; auto: beside the search, if that takes long; only: without the search", store_infer},
    {checking, "infer-work", 0, "N", Kind::Number, {}, "20000", Group::Search, "units of work of each attempt to infer an invariant, before the next one is tried; then four times as many",
     [](Options& o, const Argument& a) { o.verify.search.infer_work = a.number; }},
    {searching, "approx", 0, "auto|off|N", Kind::Text, {}, "auto", Group::Search,
     "if the exact search takes long, guess invariants from the reachable states of N processes (auto: 2 or 3); a guess counts only when it is proved", store_approximation},
    {searching, "shortest", 0, "", Kind::Flag, {}, "", Group::Search,
     "find a trace with the fewest firings; implies '--search bfs --no-postpone --approx off'",
     [](Options& o, const Argument&) { o.verify.shortest = true; }},
    {searching_or_benching, "jobs", 'j', "N", Kind::Number, {}, "1", Group::Search,
     "search with N threads, with identical verdict and nodes for every N ('--dump-smt', '--cross-check', '--order smt' and cvc5 use one thread only); bench: N runs at a time",
     [](Options& o, const Argument& a) { o.verify.search.jobs = narrow<std::uint32_t>(a.number); }, false, 1, most_jobs},

    {limited, "timeout", 0, "SECONDS", Kind::Seconds, {}, "0, no limit", Group::Limits, "give up after SECONDS, decimals allowed",
     [](Options& o, const Argument& a) { o.limits.time = a.time; }},
    {limited, "max-memory", 0, "MB", Kind::Number, {}, "0, no limit", Group::Limits, "give up when the process uses more than MB megabytes",
     [](Options& o, const Argument& a) { o.limits.memory_megabytes = a.number; }, false, 0, most_megabytes},
    {searching, "max-nodes", 0, "N", Kind::Number, {}, "0, no limit", Group::Limits, "give up after N visited nodes",
     [](Options& o, const Argument& a) { o.verify.search.max_nodes = a.number; }, false, 0, any_size},
    {searching, "max-depth", 0, "N", Kind::Number, {}, "0, no limit", Group::Limits,
     "drop cubes that are more than N firings away from an unsafe state; if any was dropped, UNKNOWN instead of SAFE",
     [](Options& o, const Argument& a) { o.verify.search.max_depth = narrow<std::uint32_t>(a.number); }},
    {searching, "max-procs", 0, "N", Kind::Number, {}, "0, no limit", Group::Limits, "drop cubes with more than N processes; if any was dropped, UNKNOWN instead of SAFE",
     [](Options& o, const Argument& a) { o.verify.search.max_processes = narrow<std::uint32_t>(a.number); }},

    {solving, "solver", 0, "", Kind::Choice, solvers, "auto: native, and z3 or cvc5 for what it cannot decide", Group::Solver,
     "SMT solver; z3, cvc5 and smtlib decide every question of the search, auto and native leave those that are decided literal by literal to the search; COMMAND is a shell command that reads SMT-LIB 2 from standard input: do not run one from a source that you do not trust",
     [](Options& o, const Argument& a) { o.verify.solver.solver = a.text; }},
    {solving, "cross-check", 0, "", Kind::Flag, {}, "", Group::Solver, "ask every solver, and decide the order of events both by rows and by solver; a disagreement is an internal error",
     [](Options& o, const Argument&) { o.verify.solver.cross_check = true; }},
    {solving, "query-limit", 0, "MS", Kind::Number, {}, "0, no limit", Group::Solver, "time limit for one solver query, in milliseconds",
     [](Options& o, const Argument& a) { o.verify.solver.query_limit = std::chrono::milliseconds(a.number); }},
    {solving, "dump-smt", 0, "DIR", Kind::Folder, {}, "", Group::Solver, "write every decision to DIR, a new folder, as an SMT-LIB 2 file, whatever decided it; a name that ends with .smt2 is one incremental file",
     [](Options& o, const Argument& a) { o.report.query_folder = a.text; }},
    {solving, "dump-only", 0, "WHICH", Kind::Text, {}, "all", Group::Solver,
     "write only some of these decisions, a list separated by commas: purposes (feasible, init, cover, fixpoint, order, replay, certify), a node (its number), slow ones (slow:MS), those that a solver was asked (asked)",
     [](Options& o, const Argument& a) { o.report.query_choice = a.text; }},

    {checking, "no-unsafe", 0, "", Kind::Flag, {}, "", Group::Model, "accept a model without unsafe formulas, which is SAFE",
     [](Options& o, const Argument&) { o.no_unsafe = true; }},
    {executing, "processes", 'n', "N", Kind::Number, {}, "coverage: 3; simulate: 2, and 1 to 3 for '--find'", Group::Model,
     "number of processes (coverage: explore the instances with 1 to N processes)",
     [](Options& o, const Argument& a) { o.coverage.processes = o.simulate.processes = narrow<std::uint32_t>(a.number); }, false, 1, 64},
    {simulating, "seed", 0, "N", Kind::Number, {}, "1", Group::Model, "execute at random; equal seeds give equal executions",
     [](Options& o, const Argument& a) { o.simulate.seed = a.number; o.simulate.random = true; }, false, 0, any_size},
    {simulating, "steps", 0, "N", Kind::Number, {}, "20", Group::Limits, "execute at random, at most N steps",
     [](Options& o, const Argument& a) { o.simulate.steps = a.number; o.simulate.random = true; }, false, 0, 1'000'000},
    {simulating, "find", 0, "FORMULA", Kind::Text, {}, "", Group::Model,
     "print a shortest execution to a state that satisfies FORMULA, such as 'exists p. PC[p] = Crit'",
     [](Options& o, const Argument& a) { o.simulate.find = a.text; }},
    {simulating, "interactive", 'i', "", Kind::Flag, {}, "on a terminal, unless '--seed' or '--steps' is given", Group::Model,
     "list the possible steps and read from standard input which one is taken",
     [](Options& o, const Argument&) { o.simulate.interactive = true; }},
    {covering, "expect-stuck", 0, "FORMULA", Kind::Text, {}, "", Group::Model,
     "states in which no process can move are expected if they satisfy FORMULA, such as 'forall p. PC[p] = Done' (can be repeated; in the model: (*@ stuck FORMULA *))",
     [](Options& o, const Argument& a) { o.coverage.stuck.push_back(a.text); }, true},
    {covering, "show", 0, "NAME", Kind::Text, {}, "", Group::Output,
     "print a shortest execution that fires transition NAME; 'stuck': one that ends where no process can move",
     [](Options& o, const Argument& a) { o.coverage.show = a.text; }},
    {certifying, "machine", 0, "N", Kind::Number, {}, "", Group::Model,
     "also execute the store-buffer machine with N processes, a number that the model can have: no state with empty buffers may lie in a cube without snapshot or pending reads",
     [](Options& o, const Argument& a) { o.certify.machine = narrow<std::uint32_t>(a.number); }, false, 1, 64},
    {exploring, "max-states", 0, "N", Kind::Number, {}, "100000", Group::Limits,
     "explore at most N states (certify: breadth first with '--machine', before it continues with random walks; coverage: of all instances together; simulate: with '--find')",
     [](Options& o, const Argument& a) { o.certify.states = o.coverage.states = o.simulate.states = a.number; }, false, 1, any_size},

    {certifying, "smt", 0, "DIR", Kind::Folder, {}, "", Group::Output,
     "write the proof to DIR, a new folder, as SMT-LIB 2 files: the model is safe if a solver finds every one of them unsatisfiable",
     [](Options& o, const Argument& a) { o.certify.proof_folder = a.text; }},
    {certifying, "smt-limit", 0, "MB", Kind::Number, {}, "100", Group::Limits, "write no proof ('--smt') if its files have more megabytes",
     [](Options& o, const Argument& a) { o.certify.proof_limit = a.number; }, false, 1, 1'000'000},
    {certifying, "proofs", 0, "", Kind::Flag, {}, "", Group::Output,
     "let the program cvc5 write its own proof (LFSC) beside each file of '--smt', where it has one",
     [](Options& o, const Argument&) { o.certify.solver_proofs = true; }},

    {checking, "format", 0, "", Kind::Choice, check_formats, "text", Group::Output,
     "format of the result; json and sarif (SARIF 2.1.0, for code-scanning services): one document on standard output, with errors and warnings",
     [](Options& o, const Argument& a) { o.report.format = a.as<Format>(); }},
    {formatting, "format", 0, "", Kind::Choice, formats, "text", Group::Output,
     "format of the result; json: one document on standard output, with errors and warnings",
     [](Options& o, const Argument& a) { o.report.format = a.as<Format>(); }},
    {parsing, "json", 0, "", Kind::Flag, {}, "", Group::Output, "the same as '--format json'",
     [](Options& o, const Argument&) { o.report.format = Format::Json; }},
    {writing_traces, "trace", 0, "FILE", Kind::File, {}, "", Group::Output, "write the trace of an UNSAFE result, or the simulated execution, as JSON (- is standard output)",
     [](Options& o, const Argument& a) { o.report.trace_file = a.text; }},
    {tracing, "graph", 0, "FILE", Kind::File, {}, "", Group::Output,
     "write the execution graph of an UNSAFE result, as an SVG picture if FILE ends in .svg, else for Graphviz (- is standard output)",
     [](Options& o, const Argument& a) { o.report.graph_file = a.text; }},
    {checking, "certificate", 0, "FILE", Kind::File, {}, "", Group::Output,
     "write the certificate of a SAFE result as JSON (- is standard output)",
     [](Options& o, const Argument& a) { o.report.certificate_file = a.text; }},
    {checking, "dot", 0, "FILE", Kind::File, {}, "", Group::Output, "write the search tree for Graphviz (- is standard output)",
     [](Options& o, const Argument& a) { o.report.tree_file = a.text; }},
    {checking, "dot-detail", 0, "", Kind::Choice, details, "covered", Group::Output,
     "what '--dot' shows: visited nodes; also covered ones; both with their cubes; also steps that do not exist, and why",
     [](Options& o, const Argument& a) { o.report.tree_detail = a.as<report::TreeDetail>(); }},
    {checking, "html", 0, "FILE", Kind::File, {}, "", Group::Output,
     "write an HTML report: verdict, warnings, model, counterexample to step through, coverage, search tree, statistics (- is standard output)",
     [](Options& o, const Argument& a) { o.report.html_file = a.text; }},
    {checking, "show-invariant", 0, "", Kind::Flag, {}, "", Group::Output, "print the invariants that '--approx' guessed and the search proved, and the one that '--infer' found, as lines of the model's language",
     [](Options& o, const Argument&) { o.report.show_invariant = true; }},
    {checking, "show-spurious", 0, "", Kind::Flag, {}, "", Group::Output,
     "after UNKNOWN, print a path that reaches an unsafe state but could not be executed with exactly its processes, or an execution in which processes vanish",
     [](Options& o, const Argument&) { o.report.show_spurious = true; }},
    {checking, "export-invariant", 0, "DIR", Kind::Folder, {}, "", Group::Output,
     "write the inductive invariant behind a SAFE result to DIR as text, and its proof as SMT-LIB 2 files",
     [](Options& o, const Argument& a) { o.report.invariant_folder = a.text; }},
    {checking, "stats", 0, "", Kind::Flag, {}, "", Group::Output, "print statistics: counts, times and memory",
     [](Options& o, const Argument&) { o.report.statistics = true; }},
    {checking, "stats-json", 0, "FILE", Kind::File, {}, "", Group::Output, "write the statistics as JSON (- is standard output)",
     [](Options& o, const Argument& a) { o.report.statistics_file = a.text; }},
    {reading, "color", 0, "", Kind::Choice, colours, "auto, on a terminal unless NO_COLOR is set", Group::Output, "when to use colours",
     [](Options& o, const Argument& a) { o.report.colour = a.as<Colour>(); }},
    {reading, "no-warn", 0, "NAME", Kind::Choice, warnings, "", Group::Output,
     "suppress the warnings of this name, which is printed in brackets after them (can be repeated)",
     [](Options& o, const Argument& a) { o.report.silenced_warnings.push_back(a.text); }, true},
    {answering_or_benching, "quiet", 'q', "", Kind::Flag, {}, "", Group::Output, "print only the verdict or the table",
     [](Options& o, const Argument&) { o.report.quiet = true; }},
    {searching, "verbose", 'v', "", Kind::Flag, {}, "", Group::Output, "print the visited nodes; given twice, also their cubes and what was covered or deleted",
     [](Options& o, const Argument&) { ++o.report.verbosity; }, true},

    {dumping, "ld", 0, "", Kind::Flag, {}, "if none of '--le', '--node' and '--query' is given", Group::Dump, "print the program as Parapet understands it",
     [](Options& o, const Argument&) { o.dump.ld = true; }},
    {dumping, "le", 0, "", Kind::Flag, {}, "", Group::Dump, "print its translation with explicit events under the memory model, as formulas",
     [](Options& o, const Argument&) { o.dump.le = true; }},
    {dumping, "format", 0, "", Kind::Choice, notations, "text", Group::Dump,
     "notation of the formulas of '--le': text, SMT-LIB 2 definitions, or LaTeX",
     [](Options& o, const Argument& a) { o.dump.format = a.as<NotationFormat>(); }},
    {dumping, "node", 0, "N", Kind::Number, {}, "", Group::Dump, "search and print node N",
     [](Options& o, const Argument& a) { o.dump.node = a.number; }, false, 1, any_size},
    {dumping, "query", 0, "N", Kind::Number, {}, "", Group::Dump, "check and print decision N as '--dump-smt' numbers them",
     [](Options& o, const Argument& a) { o.dump.query = a.number; }, false, 1, any_size},

    {benching, "table", 0, "", Kind::Choice, tables, "text", Group::Bench, "format of the results",
     [](Options& o, const Argument& a) { o.bench.table = a.as<bench::TableFormat>(); }},
    {benching, "output", 'o', "FILE", Kind::File, {}, "- (standard output)", Group::Bench, "file to write the results to",
     [](Options& o, const Argument& a) { o.bench.output_file = a.text; }},
    {benching, "repeat", 0, "K", Kind::Number, {}, "1", Group::Bench, "run each model K times; the table shows the median and the spread",
     [](Options& o, const Argument& a) { o.bench.repeat = narrow<std::uint32_t>(a.number); }, false, 1, most_jobs},
    {benching, "results", 0, "FILE", Kind::File, {}, "", Group::Bench, "save the results to FILE as JSON while they arrive",
     [](Options& o, const Argument& a) { o.bench.results_file = a.text; }},
    {benching, "resume", 0, "", Kind::Flag, {}, "", Group::Bench, "skip runs whose results are already in the file of '--results'",
     [](Options& o, const Argument&) { o.bench.resume = true; }},
    {benching, "shard", 0, "K/N", Kind::Text, {}, "1/1", Group::Bench, "run only the K-th of N parts of the suites", store_shard},
    {benching, "merge", 0, "", Kind::Flag, {}, "", Group::Bench, "run nothing: merge the result files SUITE... into one table",
     [](Options& o, const Argument&) { o.bench.mode = BenchMode::Merge; }},
    {benching, "compare", 0, "", Kind::Flag, {}, "", Group::Bench, "run nothing: compare two result files, before and after",
     [](Options& o, const Argument&) { o.bench.mode = BenchMode::Compare; }},

    {searching, "no-narrow", 0, "", Kind::Flag, {}, "", Group::Debug, "do not narrow enumerations to the values that can occur",
     [](Options& o, const Argument&) { o.verify.translate.narrow = false; }},
    {searching, "no-intervals", 0, "", Kind::Flag, {}, "", Group::Debug, "do not compute intervals that contain the numbers which can occur",
     [](Options& o, const Argument&) { o.verify.translate.intervals = false; }},
    {searching, "no-delete", 0, "", Kind::Flag, {}, "", Group::Debug, "keep visited cubes that a newer one covers",
     [](Options& o, const Argument&) { o.verify.search.delete_covered = false; }},
    {searching, "no-postpone", 0, "", Kind::Flag, {}, "", Group::Debug, "do not postpone cubes with a new process",
     [](Options& o, const Argument&) { o.verify.search.postpone = false; }},
    {searching, "exact-nodes", 0, "N", Kind::Number, {}, "80", Group::Debug, "nodes that the exact search visits before '--approx' starts; 0: no exact search",
     [](Options& o, const Argument& a) { o.verify.search.exact_nodes = a.number; }, false, 0, most_jobs * most_jobs},
    {searching, "no-lateness", 0, "", Kind::Flag, {}, "", Group::Debug, "skip the analysis of late firings: assume that any firing may happen while earlier weak writes of its process are still buffered",
     [](Options& o, const Argument&) { o.verify.translate.lateness = false; }},
    {searching, "no-may", 0, "", Kind::Flag, {}, "", Group::Debug, "with a store buffer per location: assume that any weak write may be delayed, whether others can notice it or not",
     [](Options& o, const Argument&) { o.verify.translate.delays.may = false; }},
    {searching, "no-hold", 0, "", Kind::Flag, {}, "", Group::Debug, "with a store buffer per location: assume that a delayed write may wait whatever its process does meanwhile",
     [](Options& o, const Argument&) { o.verify.translate.delays.hold = false; }},
    {searching, "no-own-cells", 0, "", Kind::Flag, {}, "", Group::Debug, "with a store buffer per location: do not follow what a process sees of its own weak cells",
     [](Options& o, const Argument&) { o.verify.translate.delays.views = false; }},
};
// clang-format on

}  // namespace

std::span<const CommandRow> command_rows() { return command_table; }
std::span<const OptionRow> option_rows() { return option_table; }
std::span<const Group> groups() { return group_table; }

std::string_view title(Group group) { return titles[number_of<std::size_t>(group)]; }

const CommandRow& row_of(Command command) {
  const auto* const row = std::ranges::find(command_table, command, &CommandRow::command);
  PARAPET_CHECK(row != command_table.end(), "every command has a row");
  return *row;
}

std::vector<const OptionRow*> options_of(Command command) {
  std::vector<const OptionRow*> result;
  for (const OptionRow& row : option_table) {
    if (row.commands.contains(command)) result.push_back(&row);
  }
  return result;
}

std::vector<const OptionRow*> options_of(Command command, Group group) {
  std::vector<const OptionRow*> result = options_of(command);
  std::erase_if(result, [group](const OptionRow* row) { return row->group != group; });
  return result;
}

std::vector<std::string_view> choice_names(const OptionRow& row) {
  std::vector<std::string_view> result;
  for (const Choice& each : row.choices) result.push_back(each.name);
  return result;
}

std::string choice_list(const OptionRow& row) {
  std::string result;
  for (const std::string_view name : choice_names(row)) {
    if (!result.empty()) result += '|';
    result += name;
  }
  return result;
}

std::string argument_name(const OptionRow& row) {
  if (row.kind == Kind::ChoiceOrFile) return choice_list(row) + "|FILE";
  return row.kind != Kind::Choice || !row.argument.empty() ? std::string(row.argument) : choice_list(row);
}

std::string full_help(const OptionRow& row) {
  std::string result(row.help);
  if (!row.standard.empty()) result += " (default: " + std::string(row.standard) + ")";
  return result;
}

}  // namespace parapet::cli
