#include "logic/signature.h"

#include <algorithm>
#include <utility>

namespace parapet {

Signature::Signature()
    : sorts_{{SortKind::Formula, "formula", {}}, {SortKind::Proc, "proc", {}}, {SortKind::Enum, "bool", {"False", "True"}},
             {SortKind::Int, "int", {}},         {SortKind::Real, "real", {}}, {SortKind::Event, "event", {}}} {}

SortId Signature::add_sort(Sort sort) {
  sorts_.push_back(std::move(sort));
  return SortId(sorts_.size() - 1);
}

SymbolId Signature::add_symbol(Symbol symbol) {
  symbols_.push_back(std::move(symbol));
  return SymbolId(symbols_.size() - 1);
}

std::optional<SortId> Signature::find_sort(std::string_view name) const {
  const auto at = std::find_if(sorts_.begin(), sorts_.end(), [&](const Sort& sort) {
    return sort.name == name && sort.kind != SortKind::Formula && sort.kind != SortKind::Event;
  });
  if (at == sorts_.end()) return std::nullopt;
  return SortId(static_cast<std::size_t>(at - sorts_.begin()));
}

std::optional<SymbolId> Signature::find_symbol(std::string_view name) const {
  const auto at = std::find_if(symbols_.begin(), symbols_.end(), [&](const Symbol& symbol) { return symbol.name == name; });
  if (at == symbols_.end()) return std::nullopt;
  return SymbolId(static_cast<std::size_t>(at - symbols_.begin()));
}

}  // namespace parapet
