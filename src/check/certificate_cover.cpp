// F covers G under an injection s of F's variables into G's (constants stay) and a map m of F's open reads to G's or *now* if
//   every item of an open read r of F, renamed, is an item of m(r); if m(r) is now, the item is the memory cell itself;
//   for r' after r in a list of F: m(r') is m(r), or comes after it, or is now; if m(r) is now, so is m(r');
//   for r in the list of p with m(r) not now: m(r) is in the list of s(p), and if p is clean in F, s(p) is clean in G;
//   for each store buffer (p,l) of F (one per process and location): m maps D_F(p,l) to entries of D_G(s(p),s(l)), one to one and in order;
//   E_F(p,l) needs E_G(s(p),s(l)), or that G has no entry there and none is possible; with E_F(p,l) the last entry goes to the last, and
//   D_F(p,l) is empty iff D_G(s(p),s(l)) is. Then *now* is what the reader sees for certain in G: the last entry of its buffer, if that is
//   exact; the memory cell, if its buffer is empty;
//   G's literals imply F's under (s, m).
// That a buffer of G is empty, although G has no E bit that says so, may follow from where its process is (store_buffers.h). If one literal
// of G at a time does not decide that, the instance has one more condition, as a formula.
// Cubes of the event engine have no lists; in place of the second and third condition m keeps the order of pending reads and of explored
// writes (row_cover.cpp).
// The cubes F1, F2, ... cover G together iff
//     G && AND { not F(s, m) : F one of them, (s, m) satisfies the conditions before the last }   is unsatisfiable.
// A literal of F that G implies is left out of the clause, and an instance with a literal that contradicts G is left out altogether: the
// formula stays equivalent. An instance with an empty clause covers G alone. A literal is tested as soon as its processes are mapped, the
// items of an open read as soon as the read is mapped.
#include "check/certificate_cover.h"

#include <algorithm>

#include "base/narrow.h"
#include "check/reference.h"

