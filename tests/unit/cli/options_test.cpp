#include "cli/options.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "cli/option_table.h"

using namespace parapet::cli;

namespace {

Options parse(const std::vector<std::string>& arguments) { return parse_arguments(arguments); }

std::string refusal(const std::vector<std::string>& arguments) {
  try {
    static_cast<void>(parse(arguments));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("options: no name or letter stands for two options of a command") {
  for (const CommandRow& command : command_rows()) {
    std::set<std::string_view> names;
    std::set<char> letters;
    for (const OptionRow* row : options_of(command.command)) {
      CHECK(names.insert(row->name).second);
      if (row->letter != 0) CHECK(letters.insert(row->letter).second);
    }
  }
}

TEST_CASE("options: --format of dump is the notation of its formulas, not that of results") {
  CHECK(parse({"dump", "f", "--le"}).dump.format == NotationFormat::Text);
  CHECK(parse({"dump", "f", "--le", "--format", "smt2"}).dump.format == NotationFormat::Smt2);
  CHECK(parse({"dump", "f", "--le", "--format=latex"}).dump.format == NotationFormat::Latex);
  CHECK(refusal({"dump", "f", "--le", "--format", "json"}).find("text|smt2|latex") != std::string::npos);
  CHECK(refusal({"dump", "f", "--format", "smt2"}).find("add '--le'") != std::string::npos);
  CHECK(refusal({"dump", "f", "--le", "--format"}).find("text|smt2|latex") != std::string::npos);
  CHECK(refusal({"check", "f", "--format", "smt2"}).find("text|json|sarif") != std::string::npos);
  CHECK(refusal({"certify", "c", "f", "--format", "sarif"}).find("one of text|json") != std::string::npos);
  CHECK(parse({"check", "f", "--format", "sarif"}).report.format == Format::Sarif);
  CHECK(parse({"parse", "f", "--format", "json"}).report.format == Format::Json);
}

TEST_CASE("options: rows are complete") {
  for (const OptionRow& row : option_rows()) {
    CAPTURE(row.name);
    CHECK(!row.help.empty());
    CHECK((row.store != nullptr));
    CHECK((row.kind == Kind::Choice || row.kind == Kind::ChoiceOrFile) == !row.choices.empty());
    CHECK((row.kind == Kind::Flag) == argument_name(row).empty());
  }
}

// Guards the connection of each row with its field: an example of each, compared with a default run.
TEST_CASE("options: the inference is on, unless guessing as a whole is off") {
  using parapet::search::Infer;
  CHECK(parse({"f.cub"}).verify.search.infer == Infer::Auto);
  CHECK(parse({"f.cub", "--infer", "only"}).verify.search.infer == Infer::Only);
  CHECK(parse({"f.cub", "--approx", "off"}).verify.search.infer == Infer::Off);
  CHECK(parse({"f.cub", "--approx", "off", "--infer", "auto"}).verify.search.infer == Infer::Auto);
  CHECK(parse({"f.cub", "--infer", "auto", "--approx", "off"}).verify.search.infer == Infer::Auto);
  CHECK(parse({"f.cub", "--infer-work", "7"}).verify.search.infer_work == 7);
}

TEST_CASE("options: each value arrives") {
  const Options standard = parse({"f.cub"});
  CHECK(standard.command == Command::Check);
  CHECK(standard.operand == "f.cub");
  CHECK_FALSE(standard.verify.model);
  CHECK(standard.verify.search.order == parapet::search::Order::Size);
  CHECK(standard.verify.search.jobs == 1);
  const Options o = parse({"check",
                           "f.cub",
                           "--model",
                           "sc",
                           "--engine=timeline",
                           "--order",
                           "smt",
                           "--search",
                           "dfs",
                           "-j4",
                           "--timeout",
                           "2.5",
                           "--max-memory",
                           "100",
                           "--max-nodes",
                           "7",
                           "--max-depth",
                           "8",
                           "--max-procs",
                           "9",
                           "--solver",
                           "smtlib:yices -q",
                           "--cross-check",
                           "--query-limit",
                           "10",
                           "--dump-smt",
                           "d",
                           "--dump-only",
                           "fixpoint",
                           "--format",
                           "json",
                           "--trace",
                           "t",
                           "--stats",
                           "--stats-json",
                           "-",
                           "--color",
                           "never",
                           "--no-warn",
                           "never-read",
                           "--no-warn",
                           "enum-order",
                           "-vv",
                           "-v",
                           "--check-invariants",
                           "--paranoid",
                           "--shortest",
                           "--certificate",
                           "c",
                           "--export-invariant",
                           "i",
                           "--graph",
                           "g.dot",
                           "--no-narrow",
                           "--no-intervals",
                           "--no-delete",
                           "--no-postpone",
                           "--no-lateness",
                           "--approx",
                           "2",
                           "--exact-nodes",
                           "9",
                           "--show-invariant",
                           "--show-spurious",
                           "--no-unsafe",
                           "--dot",
                           "s.dot",
                           "--dot-detail",
                           "cubes",
                           "--html",
                           "p.html"});
  CHECK(o.report.html_file == "p.html");
  CHECK(o.report.tree_file == "s.dot");
  CHECK(o.report.tree_detail == parapet::report::TreeDetail::Cubes);
  CHECK(o.verify.model->name == "sc");
  CHECK(o.verify.engine == parapet::Engine::Timeline);
  CHECK(standard.verify.search.orders.by == std::nullopt);
  CHECK(o.verify.search.orders.by == parapet::search::EventOrder::Smt);
  CHECK(o.verify.search.order == parapet::search::Order::Dfs);
  CHECK(o.verify.search.jobs == 4);
  CHECK(o.verify.check_invariants);
  CHECK(o.verify.paranoid);
  CHECK(o.verify.shortest);
  CHECK(o.report.certificate_file == "c");
  CHECK(o.report.graph_file == "g.dot");
  CHECK(o.report.invariant_folder == "i");
  const Options certify = parse({"certify", "c.json", "f.cub"});
  CHECK(certify.command == Command::Certify);
  CHECK(certify.evidence == "c.json");
  CHECK(certify.operand == "f.cub");
  const Options walk = parse({"certify", "c.json", "f.cub", "--machine", "3", "--max-states", "10"});
  CHECK(walk.certify.machine == 3);
  CHECK(walk.certify.states == 10);
  CHECK(parse({"replay", "t.json", "f.cub"}).command == Command::Replay);
  CHECK(parse({"explain", "4.1", "f.cub"}).evidence == "4.1");
  CHECK_FALSE(o.verify.translate.narrow);
  CHECK_FALSE(o.verify.translate.intervals);
  CHECK_FALSE(o.verify.search.delete_covered);
  CHECK_FALSE(o.verify.search.postpone);
  CHECK_FALSE(o.verify.translate.lateness);
  CHECK(o.verify.search.approximate == 2);
  CHECK(o.verify.search.exact_nodes == 9);
  CHECK(o.report.show_invariant);
  CHECK(o.report.show_spurious);
  CHECK(o.no_unsafe);
  const Options coverage = parse({"coverage", "f.cub", "-n", "4", "--max-states", "10", "--show", "t", "--expect-stuck", "true"});
  CHECK(coverage.coverage.processes == 4);
  CHECK(coverage.coverage.states == 10);
  CHECK(coverage.coverage.show == "t");
  CHECK(coverage.coverage.stuck == std::vector<std::string>{"true"});
  const Options simulate =
      parse({"simulate", "f.cub", "-n", "4", "--max-states", "10", "--seed", "7", "--steps", "50", "--find", "true", "-i"});
  CHECK(simulate.simulate.processes == 4);
  CHECK(simulate.simulate.states == 10);
  CHECK(simulate.simulate.seed == 7);
  CHECK(simulate.simulate.steps == 50);
  CHECK(simulate.simulate.random);
  CHECK(simulate.simulate.interactive);
  CHECK(simulate.simulate.find == "true");
  CHECK(parse({"check", "f", "--approx", "off"}).verify.search.approximate == 0);
  CHECK(parse({"check", "f", "--approx", "auto"}).verify.search.approximate == 3);
  for (const std::string bad : {"0", "6", "-1", "3x", "", "on"}) CHECK_THROWS_AS(parse({"check", "f", "--approx", bad}), UsageError);
  CHECK(o.limits.time.count() == 2500);
  CHECK(o.limits.memory_megabytes == 100);
  CHECK(o.verify.search.max_nodes == 7);
  CHECK(o.verify.search.max_depth == 8);
  CHECK(o.verify.search.max_processes == 9);
  CHECK(o.verify.solver.solver == "smtlib:yices -q");
  CHECK(o.verify.solver.cross_check);
  CHECK(o.verify.solver.query_limit.count() == 10);
  CHECK(o.report.query_folder == "d");
  CHECK(o.report.query_choice == "fixpoint");
  CHECK(o.report.format == Format::Json);
  CHECK(o.report.trace_file == "t");
  CHECK(o.report.statistics);
  CHECK(o.report.statistics_file == "-");
  CHECK(o.report.colour == Colour::Never);
  CHECK(o.report.silenced_warnings == std::vector<std::string>{"never-read", "enum-order"});
  CHECK(o.report.verbosity == 3);
}

TEST_CASE("options: each value of bench arrives") {
  const Options o = parse({"bench", "a.suite", "b",        "-j2", "--timeout", "1",      "--max-memory", "5",       "--table", "csv",
                           "-o",    "out",     "--repeat", "3",   "--results", "r.json", "--resume",     "--shard", "2/4",     "-q"});
  CHECK(o.command == Command::Bench);
  CHECK(o.operands == std::vector<std::string>{"a.suite", "b"});
  CHECK(o.verify.search.jobs == 2);
  CHECK(o.limits.time.count() == 1000);
  CHECK(o.limits.memory_megabytes == 5);
  CHECK(o.bench.mode == BenchMode::Run);
  CHECK(o.bench.table == parapet::bench::TableFormat::Csv);
  CHECK(o.bench.output_file == "out");
  CHECK(o.bench.repeat == 3);
  CHECK(o.bench.results_file == "r.json");
  CHECK(o.bench.resume);
  CHECK(o.bench.shard == 2);
  CHECK(o.bench.shards == 4);
  CHECK(o.report.quiet);
  CHECK(parse({"bench", "--merge", "a"}).bench.mode == BenchMode::Merge);
  CHECK(parse({"bench", "--compare", "a", "b"}).bench.mode == BenchMode::Compare);
}

TEST_CASE("options: commands, operands and abbreviations") {
  CHECK(parse({"parse", "-"}).command == Command::Parse);
  CHECK(parse({"parse", "-"}).operand == "-");
  CHECK(parse({"dump", "--node", "3", "f"}).dump.node == 3);
  CHECK(parse({"check", "parse"}).operand == "parse");
  CHECK(parse({"--", "--odd-name"}).operand == "--odd-name");
  CHECK(parse({"f", "--max-n", "5"}).verify.search.max_nodes == 5);
  CHECK(parse({"f", "--model", "sc", "--model", "tso"}).verify.model->name == "tso");
  CHECK(parse({"parse", "--help"}).information == Information::Help);
  CHECK(parse({"f", "-q"}).report.quiet);
}

TEST_CASE("options: the smallest time is not no limit") { CHECK(parse({"f", "--timeout", "0.0001"}).limits.time.count() == 1); }

TEST_CASE("options: what cannot be understood says what was meant") {
  CHECK(refusal({"f", "--modle", "sc"}) == "unknown option '--modle'; did you mean '--model'?");
  CHECK(refusal({"f", "-model", "sc"}) == "unknown option '-model'; did you mean '--model'?");
  CHECK(refusal({"f", "--nonsense-word"}) == "unknown option '--nonsense-word'");
  CHECK(refusal({"f", "--stats-jsno=x"}) == "unknown option '--stats-jsno=x'; did you mean '--stats-json'?");
  CHECK(refusal({"f", "--max", "3"}) ==
        "ambiguous option '--max'; did you mean '--max-depth', '--max-memory', '--max-nodes' or '--max-procs'?");
  CHECK(refusal({"f", "--search", "sise"}) == "bad value 'sise' for '--search': one of bfs|dfs|size; did you mean 'size'?");
  CHECK(refusal({"parse", "f", "--model", "sc"}) == "the command 'parse' has no option '--model'");
  CHECK(refusal({"pasre", "f"}) == "unknown command 'pasre'; did you mean 'parse'?");
  CHECK(refusal({"f", "g"}) == "unexpected operand 'g': the command takes FILE");
  CHECK(refusal({}) == "no FILE given");
  CHECK(refusal({""}) == "an operand is empty");
}

TEST_CASE("options: bad arguments are refused") {
  for (const std::vector<std::string>& bad : std::vector<std::vector<std::string>>{{"f", "--jobs", "0"},
                                                                                   {"f", "--jobs", "1025"},
                                                                                   {"f", "--jobs", "-1"},
                                                                                   {"f", "--jobs", "+1"},
                                                                                   {"f", "--jobs", "1.0"},
                                                                                   {"f", "--jobs", "99999999999999999999"},
                                                                                   {"f", "--jobs"},
                                                                                   {"f", "--jobs="},
                                                                                   {"f", "--timeout", "1e3"},
                                                                                   {"f", "--timeout", "-1"},
                                                                                   {"f", "--timeout", "inf"},
                                                                                   {"f", "--timeout", "nan"},
                                                                                   {"f", "--timeout", "x"},
                                                                                   {"f", "--timeout", "9999999999"},
                                                                                   {"f", "--max-depth", "4294967296"},
                                                                                   {"f", "--solver", "smtlib:"},
                                                                                   {"f", "--solver", "yices"},
                                                                                   {"f", "--quiet=1"},
                                                                                   {"f", "--dump-only", "init"},
                                                                                   {"f", "-q", "-v"},
                                                                                   {"dump", "f", "--node", "0"}}) {
    CAPTURE(bad);
    CHECK(refusal(bad) != "accepted");
  }
}
