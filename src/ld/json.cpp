// A program as JSON: one object, formulas and terms as arrays that begin with their operator.
#include "base/json.h"

#include <string_view>

#include "ld/program.h"
#include "ld/text.h"

namespace parapet::ld {
namespace {

std::string_view operator_of(const Formula& formula) {
  switch (formula.kind) {
    case Formula::Kind::True:
      return "true";
    case Formula::Kind::False:
      return "false";
    case Formula::Kind::Fence:
      return "fence";
    case Formula::Kind::WriteFence:
      return "wfence";
    case Formula::Kind::Not:
      return "not";
    case Formula::Kind::And:
      return "and";
    case Formula::Kind::Or:
      return "or";
    case Formula::Kind::Implies:
      return "implies";
    case Formula::Kind::Iff:
      return "iff";
    case Formula::Kind::IfThenElse:
      return "if";
    case Formula::Kind::Forall:
    case Formula::Kind::Exists:
    case Formula::Kind::ForallOther:
    case Formula::Kind::ExistsOther:
      return quantifier_of(formula.kind);
    case Formula::Kind::Compare:
      return symbol_of(formula.comparison);
  }
  return "";
}

class Structure {
 public:
  Structure(const Program& program, Budget* budget) : program_(program), budget_(budget) {}
  [[nodiscard]] std::string run(const std::function<void(JsonWriter&)>& heading);

 private:
  void signature();
  void begin_declaration(const Declaration& declaration);
  template <class Property>
  void properties(std::string_view key, const std::vector<Property>& all);
  void transition(const Transition& transition);
  void assignment(const Assignment& assignment);
  void formula(const Formula& formula);
  void term(const Term& term);
  void variables(const std::vector<Variable>& bound);

