// `--dump-smt` from the command line: every decision of a run, in files that z3 and cvc5 decide as they state.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "skipped.h"
#include "unit/cli/child.h"

namespace {

using namespace parapet::test;
namespace fs = std::filesystem;

const std::string examples = PARAPET_SOURCE_DIR "/examples";
const std::string mutex_model = examples + "/locks/naive_mutex.cub";
const std::string replay = PARAPET_SOURCE_DIR "/bench/replay_queries";

bool installed(const std::string& program) {
  if (run_program("/bin/sh", {"-c", "command -v " + program}).status == 0) return true;
  skipped("queries are not asked again: " + program + " is not installed");
  return false;
}

std::vector<std::vector<std::string>> rows_of(const fs::path& index) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(read_text(index));
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string>& row = rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
  }
  return rows;
}

// The status of each decision of an incremental file, and what a solver answers.
void check_incremental(const std::string& file, const std::string& command) {
  std::string stated;
  std::istringstream lines(read_text(file));
  for (std::string line; std::getline(lines, line);) {
    const std::string start = "(set-info :status ";
    if (line.starts_with(start)) stated += line.substr(start.size(), line.size() - start.size() - 1) + "\n";
  }
  CHECK(std::ranges::count(stated, '\n') > 5);
  CAPTURE(command);
  CHECK(run_program("/bin/sh", {"-c", command + " " + file}).out == stated);
}

}  // namespace

TEST_CASE("queries: a default run on weak memory writes every kind of decision, and says which engine ordered the events") {
  const TemporaryFolder folder;
  const fs::path queries = folder.path() / "q";
  const auto verdict_and_nodes = [](const Child& child) { return child.out.substr(0, child.out.find(',')); };
  const Child plain = run_parapet({mutex_model});
  const Child child = run_parapet({mutex_model, "--dump-smt", queries});
  CHECK(child.status == 0);
  CHECK(verdict_and_nodes(child) == verdict_and_nodes(plain));
  const auto rows = rows_of(queries / "index.tsv");
  REQUIRE(rows.size() > 20);
  CHECK(rows[0] == std::vector<std::string>{"file", "purpose", "node", "transition", "status", "decided by", "bytes", "engine"});
  std::set<std::string> purposes, deciders;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    REQUIRE(rows[k].size() == 8);
    purposes.insert(rows[k][1]);
    deciders.insert(rows[k][5]);
    CHECK(std::to_string(fs::file_size(queries / rows[k][0])) == rows[k][6]);
    CHECK(rows[k][7] == (rows[k][1] == "order" ? "ghb, run beside to show the order of events" : "timeline"));
    const std::string text = read_text(queries / rows[k][0]);
    CHECK(contains(text, "(set-info :status " + rows[k][4] + ")\n"));
    CHECK(contains(text, "; purpose: " + rows[k][1] + "\n"));
    CHECK(contains(text, "; decided by: " + rows[k][5] + "\n"));
  }
  CHECK(purposes == std::set<std::string>{"feasible", "init", "cover", "fixpoint", "order"});
  CHECK(deciders.count("literal sets") == 1);
  CHECK(deciders.count("rows") == 1);
}

TEST_CASE("queries: an order of events is a formula of LE") {
  const TemporaryFolder folder;
  const fs::path queries = folder.path() / "q";
  CHECK(run_parapet({examples + "/barriers/publish.cub", "--dump-smt", queries, "--dump-only", "order"}).status == 0);
  std::set<std::string> status;
  bool reads_from = false;
  for (const auto& row : rows_of(queries / "index.tsv")) {
    if (row[0] == "file") continue;
    CHECK(row[1] == "order");
    status.insert(row[4]);
    const std::string text = read_text(queries / row[0]);
    for (const char* const part : {"(declare-fun Val_", "(declare-fun rf (event event) Bool)", "(define-fun ghb ((a event) (b event)) Bool",
                                   "(declare-fun rank (event) Int)"}) {
      CAPTURE(text);
      CHECK(contains(text, part));
    }
    reads_from = reads_from || contains(text, "(assert (=> (rf w");
  }
  CHECK(status == std::set<std::string>{"sat", "unsat"});
  CHECK(reads_from);
}

