#include "infer/count_lemmas.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "infer/count_sample.h"
#include "infer/linear_hull.h"

namespace parapet::search {
namespace {

using Lemmas = std::vector<std::vector<TermId>>;
using Row = CountSample::Row;

constexpr std::size_t most_columns = 80;
constexpr std::size_t most_pairs = 400;

// An integer variable that changes by numerals, or by what other numbers do. One that only gets numerals is a phase; one to which a constant
// of the model is added is a clock: neither can equal a linear combination of counts in more than a few states.
bool counts_up_or_down(const Context& context, const le::Update& update) {
  const Symbol& symbol = context.arena.signature()[update.symbol];
  if (symbol.sort != Signature::integer || symbol.arity != 0) return false;
  return std::any_of(update.branches.begin(), update.branches.end(), [&](const le::Branch& branch) {
    if (branch.kind != le::Branch::Kind::Set) return false;
    bool moves = false, by_constant = false;
    each_leaf(context.arena, branch.value, [&](TermId leaf) {
      const TermId cell = context.arena.op(leaf) == Op::Read ? context.arena.location(leaf) : leaf;
      if (context.arena.op(cell) != Op::Cell) return;
      moves = true;
      by_constant = by_constant || context.arena.signature()[context.arena.symbol(cell)].constant;
    });
    return moves && !by_constant;
  });
}

// Where the model has no number that counts could be related to, and no guard that is exact by counts, the equations left say "nobody is at
// one location while somebody is at another", which candidates about two processes say too, and each would be one more root.
bool has_use(const Context& context) {
  if (!context.system.counts.exist()) return false;
  if (context.system.counts.mentioned || context.instances.has_exact()) return true;
  const auto& updates = context.system.updates;
  return std::any_of(updates.begin(), updates.end(), [&](const std::vector<le::Update>& firing) {
    return std::any_of(firing.begin(), firing.end(), [&](const le::Update& update) { return counts_up_or_down(context, update); });
  });
}

}  // namespace

class CountLemmas::Miner {
 public:
  explicit Miner(Context& context) : context_(context), arena_(context.arena), sample_(context) {
    usable_ = !sample_.rows().empty() && sample_.terms().size() <= most_columns;
    if (usable_) find_atoms();
  }

  Lemmas first_tier() {
    Lemmas found, others;
    if (!usable_) return found;
    everywhere_ = forms_of({});
    add_equations({}, everywhere_, {}, found, others);
    for (const TermId atom : atoms_) {
      forms_.push_back(forms_of({&atom, 1}));
      add_equations({&atom, 1}, forms_.back(), {}, found, others);
    }
    add_guards(found);
    found.insert(found.end(), others.begin(), others.end());
    return found;
  }

  Lemmas second_tier() {
    Lemmas found, others;
    if (!usable_) return found;
    for (const Pair& pair : pairs()) {
      const std::vector<TermId> context{atoms_[pair.first], atoms_[pair.second]};
      add_equations(context, forms_of(context), {pair.first, pair.second}, found, others);
    }
    found.insert(found.end(), others.begin(), others.end());
    return found;
  }

 private:
  struct Pair {
    std::size_t states = 0, first = 0, second = 0;  // of the sample; atoms
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };

  [[nodiscard]] TermId number(std::int64_t value) { return arena_.number(Rational(value), Signature::integer); }

  void find_atoms() {
    const Signature& signature = context_.system.program->signature;
    for (const SymbolId symbol : sample_.finite()) {
      const TermId cell = arena_.cell(symbol, {});
      for (std::uint32_t v = 0; v < signature[signature[symbol].sort].constructors.size(); ++v) {
        const TermId atom = arena_.member(cell, std::uint64_t{1} << v);
        if (arena_.is_atom(atom) && atom != arena_.truth(true)) simple_.push_back(atom);
      }
    }
    for (std::size_t c = CountSample::first_type; c < sample_.end_of_types(); ++c)
      simple_.push_back(arena_.less_equal(number(1), sample_.terms()[c]));
    atoms_ = simple_;
    for (std::size_t c = CountSample::first_type; c < sample_.end_of_types(); ++c) {
      const auto& rows = sample_.rows();
      const bool solo = std::all_of(rows.begin(), rows.end(), [&](const Row& row) { return row.numbers[c] <= 1; });
      if (solo) atoms_.push_back(arena_.equal(sample_.terms()[c], number(0)));
    }
    for (const le::Transition& transition : context_.system.transitions) {
      for (const TermId literal : transition.guard) {
        if (sample_.is_comparison_of_columns(literal)) add_comparison(literal);
      }
    }
  }

