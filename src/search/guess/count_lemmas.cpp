#include "search/guess/count_lemmas.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/narrow.h"
#include "machine/explore.h"
#include "machine/targets.h"
#include "search/guess/count_weights.h"
#include "search/guess/linear_hull.h"

namespace parapet::search {
namespace {

using machine::Code;
using machine::Location;

constexpr std::uint32_t most_processes = 3;
constexpr std::uint64_t most_states = 12'000;
constexpr std::uint64_t attempts_per_state = 1000;
constexpr std::size_t most_locations = 400;
constexpr std::size_t most_rows = 4'000;
constexpr std::size_t most_columns = 80;

// A state of an instance as far as lemmas speak of it.
struct Row {
  std::vector<std::int64_t> numbers;  // by column
  std::vector<std::uint32_t> finite;  // by variable of an enumeration
  friend auto operator<=>(const Row&, const Row&) = default;
};

class Miner {
 public:
  explicit Miner(Context& context)
      : context_(context), system_(context.system), arena_(context.arena), counts_(system_.counts), program_(*system_.program) {}

  std::vector<std::vector<TermId>> run() {
    find_columns();
    for (const std::uint32_t processes : machine::instance_sizes(program_, most_processes)) explore(processes);
    if (rows_.empty()) return {};
    drop_idle_types();
    if (terms_.size() > most_columns) return {};
    find_atoms();
    add_equations();
    add_guards();
    return std::move(found_);
  }

 private:
  void find_columns() {
    const auto add = [&](SymbolId symbol) {
      columns_.emplace(arena_.cell(symbol, {}), terms_.size());
      terms_.push_back(arena_.cell(symbol, {}));
    };
    terms_.emplace_back();  // the number 1
    add(counts_.processes);
    for (const le::CountType& type : counts_.types) add(type.symbol);
    const auto& symbols = program_.signature.symbols();
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      if (symbols[k].arity != 0) continue;
      if (symbols[k].sort == Signature::integer) {
        integers_.emplace_back(k);
        add(SymbolId(k));
      }
      const Sort& sort = program_.signature[symbols[k].sort];
      if (sort.kind == SortKind::Enum && sort.constructors.size() <= 64) {
        finite_of_.emplace(arena_.cell(SymbolId(k), {}), finite_.size());
        finite_.emplace_back(k);
      }
    }
  }

  void explore(std::uint32_t processes) {
    Budget unlimited;
    Budget& budget = arena_.budget() == nullptr ? unlimited : *arena_.budget();
    const auto roster = machine::roster_of(program_, processes);
    if (!roster || rows_.size() >= most_rows) return;
    try {
      if (machine::Layout(program_.signature, processes).size() > most_locations) return;
    } catch (const machine::TooLarge&) {
      return;
    }
    machine::Instance instance(program_, ld::sc, *roster, machine::Instance::Detail::Simplified, budget);
    const auto invariants = machine::targets_of(instance, program_.invariants);
    machine::ExploreLimits limits{most_states, attempts_per_state};
    limits.values = {.numbers = 4, .labels = 2, .strangers = 1, .range = 4};
    std::vector<Location> closed;
    for (const SymbolId symbol : integers_) closed.push_back(instance.layout().first(symbol));
    machine::Explorer explorer(instance, limits, closed);
    explorer.run([&](machine::StateNumber, const machine::State& state) {
      if (!invariants.empty() && machine::certain(instance, invariants, state)) return machine::Explorer::Follow::Omit;
      if (auto row = row_of(instance, state)) rows_.insert(std::move(*row));
      return rows_.size() >= most_rows ? machine::Explorer::Follow::Stop : machine::Explorer::Follow::Yes;
    });
  }

