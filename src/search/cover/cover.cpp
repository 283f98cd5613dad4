#include "search/cover/cover.h"

#include <algorithm>

namespace parapet::search {

std::vector<TermId> CoverTest::left_renamed() {
  if (context_.asks_all) return renamed();
  std::vector<TermId> all;
  for (const LiteralNumber literal : instances_.left()) all.push_back(rename_literal(f_->flats[literal].term));
  return all;
}

void CoverTest::read_instance(const Indexed& f, const Indexed& g, const EncodedInstance& instance, std::vector<TermId>& out) {
  f_ = &f;
  g_ = &g;
  map_.image.clear();
  for (const std::uint32_t to : instance.processes) map_.image.push_back(narrow<ProcessCode>(to));
  read_image_.assign(instance.reads.begin(), instance.reads.end());
  if (context_.asks_all) {
    for (const TermId literal : f.cube->literals) out.push_back(rename_literal(literal));
    return;
  }
  for (const std::uint32_t literal : instance.left) out.push_back(rename_literal(f.flats[literal].term));
}

std::vector<TermId> CoverTest::renamed() {
  std::vector<TermId> all;
  for (const TermId literal : f_->cube->literals) all.push_back(rename_literal(literal));
  return all;
}

void CoverTest::start(const Indexed& f, const Indexed& g, std::size_t most) {
  f_ = &f;
  g_ = &g;
  map_.start(f, g, most == 0);
  instances_.start(most);
  most_read_steps_ = most == 0 ? most_cover_steps : InstanceSearch::most_steps;
  read_steps_ = 0;
  read_image_.assign(f.cube->weak.open.items.size(), 0);
}

bool CoverTest::solver_confirms() {
  const Question asked = question();
  const smt::Query query{smt::Purpose::Cover, g_->node, {}, nullptr, explains_};
  return smt::ask_and_record(context_.solver, query, asked.formulas, asked.comments) == smt::Answer::Unsat;
}

bool CoverTest::map_reads(const std::function<bool()>& done) {
  const Weak& weak = f_->cube->weak;
  if (f_->slow.empty() && weak.empty()) return done();
  const std::size_t size = instances_.left_with_reads();
  if (!admit_slow(0)) {
    instances_.shrink(size);
    return false;
  }
  std::vector<std::size_t> sizes(weak.open.items.size() + 1, instances_.left_with_reads());
  const bool found = memory_.embed(
      weak, g_->cube->weak, rename_,
      [&](std::uint32_t read, std::uint32_t to) {
        context_.spend();
        instances_.shrink(sizes[read]);
        if (++read_steps_ > most_read_steps_) return false;
        if (to == made_now && !may_be_made_now(read)) return false;
        read_image_[read] = to;
        if (!has_items(read, to) || !admit_slow(read + 1)) return false;
        sizes[read + 1] = instances_.left_with_reads();
        return true;
      },
      done);
  if (!found) instances_.shrink(size);
  return found;
}

TermId CoverTest::rename(TermId process) {
  if (arena_.op(process) == Op::ProcessConst) return process;
  return arena_.process(map_.image[arena_.process_number(process)]);
}

TermId CoverTest::rename_literal(TermId literal) {
  return arena_.rewrite(literal, [&](TermId leaf) {
    if (is_process(arena_, leaf)) return rename(leaf);
    if (arena_.op(leaf) != Op::Read) return leaf;
    const std::uint32_t to = read_image_[arena_.read_number(leaf)];
    const TermId reader = arena_.reader(leaf);
    const TermId location = arena_.location(leaf);
    return to == made_now ? memory_.read_now(g_->cube->weak, reader, location) : arena_.read(to, reader, location);
  });
}

bool CoverTest::may_be_made_now(std::uint32_t read) {
  if (context_.memory.writes_apart) {
    const auto& items = f_->cube->weak.open.items[read];
    return std::all_of(items.begin(), items.end(), [&](TermId item) {
      const TermId location =
          arena_.rewrite(arena_.location(item), [&](TermId leaf) { return is_process(arena_, leaf) ? rename(leaf) : leaf; });
      return memory_.read_now(g_->cube->weak, rename(arena_.reader(item)), location).valid();
    });
  }
  return !context_.memory.reads_map_to_reads || g_->has_memory;
}

bool CoverTest::has_items(std::uint32_t read, std::uint32_t to) {
  if (to == made_now) return true;
  const auto& there = g_->cube->weak.open.items[to];
  return std::all_of(f_->cube->weak.open.items[read].begin(), f_->cube->weak.open.items[read].end(),
                     [&](TermId item) { return std::find(there.begin(), there.end(), rename_literal(item)) != there.end(); });
}

bool CoverTest::admit_slow(std::uint32_t read) {
  for (std::size_t k = 0; k < f_->slow.size(); ++k) {
    if (f_->slow_read[k] == read && !admit_slow_literal(f_->slow[k])) return false;
  }
  return true;
}

bool CoverTest::admit_slow_literal(LiteralNumber number) {
  const TermId literal = rename_literal(f_->flats[number].term);
  if (literal == arena_.truth(true)) return true;
  if (literal == arena_.truth(false)) return false;
  const Flat f = context_.shapes.flat(literal);
  Implied result = Implied::No;
  const std::size_t cell_args = f.cell_args();
  for (const Flat& g : g_->flats) {
    if (g.term == literal) return true;
    if (g.shape != f.shape || g.count != f.count || f.count == Flat::most_args) continue;
    if (!std::equal(f.args.begin(), f.args.begin() + static_cast<std::ptrdiff_t>(cell_args), g.args.begin())) continue;
    result = implication_.compare(f, f.count == 0 ? no_process : f.args[f.count - 1u], g);
    if (result != Implied::No) break;
  }
  if (result == Implied::No) return instances_.leave(number);
  return result == Implied::Yes;
}

OrderQuestion CoverTest::order() const {
  if (!context_.memory.orders_events) return {};
  return memory_.order_question(f_->cube->weak, g_->cube->weak, rename_, read_image_);
}

std::string renaming_text(const CoverTest& test) {
  std::string text;
  const auto add = [&](const std::string& from, const std::string& to) { text += (text.empty() ? "" : ", ") + from + " -> " + to; };
  const auto process = [](std::size_t k) { return "z" + std::to_string(k); };
  for (std::size_t k = 0; k < test.processes().size(); ++k) add(process(k), process(test.processes()[k]));
  for (std::size_t k = 0; k < test.reads().size(); ++k)
    add("read '" + std::to_string(k), test.reads()[k] == made_now ? "now" : "read '" + std::to_string(test.reads()[k]));
  return text;
}

CoverTest::Question CoverTest::question() {
  Question result{g_->cube->literals, {}};
  std::vector<TermId> negated, facts;
  for (const TermId literal : renamed()) {
    if (literal == arena_.truth(true)) continue;
    negated.push_back(context_.normalizer.negate(literal));
    context_.normalizer.add_facts(literal, facts);
  }
  for (const TermId literal : g_->cube->literals) context_.normalizer.add_facts(literal, facts);
  std::sort(facts.begin(), facts.end());
  facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
  const OrderQuestion order = this->order();
  for (const TermId needed : order.needed) negated.push_back(arena_.negate(needed));
  const std::string node = "node " + std::to_string(f_->node);
  smt::DecisionLog::Comments& comments = result.comments;
  comments.above = {"whether " + node + " covers it by " + renaming_text(*this),
                    "unsatisfiable: every state of the cube is one of " + node + " (its open reads are matched by the renaming)"};
  comments.above.insert(comments.above.end(), order.events.begin(), order.events.end());
  comments.by_formula.assign(result.formulas.size(), "");
  const auto add = [&](const std::vector<TermId>& formulas, const std::string& comment) {
    result.formulas.insert(result.formulas.end(), formulas.begin(), formulas.end());
    comments.by_formula.insert(comments.by_formula.end(), formulas.size(), comment);
  };
  add(order.given, "the order of events");
  add({arena_.disjunction(negated)}, "not " + node);
  add(facts, "always holds");
  return result;
}

}  // namespace parapet::search
