#include "unit/smt/kit.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "skipped.h"

// cvc5's number library keeps 26 bytes for ever; the leak sanitizer asks here what to overlook.
extern "C" const char* __lsan_default_suppressions();  // NOLINT: the name is the sanitizer's
extern "C" const char* __lsan_default_suppressions() { return "leak:libcln"; }

namespace parapet::smt::test {

World::World() {
  const auto enumeration = [&](std::string name, std::vector<std::string> values) {
    return signature.add_sort({SortKind::Enum, std::move(name), std::move(values)});
  };
  colour = enumeration("state", {"Invalid", "Shared", "Exclusive"});
  pair = enumeration("pair", {"Left", "Right"});
  single = enumeration("single", {"Only"});
  std::vector<std::string> values;
  for (int k = 0; k < 70; ++k) values.push_back("C" + std::to_string(k));
  wide = enumeration("wide", std::move(values));
  thing = signature.add_sort({SortKind::Abstract, "data", {}});
  const auto symbol = [&](std::string name, SortId sort, std::uint32_t arity, bool weak = false) {
    return signature.add_symbol({std::move(name), sort, arity, weak, false, {}});
  };
  cache = symbol("Cache", colour, 1);
  flag = symbol("Flag", Signature::boolean, 1, true);
  two = symbol("Two", pair, 1);
  one = symbol("One", single, 1);
  many = symbol("Many", wide, 1);
  item = symbol("Item", thing, 1);
  owner = symbol("Owner", Signature::proc, 1);
  ticket = symbol("Ticket", Signature::integer, 1);
  total = symbol("Total", Signature::integer, 0);
  level = symbol("Level", Signature::real, 1);
  arena = std::make_unique<TermArena>(signature);
}

TermId World::at(SymbolId symbol, std::uint32_t n) { return arena->cell(symbol, std::array{p(n)}); }

TermId World::plus(TermId a, TermId b) {
  const std::array<Rational, 2> factors{Rational(1), Rational(1)};
  return arena->sum(factors, std::array{a, b}, Rational(0), arena->sort(a));
}

namespace {

Rational number(const TermArena& arena, TermId term, const Model& model) {
  switch (arena.op(term)) {
    case Op::Number:
      return arena.number(term);
    case Op::Constructor:
      return {static_cast<std::int64_t>(arena.position(term))};
    case Op::Sum: {
      Rational total = arena.number(term);
      for (std::size_t k = 0; k < arena.args(term).size(); ++k) {
        total = total + arena.coefficients(term)[k] * number(arena, arena.args(term)[k], model);
      }
      return total;
    }
    default:
      return model(term).number;
  }
}

void leaves(const TermArena& arena, TermId id, std::set<TermId>& found) {
  if (arena.op(id) < Op::Sum || arena.op(id) == Op::Event) {
    found.insert(id);
    return;
  }
  for (const TermId arg : arena.args(id)) leaves(arena, arg, found);
}

}  // namespace

bool holds(const TermArena& arena, TermId formula, const Model& model) {
  const auto args = arena.args(formula);
  const auto value = [&](std::size_t k) { return number(arena, args[k], model); };
  switch (arena.op(formula)) {
    case Op::True:
      return true;
    case Op::False:
      return false;
    case Op::Member:
      return (arena.set(formula) >> value(0).numerator().small().value() & 1) != 0;
    case Op::Equal:
      return value(0) == value(1);
    case Op::Different:
      return value(0) != value(1);
    case Op::ProcLess:
    case Op::Before:
      return value(0) < value(1);
    case Op::ProcLessEqual:
      return value(0) <= value(1);
    case Op::NotBefore:
      return value(1) <= value(0);
    case Op::SumLessEqual:
      return value(0).sign() <= 0;
    case Op::SumLess:
      return value(0).sign() < 0;
    case Op::SumZero:
      return value(0).is_zero();
    case Op::SumNonZero:
      return !value(0).is_zero();
    case Op::And:
      for (const TermId part : args) {
        if (!holds(arena, part, model)) return false;
      }
      return true;
    case Op::Or:
      for (const TermId part : args) {
        if (holds(arena, part, model)) return true;
      }
      return false;
    default:
      FAIL("not a formula");
  }
  return false;
}

bool well_formed(const TermArena& arena, TermId formula, const Model& model) {
  std::set<TermId> found;
  leaves(arena, formula, found);
  std::set<std::string> places;
  for (const TermId term : found) {
    const Sort& sort = arena.signature()[arena.sort(term)];
    const Rational value = number(arena, term, model);
    if (arena.op(term) == Op::ProcessVar || arena.op(term) == Op::ProcessConst) {
      if (!places.insert(value.to_string()).second) return false;
    }
    if (sort.kind == SortKind::Int && !value.is_integer()) return false;
    if (sort.kind == SortKind::Enum && (value.sign() < 0 || value >= Rational(static_cast<std::int64_t>(sort.constructors.size()))))
      return false;
  }
  return true;
}

TermId RandomFormulas::number_atom() {
  World& w = world_;
  const auto term = [&]() {
    const int k = below(5);
    return k == 4 ? w.var(w.total) : w.at(w.ticket, static_cast<std::uint32_t>(k));
  };
  if (below(3) == 0) {
    const TermId a = w.at(w.level, static_cast<std::uint32_t>(below(3)));
    const TermId b = below(2) == 0 ? w.real(below(7) - 3, 1 + below(3)) : w.at(w.level, static_cast<std::uint32_t>(below(3)));
    const TermId c = w.plus(b, w.real(below(5) - 2, 1 + below(2)));
    const int k = below(4);
    if (k == 0) return w->less(a, c);
    if (k == 1) return w->less_equal(a, c);
    return k == 2 ? w->equal(a, c) : w->different(a, c);
  }
  const TermId a = term();
  const TermId b = w.plus(below(3) == 0 ? w.num(below(5)) : term(), w.num(below(5) - 2));
  const int k = below(5);
  if (k == 0) return w->less(a, b);
  if (k == 1) return w->less_equal(a, b);
  if (k == 2) return w->less(b, a);
  return k == 3 ? w->equal(a, b) : w->different(a, b);
}

TermId RandomFormulas::order_atom() {
  World& w = world_;
  if (below(2) == 0) {
    const TermId a = w->event(static_cast<std::uint32_t>(below(5)));
    const TermId b = w->event(static_cast<std::uint32_t>(below(5)));
    return below(3) == 0 ? w->negate(w->before(a, b)) : w->before(a, b);
  }
  const auto term = [&]() {
    const auto k = static_cast<std::uint32_t>(below(6));
    return k < 2 ? w.p(k) : (k == 2 ? w->process_const(1) : w.at(w.owner, k - 3));
  };
  const TermId a = term();
  const TermId b = term();
  const int k = below(4);
  if (k == 0) return w->less(a, b);
  if (k == 1) return w->less_equal(a, b);
  return k == 2 ? w->equal(a, b) : w->different(a, b);
}

TermId RandomFormulas::atom() {
  World& w = world_;
  const auto n = [&](int k) { return static_cast<std::uint32_t>(below(k)); };
  switch (below(8)) {
    case 0:
      return w->member(w.at(w.cache, n(4)), std::uint64_t{1} + n(7));
    case 1: {
      const SymbolId symbol = below(2) == 0 ? w.cache : w.two;
      const TermId a = w.at(symbol, n(5));
      const TermId b = w.at(symbol, n(5));
      return below(3) == 0 ? w->equal(a, b) : w->different(a, b);
    }
    case 2: {
      const TermId a = w.at(w.item, n(4));
      const TermId b = w.at(w.item, n(4));
      return below(2) == 0 ? w->equal(a, b) : w->different(a, b);
    }
    case 3: {
      const TermId a = w.at(w.many, n(4));
      const TermId b = below(2) == 0 ? w->constructor(w.wide, n(3)) : w.at(w.many, n(4));
      return below(2) == 0 ? w->equal(a, b) : w->different(a, b);
    }
    case 4:
    case 5:
      return order_atom();
    default:
      return number_atom();
  }
}

TermId RandomFormulas::formula(int depth) {
  if (depth == 0) return atom();
  std::vector<TermId> parts;
  for (int k = 2 + below(3); k > 0; --k) parts.push_back(formula(below(depth)));
  return below(2) == 0 ? world_->conjunction(parts) : world_->disjunction(parts);
}

std::vector<TermId> RandomFormulas::query() {
  std::vector<TermId> parts;
  for (int k = 2 + below(8); k > 0; --k) parts.push_back(atom());
  for (int k = below(12); k > 0; --k) parts.push_back(formula(1 + below(2)));
  return parts;
}

TermId RandomFormulas::linear_atom() {
  World& w = world_;
  const bool reals = below(4) == 0;
  std::vector<TermId> terms;
  std::vector<Rational> coefficients;
  for (int k = 1 + below(4); k > 0; --k) {
    const auto n = static_cast<std::uint32_t>(below(4));
    terms.push_back(reals ? w.at(w.level, n) : n == 3 ? w.var(w.total) : w.at(w.ticket, n));
    const int coefficient = below(3) == 0 ? below(9) - 4 : below(3) - 1;
    coefficients.push_back(reals ? Rational(Integer(coefficient), Integer(1 + below(3))) : Rational(coefficient));
  }
  const SortId sort = reals ? Signature::real : Signature::integer;
  const TermId sum = w->sum(coefficients, terms, Rational(below(13) - 6), sort);
  const TermId zero = w->number(Rational(0), sort);
  switch (below(5)) {
    case 0:
      return w->less(sum, zero);
    case 1:
      return w->equal(sum, zero);
    case 2:
      return w->different(sum, zero);
    default:
      return w->less_equal(sum, zero);
  }
}

std::vector<TermId> RandomFormulas::linear_query() {
  std::vector<TermId> parts;
  for (int k = 2 + below(6); k > 0; --k) parts.push_back(linear_atom());
  for (int k = below(4); k > 0; --k) parts.push_back(number_atom());
  for (int k = below(4); k > 0; --k) parts.push_back(world_.any({linear_atom(), below(2) == 0 ? atom() : linear_atom()}));
  return parts;
}

std::vector<std::string> available(const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    World world;
    SolverStatistics statistics;
    SolverOptions options;
    options.solver = name;
    try {
      const auto solver = make_solver(*world, options, statistics);
      found.push_back(name);
    } catch (const SolverError& error) {
      MESSAGE("backend " << name << " is not tested here: " << error.what());
    }
  }
  return found;
}