  void add_comparison(TermId literal) {
    if (std::find(guards_.begin(), guards_.end(), literal) == guards_.end()) {
      guards_.push_back(literal);
      guards_.push_back(arena_.negate(literal));
    }
    const TermId sum = arena_.args(literal)[0];
    if (arena_.op(sum) == Op::Sum && arena_.args(sum).size() != 1) return;
    for (const TermId atom : {literal, arena_.negate(literal)}) {
      if (std::find(atoms_.begin(), atoms_.end(), atom) == atoms_.end()) atoms_.push_back(atom);
    }
  }

  // What an atom speaks of: a variable or a count.
  [[nodiscard]] TermId subject(TermId atom) const {
    const TermId term = arena_.args(atom)[0];
    return arena_.op(term) == Op::Sum ? arena_.args(term)[0] : term;
  }

  // The contexts of two atoms, without those whose states are the states of one of the two.
  [[nodiscard]] std::vector<Pair> pairs() const {
    std::vector<std::vector<bool>> holds(atoms_.size());
    std::vector<std::size_t> states(atoms_.size());
    for (std::size_t a = 0; a < atoms_.size(); ++a) {
      for (const Row& row : sample_.rows()) holds[a].push_back(sample_.holds(atoms_[a], row));
      states[a] = static_cast<std::size_t>(std::count(holds[a].begin(), holds[a].end(), true));
    }
    std::vector<Pair> all;
    for (std::size_t a = 0; a < atoms_.size(); ++a) {
      for (std::size_t b = a + 1; b < atoms_.size(); ++b) {
        if (subject(atoms_[a]) == subject(atoms_[b])) continue;
        context_.spend(1 + sample_.rows().size() / 64);
        std::size_t both = 0;
        for (std::size_t r = 0; r < holds[a].size(); ++r) both += holds[a][r] && holds[b][r] ? 1 : 0;
        if (both != 0 && both != states[a] && both != states[b]) all.push_back({both, a, b});
      }
    }
    std::sort(all.begin(), all.end());
    if (all.size() > most_pairs) all.resize(most_pairs);
    return all;
  }

  [[nodiscard]] RationalVector axiom() const {
    RationalVector vector(sample_.terms().size());
    vector[1] = Rational(-1);
    for (std::size_t c = CountSample::first_type; c < sample_.end_of_types(); ++c) vector[c] = Rational(1);
    return vector;
  }

  // The forms that vanish on all states of the context; nothing if it has none.
  [[nodiscard]] std::vector<RationalVector> forms_of(std::span<const TermId> context) const {
    AffineHull hull(sample_.terms().size());
    bool some = false;
    for (const Row& row : sample_.rows()) {
      context_.spend();
      if (!std::all_of(context.begin(), context.end(), [&](TermId atom) { return sample_.holds(atom, row); })) continue;
      some = true;
      if (!hull.add(row.numbers)) return {};
    }
    return some ? hull.vanishing_forms() : std::vector<RationalVector>();
  }

