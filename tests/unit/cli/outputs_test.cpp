// Results are not lost: outputs are refused before the search, a failed one costs neither the verdict nor another file.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/option_table.h"
#include "unit/cli/child.h"
#include "unit/cli/json_shape.h"

using namespace parapet::test;
namespace cli = parapet::cli;
namespace fs = std::filesystem;

namespace {

const std::string safe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub";
const std::string unsafe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub";
const std::string endless = PARAPET_SOURCE_DIR "/tests/golden/report/endless.cub";
const std::string burns = PARAPET_SOURCE_DIR "/examples/locks/burns.cub";  // its index of queries is longer than 1 kB
const std::string program = PARAPET_BINARY_DIR "/parapet";

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

// The options of `check` that name something to write.
std::vector<std::string> output_options() {
  std::vector<std::string> result;
  for (const cli::OptionRow* row : cli::options_of(cli::Command::Check)) {
    if (row->kind == cli::Kind::File || row->kind == cli::Kind::Folder) result.push_back("--" + std::string(row->name));
  }
  return result;
}

Child run_shell(const std::string& line) { return run_program("bash", {"-c", line}); }

}  // namespace

// Without a verdict: a refusal that comes after the search comes with one.
TEST_CASE("outputs: every one is refused before the search") {
  const TemporaryFolder folder;
  const std::string file = folder.file("file", "");
  CHECK(output_options().size() >= 8);
  for (const std::string& option : output_options()) {
    CAPTURE(option);
    for (const std::string& target : {std::string("/proc/nowhere/x"), file + "/inside"}) {
      const Child child = run_parapet({"check", endless, "--max-nodes", "5", option, target});
      CHECK(child.status == 2);
      CHECK(child.out == "");
      CHECK(contains(child.err, "cannot write "));
      CHECK(contains(child.err, target));
    }
  }
  for (const char* option : {"--results", "--output"}) {
    const Child child = run_parapet({"bench", safe_model, option, "/proc/nowhere/x"});
    CHECK(child.status == 2);
    CHECK(child.out == "");
    CHECK(contains(child.err, "cannot write '/proc/nowhere/x'"));
  }
  CHECK(names_in(folder.path()) == std::vector<std::string>{"file"});
}

TEST_CASE("outputs: trying them leaves nothing, and does not touch what is there") {
  const TemporaryFolder folder;
  const std::string kept = folder.file("kept", "before");
  CHECK(run_parapet({"check", unsafe_model, "-q", "--certificate", kept, "--export-invariant", folder.path() / "new" / "deep"}).status ==
        1);
  CHECK(names_in(folder.path()) == std::vector<std::string>{"kept"});
  CHECK(read_text(kept) == "before");
}

TEST_CASE("outputs: none may be the input, under whatever name") {
  const TemporaryFolder folder;
  const std::string model = folder.file("m.cub", read_text(unsafe_model));
  fs::create_symlink("m.cub", folder.path() / "link");
  fs::create_hard_link(model, folder.path() / "hard");
  fs::create_directory(folder.path() / "sub");
  for (const std::string& name :
       {model, folder.path().string() + "/sub/../m.cub", (folder.path() / "link").string(), (folder.path() / "hard").string()}) {
    CAPTURE(name);
    for (const char* option : {"--trace", "--html", "--stats-json", "--dot", "--graph", "--certificate"}) {
      const Child child = run_parapet({"check", model, option, name});
      CHECK(child.status == 2);
      CHECK(contains(child.err, std::string("'") + option + " " + name + "' would overwrite an input of this run"));
    }
  }
  CHECK(read_text(model) == read_text(unsafe_model));
  const Child piped = run_shell(program + " check - --trace " + model + " < " + model);
  CHECK(piped.status == 2);
  CHECK(contains(piped.err, "would overwrite an input"));
  const std::string trace = folder.path() / "t.json";
  CHECK(run_parapet({"check", model, "-q", "--trace", trace}).status == 1);
  CHECK(contains(run_parapet({"replay", trace, model, "--graph", trace}).err, "would overwrite an input"));
  CHECK(contains(run_parapet({"bench", folder.path(), "-o", model}).err, "would overwrite an input"));
  const std::string results = folder.path() / "r.json";
  CHECK(run_parapet({"bench", model, "--results", results}).status == 0);
  CHECK(contains(run_parapet({"bench", "--merge", results, "-o", results}).err, "would overwrite an input"));
  CHECK(run_parapet({"bench", model, "--results", results, "--resume"}).status == 0);
}

