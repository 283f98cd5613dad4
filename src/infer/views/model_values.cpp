#include "infer/views/model_values.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::search::views {

void Leaves::add(const TermArena& arena, TermId formula) {
  each_atom(arena, formula, [&](TermId atom) {
    each_leaf(arena, atom, [&](TermId leaf) {
      if (known_.insert(leaf).second) all_.push_back(leaf);
    });
  });
}

ModelValues::ModelValues(Context& context, smt::Solver& solver, const Leaves& leaves_of_formulas, std::uint32_t processes,
                         const std::vector<Rational>& anchors)
    : processes_(context.instances.processes(processes)) {
  const TermArena& arena = context.arena;
  std::vector<TermId> leaves = leaves_of_formulas.all();
  leaves.insert(leaves.end(), processes_.begin(), processes_.end());
  std::vector<Rational> places, reals = anchors;
  for (const TermId leaf : leaves) {
    const Rational& number = numbers_[leaf] = solver.value(leaf).number;
    const SortKind kind = arena.signature()[arena.sort(leaf)].kind;
    if (kind == SortKind::Proc) places.push_back(number);
    if (kind == SortKind::Real) reals.push_back(number);
  }
  for (std::vector<Rational>* const each : {&places, &reals}) {
    std::sort(each->begin(), each->end());
    each->erase(std::unique(each->begin(), each->end()), each->end());
  }
  const auto rank = [](const std::vector<Rational>& all, const Rational& number) {
    return static_cast<std::int64_t>(std::distance(all.begin(), std::lower_bound(all.begin(), all.end(), number)));
  };
  for (const TermId leaf : leaves) {
    const Rational& number = numbers_.at(leaf);
    switch (arena.signature()[arena.sort(leaf)].kind) {
      case SortKind::Proc:
        values_[leaf] = rank(places, number);
        break;
      case SortKind::Real:
        values_[leaf] = rank(reals, number);
        break;
      default:
        if (const auto small = number.is_integer() ? number.numerator().small() : std::nullopt) values_[leaf] = *small;
        break;
    }
  }
  for (const TermId process : processes_) places_.emplace(values_.at(process), process);
  for (const Rational& anchor : anchors) {
    for (const SortId sort : {Signature::integer, Signature::real}) {
      if (sort == Signature::integer && !anchor.is_integer()) continue;
      const TermId term = context.arena.number(anchor, sort);
      if (sort == Signature::real) values_[term] = rank(reals, anchor);
      if (const auto small = anchor.numerator().small(); sort == Signature::integer && small) values_[term] = *small;
    }
  }
}

std::optional<std::int64_t> ModelValues::value(TermId term) const {
  const auto at = values_.find(term);
  return at == values_.end() ? std::nullopt : std::optional(at->second);
}

TermId ModelValues::process_at(std::int64_t place) const {
  const auto at = places_.find(place);
  return at == places_.end() ? TermId() : at->second;
}

TermId Images::rename(const Image& image, TermId term) const {
  return arena_.rewrite(term, [&](TermId leaf) {
    if (arena_.op(leaf) == Op::ProcessVar) return arena_.process(image.processes[arena_.process_number(leaf)]);
    if (arena_.op(leaf) != Op::Read) return leaf;
    return image.read == made_now ? arena_.location(leaf) : arena_.read(image.read, arena_.reader(leaf), arena_.location(leaf));
  });
}

const std::vector<Images::Terms>& Images::terms(const Image& image) {
  const auto [at, fresh] = known_.try_emplace(image);
  if (fresh) {
    for (const Feature& feature : vocabulary(image).features)
      at->second.push_back({rename(image, feature.a), feature.b.valid() ? rename(image, feature.b) : TermId()});
  }
  return at->second;
}

TermId Images::target(const Feature& feature, TermId pointer, const ModelValues& model) const {
  const auto place = model.value(pointer);
  const TermId process = place ? model.process_at(*place) : TermId();
  return process.valid() ? arena_.cell(feature.array, {&process, 1}) : TermId();
}

ValueSet Images::set_of(const Image& image, const Feature& feature, const Terms& terms, const ModelValues& model) const {
  const auto a = model.value(terms.a);
  if (!a) return feature.all();
  switch (feature.kind) {
    case FeatureKind::Enum:
      return ValueSet{1} << *a;
    case FeatureKind::Where: {
      const auto& places = vocabulary(image).places;
      for (unsigned k = 0; k < places.size(); ++k) {
        const TermId place = k < image.processes.size() ? arena_.process(image.processes[k]) : places[k];
        if (model.value(place) == a) return ValueSet{1} << k;
      }
      return ValueSet{1} << (feature.values - 1);
    }
    case FeatureKind::Nested: {
      const TermId cell = target(feature, terms.a, model);
      const auto there = cell.valid() ? model.value(cell) : std::nullopt;
      return there ? ValueSet{1} << *there : feature.all();
    }
    default:
      break;
  }
  const auto b = model.value(terms.b);
  if (!b) return feature.all();
  if (feature.kind == FeatureKind::Same) return a == b ? 2 : 1;
  if (feature.kind == FeatureKind::Less) return ValueSet{1} << (*a < *b ? 0 : (*a == *b ? 1 : 2));
  constexpr std::int64_t most = 2;
  const bool less = *a < *b;
  const std::uint64_t distance = less ? static_cast<std::uint64_t>(*b) - static_cast<std::uint64_t>(*a)
                                      : static_cast<std::uint64_t>(*a) - static_cast<std::uint64_t>(*b);
  const auto cut = static_cast<std::int64_t>(std::min<std::uint64_t>(distance, most));
  return ValueSet{1} << (less ? most - cut : most + cut);
}

Point Images::point(const Image& image, const ModelValues& model) {
  const auto& features = vocabulary(image).features;
  const auto& all = terms(image);
  Point result;
  result.reserve(features.size());
  for (std::size_t f = 0; f < features.size(); ++f) result.push_back(set_of(image, features[f], all[f], model));
  return result;
}

}  // namespace parapet::search::views
