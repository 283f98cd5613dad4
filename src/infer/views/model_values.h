// A model of a query as small integers: what the terms of the query are in it, and the features of a view that they determine.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "cube/context.h"
#include "infer/views/learn.h"
#include "infer/views/vocabulary.h"

namespace parapet::search::views {

// The leaves of formulas, each once.
class Leaves {
 public:
  void add(const TermArena& arena, TermId formula);
  [[nodiscard]] const std::vector<TermId>& all() const { return all_; }

 private:
  std::unordered_set<TermId> known_;
  std::vector<TermId> all_;
};

// The values of the leaves of some formulas, after the solver answered Sat. Enumerations, labels and integers are numbers; processes and
// reals are ranks, which keep equality and order.
class ModelValues {
 public:
  ModelValues(Context& context, smt::Solver& solver, const Leaves& leaves, std::uint32_t processes, const std::vector<Rational>& anchors);

  [[nodiscard]] std::optional<std::int64_t> value(TermId term) const;
  // The process of the model that the term, of sort proc, denotes; invalid: none of them.
  [[nodiscard]] TermId process_at(std::int64_t place) const;
  // The exact number of a numeric term.
  [[nodiscard]] const Rational& number(TermId term) const { return numbers_.at(term); }
  [[nodiscard]] const std::vector<TermId>& processes() const { return processes_; }

 private:
  std::vector<TermId> processes_;  // z0 .., then the constants of the model
  std::unordered_map<TermId, std::int64_t> values_;
  std::unordered_map<TermId, Rational> numbers_;
  std::map<std::int64_t, TermId> places_;
};

// A view within a cube: which of its processes, and which of its open reads, or now, is the snapshot of an open view.
struct Image {
  std::size_t table = 0;
  std::vector<std::uint32_t> processes;  // by variable of the view: the number of the variable of the cube
  std::uint32_t read = 0;                // of an open view; made_now
  friend auto operator<=>(const Image&, const Image&) = default;
};

// The features of a table with the names of a cube, kept for each image.
class Images {
 public:
  Images(TermArena& arena, const std::vector<const Vocabulary*>& vocabularies) : arena_(arena), vocabularies_(vocabularies) {}

  struct Terms {
    TermId a, b;
  };
  [[nodiscard]] const std::vector<Terms>& terms(const Image& image);
  // A term of the vocabulary in the names of the cube.
  [[nodiscard]] TermId rename(const Image& image, TermId term) const;
  // What the model says about each feature.
  [[nodiscard]] Point point(const Image& image, const ModelValues& model);
  // The array's cell where the pointer of a nested feature points in the model; invalid: to none of its processes.
  [[nodiscard]] TermId target(const Feature& feature, TermId pointer, const ModelValues& model) const;
  [[nodiscard]] const Vocabulary& vocabulary(const Image& image) const { return *vocabularies_[image.table]; }

 private:
  [[nodiscard]] ValueSet set_of(const Image& image, const Feature& feature, const Terms& terms, const ModelValues& model) const;

  TermArena& arena_;
  std::vector<const Vocabulary*> vocabularies_;
  std::map<Image, std::vector<Terms>> known_;
};

}  // namespace parapet::search::views