TEST_CASE("outputs: no two are the same") {
  const TemporaryFolder folder;
  const std::string one = folder.path() / "one", same = folder.path().string() + "/./one", inside = folder.path() / "one" / "x";
  const auto refused = [&](const std::vector<std::string>& options, const std::string& why) {
    std::vector<std::string> line{"check", unsafe_model};
    line.insert(line.end(), options.begin(), options.end());
    const Child child = run_parapet(line);
    CAPTURE(options);
    CAPTURE(child.err);
    CHECK(child.status == 2);
    CHECK(child.out == "");
    CHECK(contains(child.err, why));
  };
  refused({"--trace", one, "--certificate", same}, "are the same file");
  refused({"--dump-smt", one, "--export-invariant", same}, "are the same file");
  refused({"--trace", inside, "--dump-smt", one}, "is inside the folder '--dump-smt " + one + "'");
  fs::create_symlink("target", folder.path() / "link");
  refused({"--trace", folder.path() / "link", "--dot", folder.path() / "target"}, "are the same file");
  refused({"--trace", "-", "--stats-json", "-"}, "standard output cannot be both '--trace -' and '--stats-json -'");
  const Child both = run_parapet({"check", unsafe_model, "--trace", "-", "--format", "json"});
  CHECK(both.status == 2);
  CHECK(fits_schema(both.out, "diagnostics-schema.json") == "");
  CHECK(contains(both.out, "standard output cannot be both '--trace -' and '--format json'"));
  CHECK(contains(run_parapet({"check", unsafe_model, "--dot", "-", "--format", "sarif"}).out,
                 "cannot be both '--dot -' and '--format sarif'"));
  // The last one counts, and a device keeps nothing.
  CHECK(run_parapet({"check", unsafe_model, "-q", "--trace", one, "--trace", folder.path() / "two", "--dot", one}).status == 1);
  CHECK(run_parapet({"check", unsafe_model, "-q", "--trace", "/dev/null", "--dot", "/dev/null"}).status == 1);
  CHECK(contains(run_parapet({"bench", safe_model, "--results", "-"}).err, "name a file"));
  CHECK(contains(run_parapet({"certify", "-", "-"}).err, "standard input cannot be both of CERT FILE"));
}

// Through /dev/stdout the file that standard output is redirected to would be replaced while it is written.
TEST_CASE("outputs: standard streams under another name") {
  const TemporaryFolder folder;
  const std::string out = folder.path() / "out";
  const Child file = run_shell(program + " check " + unsafe_model + " --trace /dev/stdout > " + out);
  CHECK(file.status == 2);
  CHECK(contains(file.err, "is the file that standard output is redirected to"));
  CHECK(run_shell(program + " check " + unsafe_model + " --trace " + out + " 2> " + out).status == 2);
  const Child twice = run_shell(program + " check " + unsafe_model + " --trace /dev/stdout --dot - | cat; exit ${PIPESTATUS[0]}");
  CHECK(twice.status == 2);
  CHECK(run_shell(program + " check " + unsafe_model + " -q --trace /dev/stdout | cat; exit ${PIPESTATUS[0]}").status == 1);
}

