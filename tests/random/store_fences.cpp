#include "random/store_fences.h"

#include <utility>

#include "random/author.h"

namespace parapet::test {
namespace {

bool acts(const Rule& rule) { return rule.parameters.find('[') != std::string::npos; }

void weaken(Expr& expr, Random& random) {
  if (expr.text == "fence()" && random.chance(50)) expr.text = "wfence()";
  for (Expr& arg : expr.args) weaken(arg, random);
}

}  // namespace

Model with_store_fences(Model model, std::uint64_t seed) {
  Random random(seed ^ 0x5F0ULL);
  const Expr fence{"wfence()", {}};
  for (Rule& rule : model.rules) {
    if (!acts(rule)) continue;
    for (Expr& conjunct : rule.conjuncts) weaken(conjunct, random);
    if (!random.chance(40)) continue;
    const unsigned way = random.below(10);
    if (way < 3 && !rule.conjuncts.empty()) {
      Expr& one = rule.conjuncts[random.below(rule.conjuncts.size())];
      one = either({one, fence});
    } else if (way == 3) {
      rule.conjuncts.push_back({"forall_other q9.", {fence}});
    } else {
      rule.conjuncts.push_back(fence);
    }
  }
  return model;
}

Model with_every_store_fence(Model model) {
  for (Rule& rule : model.rules) {
    if (acts(rule)) rule.conjuncts.push_back({"wfence()", {}});
  }
  return model;
}

}  // namespace parapet::test
