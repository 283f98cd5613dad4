#include "ld/program.h"

#include <algorithm>

namespace parapet::ld {
namespace {

template <class T>
bool all_same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return same(x, y); });
}

}  // namespace

bool same(const Term& a, const Term& b) {
  return a.kind == b.kind && a.sort == b.sort && a.index == b.index && a.number == b.number && a.coefficients == b.coefficients &&
         all_same(a.args, b.args) && all_same(a.reader, b.reader) && all_same(a.body, b.body);
}

bool same(const Formula& a, const Formula& b) {
  return a.kind == b.kind && a.comparison == b.comparison && a.bound == b.bound && a.over == b.over && all_same(a.terms, b.terms) &&
         all_same(a.args, b.args);
}

Formula made(Formula::Kind kind, SourceRange range, std::vector<Formula> args) {
  Formula formula;
  formula.kind = kind;
  formula.range = range;
  formula.args = std::move(args);
  return formula;
}

Formula compared(Comparison comparison, Term left, Term right, SourceRange range) {
  Formula formula = made(Formula::Kind::Compare, range);
  formula.comparison = comparison;
  formula.terms.push_back(std::move(left));
  formula.terms.push_back(std::move(right));
  return formula;
}

Term constructor(SortId sort, std::uint32_t position, SourceRange range) {
  Term term;
  term.kind = Term::Kind::Constructor;
  term.sort = sort;
  term.range = range;
  term.index = position;
  return term;
}

}  // namespace parapet::ld
