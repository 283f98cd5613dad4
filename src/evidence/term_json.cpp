// Atoms are read through the arena's own constructors, which normalise; what was written is normal, so it comes back as it was.
#include "evidence/term_json.h"

#include <algorithm>
#include <array>

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet::evidence {
namespace {

struct NamedOp {
  Op op;
  std::string_view name;
};

constexpr std::array comparisons{
    NamedOp{Op::Equal, "equal"},
    NamedOp{Op::Different, "different"},
    NamedOp{Op::ProcLess, "less"},
    NamedOp{Op::ProcLessEqual, "less_equal"},
    NamedOp{Op::SumLessEqual, "sum_less_equal"},
    NamedOp{Op::SumLess, "sum_less"},
    NamedOp{Op::SumZero, "sum_zero"},
    NamedOp{Op::SumNonZero, "sum_nonzero"},
};

bool numeric(const Signature& signature, SortId sort) {
  return signature[sort].kind == SortKind::Int || signature[sort].kind == SortKind::Real;
}

class TermWriter {
 public:
  TermWriter(JsonWriter& json, const TermArena& arena, const EntryPositions& entries) : json_(json), arena_(arena), entries_(entries) {}

  void counted(const Symbol& symbol) {
    if (symbol.role == SymbolRole::Processes) return json_.value("procs");
    json_.value("count");
    json_.begin_row();
    for (std::size_t k = 0; k < symbol.counted.size(); ++k)
      json_.value(arena_.signature()[arena_.signature()[symbol.counted[k]].sort].constructors[symbol.values[k]]);
    json_.end_array();
  }

  void write(TermId term) {
    json_.begin_row();
    switch (arena_.op(term)) {
      case Op::ProcessVar:
        numbered("process", arena_.process_number(term));
        break;
      case Op::ProcessConst:
        numbered("constant", arena_.constant_number(term));
        break;
      case Op::Constructor:
        sorted("constructor", term);
        json_.value(sort(term).constructors[arena_.position(term)]);
        break;
      case Op::Number:
        sorted("number", term);
        json_.value(arena_.number(term).to_string());
        break;
      case Op::Fresh:
        sorted("fresh", term);
        json_.value(arena_.fresh_number(term));
        break;
      case Op::Cell:
        if (arena_.signature()[arena_.symbol(term)].derived()) {
          counted(arena_.signature()[arena_.symbol(term)]);
          break;
        }
        cell(term);
        break;
      case Op::Read:
        if (const auto entry = entries_.find(arena_.read_number(term)); entry != entries_.end()) {
          json_.value("entry");
          each(arena_.args(term));
          json_.value(entry->second);
          break;
        }
        numbered("read", arena_.read_number(term));
        arena_.reader(term).valid() ? write(arena_.reader(term)) : json_.null();
        write(arena_.location(term));
        break;
      case Op::Sum:
        sum(term);
        break;
      default:
        atom(term);
    }
    json_.end_array();
  }

  // An element of an array over an enumeration has the indices that its author wrote.
  void cell(TermId term) { cell(arena_.symbol(term), arena_.args(term)); }
  void cell(SymbolId of, std::span<const TermId> args) {
    const Symbol& symbol = arena_.signature()[of];
    json_.value("cell");
    json_.value(symbol.element.empty() ? symbol.name : symbol.array);
    if (symbol.element.empty()) return each(args);
    std::size_t next = 0;
    for (const WrittenIndex& index : symbol.element) {
      if (index.sort == Signature::proc) {
        write(args[next++]);
        continue;
      }
      json_.begin_row();
      json_.value("constructor");
      json_.value(arena_.signature()[index.sort].name);
      json_.value(arena_.signature()[index.sort].constructors[index.position]);
      json_.end_array();
    }
  }

 private:
  [[nodiscard]] const Sort& sort(TermId term) const { return arena_.signature()[arena_.sort(term)]; }

  void numbered(std::string_view name, std::uint32_t number) {
    json_.value(name);
    json_.value(number);
  }
  void sorted(std::string_view name, TermId term) {
    json_.value(name);
    json_.value(sort(term).name);
  }
  void each(std::span<const TermId> terms) {
    for (const TermId term : terms) write(term);
  }

  void sum(TermId term) {
    sorted("sum", term);
    json_.value(arena_.number(term).to_string());
    const auto args = arena_.args(term);
    for (std::size_t k = 0; k < args.size(); ++k) {
      json_.begin_row();
      json_.value(arena_.coefficients(term)[k].to_string());
      write(args[k]);
      json_.end_array();
    }
  }

  void atom(TermId term) {
    const Op op = arena_.op(term);
    if (op == Op::True || op == Op::False) {
      json_.value(op == Op::True ? "true" : "false");
      return;
    }
    if (op == Op::Member) {
      json_.value("member");
      write(arena_.args(term)[0]);
      const auto& constructors = sort(arena_.args(term)[0]).constructors;
      for (std::size_t k = 0; k < constructors.size(); ++k) {
        if ((arena_.set(term) >> k & 1U) != 0) json_.value(constructors[k]);
      }
      return;
    }
    const auto* const named = std::find_if(comparisons.begin(), comparisons.end(), [&](const NamedOp& each) { return each.op == op; });
    PARAPET_CHECK(named != comparisons.end(), "a cube is made of terms and atoms");
    json_.value(named->name);
    each(arena_.args(term));
  }

  JsonWriter& json_;
  const TermArena& arena_;
  const EntryPositions& entries_;
};

const std::string& operator_of(const JsonValue& json) {
  if (items_of(json).empty()) throw JsonError("expected a term", json);
  return text_of(json.items()[0]);
}

const JsonValue& argument(const JsonValue& json, std::size_t k) {
  if (json.items().size() <= k) throw JsonError("this term has too few parts", json);
  return json.items()[k];
}

void size_is(const JsonValue& json, std::size_t size) {
  if (json.items().size() != size)
    throw JsonError("this term has " + std::string(json.items().size() < size ? "too few" : "too many") + " parts", json);
}

}  // namespace

void write_cell(JsonWriter& json, const TermArena& arena, SymbolId symbol, std::span<const TermId> args) {
  json.begin_row();
  const EntryPositions none;
  TermWriter(json, arena, none).cell(symbol, args);
  json.end_array();
}

void write_term(JsonWriter& json, const TermArena& arena, TermId term, const EntryPositions& entries) {
  TermWriter(json, arena, entries).write(term);
}

namespace {

Rational read_rational(const JsonValue& json) {
  const std::string& text = text_of(json);
  if (text.size() > most_digits) throw JsonError("a number of more than " + std::to_string(most_digits) + " digits", json);
  const std::size_t slash = text.find('/');
  const auto numerator = Integer::parse(text.substr(0, slash));
  const auto denominator = slash == std::string::npos ? Integer(1) : Integer::parse(text.substr(slash + 1));
  if (!numerator || !denominator || denominator->sign() <= 0) throw JsonError("expected a number such as \"12\" or \"-1/2\"", json);
  return Rational(*numerator, *denominator);
}

}  // namespace

Rational read_number(const JsonValue& json, const Sort& sort) {
  Rational number = read_rational(json);
  if (sort.kind == SortKind::Int && !number.is_integer()) throw JsonError("a fraction where an integer is expected", json);
  return number;
}

SymbolId read_symbol(const JsonValue& json, const Signature& signature) {
  const auto symbol = signature.find_symbol(text_of(json));
  if (!symbol) throw JsonError("the model has no variable or array '" + json.text() + "'", json);
  return *symbol;
}

std::uint64_t read_set(std::span<const JsonValue> values, std::size_t from, const Sort& sort, const JsonValue& where) {
  if (sort.kind != SortKind::Enum || sort.constructors.size() > 64) throw JsonError("expected a term of an enumerated type", where);
  std::uint64_t set = 0;
  for (std::size_t k = from; k < values.size(); ++k) {
    const auto at = std::find(sort.constructors.begin(), sort.constructors.end(), text_of(values[k]));
    if (at == sort.constructors.end()) throw JsonError("'" + values[k].text() + "' is no value of " + sort.name, values[k]);
    set |= std::uint64_t{1} << narrow<unsigned>(at - sort.constructors.begin());
  }
  return set;
}

SortId TermReader::sort(const JsonValue& json) {
  const auto found = arena_.signature().find_sort(text_of(json));
  if (!found) throw JsonError("the model has no type '" + json.text() + "'", json);
  return *found;
}

TermId TermReader::process(const JsonValue& json) {
  const std::string& op = operator_of(json);
  size_is(json, 2);
  if (op == "process") {
    if (processes_ == 0) throw JsonError("this cube has no processes", json);
    return arena_.process(whole_of(json.items()[1], processes_ - 1));
  }
  if (op == "constant") return arena_.process_const(whole_of(json.items()[1]));
  throw JsonError("expected a process", json);
}

TermId TermReader::cell(const JsonValue& json) {
  if (operator_of(json) != "cell") throw JsonError("expected a cell", json);
  const Signature& signature = arena_.signature();
  std::vector<TermId> indices;
  std::vector<WrittenIndex> written;
  bool values = false;
  argument(json, 1);
  for (std::size_t k = 2; k < json.items().size(); ++k) {
    const JsonValue& index = json.items()[k];
    if (operator_of(index) == "constructor") {
      values = true;
      size_is(index, 3);
      const SortId of = sort(index.items()[1]);
      const auto& names = signature[of].constructors;
      const auto at = std::find(names.begin(), names.end(), text_of(index.items()[2]));
      if (at == names.end()) throw JsonError("'" + index.items()[2].text() + "' is no value of " + signature[of].name, index);
      written.push_back({of, narrow<std::uint32_t>(at - names.begin())});
    } else {
      written.push_back({Signature::proc, 0});
      indices.push_back(process(index));
    }
  }
  if (values) {
    const auto element = signature.find_element(text_of(json.items()[1]), written);
    if (!element) throw JsonError("the model has no array '" + json.items()[1].text() + "' with such indices", json);
    return arena_.cell(*element, indices);
  }
  const SymbolId symbol = read_symbol(json.items()[1], signature);
  size_is(json, 2 + signature[symbol].arity);
  if (!signature[symbol].element.empty()) throw JsonError("an element of an array is written with all its indices", json);
  return arena_.cell(symbol, indices);
}

TermId TermReader::read(const JsonValue& json, std::uint32_t node) {
  if (operator_of(json) != "read") throw JsonError("expected a read", json);
  size_is(json, 4);
  if (whole_of(json.items()[1]) != node) throw JsonError("a read of another node", json);
  const TermId reader = json.items()[2].is_null() ? TermId() : process(json.items()[2]);
  return arena_.read(node, reader, cell(json.items()[3]));
}

bool TermReader::add_buffer(TermId process, TermId cell, std::vector<std::uint32_t> entries) {
  return buffers_.try_emplace({process, cell}, std::move(entries)).second;
}

TermId TermReader::entry(const JsonValue& json) {
  size_is(json, 4);
  const TermId owner = process(json.items()[1]);
  const TermId of = cell(json.items()[2]);
  const auto buffer = buffers_.find({owner, of});
  if (buffer == buffers_.end() || buffer->second.empty()) throw JsonError("this cube knows no entries of that store buffer", json);
  return arena_.read(buffer->second[whole_of(json.items()[3], narrow<std::uint32_t>(buffer->second.size() - 1))], owner, of);
}

TermId TermReader::counted(const JsonValue& json) {
  const Signature& signature = arena_.signature();
  const auto& symbols = signature.symbols();
  const auto find = [&](const auto& is) {
    const auto at = std::find_if(symbols.begin(), symbols.end(), is);
    return at == symbols.end() ? SymbolId() : SymbolId(static_cast<std::size_t>(at - symbols.begin()));
  };
  if (operator_of(json) == "procs") {
    size_is(json, 1);
    const SymbolId processes = find([](const Symbol& one) { return one.role == SymbolRole::Processes; });
    if (!processes.valid()) throw JsonError("this certificate has no `count_cells`", json);
    return arena_.cell(processes, {});
  }
  std::vector<TermId> counts;
  for (std::size_t k = 1; k < json.items().size(); ++k) {
    const JsonValue& tuple = json.items()[k];
    const SymbolId some = find([](const Symbol& one) { return one.role == SymbolRole::Count; });
    if (!some.valid()) throw JsonError("this certificate has no `count_cells`", tuple);
    const std::vector<SymbolId>& arrays = signature[some].counted;
    items_of(tuple);
    size_is(tuple, arrays.size());
    std::vector<std::uint32_t> values;
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      const auto& names = signature[signature[arrays[a]].sort].constructors;
      const auto at = std::find(names.begin(), names.end(), text_of(tuple.items()[a]));
      if (at == names.end())
        throw JsonError("'" + tuple.items()[a].text() + "' is no value of " + signature[arrays[a]].name, tuple.items()[a]);
      values.push_back(narrow<std::uint32_t>(at - names.begin()));
    }
    counts.push_back(arena_.cell(find([&](const Symbol& one) { return one.role == SymbolRole::Count && one.values == values; }), {}));
    if (std::count(counts.begin(), counts.end(), counts.back()) > 1) throw JsonError("this type is listed twice", tuple);
  }
  return arena_.sum(std::vector<Rational>(counts.size(), Rational(1)), counts, Rational(0), Signature::integer);
}

