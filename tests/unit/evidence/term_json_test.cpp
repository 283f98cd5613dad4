#include "evidence/term_json.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "unit/smt/kit.h"

using namespace parapet;
using smt::test::World;

namespace {

std::string written(const World& w, TermId atom) {
  JsonWriter json;
  evidence::write_term(json, *w.arena, atom);
  return json.take();
}

TermId read(World& w, const std::string& text) { return evidence::TermReader(*w.arena, 2, 1).atom(read_json(text)); }

}  // namespace

TEST_CASE("term JSON: what is read is what was written") {
  World w;
  const TermId open = w->read(0, w.p(1), w.at(w.flag, 0));
  const std::vector<Rational> ones{Rational(1), Rational(-2)};
  const std::vector<TermId> tickets{w.at(w.ticket, 0), w.at(w.ticket, 1)};
  const std::vector<TermId> atoms{
      w->member(w.at(w.cache, 0), 5),
      w->member(open, 1),
      w->less(w.p(0), w->process_const(3)),
      w->less_equal(w->sum(ones, tickets, Rational(7), w->sort(tickets[0])), w.num(0)),
      w->equal(w.at(w.ticket, 0), w->fresh(4, w->sort(tickets[0]))),
      w->truth(true),
  };
  for (const TermId atom : atoms) CHECK(read(w, written(w, atom)) == atom);
}

TEST_CASE("term JSON: what the cube or the model has not is refused") {
  World w;
  CHECK_THROWS_AS(read(w, R"(["member", ["cell", "Cache", ["process", 2]], "Red"])"), JsonError);
  CHECK_THROWS_AS(read(w, R"(["member", ["cell", "NoSuchName", ["process", 0]], "Red"])"), JsonError);
  CHECK_THROWS_AS(read(w, R"(["less", ["process", 0]])"), JsonError);
  CHECK_THROWS_AS(read(w, R"(["process", 0])"), JsonError);
}