std::vector<std::string> all_backends() {
  return available({"native", "auto", "z3", "cvc5", "smtlib:z3 -in", "smtlib:cvc5 --incremental"});
}

bool slow_tests() {
  const char* value = std::getenv("PARAPET_SLOW");
  return value != nullptr && *value != '\0' && *value != '0';
}

Directory::Directory(const std::string& name)
    : path(std::filesystem::temp_directory_path() / ("parapet-" + name + "-" + std::to_string(getpid()))) {
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
}

Directory::~Directory() { std::filesystem::remove_all(path); }

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::filesystem::path> dumped(const Directory& directory) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path)) {
    if (entry.path().extension() == ".smt2") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

namespace {

std::string output(const std::string& command) {
  std::string text;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  std::array<char, 256> chunk{};
  while (fgets(chunk.data(), chunk.size(), pipe) != nullptr) text += chunk.data();
  pclose(pipe);
  return text;
}

}  // namespace

void check_status_of(const std::vector<std::filesystem::path>& files) {
  for (const std::string program : {"z3", "cvc5"}) {
    if (output("command -v " + program).empty()) {
      parapet::test::skipped("dumped queries are not run through " + program + ", which is not installed");
      continue;
    }
    for (const auto& file : files) {
      CAPTURE(file);
      CAPTURE(contents(file));
      const bool sat = contents(file).find("(set-info :status sat)") != std::string::npos;
      CHECK(output(program + " " + file.string()) == (sat ? "sat\n" : "unsat\n"));
    }
  }
}

}  // namespace parapet::smt::test