TEST_CASE("outputs: a failure is reported after the verdict, and does not keep others from being written") {
  const TemporaryFolder folder;
  const std::string trace = folder.path() / "t.json";
  for (const char* option : {"--trace", "--graph", "--dot", "--html", "--stats-json"}) {
    CAPTURE(option);
    const std::string other = std::string(option) == "--trace" ? "--dot" : "--trace";
    const Child child = run_parapet({"check", unsafe_model, "-q", option, "/dev/full", other, trace});
    CHECK(child.status == 2);
    CHECK(child.out == "UNSAFE\n");
    CHECK(child.err == "parapet: error: cannot write '/dev/full': No space left on device\n");
    CHECK(fs::remove(trace));
  }
  const Child json = run_parapet({"check", safe_model, "--format", "json", "--certificate", "/dev/full"});
  CHECK(json.status == 2);
  CHECK(fits_schema(json.out, "check-schema.json") == "");
  CHECK(contains(json.out, "\"verdict\": \"SAFE\""));
  CHECK(run_parapet({"check", unsafe_model, "-q", "--trace", trace}).status == 1);
  const Child replay = run_parapet({"replay", trace, unsafe_model, "-q", "--graph", "/dev/full"});
  CHECK(replay.status == 2);
  CHECK(contains(replay.out, "CONFIRMED: "));
  const Child bench = run_parapet({"bench", safe_model, "-o", "/dev/full"});
  CHECK(bench.status == 2);
  CHECK(contains(bench.out, "naive_mutex"));
  const Child results = run_parapet({"bench", safe_model, "--results", "/dev/full"});
  CHECK(results.status == 2);
  CHECK(contains(results.out, "naive_mutex"));
  const Child nowhere = run_parapet({"check", unsafe_model, "-q"}, {.text = {}, .out_file = "/dev/full", .environment = {}});
  CHECK(nowhere.status == 2);
  CHECK(contains(nowhere.err, "the exit code would have been 1"));
}

// SIGXFSZ would end the process where it stands.
TEST_CASE("outputs: a file size limit is an error like others") {
  const TemporaryFolder folder;
  const std::string page = folder.path() / "page.html";
  const Child child = run_shell("ulimit -f 1; exec " + program + " check " + unsafe_model + " -q --html " + page);
  CHECK(child.status == 2);
  CHECK(child.out == "UNSAFE\n");
  CHECK(contains(child.err, "cannot write '" + page + "': File too large"));
  CHECK(names_in(folder.path()).empty());
  const std::string queries = folder.path() / "queries";
  const Child dump = run_shell("ulimit -f 1; exec " + program + " check " + burns + " -q --dump-smt " + queries);
  CHECK(dump.status == 2);
  CHECK(dump.out == "SAFE\n");
  CHECK(contains(dump.err, "no further queries were written"));
  for (const std::string& name : names_in(queries)) CHECK(name[0] != '.');
}

TEST_CASE("outputs: a folder of queries belongs to one run, all of it") {
  const TemporaryFolder folder;
  const std::string queries = folder.path() / "queries";
  CHECK(run_parapet({"check", safe_model, "--engine", "both", "--dump-smt", queries}).status == 0);
  const std::string index = read_text(queries + "/index.tsv");
  const auto lines = static_cast<std::size_t>(std::ranges::count(index, '\n'));
  CHECK(names_in(queries).size() == lines);  // a file for each query, and a line for the names of the columns
  const Child alone = run_parapet({"check", safe_model, "--dump-smt", folder.path() / "alone"});
  CHECK(names_in(folder.path() / "alone").size() < lines);
  const Child again = run_parapet({"check", safe_model, "--dump-smt", queries});
  CHECK(again.status == 2);
  CHECK(contains(again.err, "the folder '" + queries + "' is not empty: name a new one"));
  CHECK(read_text(queries + "/index.tsv") == index);
  CHECK(run_parapet({"check", folder.file("bad.cub", "x"), "--dump-smt", folder.path() / "unused"}).status == 2);
  CHECK_FALSE(fs::exists(folder.path() / "unused"));
}

TEST_CASE("outputs: results of benchmarks are read up to a limit") {
  const TemporaryFolder folder;
  const std::string large = folder.path() / "large.json";
  static_cast<void>(folder.file("large.json", ""));
  fs::resize_file(large, (std::uintmax_t{256} << 20U) + 1);  // a hole: it takes no space
  for (const std::vector<std::string>& line : std::vector<std::vector<std::string>>{
           {"bench", "--merge", large}, {"bench", "--compare", large, large}, {"certify", large, safe_model}}) {
    const Child child = run_parapet(line);
    CHECK(child.status == 2);
    CHECK(contains(child.err, "the input is larger than 256 MB"));
  }
}