namespace parapet::check {
std::uint64_t BoundedSolver::possible(TermId leaf) const {
  const TermId cell = arena_.op(leaf) == Op::Read ? arena_.location(leaf) : leaf;
  return arena_.op(cell) == Op::Cell ? claims_.narrowed[arena_.symbol(cell).index()] : ~std::uint64_t{0};
}

smt::Answer BoundedSolver::check(const std::vector<TermId>& formulas, std::uint64_t cube, std::string_view transition,
                                 std::uint32_t variables) {
  return ask(formulas, counts_.facts(formulas, variables), cube, transition);
}

smt::Answer BoundedSolver::check_init(const std::vector<TermId>& formulas, std::uint64_t cube, std::uint32_t variables) {
  return ask(formulas, counts_.facts_at_init(formulas, variables, solver_), cube, {});
}

smt::Answer BoundedSolver::ask(const std::vector<TermId>& formulas, const std::vector<TermId>& facts, std::uint64_t cube,
                               std::string_view transition) {
  if (std::find(formulas.begin(), formulas.end(), arena_.truth(false)) != formulas.end()) return smt::Answer::Unsat;
  ++queries_;
  std::vector<TermId> leaves;
  for (const TermId formula : formulas) each_leaf(arena_, formula, [&](TermId leaf) { leaves.push_back(leaf); });
  for (const TermId fact : facts) each_leaf(arena_, fact, [&](TermId leaf) { leaves.push_back(leaf); });
  std::sort(leaves.begin(), leaves.end());
  leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
  std::vector<TermId> claims;
  for (const TermId leaf : leaves) {
    const std::uint64_t set = possible(leaf);
    if (set != ~std::uint64_t{0}) claims.push_back(arena_.member(leaf, set));
    add_bounds(arena_, leaf, range(arena_, claims_.intervals, leaf), claims);
  }
  solver_.push();
  for (const TermId claim : claims) solver_.add(claim);
  for (const TermId fact : facts) solver_.add(fact);
  for (const TermId formula : formulas) solver_.add(formula);
  const smt::Answer answer = solver_.check({smt::Purpose::Certify, cube, transition});
  solver_.pop();
  return answer;
}

CertificateCover::CertificateCover(TermArena& arena, BoundedSolver& solver, const std::vector<Cube>& cubes, bool events,
                                   const StoreBuffers* buffers)
    : arena_(arena), solver_(solver), cubes_(cubes), events_(events), buffers_(buffers) {
  for (const Cube& cube : cubes) {
    auto& literals = literals_.emplace_back();
    for (const TermId literal : cube.literals) literals.push_back(prepared(literal));
    auto& reads = items_.emplace_back();
    for (const auto& read : cube.weak.open.items) {
      auto& items = reads.emplace_back();
      for (const TermId item : read) {
        const TermId reader = arena.reader(item);
        items.push_back({reader.valid() ? prepared(reader) : Literal{}, prepared(arena.location(item))});
      }
    }
  }
  for (std::size_t k = 0; k < cubes.size(); ++k) {
    auto& by_variable = complete_.emplace_back(cubes[k].processes);
    for (const Literal& literal : literals_[k]) {
      if (!literal.reads && !literal.variables.empty()) by_variable[literal.variables.back()].push_back(&literal);
    }
  }
}

CertificateCover::Literal CertificateCover::prepared(TermId term) {
  Literal literal{term, {}, false, none};
  const auto look = [&](const auto& self, TermId part) -> void {
    literal.reads = literal.reads || arena_.op(part) == Op::Read;
    if (arena_.op(part) == Op::ProcessVar) literal.variables.push_back(arena_.process_number(part));
    for (const TermId arg : arena_.args(part)) self(self, arg);
  };
  look(look, term);
  std::sort(literal.variables.begin(), literal.variables.end());
  literal.variables.erase(std::unique(literal.variables.begin(), literal.variables.end()), literal.variables.end());
  if (literal.reads || literal.variables.size() > 2) return literal;
  const auto [at, fresh] = rows_.try_emplace(term.value, narrow<std::uint32_t>(rows_.size()));
  literal.row = at->second;
  if (fresh) renamings_.resize(renamings_.size() + std::size_t{images} * images);
  return literal;
}

smt::Answer CertificateCover::uncovered(const Cube& cube, std::size_t first, std::string_view transition) {
  thorough_ = false;
  const smt::Answer answer = attempt(cube, first, transition);
  if (answer != smt::Answer::Sat || buffers_ == nullptr) return answer;
  Cube states = cube;
  for (const TermId fact : buffers_->facts(cube)) states.literals.push_back(fact);
  thorough_ = true;
  return attempt(states, first, transition);
}

smt::Answer CertificateCover::attempt(const Cube& cube, std::size_t first, std::string_view transition) {
  learn(cube);
  clauses_.clear();
  used_.clear();
  if (contradictory_) return smt::Answer::Unsat;
  if (first < cubes_.size() && each_injection(first)) return smt::Answer::Unsat;
  if (solver_.check(cube.literals, first + 1, transition, cube.processes) == smt::Answer::Unsat) {
    used_.clear();
    return smt::Answer::Unsat;
  }
  for (std::size_t k = 0; k < cubes_.size(); ++k) {
    if (k != first && each_injection(k)) return smt::Answer::Unsat;
  }
  std::vector<TermId> all = cube.literals;
  all.insert(all.end(), clauses_.begin(), clauses_.end());
  return solver_.check(all, first + 1, transition, cube.processes);
}

void CertificateCover::learn(const Cube& cube) {
  g_ = &cube;
  ++current_;
  facts_.clear();
  sets_.clear();
  contradictory_ = false;
  const auto add = [&](TermId atom) {
    facts_.insert(atom.value);
    if (atom == arena_.truth(false)) contradictory_ = true;
    if (arena_.op(atom) != Op::Member) return;
    const TermId term = arena_.args(atom)[0];
    std::uint64_t& set = sets_.try_emplace(term.value, solver_.possible(term)).first->second;
    set &= arena_.set(atom);
    contradictory_ = contradictory_ || set == 0;
  };
  for (const TermId literal : cube.literals) {
    if (arena_.op(literal) != Op::And) {
      add(literal);
      continue;
    }
    for (const TermId part : arena_.args(literal)) add(part);
  }
}

CertificateCover::Known CertificateCover::known(TermId literal) {
  if (memo_.size() <= literal.index()) memo_.resize(2 * literal.index() + 1);
  Memo& memo = memo_[literal.index()];
  if (memo.cube != current_) memo = {current_, find_out(literal)};
  return memo.known;
}

CertificateCover::Known CertificateCover::find_out(TermId literal) const {
  if (literal == arena_.truth(true) || facts_.contains(literal.value)) return Known::True;
  if (literal == arena_.truth(false)) return Known::False;
  if (arena_.op(literal) != Op::Member) return facts_.contains(arena_.negate(literal).value) ? Known::False : Known::Open;
  const TermId term = arena_.args(literal)[0];
  const auto at = sets_.find(term.value);
  const std::uint64_t set = at == sets_.end() ? solver_.possible(term) : at->second;
  if ((set & arena_.set(literal)) == 0) return Known::False;
  return (set & ~arena_.set(literal)) == 0 ? Known::True : Known::Open;
}

// True: an instance covers the cube alone.
bool CertificateCover::each_injection(std::size_t number) {
  const Cube& f = cubes_[number];
  const auto choose = [&](const auto& self) -> bool {
    arena_.spend();
    if (image_.size() == f.processes) {
      if (!events_ || f.weak.open.items.empty()) return each_read_map(number, nullptr);
      const RowCover rows(f.weak.order, g_->weak.order, [&](TermId process) { return renamed(process); });
      return each_read_map(number, &rows);
    }
    for (std::uint32_t to = 0; to < g_->processes; ++to) {
      if (std::find(image_.begin(), image_.end(), to) != image_.end()) continue;
      image_.push_back(to);
      const auto& complete = complete_[number][image_.size() - 1];
      const bool excluded =
          std::any_of(complete.begin(), complete.end(), [&](const Literal* l) { return known(renamed(*l)) == Known::False; });
      const bool covered = !excluded && self(self);
      image_.pop_back();
      if (covered) return true;
    }
    return false;
  };
  image_.clear();
  reads_.clear();
  unless_.clear();
  return choose(choose);
}

bool CertificateCover::each_read_map(std::size_t number, const RowCover* rows) {
  arena_.spend();
  const Cube& f = cubes_[number];
  const bool seeks = !f.weak.order.sought.empty();  // co is chosen: no literal speaks of memory
  if (reads_.size() == f.weak.open.items.size()) {
    const std::vector<std::uint32_t> reads = reads_;
    const bool covered = allowed(f) && (!seeks || rows->map_writes(reads_)) && each_entry_map(number, 0, 0, 0);
    reads_ = reads;
    return covered;
  }
  const auto count = narrow<std::uint32_t>(g_->weak.open.items.size());
  for (std::uint32_t k = 0; k < count + (seeks ? 0 : 1); ++k) {
    reads_.push_back(k == count ? now : k);
    const std::size_t conditions = unless_.size();
    const bool fits = has_items(number, reads_.size() - 1) && (rows == nullptr || rows->allows(reads_));
    const bool covered = fits && each_read_map(number, rows);
    reads_.pop_back();
    unless_.resize(conditions);
    if (covered) return true;
  }
  return false;
}

// Maps the entries of F from this one of this buffer on; in the present buffer only to entries from the place `from` on.
bool CertificateCover::each_entry_map(std::size_t number, std::size_t buffer, std::size_t entry, std::size_t from) {
  arena_.spend();
  const Cube& f = cubes_[number];
  if (buffer == f.weak.buffers.size()) return add_instance(number);
  const DelayedBuffer& each = f.weak.buffers[buffer];
  const TermId cell = renamed(arena_.cell(each.symbol, each.args));
  const DelayedBuffer* const target = find_buffer(arena_, *g_, renamed(each.process), cell);
  if (each.entries.empty()) {
    const std::size_t conditions = unless_.size();
    const bool covered = fits(each, target) && each_entry_map(number, buffer + 1, 0, 0);
    unless_.resize(conditions);
    return covered;
  }
  if (entry == 0 && !fits(each, target)) return false;
  if (entry == each.entries.size()) return each_entry_map(number, buffer + 1, 0, 0);
  const bool last = each.exact && entry + 1 == each.entries.size();
  const std::size_t count = target == nullptr ? 0 : target->entries.size();
  for (std::size_t place = last ? std::max(from, count - 1) : from; place < count; ++place) {
    reads_.push_back(target->entries[place]);
    const bool covered = each_entry_map(number, buffer, entry + 1, place + 1);
    reads_.pop_back();
    if (covered) return true;
  }
  return false;
}

bool CertificateCover::fits(const DelayedBuffer& buffer, const DelayedBuffer* target) {
  const std::size_t there = target == nullptr ? 0 : target->entries.size();
  if (buffer.entries.size() > there) return false;
  if (!buffer.exact) return true;
  if (buffer.entries.empty() != (there == 0)) return false;
  if (target != nullptr && target->exact) return true;
  const TermId cell = renamed(arena_.cell(buffer.symbol, buffer.args));
  return there == 0 && is_empty(renamed(buffer.process), cell);
}

// G knows no entry of the process for the cell: whether there is none, which may become a condition of the instance.
bool CertificateCover::is_empty(TermId process, TermId cell) {
  if (buffers_->surely_empty(*g_, process, cell)) return true;
  if (!thorough_) return false;
  const TermId condition = buffers_->may_be_buffered(*g_, process, cell);
  if (condition == arena_.truth(true)) return false;
  unless_.push_back(condition);
  return true;
}

// G says what the reader sees in the cell, on a condition perhaps.
bool CertificateCover::is_known_now(TermId reader, TermId cell) {
  if (buffers_ == nullptr || !reader.valid()) return true;
  const DelayedBuffer* const buffer = find_buffer(arena_, *g_, reader, cell);
  if (buffer != nullptr && buffer->exact) return true;
  return (buffer == nullptr || buffer->entries.empty()) && is_empty(reader, cell);
}

// What it is, if that is known.
TermId CertificateCover::seen_now(TermId reader, TermId cell) const {
  const DelayedBuffer* const buffer = buffers_ != nullptr && reader.valid() ? find_buffer(arena_, *g_, reader, cell) : nullptr;
  return buffer == nullptr || buffer->entries.empty() ? cell : arena_.read(buffer->entries.back(), reader, cell);
}

bool CertificateCover::add_instance(std::size_t number) {
  std::vector<TermId> open = unless_;
  for (const Literal& literal : literals_[number]) {
    const TermId instance = renamed(literal);
    const Known truth = known(instance);
    if (truth == Known::False) return false;
    if (truth == Known::Open) open.push_back(arena_.negate(instance));
  }
  if (open.empty()) {
    used_.assign(1, {number, image_, reads_});
    return true;
  }
  const TermId clause = arena_.disjunction(open);
  if (std::find(clauses_.begin(), clauses_.end(), clause) != clauses_.end()) return false;
  clauses_.push_back(clause);
  used_.push_back({number, image_, reads_});
  return false;
}

TermId CertificateCover::renamed(const Literal& literal) {
  const auto image = [&](std::size_t k) { return k < literal.variables.size() ? image_[literal.variables[k]] : 0; };
  if (literal.row == none || image(0) >= images || image(1) >= images) return renamed(literal.term);
  TermId& kept = renamings_[(std::size_t{literal.row} * images + image(0)) * images + image(1)];
  if (!kept.valid()) kept = renamed(literal.term);
  return kept;
}

TermId CertificateCover::renamed(TermId term) {
  return arena_.rewrite(term, [&](TermId leaf) {
    if (arena_.op(leaf) == Op::ProcessVar) return arena_.process(image_[arena_.process_number(leaf)]);
    if (arena_.op(leaf) != Op::Read) return leaf;
    const std::uint32_t to = reads_[arena_.read_number(leaf)];
    if (to != now) return arena_.read(to, arena_.reader(leaf), arena_.location(leaf));
    return seen_now(arena_.reader(leaf), arena_.location(leaf));
  });
}

bool CertificateCover::has_items(std::size_t number, std::size_t read) {
  const auto& items = items_[number][read];
  if (reads_[read] == now) {
    return std::all_of(items.begin(), items.end(), [&](const Item& item) {
      const TermId reader = item.reader.term.valid() ? renamed(item.reader) : TermId();
      return is_known_now(reader, renamed(item.location));
    });
  }
  const auto& there = g_->weak.open.items[reads_[read]];
  return std::all_of(items.begin(), items.end(), [&](const Item& item) {
    const TermId reader = item.reader.term.valid() ? renamed(item.reader) : TermId();
    const TermId location = renamed(item.location);
    return std::any_of(there.begin(), there.end(),
                       [&](TermId other) { return arena_.location(other) == location && arena_.reader(other) == reader; });
  });
}

bool CertificateCover::allowed(const Cube& f) {
  // A final read of everybody is now, or the final read of everybody.
  const OpenReads& open = f.weak.open;
  if (open.mentions_all && open.last != OpenReads::none && reads_[open.last] != now &&
      (!g_->weak.open.mentions_all || reads_[open.last] != g_->weak.open.last))
    return false;
  return std::all_of(f.weak.open.lists.begin(), f.weak.open.lists.end(), [&](const OpenReads::List& list) { return allowed(list); });
}

bool CertificateCover::allowed(const OpenReads::List& list) {
  const OpenReads::List* target = g_->weak.open.find(renamed(list.process));
  std::size_t previous = 0;  // index in the list of the target; now comes after every index
  for (const std::uint32_t read : list.reads) {
    std::size_t place = SIZE_MAX;
    if (reads_[read] != now) {
      if (target == nullptr || (list.clean && !target->clean)) return false;
      const auto at = std::find(target->reads.begin(), target->reads.end(), reads_[read]);
      if (at == target->reads.end()) return false;
      place = static_cast<std::size_t>(at - target->reads.begin());
    }
    if (place < previous) return false;
    previous = place;
  }
  return true;
}

}  // namespace parapet::check
