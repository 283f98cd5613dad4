#include "random/author.h"

#include <algorithm>

namespace parapet::test {

void Author::enumeration(const std::string& name, const std::string& prefix, unsigned size) {
  std::vector<std::string> constructors;
  std::string text = "type " + name + " =";
  for (unsigned k = 0; k < size; ++k) {
    constructors.push_back(prefix + std::to_string(k));
    text += (k > 0 ? " | " : " ") + constructors.back();
  }
  model.types.push_back({name, text});
  enumerations_.emplace_back(name, constructors);
}

void Author::range(const std::string& name, unsigned size) {
  std::vector<std::string> values;
  for (unsigned k = 0; k < size; ++k) values.push_back(std::to_string(k));
  model.types.push_back({name, "type " + name + " = 0 .. " + values.back()});
  enumerations_.emplace_back(name, values);
}

void Author::abstract(const std::string& name) {
  model.types.push_back({name, "type " + name});
  abstracts_.push_back(name);
}

const Known& Author::declare(Known symbol) {
  std::string text = symbol.weak ? "weak " : "";
  text += symbol.constant ? "const " : symbol.array() ? "array " : "var ";
  text += symbol.name;
  std::string indices;
  for (unsigned k = 0; k < symbol.arity; ++k) indices += indices.empty() ? "proc" : ", proc";
  for (const std::string& type : symbol.values) indices += (indices.empty() ? "" : ", ") + type;
  text += (indices.empty() ? "" : "[" + indices + "]") + " : " + symbol.sort;
  model.symbols.push_back({symbol.name, text});
  symbols.push_back(std::move(symbol));
  return symbols.back();
}

std::string Author::cell(const Known& symbol, const Place& place) {
  std::string text;
  if (symbol.weak && !place.readers.empty()) text = random.pick(place.readers) + " @ ";
  text += symbol.name;
  for (unsigned k = 0; k < symbol.arity; ++k) {
    const bool own = k == 0 && !symbol.weak && !place.actor.empty();
    text += (k > 0 ? ", " : "[") + (own ? place.actor : random.pick(place.processes));
  }
  return symbol.arity > 0 ? text + "]" : text;
}

std::string Author::value(const std::string& sort, const Place& place, bool cells, const std::string& target) {
  std::vector<Known> same;
  for (const Known& symbol : symbols) {
    if (symbol.sort == sort && symbol.name != target && (symbol.arity == 0 || !place.processes.empty())) same.push_back(symbol);
  }
  const bool needs_cell = std::find(abstracts_.begin(), abstracts_.end(), sort) != abstracts_.end();
  if (!same.empty() && (needs_cell || (cells && random.chance(45)))) return cell(random.pick(same), place);
  if (sort == "int") return std::to_string(random.below(3));
  if (sort == "proc" && !place.processes.empty()) return random.pick(place.processes);
  for (const auto& [name, constructors] : enumerations_) {
    if (name == sort) return random.pick(constructors);
  }
  return "";
}

std::string Author::simplest(const std::string& sort, const Place& place) const {
  if (sort == "int") return "0";
  if (sort == "proc" && !place.processes.empty()) return place.processes[0];
  for (const auto& [name, constructors] : enumerations_) {
    if (name == sort) return constructors[0];
  }
  return "";
}

Expr Author::atom(const Known& symbol, const Place& place, bool cells) {
  if (symbol.arity > 0 && place.processes.empty()) return {"true", {}};
  const std::string right = value(symbol.sort, place, cells, symbol.name);
  if (right.empty()) return {"true", {}};
  static const std::vector<std::string> numeric{"=", "<>", "<", "<=", ">", ">="};
  const std::string relation = symbol.sort == "int" ? random.pick(numeric) : random.chance(75) ? "=" : "<>";
  return {cell(symbol, place) + " " + relation + " " + right, {}};
}

Assign Author::set(const Known& symbol, const Place& place, bool cells) {
  Assign assign{cell(symbol, place), "", simplest(symbol.sort, place), {}};
  if (symbol.sort == "int" && random.chance(60))
    assign.value = cell(symbol, place) + (random.chance(70) ? " + 1" : " - 1");
  else
    assign.value = value(symbol.sort, place, cells);
  if (assign.value.empty()) assign.value = cell(symbol, place);
  return assign;
}

Assign Author::update(const Known& array, const Place& place, bool with_default) {
  std::vector<std::string> indices;
  std::string target = array.name;
  for (unsigned k = 0; k < array.arity; ++k) {
    indices.push_back(k > 0 ? "k" : "j");
    target += (k > 0 ? ", " : "[") + indices.back();
  }
  target += "]";
  Assign assign{target, "", "", {}};
  const unsigned branches = random.between(1, 2);
  for (unsigned b = 0; b < branches; ++b) {
    const std::string& index = random.pick(indices);
    Expr condition{index + " = " + random.pick(place.processes), {}};
    if (random.chance(20)) condition = {index + " <> " + random.pick(place.processes), {}};
    if (random.chance(25)) condition = both({condition, {target + " = " + value(array.sort, place, false), {}}});
    assign.branches.emplace_back(condition, value(array.sort, place, false));
  }
  if (with_default) assign.value = random.chance(85) ? target : value(array.sort, place, false);
  return assign;
}

}  // namespace parapet::test