TEST_CASE("queries: --dump-only, --query and one file are the same decisions") {
  const TemporaryFolder folder;
  const fs::path all = folder.path() / "all", asked = folder.path() / "asked";
  const std::string one = folder.path() / "one.smt2";
  CHECK(run_parapet({mutex_model, "--dump-smt", all}).status == 0);
  CHECK(run_parapet({mutex_model, "--dump-smt", asked, "--dump-only", "fixpoint,asked"}).status == 0);
  CHECK(run_parapet({mutex_model, "--dump-smt", one}).status == 0);
  const auto rows = rows_of(all / "index.tsv");
  std::vector<std::vector<std::string>> chosen{rows[0]};
  for (const auto& row : rows) {
    if (row[1] == "fixpoint" && row[5] != "literal sets") chosen.push_back(row);
  }
  CHECK(rows_of(asked / "index.tsv") == chosen);
  for (const std::size_t k : {std::size_t{1}, rows.size() / 2, rows.size() - 1}) {
    const Child query = run_parapet({"dump", "--query", std::to_string(k), mutex_model});
    CHECK(query.status == 0);
    CHECK(query.out == read_text(all / rows[k][0]));
  }
  const Child none = run_parapet({"dump", "--query", "10000000", mutex_model});
  CHECK(none.status == 2);
  CHECK(contains(none.err, "there is no decision 10000000"));
  if (installed("z3")) check_incremental(one, "z3");
  if (installed("cvc5")) check_incremental(one, "cvc5 --incremental");
}

TEST_CASE("queries: explain names the files of a node, and the page links to them") {
  const TemporaryFolder folder;
  const fs::path queries = folder.path() / "q", page = folder.path() / "p.html";
  CHECK(run_parapet({mutex_model, "-q", "--dump-smt", queries, "--html", page}).status == 0);
  const std::string html = read_text(page), index = read_text(queries / "index.html");
  std::size_t named = 0;
  for (const std::string node : {"1", "2", "4", "4.1"}) {
    const Child child = run_parapet({"explain", node, mutex_model});
    CHECK(child.status == 0);
    CAPTURE(child.out);
    const std::size_t at = child.out.find("decisions: ");
    REQUIRE(at != std::string::npos);
    std::istringstream words(child.out.substr(at, child.out.find('\n', at) - at));
    std::string word;
    words >> word;
    for (std::string file, status; words >> file >> status; ++named) {
      const std::string text = read_text(queries / file);
      CHECK(contains(text, "(set-info :status " + status.substr(1, status.find(')') - 1) + ")"));
      if (!contains(file, "feasible") && !contains(node, ".")) CHECK(contains(text, "; node: " + node + "\n"));
      CHECK(contains(html, "<a href=\"q/" + file + "\">"));
      CHECK(contains(index, "<a href=\"" + file + "\">"));
    }
  }
  CHECK(named > 8);
  CHECK(contains(run_parapet({"explain", "4", mutex_model}).out, "-feasible.smt2]\n"));
  // A page without the tree's folder, and a folder without a page.
  CHECK(run_parapet({mutex_model, "-q", "--dump-smt", folder.path() / "r"}).status == 0);
  CHECK_FALSE(fs::exists(folder.path() / "r" / "index.html"));
}

TEST_CASE("queries: a cover of the event engine states the order of events") {
  const TemporaryFolder folder;
  const fs::path queries = folder.path() / "q";
  CHECK(run_parapet(
            {examples + "/barriers/publish.cub", "-q", "--engine", "ghb", "--no-lateness", "--dump-smt", queries, "--dump-only", "cover"})
            .status == 0);
  std::size_t ordered = 0;
  for (const auto& row : rows_of(queries / "index.tsv")) {
    if (row[0] == "file") continue;
    const std::string text = read_text(queries / row[0]);
    if (!contains(text, "; the order of events\n")) continue;
    ++ordered;
    CHECK(contains(text, "the pending read of "));
    CHECK(contains(text, "one of the explored "));
    CHECK(contains(text, "(assert (ghb "));
  }
  CHECK(ordered > 0);
}