  // Nothing: some value is open, or no small integer.
  std::optional<Row> row_of(const machine::Instance& instance, const machine::State& state) const {
    const auto value = [&](SymbolId symbol) -> std::optional<std::int64_t> {
      const Code code = state.cells[instance.layout().first(symbol)];
      if (code == machine::open_value || !machine::Numbers::is_small(code)) return std::nullopt;
      return code;
    };
    const std::uint32_t processes = instance.roster().processes;
    Row row;
    row.numbers.assign(2 + counts_.types.size(), 0);
    row.numbers[0] = 1;
    row.numbers[1] = processes;
    for (machine::Process process = 0; process < processes; ++process) {
      std::size_t type = 0;
      for (const SymbolId array : counts_.arrays) {
        const std::vector<machine::Process> indices(program_.signature[array].arity, process);
        const Code code = state.cells[instance.layout().location(array, indices)];
        if (code == machine::open_value) return std::nullopt;
        type = type * program_.signature[program_.signature[array].sort].constructors.size() + narrow<std::size_t>(code);
      }
      if (!counts_.types.empty()) ++row.numbers[2 + type];
    }
    for (const SymbolId symbol : integers_) {
      const auto number = value(symbol);
      if (!number) return std::nullopt;
      row.numbers.push_back(*number);
    }
    for (const SymbolId symbol : finite_) {
      const auto position = value(symbol);
      if (!position) return std::nullopt;
      row.finite.push_back(narrow<std::uint32_t>(*position));
    }
    return row;
  }

