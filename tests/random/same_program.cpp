#include "random/same_program.h"

#include <algorithm>

namespace parapet::ld {
namespace {

template <class T>
bool all_same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return ld::same(x, y); });
}

bool same_declaration(const Declaration& a, const Declaration& b) {
  return a.name == b.name && a.parameters == b.parameters && a.variables == b.variables;
}

bool same(const Branch& a, const Branch& b) {
  if (a.condition.has_value() != b.condition.has_value()) return false;
  return (!a.condition || ld::same(*a.condition, *b.condition)) && ld::same(a.value, b.value);
}

bool same(const Assignment& a, const Assignment& b) {
  if (a.kind != b.kind || a.symbol != b.symbol || a.bound != b.bound || !all_same(a.indices, b.indices)) return false;
  if (a.kind == Assignment::Kind::Set && !ld::same(a.value, b.value)) return false;
  return std::equal(a.branches.begin(), a.branches.end(), b.branches.begin(), b.branches.end(),
                    [](const Branch& x, const Branch& y) { return same(x, y); });
}

bool same(const Let& a, const Let& b) { return a.name == b.name && ld::same(a.value, b.value); }

bool same(const Transition& a, const Transition& b) {
  return same_declaration(a, b) && a.actor == b.actor &&
         std::equal(a.lets.begin(), a.lets.end(), b.lets.begin(), b.lets.end(), [](const Let& x, const Let& y) { return same(x, y); }) &&
         ld::same(a.guard, b.guard) &&
         std::equal(a.assignments.begin(), a.assignments.end(), b.assignments.begin(), b.assignments.end(),
                    [](const Assignment& x, const Assignment& y) { return same(x, y); });
}

bool same(const Signature& a, const Signature& b) {
  const auto same_sort = [](const Sort& x, const Sort& y) {
    return x.kind == y.kind && x.name == y.name && x.constructors == y.constructors && x.range == y.range;
  };
  const auto same_symbol = [](const Symbol& x, const Symbol& y) {
    return x.name == y.name && x.sort == y.sort && x.arity == y.arity && x.weak == y.weak && x.constant == y.constant &&
           x.index_sorts == y.index_sorts;
  };
  return std::equal(a.sorts().begin(), a.sorts().end(), b.sorts().begin(), b.sorts().end(), same_sort) &&
         std::equal(a.symbols().begin(), a.symbols().end(), b.symbols().begin(), b.symbols().end(), same_symbol);
}

template <class T>
bool same_properties(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return same_declaration(x, y) && ld::same(x.formula, y.formula); });
}

}  // namespace

bool same(const Program& one, const Program& other) {
  const Program& a = one.as_written();
  const Program& b = other.as_written();
  return same(a.signature, b.signature) && a.number_procs == b.number_procs && same_declaration(a.init, b.init) &&
         same(a.init.formula, b.init.formula) && same_properties(a.unsafes, b.unsafes) && same_properties(a.invariants, b.invariants) &&
         std::equal(a.transitions.begin(), a.transitions.end(), b.transitions.begin(), b.transitions.end(),
                    [](const Transition& x, const Transition& y) { return same(x, y); });
}

}  // namespace parapet::ld