  const Program& program_;
  Budget* budget_;
  const Declaration* scope_ = nullptr;
  JsonWriter out_;
};

void Structure::signature() {
  const Signature& signature = program_.signature;
  out_.key("types");
  out_.begin_array();
  for (std::size_t k = Signature::event.index() + 1; k < signature.sorts().size(); ++k) {
    out_.begin_object();
    out_.member("name", signature.sorts()[k].name);
    if (signature.sorts()[k].kind == SortKind::Enum) {
      out_.key("constructors");
      out_.begin_row();
      for (const std::string& constructor : signature.sorts()[k].constructors) out_.value(constructor);
      out_.end_array();
    }
    out_.end_object();
  }
  out_.end_array();
  out_.key("symbols");
  out_.begin_array();
  for (const Symbol& symbol : signature.symbols()) {
    out_.begin_object();
    out_.member("name", symbol.name);
    out_.member("type", signature[symbol.sort].name);
    out_.member("indices", symbol.arity);
    if (symbol.has_value_index()) {
      out_.key("index_types");
      out_.begin_row();
      for (const SortId sort : symbol.index_sorts) out_.value(signature[sort].name);
      out_.end_array();
    }
    out_.member("weak", symbol.weak);
    out_.member("constant", symbol.constant);
    out_.end_object();
  }
  out_.end_array();
}

void Structure::term(const Term& term) {
  switch (term.kind) {
    case Term::Kind::Process:
    case Term::Kind::Value:
      return out_.value(scope_->variables[term.index]);
    case Term::Kind::ProcessConstant:
      return out_.value("#" + std::to_string(term.index));
    case Term::Kind::Constructor:
      return out_.value(program_.signature[term.sort].constructors[term.index]);
    case Term::Kind::Number:
    case Term::Kind::Access:
    case Term::Kind::Sum:
    case Term::Kind::Next:
    case Term::Kind::Previous:
    case Term::Kind::Processes:
    case Term::Kind::Count:
      break;
  }
  out_.begin_row();
  if (term.kind == Term::Kind::Next || term.kind == Term::Kind::Previous) {
    out_.value(term.kind == Term::Kind::Next ? "next" : "prev");
    this->term(term.args[0]);
  } else if (term.kind == Term::Kind::Access) {
    out_.value(term.reader.empty() ? "access" : "read");
    out_.value(program_.signature[term.symbol()].name);
    for (const Term& reader : term.reader) this->term(reader);
    for (const Term& index : term.args) this->term(index);
  } else if (term.kind == Term::Kind::Processes) {
    out_.value("procs");
  } else if (term.kind == Term::Kind::Count) {
    out_.value("count");
    out_.value(scope_->variables[term.index]);
    formula(term.body[0]);
  } else {
    out_.value(term.kind == Term::Kind::Number ? "number" : "sum");
    // A string: the number is exact and may exceed what JSON readers accept as a number.
    out_.value(term.number.to_string());
    for (std::size_t k = 0; k < term.args.size(); ++k) {
      out_.begin_row();
      out_.value(term.coefficients[k].to_string());
      this->term(term.args[k]);
      out_.end_array();
    }
  }
  out_.end_array();
}

void Structure::variables(const std::vector<Variable>& bound) {
  out_.begin_row();
  for (const Variable variable : bound) out_.value(scope_->variables[variable]);
  out_.end_array();
}

void Structure::formula(const Formula& formula) {
  if (budget_ != nullptr) budget_->spend();
  const bool flat = formula.args.empty();
  flat ? out_.begin_row() : out_.begin_array();
  out_.value(operator_of(formula));
  if (!formula.bound.empty()) variables(formula.bound);
  if (formula.over != Signature::proc) out_.value(program_.signature[formula.over].name);
  for (const Term& term : formula.terms) this->term(term);
  for (const Formula& operand : formula.args) this->formula(operand);
  out_.end_array();
}

void Structure::begin_declaration(const Declaration& declaration) {
  scope_ = &declaration;
  out_.begin_object();
  if (!declaration.name.empty()) out_.member("name", declaration.name);
  out_.key("parameters");
  out_.begin_row();
  for (Variable k = 0; k < declaration.parameters; ++k) out_.value(declaration.variables[k]);
  out_.end_array();
}

template <class Property>
void Structure::properties(std::string_view key, const std::vector<Property>& all) {
  out_.key(key);
  out_.begin_array();
  for (const Property& property : all) {
    begin_declaration(property);
    out_.key("formula");
    formula(property.formula);
    out_.end_object();
  }
  out_.end_array();
}

void Structure::assignment(const Assignment& assignment) {
  out_.begin_object();
  out_.member("symbol", program_.signature[assignment.symbol].name);
  if (!assignment.indices.empty()) {
    out_.key("indices");
    out_.begin_row();
    for (const Term& index : assignment.indices) term(index);
    out_.end_array();
  }
  if (!assignment.bound.empty()) {
    out_.key("bound");
    variables(assignment.bound);
  }
  switch (assignment.kind) {
    case Assignment::Kind::Havoc:
      out_.member("any", true);
      break;
    case Assignment::Kind::Set:
      out_.key("value");
      term(assignment.value);
      break;
    case Assignment::Kind::Case:
      out_.key("case");
      out_.begin_array();
      for (const Branch& branch : assignment.branches) {
        out_.begin_object();
        if (branch.condition) {
          out_.key("if");
          formula(*branch.condition);
        }
        out_.key("value");
        term(branch.value);
        out_.end_object();
      }
      out_.end_array();
      break;
  }
  out_.end_object();
}

void Structure::transition(const Transition& transition) {
  begin_declaration(transition);
  if (transition.actor) out_.member("actor", transition.variables[*transition.actor]);
  if (const auto found = atomicity(program_, transition)) {
    out_.key("atomic");
    out_.begin_object();
    out_.member("kind", name(found->kind));
    out_.member("accesses", found->accesses);
    out_.member("accepted", transition.accepted_atomic);
    out_.end_object();
  }
  out_.key("guard");
  formula(transition.guard);
  if (!transition.lets.empty()) {
    out_.key("lets");
    out_.begin_array();
    for (const Let& let : transition.lets) {
      out_.begin_object();
      out_.member("name", let.name);
      out_.key("value");
      term(let.value);
      out_.end_object();
    }
    out_.end_array();
  }
  out_.key("assignments");
  out_.begin_array();
  for (const Assignment& each : transition.assignments) assignment(each);
  out_.end_array();
  out_.end_object();
}

std::string Structure::run(const std::function<void(JsonWriter&)>& heading) {
  out_.begin_object();
  if (heading) heading(out_);
  if (program_.number_procs) out_.member("number_procs", *program_.number_procs);
  signature();
  out_.key("init");
  begin_declaration(program_.init);
  out_.key("formula");
  formula(program_.init.formula);
  out_.end_object();
  properties("unsafe", program_.unsafes);
  properties("invariants", program_.invariants);
  out_.key("transitions");
  out_.begin_array();
  for (const Transition& each : program_.transitions) transition(each);
  out_.end_array();
  out_.end_object();
  return out_.take();
}

}  // namespace

std::string to_json(const Program& program, Budget* budget, const std::function<void(JsonWriter&)>& heading) {
  return Structure(program.as_written(), budget).run(heading);
}

}  // namespace parapet::ld