TermId TermReader::sum(const JsonValue& json) {
  const SortId kind = sort(argument(json, 1));
  if (!numeric(arena_.signature(), kind)) throw JsonError("a sum is a number", json);
  std::vector<Rational> coefficients;
  std::vector<TermId> args;
  for (std::size_t k = 3; k < json.items().size(); ++k) {
    items_of(json.items()[k]);
    size_is(json.items()[k], 2);
    coefficients.push_back(read_number(json.items()[k].items()[0], arena_.signature()[kind]));
    args.push_back(term(json.items()[k].items()[1]));
    if (arena_.sort(args.back()) != kind) throw JsonError("parts of a sum have its type", json.items()[k]);
  }
  return arena_.sum(coefficients, args, read_number(argument(json, 2), arena_.signature()[kind]), kind);
}

TermId TermReader::term(const JsonValue& json) {
  const std::string& op = operator_of(json);
  if (op == "process" || op == "constant") return process(json);
  if (op == "cell") return cell(json);
  if (op == "procs" || op == "count") return counted(json);
  if (op == "sum") return sum(json);
  if (op == "entry") return entry(json);
  if (op == "read") {
    if (nodes_ == 0) throw JsonError("this cube has no nodes", json);
    return read(json, whole_of(argument(json, 1), nodes_ - 1));
  }
  if (op != "constructor" && op != "number" && op != "fresh") throw JsonError("'" + op + "' is no term", json);
  size_is(json, 3);
  const SortId kind = sort(json.items()[1]);
  if (op == "fresh") return arena_.fresh(whole_of(json.items()[2]), kind);
  if (op == "number") {
    if (!numeric(arena_.signature(), kind)) throw JsonError("no type of numbers", json);
    return arena_.number(read_number(json.items()[2], arena_.signature()[kind]), kind);
  }
  const auto& constructors = arena_.signature()[kind].constructors;
  const auto at = std::find(constructors.begin(), constructors.end(), text_of(json.items()[2]));
  if (at == constructors.end()) throw JsonError("'" + json.items()[2].text() + "' is no value of that type", json);
  return arena_.constructor(kind, narrow<std::uint32_t>(at - constructors.begin()));
}