// Of each model and engine at most so many decisions of each purpose: in the slow tests of all examples, so that they end in minutes.
TEST_CASE("queries: solvers decide the decisions of examples as they state") {
  if (!installed("python3") || !installed("z3") || !installed("cvc5")) return;
  const bool slow = std::getenv("PARAPET_SLOW") != nullptr;
  std::vector<fs::path> models;
  if (slow) {
    for (const auto& entry : fs::recursive_directory_iterator(examples)) {
      if (entry.path().extension() == ".cub") models.push_back(entry.path());
    }
    std::ranges::sort(models);
  } else {
    models = {mutex_model, examples + "/locks/peterson_nofence.cub", examples + "/barriers/publish.cub"};
  }
  const TemporaryFolder folder;
  std::vector<std::string> files;
  for (const fs::path& model : models) {
    for (const std::string engine : {"auto", "ghb"}) {
      CAPTURE(model);
      CAPTURE(engine);
      const std::string file = folder.path() / (model.stem().string() + "-" + engine + ".smt2");
      const Child run = run_parapet({model, "-q", "--engine", engine, "--dump-smt", file, "--max-nodes", "25", "--timeout", "20"});
      if (run.status == 2) continue;  // not a model for the event engine
      CHECK((run.status == 0 || run.status == 1 || run.status == 3));
      files.push_back(file);
    }
  }
  const auto check_again = [&](std::vector<std::string> arguments, const std::vector<std::string>& paths) {
    arguments.insert(arguments.end(), paths.begin(), paths.end());
    const Child again = run_program(replay, arguments);
    CAPTURE(again.err);
    CHECK_MESSAGE(again.status == 0, again.out);
    if (slow) MESSAGE(again.out << again.err);
  };
  check_again({"--sample", slow ? "12" : "100", "--limit", "5"}, files);
  const std::string queries = folder.path() / "q";
  CHECK(run_parapet({mutex_model, "-q", "--dump-smt", queries, "--max-nodes", "25"}).status == 0);
  check_again({"--sample", "4"}, {queries});
}

TEST_CASE("queries: replay_queries finds a wrong status and a file that is no query") {
  if (!installed("python3") || !installed("z3")) return;
  const TemporaryFolder folder;
  static_cast<void>(folder.file("000001-init.smt2", "(set-info :status unsat)\n(declare-const x Int)\n(assert (< x 0))\n(check-sat)\n"));
  const Child wrong = run_program(replay, {"--solver", "z3", folder.path()});
  CHECK(wrong.status == 1);
  CHECK(contains(wrong.err, "000001-init.smt2: stated unsat, z3 answers"));
  static_cast<void>(folder.file("000001-init.smt2", "(set-info :status sat)\n(assert nonsense)\n(check-sat)\n"));
  CHECK(run_program(replay, {"--solver", "z3", folder.path()}).status == 1);
  static_cast<void>(folder.file("000001-init.smt2", "(set-info :status sat)\n(check-sat)\n"));
  CHECK(run_program(replay, {"--solver", "z3", folder.path()}).status == 0);
}

// Decisions of one file: a wrong one among right ones, a solver that never answers, one that ends without an answer.
TEST_CASE("queries: replay_queries on an incremental file") {
  if (!installed("python3") || !installed("z3")) return;
  const auto decision = [](int number, const std::string& status) {
    return "; decision " + std::to_string(number) + "\n; purpose: init\n(push 1)\n(set-info :status " + status +
           ")\n(check-sat)\n(pop 1)\n";
  };
  const auto asked = [&](const std::string& solver, const std::string& text, const std::vector<std::string>& more = {}) {
    const TemporaryFolder folder;
    std::vector<std::string> arguments{"--solver", solver, "--limit", "1", folder.file("all.smt2", "(set-logic ALL)\n" + text)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(replay, arguments);
  };
  const std::string right = decision(1, "sat") + decision(2, "sat") + decision(3, "sat");
  CHECK(asked("z3", right).status == 0);
  CHECK(asked("z3", right + decision(4, "unsat")).status == 1);
  const Child sample = asked("z3", right, {"--sample", "2"});
  CHECK(contains(sample.out, "init         z3               3       2       2       0       0"));
  const TemporaryFolder folder;
  const auto program = [&](const std::string& name, const std::string& text) {
    const std::string path = folder.file(name, "#!/bin/sh\n" + text + "\n");
    fs::permissions(path, fs::perms::owner_all);
    return path;
  };
  const Child silent = asked(program("silent", "echo sat; exec sleep 60"), right);
  CHECK(silent.status == 0);
  CHECK(contains(silent.err, "decision 2: stated sat"));
  CHECK(contains(silent.err, "timeout"));
  CHECK(asked(program("dead", "exit 3"), right).status == 1);
}
