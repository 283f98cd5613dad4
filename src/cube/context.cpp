#include "cube/context.h"

namespace parapet::search {

void Context::keep_number(std::vector<TermId>& literals, std::uint32_t variables) {
  Counting& counting = normalizer.counting();
  if (!counting.depends_on_number(literals)) return;
  const TermId least = counting.at_least(variables + system.constants.size());
  if (least == arena.truth(true)) return;
  const TermId processes = arena.cell(system.counts.processes, {});
  // Of `#procs = k` and `#procs >= k`, what is known already.
  for (std::size_t k = 0; k < literals.size(); ++k) {
    const Op op = arena.op(literals[k]);
    if (op != Op::SumZero && op != Op::SumLessEqual) continue;
    const TermId sum = arena.args(literals[k])[0];
    if (arena.op(sum) != Op::Sum || arena.args(sum).size() != 1 || arena.args(sum)[0] != processes) continue;
    if (op == Op::SumZero) return;
    if (arena.coefficients(sum)[0].sign() > 0) continue;
    if (arena.number(sum) >= arena.number(arena.args(least)[0])) return;
    literals.erase(literals.begin() + static_cast<std::ptrdiff_t>(k));
    break;
  }
  const auto before = [&](TermId a, TermId b) { return arena.compare(a, b) < 0; };
  literals.insert(std::upper_bound(literals.begin(), literals.end(), least, before), least);
}

}  // namespace parapet::search