  // Columns of types that no state of the sample has go.
  void drop_idle_types() {
    std::vector<bool> keep(terms_.size(), true);
    for (std::size_t c = 2; c < 2 + counts_.types.size(); ++c)
      keep[c] = std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) { return row.numbers[c] != 0; });
    std::vector<TermId> terms;
    columns_.clear();
    for (std::size_t c = 0; c < terms_.size(); ++c) {
      if (!keep[c]) continue;
      if (c != 0) columns_.emplace(terms_[c], terms.size());
      if (c >= 2 && c < 2 + counts_.types.size()) ++types_;
      terms.push_back(terms_[c]);
    }
    for (const Row& row : rows_) {
      Row& kept = sample_.emplace_back();
      kept.finite = row.finite;
      for (std::size_t c = 0; c < row.numbers.size(); ++c) {
        if (keep[c]) kept.numbers.push_back(row.numbers[c]);
      }
    }
    terms_ = std::move(terms);
    rows_.clear();
  }

  [[nodiscard]] TermId number(std::int64_t value) { return arena_.number(Rational(value), Signature::integer); }

  void find_atoms() {
    for (const SymbolId symbol : finite_) {
      const TermId cell = arena_.cell(symbol, {});
      for (std::uint32_t v = 0; v < program_.signature[program_.signature[symbol].sort].constructors.size(); ++v) {
        const TermId atom = arena_.member(cell, std::uint64_t{1} << v);
        if (arena_.is_atom(atom) && atom != arena_.truth(true)) simple_.push_back(atom);
      }
    }
    for (std::size_t c = 2; c < 2 + types_; ++c) simple_.push_back(arena_.less_equal(number(1), terms_[c]));
    atoms_ = simple_;
    for (std::size_t c = 2; c < 2 + types_; ++c) {
      const bool solo = std::all_of(sample_.begin(), sample_.end(), [&](const Row& row) { return row.numbers[c] <= 1; });
      if (solo) atoms_.push_back(arena_.equal(terms_[c], number(0)));
    }
    for (const le::Transition& transition : system_.transitions) {
      for (const TermId literal : transition.guard) {
        if (!evaluable(literal)) continue;
        const TermId sum = arena_.args(literal)[0];
        if (std::find(guards_.begin(), guards_.end(), literal) == guards_.end()) {
          guards_.push_back(literal);
          guards_.push_back(arena_.negate(literal));
        }
        const bool single = arena_.op(sum) != Op::Sum || arena_.args(sum).size() == 1;
        for (const TermId atom : {literal, arena_.negate(literal)}) {
          if (single && std::find(atoms_.begin(), atoms_.end(), atom) == atoms_.end()) atoms_.push_back(atom);
        }
      }
    }
  }

  // A comparison of columns.
  [[nodiscard]] bool evaluable(TermId literal) const {
    if (arena_.op(literal) < Op::SumLessEqual || arena_.op(literal) > Op::SumNonZero) return false;
    bool known = true;
    each_leaf(arena_, literal, [&](TermId leaf) { known = known && columns_.contains(leaf); });
    return known;
  }

  [[nodiscard]] bool holds(TermId atom, const Row& row) const {
    if (arena_.op(atom) == Op::Member) return (arena_.set(atom) >> row.finite[finite_of_.at(arena_.args(atom)[0])] & 1) != 0;
    const TermId sum = arena_.args(atom)[0];
    Rational total = arena_.op(sum) == Op::Sum ? arena_.number(sum) : Rational(row.numbers[columns_.at(sum)]);
    for (std::size_t k = 0; arena_.op(sum) == Op::Sum && k < arena_.args(sum).size(); ++k)
      total = total + arena_.coefficients(sum)[k] * Rational(row.numbers[columns_.at(arena_.args(sum)[k])]);
    switch (arena_.op(atom)) {
      case Op::SumLessEqual:
        return total.sign() <= 0;
      case Op::SumLess:
        return total.sign() < 0;
      case Op::SumZero:
        return total.is_zero();
      default:
        return !total.is_zero();
    }
  }

  [[nodiscard]] RationalVector axiom() const {
    RationalVector vector(terms_.size());
    vector[1] = Rational(-1);
    for (std::size_t c = 2; c < 2 + types_; ++c) vector[c] = Rational(1);
    return vector;
  }

  // The forms that vanish on all states of the context; nothing if it has none.
  [[nodiscard]] std::vector<RationalVector> forms_of(const std::vector<TermId>& context) const {
    LinearSpan span(terms_.size());
    bool some = false;
    for (const Row& row : sample_) {
      context_.spend();
      if (!std::all_of(context.begin(), context.end(), [&](TermId atom) { return holds(atom, row); })) continue;
      some = true;
      RationalVector vector;
      for (const std::int64_t value : row.numbers) vector.emplace_back(value);
      span.add(std::move(vector));
      if (span.rank() == terms_.size()) break;
    }
    if (!some) return {};
    return span.vanishing_forms();
  }

  // The equation that the atom itself states, as a form, if it states one.
  [[nodiscard]] std::optional<RationalVector> stated(TermId atom) const {
    if (arena_.op(atom) != Op::SumZero) return std::nullopt;
    RationalVector form(terms_.size());
    const TermId sum = arena_.args(atom)[0];
    if (arena_.op(sum) != Op::Sum) {
      form[columns_.at(sum)] = Rational(1);
      return form;
    }
    form[0] = arena_.number(sum);
    for (std::size_t k = 0; k < arena_.args(sum).size(); ++k) form[columns_.at(arena_.args(sum)[k])] = arena_.coefficients(sum)[k];
    return form;
  }

  // Modulo the axiom: the fewest terms, then the smallest coefficients.
  [[nodiscard]] RationalVector sparse(const RationalVector& form) const {
    RationalVector best = form;
    const RationalVector sum = axiom();
    const auto cost = [&](const RationalVector& one) {
      std::pair<std::size_t, Rational> result{0, Rational(0)};
      for (const Rational& entry : one) {
        if (entry.is_zero()) continue;
        ++result.first;
        result.second = result.second + (entry.sign() < 0 ? -entry : entry);
      }
      return result;
    };
    for (std::size_t c = 1; c < 2 + types_; ++c) {
      const Rational factor = form[c] / sum[c];
      if (factor.is_zero()) continue;
      RationalVector other = form;
      for (std::size_t k = 0; k < other.size(); ++k) other[k] = other[k] - factor * sum[k];
      if (cost(other) < cost(best)) best = other;
    }
    return best;
  }

  [[nodiscard]] TermId sum_of(const RationalVector& form) {
    std::vector<Rational> coefficients;
    std::vector<TermId> args;
    for (std::size_t c = 1; c < form.size(); ++c) {
      if (form[c].is_zero()) continue;
      coefficients.push_back(form[c]);
      args.push_back(terms_[c]);
    }
    // Denominators go: over integers the arena takes whole numbers.
    Rational scale(1);
    for (const Rational& entry : form) scale = scale * Rational((entry * scale).denominator());
    for (Rational& coefficient : coefficients) coefficient = coefficient * scale;
    return arena_.sum(coefficients, args, form[0] * scale, Signature::integer);
  }

  void add(std::vector<TermId> literals, std::vector<std::vector<TermId>>& out) {
    std::sort(literals.begin(), literals.end());
    if (seen_.insert(literals).second) out.push_back(std::move(literals));
  }

  void add_equations() {
    std::vector<std::vector<TermId>> others;
    const std::vector<RationalVector> everywhere = forms_of({});
    const auto add_context = [&](const std::vector<TermId>& context, const std::vector<RationalVector>& forms) {
      LinearSpan known(terms_.size());
      known.add(axiom());
      if (!context.empty()) {
        for (const RationalVector& form : everywhere) known.add(form);
        for (const TermId atom : context) {
          if (auto form = stated(atom)) known.add(std::move(*form));
        }
      }
      for (const RationalVector& form : forms) {
        if (!known.add(form)) continue;
        const RationalVector thin = sparse(form);
        std::vector<TermId> literals = context;
        literals.push_back(arena_.different(sum_of(thin), number(0)));
        const bool strong = !thin[0].is_zero() || !thin[1].is_zero() ||
                            std::any_of(thin.begin() + static_cast<std::ptrdiff_t>(2 + types_), thin.end(),
                                        [](const Rational& entry) { return !entry.is_zero(); });
        add(std::move(literals), strong ? found_ : others);
      }
    };
    add_context({}, everywhere);
    for (const TermId atom : atoms_) add_context({atom}, forms_of({atom}));
    found_.insert(found_.end(), others.begin(), others.end());
  }

  void add_guards() {
    for (const TermId guard : guards_) {
      const TermId broken = arena_.negate(guard);
      const auto always = [&](const std::optional<TermId>& atom) {
        bool some = false;
        for (const Row& row : sample_) {
          context_.spend();
          if (atom && !holds(*atom, row)) continue;
          some = true;
          if (!holds(guard, row)) return false;
        }
        return some;
      };
      if (always(std::nullopt)) {
        add({broken}, found_);
        continue;
      }
      for (const TermId atom : simple_) {
        if (always(atom)) add({atom, broken}, found_);
      }
    }
  }

  Context& context_;
  const le::System& system_;
  TermArena& arena_;
  const le::Counts& counts_;
  const ld::Program& program_;
  std::vector<TermId> terms_;  // by column; the first is the number 1
  std::unordered_map<TermId, std::size_t> columns_, finite_of_;
  std::size_t types_ = 0;  // columns of counts, from column 2 on
  std::vector<SymbolId> integers_, finite_;
  std::set<Row> rows_;
  std::vector<Row> sample_;
  std::vector<TermId> simple_, atoms_, guards_;
  std::set<std::vector<TermId>> seen_;
  std::vector<std::vector<TermId>> found_;
};

}  // namespace

namespace {

// Where the model has no number that counts could be related to, the equations left say "nobody is at one location while somebody is at
// another", which candidates about two processes say too, and each would be one more root.
bool has_number(const Context& context) {
  if (context.system.counts.mentioned) return true;
  const auto& symbols = context.arena.signature().symbols();
  return std::any_of(symbols.begin(), symbols.end(), [](const Symbol& symbol) {
    return symbol.sort == Signature::integer && symbol.arity == 0 && !symbol.constant && !symbol.derived();
  });
}

}  // namespace

std::vector<std::vector<TermId>> count_lemmas(Context& context) {
  if (!context.system.counts.exist() || !has_number(context)) return {};
  std::vector<std::vector<TermId>> lemmas = count_weights(context);
  for (auto& lemma : Miner(context).run()) {
    if (std::find(lemmas.begin(), lemmas.end(), lemma) == lemmas.end()) lemmas.push_back(std::move(lemma));
  }
  return lemmas;
}

}  // namespace parapet::search
