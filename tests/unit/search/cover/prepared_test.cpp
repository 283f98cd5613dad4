// A cube that another thread has prepared is the same as one prepared here. The other thread has its own arena, in which numbers, constants
// and literals came in another order; the two share the numbers of shapes.
#include <doctest/doctest.h>

#include <deque>
#include <string>
#include <vector>

#include "logic/term_transfer.h"
#include "unit/search/cubes.h"

using namespace parapet;

namespace {

using search::Flat;
using search::Indexed;

const std::string text = R"(
number_procs 9
type location = A | B | C
array PC[proc] : location
array P[proc] : proc
array N[proc] : int
array T[proc, proc] : bool
array Grid[proc, proc, proc, proc] : bool
var Turn : location
var Sum : int
weak var X : int
weak array W[proc] : bool
init (p q) { PC[p] = A && P[p] = #1 && N[p] = 0 && T[p,q] = False && Turn = A && Sum = 0 && X = 0 && W[p] = False }
unsafe (p q) { PC[p] = C && PC[q] = C && P[p] = #2 && P[q] = #7 && N[p] + 3 * N[q] <= Sum && T[p,q] = True }
transition read ([p]) requires { PC[p] = B && X = 5 && W[p] = True && P[p] <> #3 } { PC[p] := C; N[p] := N[p] + 2; Turn := B }
transition write ([p] q) requires { PC[p] = A && Turn <> C && N[q] < N[p] } { X := 5; W[q] := True; P[q] := p; T[p,q] := True }
transition go ([p] q) requires { PC[p] = A && Grid[p,q,p,q] = True && N[p] = N[q] } { PC[p] := B; Sum := Sum + 4; P[p] := #7 }
)";

bool same(const Flat& a, const Flat& b) {
  return a.shape == b.shape && a.kind == b.kind && a.slow == b.slow && a.arithmetic == b.arithmetic && a.count == b.count &&
         a.args == b.args && a.set == b.set && a.term == b.term;
}

// Every part of what was prepared; `both` names the part that differs, and is empty otherwise.
std::string difference(const search::IndexedLiterals& a, const search::IndexedLiterals& b) {
  std::string both;
  const auto part = [&](const char* name, bool is_same) {
    if (!is_same) both += std::string(name) + ' ';
  };
  const auto same_all = [](const auto& x, const auto& y, const auto& same_one) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), same_one);
  };
  part("processes", a.processes == b.processes);
  part("complete", a.complete == b.complete);
  part("flats", same_all(a.flats, b.flats, same));
  part("keys", a.keys == b.keys);
  part("binding", a.binding == b.binding);
  part("testing", a.testing == b.testing);
  part("slow", a.slow == b.slow && a.slow_read == b.slow_read);
  part("by variable", a.by_variable == b.by_variable && a.by_variable_begin == b.by_variable_begin);
  part("twins", a.twin_before == b.twin_before && a.twin_after == b.twin_after);
  part("profiles", a.has_memory == b.has_memory && same_all(a.profiles, b.profiles, [](const auto& x, const auto& y) {
                     return x.reads == y.reads && x.values == y.values;
                   }));
  const auto same_values = [](const auto& x, const auto& y) { return x.holds == y.holds && x.refuses == y.refuses; };
  part("own values", same_all(a.own, b.own, same_values));
  part("values", same_values(a, b));
  const auto same_signature = [](const auto& x, const auto& y) { return x.low == y.low && x.high == y.high; };
  part("signatures", same_signature(a.needs, b.needs) && same_signature(a.has, b.has));
  return both;
}

}  // namespace

TEST_CASE("prepared cubes: the one of another thread is the one made here") {
  test::Workshop here(text, test::small_search(test::Memory::Tso));
  Budget budget;
  const std::size_t common = here.arena.size();
  const auto other_arena = here.arena.clone(&budget);
  // Numbers that this arena has in other places.
  for (const int n : {40, 5, 30, 3, 4}) static_cast<void>(other_arena->number(Rational(n), Signature::integer));
  smt::SolverStatistics use;
  const auto other_solver = smt::make_solver(*other_arena, {}, use);
  search::Context other(here.system, *other_arena, *other_solver, search::timeline_memory, here.context.shapes.numbers());

  // This thread meets the cubes from the first one on, the other one from the last one on.
  std::deque<Cube> cubes = here.cubes(300);
  std::vector<Indexed> own;
  for (const Cube& cube : cubes) own.push_back(search::index_cube(here.context, cube));
  TermSender sender(here.arena, common);
  TermReceiver receiver(*other_arena, common);
  std::deque<Cube> other_cubes;
  for (auto cube = cubes.rbegin(); cube != cubes.rend(); ++cube) {
    Cube sent = *cube;
    each_term(sent, [&](TermId& term) { term = sender.send(term); });
    std::vector<TermRecord> records = sender.take_records();
    receiver.receive(records);
    each_term(sent, [&](TermId& term) { term = receiver.term(term); });
    other_cubes.push_front(std::move(sent));
  }
  std::size_t with_reads = 0, with_numbers = 0, other_terms = 0;
  for (std::size_t k = other_cubes.size(); k-- > 0;) {
    Indexed prepared = search::index_cube(other, other_cubes[k]);
    for (std::size_t l = 0; l < prepared.flats.size(); ++l) other_terms += prepared.flats[l].term != cubes[k].literals[l];
    const Indexed adopted = search::adopt_index(std::move(prepared), cubes[k]);
    CHECK(difference(adopted, own[k]).empty());
    CHECK(adopted.cube == &cubes[k]);
    with_reads += !own[k].slow.empty();
    for (const Flat& flat : own[k].flats) with_numbers += flat.arithmetic;
  }
  CHECK(cubes.size() == 300);
  CHECK(with_reads > 0);
  CHECK(with_numbers > 0);
  CHECK(other_terms > 0);
}
