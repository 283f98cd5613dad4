// `--dump-smt`: every decision as SMT-LIB 2, in a folder of files 000001-feasible.smt2, ... with a list of them, index.tsv; or in one
// incremental file, whose name ends with .smt2.
//
// A run can have several solvers, one after the other (two engines, the proof of invariants, the check of a certificate). They share one
// folder and one numbering. The folder must be empty, so that it never holds files of two runs.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "smt/smtlib_print.h"
#include "smt/solver.h"

namespace parapet::smt {

// The formulas as commands, with a comment behind each assertion that has one.
[[nodiscard]] QueryText query_commands(SmtlibPrinter& printer, std::span<const TermId> formulas,
                                       const DecisionLog::Comments& comments = {});
// One self-contained file; `comments` are written above the query.
[[nodiscard]] std::string query_file(const QueryText& text, Answer answer, const std::vector<std::string>& comments);

[[nodiscard]] std::string_view status(Answer answer);  // sat, unsat, unknown

// Whether `--dump-smt` means one file.
[[nodiscard]] inline bool is_query_file(const std::filesystem::path& path) { return path.extension() == ".smt2"; }

class DumpFolder {
 public:
  // Creates the folder, or the file. `only` is empty or a list separated by commas: purposes, a node number, slow:MS, `asked`; anything else
  // is a SolverError. Throws OutputError if the folder cannot be created or is not empty.
  DumpFolder(std::filesystem::path path, const std::string& only);
  // Writes nothing, but keeps the text of the decision with this number.
  explicit DumpFolder(std::uint64_t wanted) : wanted_(wanted) {}
  // Writes nothing: only who listens is told of decisions.
  DumpFolder() = default;

  // A decision as the index has it. `file` is its name in a folder, whether there is one or not.
  struct Row {
    std::uint64_t run = 0;  // `begin` was called so many times before
    std::string file;
    Purpose purpose = Purpose::Feasible;
    std::uint64_t node = 0;
    std::string step;  // the transition with its processes
    Answer answer = Answer::Unknown;
    std::string by, engine;
  };
  // Told from now on of every decision that is written, of all if nothing is. Called when it is recorded.
  void on_decision(std::function<void(const Row&)> listener) { listener_ = std::move(listener); }

  // Empty if there is none.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  // The engine whose decisions follow, for comments and index; if `only` is given, nothing else is recorded.
  void begin(std::string engine, std::optional<Purpose> only = std::nullopt) {
    ++runs_;
    engine_ = std::move(engine);
    of_engine_ = only;
  }
  [[nodiscard]] bool counts(const Decision& decision) const { return !of_engine_ || *of_engine_ == decision.query.purpose; }
  // Numbers the next decision. All are counted, so that numbers do not depend on `only`.
  [[nodiscard]] std::uint64_t next_number() { return ++count_; }
  // Tells who listens, and writes the decision if it is wanted. A failure ends the dump but not the run, whose result does not depend on
  // these files. `step`: the transition with its processes; both functions are called only if they are needed.
  void take(std::uint64_t number, const Decision& decision, const std::function<std::string()>& step,
            const std::function<QueryText()>& text);
  // Why query files are missing; empty if all were written.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  // The text of the wanted decision, once it is there.
  [[nodiscard]] const std::optional<std::string>& found() const { return found_; }

 private:
  [[nodiscard]] bool wants(std::uint64_t number, const Decision& decision) const;
  [[nodiscard]] bool writes() const { return wanted_ != 0 || !folder_.empty() || !file_.empty(); }
  void write(std::uint64_t number, const Decision& decision, const Row& row, const QueryText& text);
  void parse_filter(const std::string& only);
  void parse_condition(const std::string& condition);
  void write_in_folder(const std::string& name, const std::string& text, const std::string& index_line);
  void append(const std::string& text);

  std::filesystem::path folder_;
  std::ofstream index_;         // of the folder
  std::filesystem::path file_;  // the incremental file, if there is one
  std::ofstream incremental_;
  std::uint64_t wanted_ = 0;  // 0: none
  std::optional<std::string> found_;
  std::function<void(const Row&)> listener_;
  std::uint64_t runs_ = 0;
  std::string engine_;
  std::optional<Purpose> of_engine_;
  std::array<bool, SolverStatistics::purposes> purposes_{};  // none: all
  std::optional<std::uint64_t> node_;
  std::optional<double> slow_;
  bool asked_ = false;
  std::uint64_t count_ = 0;
  std::string failure_;
};

class Dump final : public Solver, public DecisionLog {
 public:
  Dump(const TermArena& arena, std::unique_ptr<Solver> inner, DumpFolder& folder);

  [[nodiscard]] std::string_view name() const override { return inner_->name(); }
  [[nodiscard]] std::string reason() const override { return inner_->reason(); }
  [[nodiscard]] std::string_view answered_by() const override { return inner_->answered_by(); }
  [[nodiscard]] bool decides_all() const override { return inner_->decides_all(); }
  [[nodiscard]] std::uint64_t given_up_in_a_row() const override { return inner_->given_up_in_a_row(); }
  [[nodiscard]] DecisionLog* decisions() override { return this; }
  using DecisionLog::record;
  void record(const Decision& decision, std::span<const TermId> formulas, const Comments& comments) override;
  void record(const Decision& decision, const std::function<QueryText()>& text) override;

 private:
  void do_push() override;
  void do_pop() override;
  void do_add(TermId formula) override;
  Answer do_check(const Query& query) override;
  Value do_value(TermId term) override { return inner_->value(term); }
  std::vector<TermId> do_core() override { return inner_->core(); }

  const TermArena& arena_;
  std::unique_ptr<Solver> inner_;
  SmtlibPrinter printer_;
  DumpFolder& folder_;
  std::vector<TermId> formulas_;
  std::vector<std::size_t> levels_;
};

}  // namespace parapet::smt
