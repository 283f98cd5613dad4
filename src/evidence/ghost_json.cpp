#include "evidence/ghost_json.h"

#include <algorithm>

#include "base/contract.h"
#include "base/narrow.h"
#include "evidence/heading.h"
#include "evidence/term_json.h"

namespace parapet::evidence {
namespace {

using ld::Ghost;
using ld::Term;

void write_term(JsonWriter& json, const Signature& signature, const Term& term) {
  json.begin_row();
  switch (term.kind) {
    case Term::Kind::Process:
      json.value(term.index == Ghost::index ? "index" : "parameter");
      if (term.index != Ghost::index) json.value(term.index);
      break;
    case Term::Kind::Constructor:
      json.value("constructor");
      json.value(signature[term.sort].name);
      json.value(signature[term.sort].constructors[term.index]);
      break;
    case Term::Kind::Access:
      json.value("cell");
      json.value(signature[term.symbol()].name);
      for (const Term& arg : term.args) write_term(json, signature, arg);
      break;
    default:
      PARAPET_CHECK(false, "terms of ghosts are variables, constructors and cells");
  }
  json.end_array();
}

void write_condition(JsonWriter& json, const Signature& signature, const ld::Formula& formula) {
  if (formula.kind == ld::Formula::Kind::And) {
    for (const ld::Formula& arg : formula.args) write_condition(json, signature, arg);
    return;
  }
  json.begin_row();
  json.value(formula.comparison == ld::Comparison::Equal ? "equal" : "different");
  write_term(json, signature, formula.terms[0]);
  write_term(json, signature, formula.terms[1]);
  json.end_array();
}

class GhostReader {
 public:
  explicit GhostReader(const ld::Program& program) : program_(program), signature_(program.signature) {}

  Ghost ghost(const JsonValue& json) {
    only_members(json, {"name", "type", "indices", "initial", "updates"});
    Ghost result;
    result.name = text_of(member(json, "name"));
    result.sort = sort(member(json, "type"));
    result.indices = whole_of(member(json, "indices"), 1);
    has_index_ = result.indices > 0;
    parameters_ = 0;
    if (const JsonValue& initial = member(json, "initial"); !initial.is_null()) result.initial = term(initial);
    for (const JsonValue& each : items_of(member(json, "updates"))) result.writes.push_back(write(each, result.indices));
    return result;
  }

 private:
  Ghost::Write write(const JsonValue& json, std::uint32_t indices) {
    only_members(json, {"transition", "number", "cell", "cases"});
    Ghost::Write result;
    if (program_.transitions.empty()) throw JsonError("the model has no transitions", json);
    const JsonValue& number = member(json, "number");
    result.transition = whole_of(number, narrow<std::uint32_t>(program_.transitions.size() - 1));
    const ld::Transition& transition = program_.transitions[result.transition];
    result.name = text_of(member(json, "transition"));
    if (result.name != transition.name) throw JsonError("this transition of the model has another name", number);
    parameters_ = transition.parameters;
    has_index_ = false;
    const JsonValue& cell = member(json, "cell");
    for (const JsonValue& index : items_of(cell)) result.cell.push_back(term(index));
    if (result.cell.size() > indices) throw JsonError("the ghost has fewer indices", cell);
    has_index_ = indices > 0 && result.cell.empty();
    for (const JsonValue& each : items_of(member(json, "cases"))) {
      only_members(each, {"if", "value"});
      ld::Branch& branch = result.branches.emplace_back();
      branch.value = term(member(each, "value"));
      std::vector<ld::Formula> equations;
      for (const JsonValue& one : items_of(member(each, "if"))) equations.push_back(equation(one));
      if (equations.empty()) continue;
      branch.condition = conjunction(std::move(equations));
    }
    return result;
  }

  static ld::Formula conjunction(std::vector<ld::Formula> parts) {
    if (parts.size() == 1) return std::move(parts[0]);
    ld::Formula result;
    result.kind = ld::Formula::Kind::And;
    result.args = std::move(parts);
    return result;
  }

  ld::Formula equation(const JsonValue& json) {
    const auto& parts = items_of(json);
    if (parts.size() != 3) throw JsonError("an equation has two terms", json);
    const std::string op = text_of(parts[0]);
    if (op != "equal" && op != "different") throw JsonError("unknown operator '" + op + "'", parts[0]);
    ld::Formula result = ld::equation(term(parts[1]), term(parts[2]));
    if (op == "different") result.comparison = ld::Comparison::Different;
    return result;
  }

  Term term(const JsonValue& json) {
    const auto& parts = items_of(json);
    if (parts.empty()) throw JsonError("a term begins with its operator", json);
    const std::string op = text_of(parts[0]);
    if (op == "index" && parts.size() == 1) {
      if (!has_index_) throw JsonError("there is no index here", json);
      return ld::process_variable(Ghost::index);
    }
    if (op == "parameter" && parts.size() == 2) {
      if (parameters_ == 0) throw JsonError("there are no parameters here", json);
      return ld::process_variable(whole_of(parts[1], parameters_ - 1));
    }
    if (op == "constructor" && parts.size() == 3) {
      const SortId of = sort(parts[1]);
      const auto& names = signature_[of].constructors;
      const auto at = std::find(names.begin(), names.end(), text_of(parts[2]));
      if (at == names.end()) throw JsonError("this type has no such value", parts[2]);
      return ld::constructor(of, narrow<std::uint32_t>(at - names.begin()));
    }
    if (op != "cell" || parts.size() < 2) throw JsonError("unknown term '" + op + "'", json);
    const SymbolId symbol = read_symbol(parts[1], signature_);
    Term result = ld::variable_value(symbol, signature_);
    for (std::size_t k = 2; k < parts.size(); ++k) result.args.push_back(term(parts[k]));
    if (result.args.size() != signature_[symbol].arity) throw JsonError("another number of indices", json);
    return result;
  }

  SortId sort(const JsonValue& json) {
    const auto found = signature_.find_sort(text_of(json));
    if (!found) throw JsonError("the model has no such type", json);
    return *found;
  }

  const ld::Program& program_;
  const Signature& signature_;
  bool has_index_ = false;
  std::uint32_t parameters_ = 0;
};

}  // namespace

void write_ghosts(JsonWriter& json, const Signature& signature, const std::vector<Ghost>& ghosts) {
  json.begin_array();
  for (const Ghost& ghost : ghosts) {
    json.begin_object();
    json.member("name", ghost.name);
    json.member("type", signature[ghost.sort].name);
    json.member("indices", ghost.indices);
    json.key("initial");
    ghost.initial ? write_term(json, signature, *ghost.initial) : json.null();
    json.objects("updates", ghost.writes, [&](const Ghost::Write& write) {
      json.member("transition", write.name);
      json.member("number", write.transition);
      json.key("cell");
      json.begin_row();
      for (const Term& index : write.cell) write_term(json, signature, index);
      json.end_array();
      json.objects("cases", write.branches, [&](const ld::Branch& branch) {
        json.key("if");
        json.begin_row();
        if (branch.condition) write_condition(json, signature, *branch.condition);
        json.end_array();
        json.key("value");
        write_term(json, signature, branch.value);
      });
    });
    json.end_object();
  }
  json.end_array();
}

std::vector<Ghost> read_ghosts(const JsonValue& certificate, const ld::Program& program) {
  std::vector<Ghost> result;
  const JsonValue* const ghosts = certificate.find("ghosts");
  if (ghosts == nullptr) return result;
  GhostReader reader(program);
  for (const JsonValue& each : items_of(*ghosts)) result.push_back(reader.ghost(each));
  return result;
}

}  // namespace parapet::evidence
