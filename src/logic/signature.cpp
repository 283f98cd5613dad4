#include "logic/signature.h"

#include <algorithm>
#include <utility>

namespace parapet {

SortId Symbol::index_sort(std::size_t k) const { return index_sorts.empty() ? Signature::proc : index_sorts[k]; }

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

std::optional<SymbolId> Signature::find_element(std::string_view array, const std::vector<WrittenIndex>& indices) const {
  const auto same = [](const WrittenIndex& a, const WrittenIndex& b) {
    return a.sort == b.sort && (a.sort == proc || a.position == b.position);
  };
  const auto at = std::find_if(symbols_.begin(), symbols_.end(), [&](const Symbol& symbol) {
    return symbol.array == array && std::equal(symbol.element.begin(), symbol.element.end(), indices.begin(), indices.end(), same);
  });
  if (at == symbols_.end()) return std::nullopt;
  return SymbolId(static_cast<std::size_t>(at - symbols_.begin()));
}

std::string Signature::cell_text(SymbolId symbol, std::span<const std::string> processes, std::string_view separator) const {
  const Symbol& it = (*this)[symbol];
  std::string inside;
  const auto add = [&](const std::string& index) {
    if (!inside.empty()) inside += separator;
    inside += index;
  };
  std::size_t next = 0;
  for (const WrittenIndex& index : it.element) {
    add(index.sort == proc ? processes[next++] : (*this)[index.sort].constructors[index.position]);
  }
  for (; next < processes.size(); ++next) add(processes[next]);
  const std::string& name = it.element.empty() ? it.name : it.array;
  return inside.empty() ? name : name + "[" + inside + "]";
}

}  // namespace parapet
