// Writes queries as SMT-LIB files: 000001-fixpoint.smt2, ..., and index.tsv.
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
void write_query(const std::filesystem::path& file, SmtlibPrinter& printer, const std::vector<TermId>& formulas, Answer answer,
                 const std::vector<std::string>& comment, const Annotation& note = {});

[[nodiscard]] std::string_view status(Answer answer);  // sat, unsat, unknown

class Dump final : public Solver {
 public:
  // Creates the directory. Throws SolverError if it cannot be written or `only` is no purpose, node number or slow:MS.
  Dump(const TermArena& arena, std::unique_ptr<Solver> inner, const std::filesystem::path& directory, const std::string& only);

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
  void parse_filter(const std::string& only);
  [[nodiscard]] bool wanted(const Query& query, double milliseconds) const;
  void write(const Query& query, Answer answer, double milliseconds);

  std::unique_ptr<Solver> inner_;
  SmtlibPrinter printer_;
  std::filesystem::path directory_;
  std::ofstream index_;
  std::optional<Purpose> purpose_;
  std::optional<std::uint64_t> node_;
  std::optional<double> slow_;
  std::uint64_t count_ = 0;  // of all queries, so that a number means the same with every filter
  std::vector<TermId> formulas_;
  std::vector<std::size_t> levels_;
};

}  // namespace parapet::smt