TermId TermReader::atom(const JsonValue& json) {
  const std::string& op = operator_of(json);
  if (op == "true" || op == "false") return arena_.truth(op == "true");
  if (op == "member") {
    const TermId what = term(argument(json, 1));
    return arena_.member(what, read_set(json.items(), 2, arena_.signature()[arena_.sort(what)], json));
  }
  return comparison(json, op);
}

TermId TermReader::comparison(const JsonValue& json, const std::string& op) {
  const auto* const named = std::find_if(comparisons.begin(), comparisons.end(), [&](const NamedOp& each) { return each.name == op; });
  if (named == comparisons.end()) throw JsonError("'" + op + "' is no literal", json);
  const bool of_sum = op.starts_with("sum_");
  size_is(json, of_sum ? 2 : 3);
  const TermId a = term(json.items()[1]);
  if (of_sum && !numeric(arena_.signature(), arena_.sort(a))) throw JsonError("expected a number", json);
  const TermId b = of_sum ? arena_.number(Rational(0), arena_.sort(a)) : term(json.items()[2]);
  if (arena_.sort(a) != arena_.sort(b)) throw JsonError("terms of different types", json);
  const bool ordered = named->op == Op::ProcLess || named->op == Op::ProcLessEqual;
  if (ordered && arena_.sort(a) != Signature::proc) throw JsonError("expected processes", json);
  switch (named->op) {
    case Op::Equal:
    case Op::SumZero:
      return arena_.equal(a, b);
    case Op::Different:
    case Op::SumNonZero:
      return arena_.different(a, b);
    case Op::ProcLess:
    case Op::SumLess:
      return arena_.less(a, b);
    default:
      return arena_.less_equal(a, b);
  }
}

}  // namespace parapet::evidence
