// The term arena: normal forms, complements, the structural order, rewriting, printing.
#include "logic/term.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "unit/smt/kit.h"

namespace parapet {
namespace {

using smt::test::RandomFormulas;
using smt::test::World;

TEST_CASE("terms: built twice is built once") {
  World w;
  CHECK(w.at(w.cache, 3) == w.at(w.cache, 3));
  CHECK(w.at(w.cache, 3) != w.at(w.cache, 4));
  CHECK(w.num(7) == w.num(7));
  CHECK(w.real(1, 2) == w.real(2, 4));
  CHECK(w.num(1) != w->number(Rational(1), Signature::real));
}

TEST_CASE("terms: ids survive the growth of the table") {
  World w;
  std::vector<TermId> ids;
  for (std::uint32_t k = 0; k < 5'000; ++k) ids.push_back(w.at(w.ticket, k));
  for (std::uint32_t k = 0; k < 5'000; ++k) REQUIRE(w.at(w.ticket, k) == ids[k]);
}

TEST_CASE("terms: args stay where they are while others are built, and a clone has its own") {
  World w;
  const TermId cell = w.at(w.ticket, 7);
  const std::span<const TermId> args = w->args(cell);
  for (std::uint32_t k = 0; k < 20'000; ++k) static_cast<void>(w.at(w.ticket, k));
  CHECK(w->args(cell).data() == args.data());
  REQUIRE(args.size() == 1);
  CHECK(args[0] == w.p(7));
  const auto copy = w->clone(nullptr);
  CHECK(copy->args(cell).data() != args.data());
  CHECK(copy->args(cell)[0] == args[0]);
  std::vector<TermId> many;  // more than a block holds
  for (std::uint32_t k = 0; k < 9'000; ++k) many.push_back(w->member(w.at(w.cache, k), 1));
  CHECK(w->args(w->conjunction(many)).size() == many.size());
}

TEST_CASE("terms: an accessor is for one kind of term") {
  World w;
  CHECK(w->process_number(w.p(3)) == 3);
  CHECK(w->variable_number(w->variable(3)) == 3);
  CHECK(w->variable(3) != w->fresh(3, Signature::proc));
  CHECK_THROWS_AS(static_cast<void>(w->process_number(w->variable(3))), InternalError);
  CHECK_THROWS_AS(static_cast<void>(w->symbol(w.p(0))), InternalError);
  CHECK_THROWS_AS(static_cast<void>(w->set(w.at(w.cache, 0))), InternalError);
}

TEST_CASE("terms: enumeration atoms are sets, and the decided ones are gone") {
  World w;
  const TermId cell = w.at(w.cache, 0);
  CHECK(w->equal(cell, w->constructor(w.colour, 1)) == w->member(cell, 2));
  CHECK(w->equal(w->constructor(w.colour, 1), cell) == w->member(cell, 2));
  CHECK(w->different(cell, w->constructor(w.colour, 1)) == w->member(cell, 5));
  CHECK(w->member(cell, 7) == w->truth(true));
  CHECK(w->member(cell, 8) == w->truth(false));
  CHECK(w->equal(w->constructor(w.colour, 0), w->constructor(w.colour, 1)) == w->truth(false));
  CHECK(w->op(w->equal(w.at(w.many, 0), w->constructor(w.wide, 69))) == Op::Equal);
}

TEST_CASE("terms: processes are distinct, cells may be any value") {
  World w;
  CHECK(w->equal(w.p(0), w.p(1)) == w->truth(false));
  CHECK(w->equal(w.p(0), w->process_const(1)) == w->truth(false));
  CHECK(w->op(w->equal(w.at(w.owner, 0), w.p(1))) == Op::Equal);
  CHECK(w->less_equal(w.p(0), w.p(1)) == w->less(w.p(0), w.p(1)));
  CHECK(w->op(w->less_equal(w.at(w.owner, 0), w.p(1))) == Op::ProcLessEqual);
}

TEST_CASE("terms: a comparison of sums has one form") {
  World w;
  const TermId a = w.at(w.ticket, 0);
  const TermId b = w.at(w.ticket, 1);
  CHECK(w->less(a, b) == w->less_equal(w.plus(a, w.num(1)), b));
  CHECK(w->less(w.plus(a, a), w.plus(b, b)) == w->less(a, b));
  CHECK(w->equal(a, b) == w->equal(b, a));
  // 2a <= 3 is a <= 1; 2a = 3 has no solution.
  CHECK(w->less_equal(w.plus(a, a), w.num(3)) == w->less_equal(a, w.num(1)));
  CHECK(w->equal(w.plus(a, a), w.num(3)) == w->truth(false));
  CHECK(w->less(w.plus(a, w.num(1)), a) == w->truth(false));
  const TermId x = w.at(w.level, 0);
  CHECK(w->op(w->less(x, w.real(1, 2))) == Op::SumLess);
}

TEST_CASE("terms: negating twice is the identity, and a formula is not its complement") {
  World w;
  RandomFormulas random(w, 3);
  for (int round = 0; round < 3'000; ++round) {
    const TermId formula = random.formula(random.below(4));
    const TermId complement = w->negate(formula);
    CAPTURE(to_string(*w, formula));
    REQUIRE(complement != formula);
    REQUIRE(w->negate(complement) == formula);
  }
}

TEST_CASE("terms: compare is a total order") {
  World w;
  RandomFormulas random(w, 4);
  std::vector<TermId> terms;
  for (int k = 0; k < 60; ++k) terms.push_back(random.formula(random.below(3)));
  for (std::uint32_t k = 0; k < 5; ++k) {
    terms.push_back(w.at(w.ticket, k));
    terms.push_back(w.plus(w.at(w.ticket, k), w.num(k)));
    terms.push_back(w.num(k));
    terms.push_back(w->number(Rational(k), Signature::real));
  }
  for (const TermId a : terms) {
    for (const TermId b : terms) {
      REQUIRE((w->compare(a, b) == 0) == (a == b));
      REQUIRE(w->compare(a, b) == -w->compare(b, a));
      for (const TermId c : terms) {
        if (w->compare(a, b) < 0 && w->compare(b, c) < 0) REQUIRE(w->compare(a, c) < 0);
      }
    }
  }
}

TEST_CASE("terms: compare does not depend on what was built before") {
  World first;
  World second;
  RandomFormulas other(second, 77);
  for (int k = 0; k < 200; ++k) (void)other.formula(2);
  RandomFormulas a(first, 9);
  RandomFormulas b(second, 9);
  std::vector<TermId> ours;
  std::vector<TermId> theirs;
  for (int k = 0; k < 80; ++k) {
    ours.push_back(a.formula(a.below(3)));
    theirs.push_back(b.formula(b.below(3)));
  }
  for (std::size_t i = 0; i < ours.size(); ++i) {
    for (std::size_t j = 0; j < ours.size(); ++j) {
      CAPTURE(to_string(*first, ours[i]));
      CAPTURE(to_string(*first, ours[j]));
      REQUIRE(first->compare(ours[i], ours[j]) == second->compare(theirs[i], theirs[j]));
    }
    REQUIRE(to_string(*first, ours[i]) == to_string(*second, theirs[i]));
  }
}

TEST_CASE("terms: rewriting renames processes and collapses what becomes decided") {
  World w;
  const auto swap = [&](TermId t) { return t == w.p(0) ? w.p(1) : (t == w.p(1) ? w.p(0) : t); };
  RandomFormulas random(w, 6);
  for (int round = 0; round < 1'000; ++round) {
    const TermId formula = random.formula(random.below(3));
    REQUIRE(w->rewrite(w->rewrite(formula, swap), swap) == formula);
  }
  const TermId atom = w->equal(w.at(w.owner, 0), w.p(1));
  CHECK(w->rewrite(atom, [&](TermId t) { return t == w.at(w.owner, 0) ? w.p(1) : t; }) == w->truth(true));
  CHECK(w->rewrite(atom, [&](TermId t) { return t == w.at(w.owner, 0) ? w.p(0) : t; }) == w->truth(false));
  // The location inside a read is no leaf: substituting the memory cell leaves the read alone.
  const TermId flag = w.at(w.flag, 0);
  const TermId read = w->read(2, w.p(1), flag);
  const TermId value = w->constructor(Signature::boolean, Signature::true_value);
  CHECK(w->rewrite(read, [&](TermId t) { return t == flag ? value : t; }) == read);
  CHECK(w->rewrite(read, swap) == w->read(2, w.p(0), w.at(w.flag, 1)));
}

TEST_CASE("terms: formulas are flat and without duplicates") {
  World w;
  const TermId a = w->member(w.at(w.cache, 0), 1);
  const TermId b = w->member(w.at(w.cache, 1), 1);
  const TermId c = w->member(w.at(w.cache, 2), 1);
  CHECK(w.all({a, w.all({b, c}), a}) == w.all({c, b, a}));
  CHECK(w.all({a, w->truth(true)}) == a);
  CHECK(w.any({a, w->truth(true)}) == w->truth(true));
  CHECK(w.all({}) == w->truth(true));
}

TEST_CASE("terms: printing") {
  World w;
  const auto text = [&](TermId id) { return to_string(*w, id); };
  const TermId cache = w.at(w.cache, 0);
  CHECK(text(w->member(cache, 6)) == "Cache[z0] <> Invalid");
  CHECK(text(w->member(cache, 2)) == "Cache[z0] = Shared");
  CHECK(text(w->member(w.at(w.flag, 2), 2)) == "Flag[z2] = True");
  const TermId wide_set = w->member(w->fresh(4, w.colour), 3);
  CHECK(text(wide_set) == "state!4 <> Exclusive");
  const TermId ticket = w.at(w.ticket, 0);
  const TermId total = w.var(w.total);
  CHECK(text(w->less(ticket, total)) == "Ticket[z0] < Total");
  CHECK(text(w->less(total, ticket)) == "Total < Ticket[z0]");
  CHECK(text(w->less_equal(ticket, total)) == "Ticket[z0] <= Total");
  CHECK(text(w->less_equal(ticket, w.num(3))) == "Ticket[z0] <= 3");
  CHECK(text(w->less(w.num(3), ticket)) == "Ticket[z0] >= 4");
  CHECK(text(w->equal(ticket, w.num(0))) == "Ticket[z0] = 0");
  CHECK(text(w->equal(ticket, w.plus(total, w.num(1)))) == "Ticket[z0] = Total + 1");
  CHECK(text(w->different(ticket, w.num(-2))) == "Ticket[z0] + 2 <> 0");
  CHECK(text(w->less(w.at(w.level, 1), w.real(1, 2))) == "Level[z1] < 1/2");
  CHECK(text(w->equal(w.at(w.owner, 0), w->process_const(3))) == "Owner[z0] = #3");
  CHECK(text(w->read(2, w.p(0), w.at(w.flag, 1))) == "z0@Flag[z1]'2");
  CHECK(text(w->read(5, TermId(), total)) == "@Total'5");
  CHECK(text(w->before(w->event(1), w->event(2))) == "ghb(e1, e2)");
  CHECK(text(w.any({w->member(cache, 2), w.all({w->less(ticket, total), w->less(total, w.num(5))})})) ==
        "Cache[z0] = Shared || (Total <= 4 && Ticket[z0] < Total)");
}

}  // namespace
}  // namespace parapet