TEST_CASE("outputs: a document on standard output is alone there, the text is on standard error") {
  const Child trace = run_parapet({"check", unsafe_model, "--trace", "-"});
  CHECK(trace.status == 1);
  CHECK(fits_schema(trace.out, "trace-schema.json") == "");
  CHECK(contains(trace.err, "Counterexample with 2 processes"));
  CHECK(trace.err.ends_with("UNSAFE\n"));
  const Child certificate = run_parapet({"check", safe_model, "-q", "--certificate", "-"});
  CHECK(fits_schema(certificate.out, "certificate-schema.json") == "");
  CHECK(certificate.err == "SAFE\n");
  const Child simulated = run_parapet({"simulate", unsafe_model, "--seed", "3", "--trace", "-"});
  CHECK(fits_schema(simulated.out, "trace-schema.json") == "");
  const TemporaryFolder folder;
  const std::string file = folder.file("t.json", trace.out);
  const Child graph = run_parapet({"replay", "-q", file, unsafe_model, "--graph", "-"});
  CHECK(graph.out.starts_with("// Events of one execution"));
  CHECK(graph.out.ends_with("}\n"));
  CHECK(contains(graph.err, "CONFIRMED"));
}

TEST_CASE("outputs: evidence that does not exist is said to be missing, and that of an earlier run is removed") {
  const TemporaryFolder folder;
  const std::string trace = folder.path() / "t.json", graph = folder.path() / "g.svg", dot = folder.path() / "g.dot",
                    certificate = folder.path() / "c.json";
  REQUIRE(run_parapet({"check", unsafe_model, "-q", "--trace", trace, "--graph", graph}).status == 1);
  REQUIRE(run_parapet({"replay", trace, unsafe_model, "-q", "--graph", dot}).status == 0);
  const Child safe = run_parapet({"check", safe_model, "-q", "--trace", trace, "--graph", graph, "--certificate", certificate});
  CHECK(safe.status == 0);
  CHECK(safe.out == "SAFE\n");
  CHECK(safe.err ==
        "parapet: note: '--trace " + trace + "' is not written: SAFE has no counterexample; the file of an earlier run is removed\n" +
            "parapet: note: '--graph " + graph + "' is not written: SAFE has no counterexample; the file of an earlier run is removed\n");
  CHECK_FALSE(fs::exists(trace));
  CHECK_FALSE(fs::exists(graph));
  CHECK(run_parapet({"check", safe_model, "-q", "--graph", dot}).status == 0);
  CHECK_FALSE(fs::exists(dot));
  const Child unsafe = run_parapet({"check", unsafe_model, "-q", "--certificate", certificate});
  CHECK(unsafe.status == 1);
  CHECK(contains(unsafe.err, "UNSAFE has no certificate; the file of an earlier run is removed"));
  CHECK_FALSE(fs::exists(certificate));
  CHECK(contains(run_parapet({"check", unsafe_model, "-q", "--export-invariant", folder.path() / "new"}).err, "UNSAFE has no invariant"));
  CHECK(contains(run_parapet({"check", safe_model, "-q", "--max-nodes", "1", "--certificate", certificate}).err,
                 "UNKNOWN has no certificate"));
  // What Parapet did not write for this option is left alone: it may be anything.
  const std::string notes = folder.file("notes.txt", "my notes");
  CHECK(contains(run_parapet({"check", safe_model, "-q", "--trace", notes}).err, "the file is left as it was"));
  CHECK(read_text(notes) == "my notes");
  REQUIRE(run_parapet({"check", safe_model, "-q", "--certificate", certificate}).status == 0);
  CHECK(contains(run_parapet({"check", safe_model, "-q", "--trace", certificate}).err, "the file is left as it was"));
  CHECK(fs::exists(certificate));
  // In a document the note is one of its messages.
  const Child json = run_parapet({"check", safe_model, "--format", "json", "--trace", trace});
  CHECK(json.err == "");
  CHECK(fits_schema(json.out, "check-schema.json") == "");
  CHECK(contains(json.out, "SAFE has no counterexample"));
}