  // The equation that the atom itself states, as a form, if it states one.
  [[nodiscard]] std::optional<RationalVector> stated(TermId atom) const {
    if (arena_.op(atom) != Op::SumZero) return std::nullopt;
    RationalVector form(sample_.terms().size());
    const TermId sum = arena_.args(atom)[0];
    if (arena_.op(sum) != Op::Sum) {
      form[sample_.column(sum)] = Rational(1);
      return form;
    }
    form[0] = arena_.number(sum);
    for (std::size_t k = 0; k < arena_.args(sum).size(); ++k) form[sample_.column(arena_.args(sum)[k])] = arena_.coefficients(sum)[k];
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
    std::vector<Rational> tried;
    for (std::size_t c = 1; c < sample_.end_of_types(); ++c) {
      const Rational factor = form[c] / sum[c];
      if (factor.is_zero() || std::find(tried.begin(), tried.end(), factor) != tried.end()) continue;
      tried.push_back(factor);
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
      args.push_back(sample_.terms()[c]);
    }
    // Denominators go: over integers the arena takes whole numbers.
    Rational scale(1);
    for (const Rational& entry : form) scale = scale * Rational((entry * scale).denominator());
    for (Rational& coefficient : coefficients) coefficient = coefficient * scale;
    return arena_.sum(coefficients, args, form[0] * scale, Signature::integer);
  }

  void add(std::vector<TermId> literals, Lemmas& out) {
    std::sort(literals.begin(), literals.end());
    if (seen_.insert(literals).second) out.push_back(std::move(literals));
  }

  // The equations of a context with these forms, without those of the contexts of `parts`, which are atoms of the context. Equations without
  // a variable, #procs or a number go to `others`.
  void add_equations(std::span<const TermId> context, const std::vector<RationalVector>& forms, const std::vector<std::size_t>& parts,
                     Lemmas& out, Lemmas& others) {
    LinearSpan known(sample_.terms().size());
    known.add(axiom());
    if (!context.empty()) {
      for (const RationalVector& form : everywhere_) known.add(form);
    }
    for (const std::size_t part : parts) {
      for (const RationalVector& form : forms_[part]) known.add(form);
    }
    for (const TermId atom : context) {
      if (auto form = stated(atom)) known.add(std::move(*form));
    }
    for (const RationalVector& form : forms) {
      if (!known.add(form)) continue;
      const RationalVector thin = sparse(form);
      std::vector<TermId> literals(context.begin(), context.end());
      literals.push_back(arena_.different(sum_of(thin), number(0)));
      const bool strong = !thin[0].is_zero() || !thin[1].is_zero() ||
                          std::any_of(thin.begin() + static_cast<std::ptrdiff_t>(sample_.end_of_types()), thin.end(),
                                      [](const Rational& entry) { return !entry.is_zero(); });
      add(std::move(literals), strong ? out : others);
    }
  }

  void add_guards(Lemmas& out) {
    for (const TermId guard : guards_) {
      const TermId broken = arena_.negate(guard);
      const auto always = [&](const std::optional<TermId>& atom) {
        bool some = false;
        for (const Row& row : sample_.rows()) {
          context_.spend();
          if (atom && !sample_.holds(*atom, row)) continue;
          some = true;
          if (!sample_.holds(guard, row)) return false;
        }
        return some;
      };
      if (always(std::nullopt)) {
        add({broken}, out);
        continue;
      }
      for (const TermId atom : simple_) {
        if (always(atom)) add({atom, broken}, out);
      }
    }
  }

  Context& context_;
  TermArena& arena_;
  CountSample sample_;
  bool usable_ = false;
  std::vector<TermId> simple_, atoms_, guards_;
  std::vector<RationalVector> everywhere_;
  std::vector<std::vector<RationalVector>> forms_;  // by atom
  std::set<std::vector<TermId>> seen_;
};

CountLemmas::CountLemmas(Context& context) : context_(context) {}
CountLemmas::~CountLemmas() = default;

std::vector<std::vector<TermId>> CountLemmas::first_tier() {
  if (!has_use(context_)) return {};
  miner_ = std::make_unique<Miner>(context_);
  std::vector<std::vector<TermId>> lemmas = count_weights(context_);
  for (auto& lemma : miner_->first_tier()) {
    if (std::find(lemmas.begin(), lemmas.end(), lemma) == lemmas.end()) lemmas.push_back(std::move(lemma));
  }
  return lemmas;
}

std::vector<std::vector<TermId>> CountLemmas::second_tier() { return miner_ ? miner_->second_tier() : std::vector<std::vector<TermId>>(); }

}  // namespace parapet::search
