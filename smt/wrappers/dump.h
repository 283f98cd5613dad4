// The query dump: writes queries as SMT-LIB files 000001-fixpoint.smt2, ..., and a list of them, index.tsv.
//
// A run can have several solvers, one after the other (two engines, the proof of invariants, the check of a certificate). They share one
// folder and one numbering. The folder must be empty, so that it never holds files of two runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "smt/factory.h"
#include "smt/smtlib_print.h"

namespace parapet::smt {

// One self-contained file; `comment` lines are written above the query.
[[nodiscard]] std::string query_text(SmtlibPrinter& printer, const std::vector<TermId>& formulas, Answer answer,
                                     const std::vector<std::string>& comment, const Annotation& note = {});

[[nodiscard]] std::string_view status(Answer answer);  // sat, unsat, unknown

class DumpFolder {
 public:
  // Creates the folder. `only` is empty, a purpose, a node number or slow:MS; anything else is a SolverError. Throws OutputError if the
  // folder cannot be created or is not empty.
  DumpFolder(std::filesystem::path path, const std::string& only);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // The number of the next query. All queries are counted, so that numbers do not depend on `only`.
  [[nodiscard]] std::uint64_t next_number() { return ++count_; }
  [[nodiscard]] bool wants(const Query& query, double milliseconds) const;
  // A failure ends the dump but not the run, whose result does not depend on these files.
  void write(const std::string& name, const std::string& query, const std::string& index_line);
  // Why query files are missing; empty if all were written.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  void parse_filter(const std::string& only);

  std::filesystem::path path_;
  std::ofstream index_;
  std::optional<Purpose> purpose_;
  std::optional<std::uint64_t> node_;
  std::optional<double> slow_;
  std::uint64_t count_ = 0;
  std::string failure_;
};

class Dump final : public Solver {
 public:
  Dump(const TermArena& arena, std::unique_ptr<Solver> inner, DumpFolder& folder);

  [[nodiscard]] std::string_view name() const override { return inner_->name(); }
  [[nodiscard]] std::string reason() const override { return inner_->reason(); }
  [[nodiscard]] std::string_view answered_by() const override { return inner_->answered_by(); }

 private:
  void do_push() override;
  void do_pop() override;
  void do_add(TermId formula) override;
  Answer do_check(const Query& query) override;
  Value do_value(TermId term) override { return inner_->value(term); }
  std::vector<TermId> do_core() override { return inner_->core(); }
  void write(std::uint64_t number, const Query& query, Answer answer, double milliseconds);

  std::unique_ptr<Solver> inner_;
  SmtlibPrinter printer_;
  DumpFolder& folder_;
  std::vector<TermId> formulas_;
  std::vector<std::size_t> levels_;
};

}  // namespace parapet::smt
