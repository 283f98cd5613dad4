// Terms between an arena and its clone, after both have grown apart.
#include "logic/term_transfer.h"

#include <doctest/doctest.h>

#include <array>

#include "unit/smt/kit.h"

namespace parapet {
namespace {

using smt::test::RandomFormulas;
using smt::test::World;

// What is sent arrives as the same term, whatever number it has there.
void round_trip(TermArena& from, TermArena& to, std::size_t common, const std::vector<TermId>& terms) {
  TermSender sender(from, common);
  TermReceiver receiver(to, common);
  for (const TermId term : terms) {
    const TermId wire = sender.send(term);
    std::vector<TermRecord> records = sender.take_records();
    receiver.receive(records);
    CHECK(to_string(to, receiver.term(wire)) == to_string(from, term));
    CHECK(sender.send(term) == wire);
    CHECK(sender.take_records().empty());
  }
}

TEST_CASE("transfer: a clone has the same terms under the same numbers, and grows alone") {
  World w;
  const TermId cell = w.at(w.cache, 0);
  const auto clone = w->clone(nullptr);
  const std::size_t common = clone->size();
  CHECK(to_string(*clone, cell) == to_string(*w, cell));
  const TermId here = w.at(w.cache, 7);
  CHECK(clone->size() == common);
  CHECK(clone->process(11).index() >= common);
  CHECK(to_string(*w, here) == to_string(*w, w.at(w.cache, 7)));
}

TEST_CASE("transfer: every kind of term, between arenas that number them differently") {
  World w;
  const auto clone = w->clone(nullptr);
  const std::size_t common = clone->size();
  for (std::uint32_t k = 40; k > 0; --k) (void)clone->process(k);
  RandomFormulas random(w, 5);
  std::vector<TermId> terms;
  for (int k = 0; k < 2'000; ++k) terms.push_back(random.formula(2));
  terms.push_back(w->read(3, w->process(2), w.at(w.cache, 1)));
  terms.push_back(w->fresh(4, Signature::proc));
  terms.push_back(w.real(1, 3));
  round_trip(*w, *clone, common, terms);
}

TEST_CASE("transfer: a disjunction has its args in the order of the arena it is in") {
  World w;
  const auto clone = w->clone(nullptr);
  const std::size_t common = clone->size();
  const TermId there_second = clone->member(clone->cell(w.cache, std::array{clone->process(6)}), 1);
  const TermId there_first = clone->member(clone->cell(w.cache, std::array{clone->process(5)}), 1);
  const TermId here = w->disjunction(std::array{w->member(w.at(w.cache, 5), 1), w->member(w.at(w.cache, 6), 1)});
  TermSender sender(*w, common);
  TermReceiver receiver(*clone, common);
  const TermId wire = sender.send(here);
  std::vector<TermRecord> records = sender.take_records();
  receiver.receive(records);
  CHECK(receiver.term(wire) == clone->disjunction(std::array{there_first, there_second}));
}

}  // namespace
}  // namespace parapet
