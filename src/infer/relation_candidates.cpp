// For a relation r over processes z0, z1 and an array C of an enumeration (a control location) the candidates are:
//   r                               if no explored state satisfies it;
//   r && C[z0] in S                 S = { v : no explored state satisfies r && C[z0] = v };
//   r && C[z0] in S && C[z1] in T   S x T a maximal rectangle of { (v, w) : no explored state satisfies r && C[z0] = v && C[z1] = w }.
#include "infer/relation_candidates.h"

#include <algorithm>
#include <bit>
#include <span>

#include "base/narrow.h"
#include "cube/tuples.h"

namespace parapet::search {
namespace {

class Miner {
 public:
  Miner(Context& context, Generalizer& generalizer, std::uint32_t variables)
      : context_(context), arena_(context.arena), generalizer_(generalizer), processes_(std::min(variables, 2u)) {}

  std::vector<Generalization> run(std::size_t most) {
    collect_terms();
    for (std::size_t a = 0; a < numbers_.size(); ++a) {
      for (std::size_t b = a + 1; b < numbers_.size(); ++b) {
        if (arena_.sort(numbers_[a]) != arena_.sort(numbers_[b])) continue;
        relate(arena_.less(numbers_[a], numbers_[b]));
        relate(arena_.less(numbers_[b], numbers_[a]));
        relate(arena_.equal(numbers_[a], numbers_[b]));
      }
    }
    generalizer_.sort(found_);
    if (found_.size() > most) found_.resize(most);
    return std::move(found_);
  }

 private:
  void collect_terms() {
    const Signature& signature = arena_.signature();
    std::vector<TermId> processes;
    for (std::uint32_t p = 0; p < processes_; ++p) processes.push_back(arena_.process(p));
    for (std::size_t k = 0; k < signature.symbols().size(); ++k) {
      const SymbolId symbol(k);
      const Symbol& s = signature[symbol];
      if (s.derived()) continue;  // the instance has no cell for it
      const SortKind kind = signature[s.sort].kind;
      const bool number = kind == SortKind::Int || kind == SortKind::Real;
      if (s.arity == 1 && kind == SortKind::Enum && !s.weak) controls_.push_back(symbol);
      if (!number || s.arity > 2) continue;
      const auto range = [&](std::size_t) { return std::span<const TermId>(processes); };
      const auto any = [](const std::vector<TermId>&, TermId) { return true; };
      each_tuple(s.arity, range, any, [&](const std::vector<TermId>& indices) { numbers_.push_back(arena_.cell(symbol, indices)); });
    }
  }

  [[nodiscard]] std::uint32_t processes_of(TermId relation) const {
    std::uint32_t last = 0;
    each_process(arena_, relation, [&](TermId p) {
      if (arena_.op(p) == Op::ProcessVar) last = std::max(last, arena_.process_number(p) + 1);
    });
    return last;
  }

  void relate(TermId relation) {
    if (!arena_.is_atom(relation) || relation == arena_.truth(true) || relation == arena_.truth(false)) return;
    const std::uint32_t processes = processes_of(relation);
    if (generalizer_.is_empty({relation}, processes)) {
      found_.push_back(generalizer_.describe({relation}));
      return;
    }
    for (const SymbolId control : controls_) {
      if (processes == 1) with_one(relation, control);
      if (processes == 2) with_two(relation, control);
    }
  }

  [[nodiscard]] std::uint64_t values(SymbolId control) const {
    return arena_.full_set(arena_.signature()[control].sort) & context_.system.narrowed[control.index()];
  }

  [[nodiscard]] TermId at(SymbolId control, std::uint32_t process, std::uint64_t set) {
    const TermId index = arena_.process(process);
    return arena_.member(arena_.cell(control, {&index, 1}), set);
  }

  void with_one(TermId relation, SymbolId control) {
    std::uint64_t set = 0;
    for (std::uint64_t rest = values(control); rest != 0; rest &= rest - 1) {
      const std::uint64_t value = rest & -rest;
      if (generalizer_.is_empty({relation, at(control, 0, value)}, 1)) set |= value;
    }
    if (set != 0 && set != values(control)) found_.push_back(generalizer_.describe({relation, at(control, 0, set)}));
  }

  void with_two(TermId relation, SymbolId control) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> rows;  // value of z0 -> values of z1
    for (std::uint64_t rest = values(control); rest != 0; rest &= rest - 1) {
      const std::uint64_t first = rest & -rest;
      std::uint64_t seconds = 0;
      for (std::uint64_t others = values(control); others != 0; others &= others - 1) {
        const std::uint64_t second = others & -others;
        if (generalizer_.is_empty({relation, at(control, 0, first), at(control, 1, second)}, 2)) seconds |= second;
      }
      if (seconds != 0) rows.emplace_back(first, seconds);
    }
    for (const auto& [first, seconds] : rows) {
      std::uint64_t firsts = 0;
      for (const auto& [other, others] : rows) {
        if ((seconds & ~others) == 0) firsts |= other;
      }
      le::Conjunction literals{relation};
      if (firsts != values(control)) literals.push_back(at(control, 0, firsts));
      if (seconds != values(control)) literals.push_back(at(control, 1, seconds));
      if (literals.size() > 1) found_.push_back(generalizer_.describe(std::move(literals)));
    }
  }

  Context& context_;
  TermArena& arena_;
  Generalizer& generalizer_;
  std::uint32_t processes_;
  std::vector<TermId> numbers_;
  std::vector<SymbolId> controls_;
  std::vector<Generalization> found_;
};

}  // namespace

std::vector<Generalization> relation_candidates(Context& context, Generalizer& generalizer, std::uint32_t variables, std::size_t most) {
  return Miner(context, generalizer, variables).run(most);
}

}  // namespace parapet::search
