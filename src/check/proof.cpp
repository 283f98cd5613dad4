// With V the union of the cubes (certificate_union.h), the obligations are the following formulas, which must be unsatisfiable:
//     values  init, or a firing from a state with the claimed values, gives a cell a value that is not claimed
//     unsafe  an unsafe state outside V
//     init    an initial state in a cube
//     take    from a state outside V, `take` leads into a cube                             (queue_text.cpp)
//     step    from a state outside V, a firing leads into a cube                           for each disjunct of a transition's guard
// The state after a firing is written with definitions, in the functions of the state before. One file is about several cubes: its last
// assertion is the disjunction of "the state after is in cube K, shown by z0, z1, ... and s0, s1, ...".
//
// No file has quantifiers. "Outside V" is asserted as instances: not cubeK(...) for certain processes and times that the file names; init,
// universal guards, and what the machine says for all processes or times, for all those that the file names. These instances are
// consequences of the quantified statements, so a file that is unsatisfiable is unsatisfiable with the quantified statements too. A cube's
// statement about all other cells of an array is negated with a constant of its own for the cell (Skolem), and asserted for all cells that
// the file names.
//
// Which instances of "outside V" are asserted decides about the size of the files. All of them are too many: a cube of four processes has
// hundreds in each file. For each cube, transition and choice of processes the checker's cover test (certificate_cover.h) is asked which
// instances the predecessors are covered by; often that is one. Nothing depends on its answer being right.
#include "check/proof.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "check/certificate_cover.h"
#include "check/certificate_union.h"
#include "check/commit_chain.h"
#include "check/event_reference.h"
#include "check/obligation.h"
#include "check/predecessor_names.h"
#include "check/proof_text.h"
#include "check/proper.h"
#include "check/reference.h"

namespace parapet::check {
namespace {

// A file is about at most so many cubes, and is finished once its instances have so many bytes.
constexpr std::size_t most_cubes = 24;
constexpr std::size_t many_bytes = 60'000;

struct TooManyBytes {};

class Writer {
 public:
  Writer(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver, std::size_t limit)
      : system_(system),
        arena_(arena),
        certificate_(certificate),
        limit_(limit),
        reference_(system, arena),
        events_(system, arena),
        split_(system, arena, certificate.proper),
        all_(union_of(system, arena, certificate)),
        bounded_(system, arena, solver, certificate),
        cover_(arena, bounded_, all_, certificate.of_events(), certificate.delays_apart() ? &reference_.known() : nullptr),
        text_(system, arena, certificate, all_) {}

  Proof run() {
    if (text_.counts().too_many()) {
      proof_.refusal = "it counts processes of more than " + std::to_string(CountText::most_types) + " types";
      return std::move(proof_);
    }
    try {
      if (init_is_empty()) {
        write_empty_init();
      } else {
        if (text_.cubes().claims_any()) write_values();
        for (const le::UnsafeCube& unsafe : system_.unsafes) write_unsafe(unsafe);
        write_init();
        if (text_.weak().takes()) write_take();
        for (std::uint32_t t = 0; t < system_.transitions.size(); ++t) write_steps(t);
        if (text_.weak().commits_alone()) write_commits();
      }
      keep("machine.smt2", text_.quantified());
      proof_.files.insert(proof_.files.begin(), {"README", proof_readme(system_, certificate_, text_, proof_)});
    } catch (const TooManyBytes&) {
      proof_.files.clear();
      proof_.refusal = "its files have more than " + std::to_string(limit_) + " bytes";
    }
    return std::move(proof_);
  }

 private:
  void keep(std::string name, std::string text) {
    proof_.bytes += text.size();
    if (proof_.bytes > limit_) throw TooManyBytes{};
    proof_.files.push_back({std::move(name), std::move(text)});
  }

  void write(const std::string& name, const Obligation& made) {
    std::string text = "; " + made.what + "\n(set-logic ALL)\n" + text_.declarations();
    for (const Names* names : {&made.processes, &made.others}) {
      for (const std::string& process : *names) text += "(declare-const " + process + " proc)\n";
    }
    for (const Names* names : {&made.times, &made.positions}) {
      for (const std::string& number : *names) text += "(declare-const " + number + " Int)\n";
    }
    for (const std::string& process : text_.states().everybody(made.processes)) {
      if (text_.cubes().claims_processes()) text += "(assert (is-process " + process + "))\n";
    }
    text += made.definitions + text_.no_more_processes(text_.states().everybody(made.processes));
    for (const std::string& term : made.more_processes) text += text_.no_more_processes(text_.states().everybody(made.processes), term);
    for (const std::string& premise : made.premises) text += "(assert " + premise + ")\n";
    keep(name + ".smt2", text + "; to be refuted:\n(assert " + disjunction(made.refuted) + ")\n(check-sat)\n");
  }

  // What relates counts to the processes that the file names, which are all declared. `represented`: with a representative of each type of
  // the others.
  void count(Obligation& made, bool represented) {
    made.definitions += text_.counts().define(text_.states().everybody(made.processes), represented);
    if (represented) made.representatives = text_.counts().representatives();
  }

  // The processes of whom something is said that holds for all: with the representatives.
  [[nodiscard]] Range everybody(const Obligation& made) {
    Range all = range(made);
    append(all.processes, made.representatives);
    return all;
  }

  [[nodiscard]] Range range(const Obligation& made) {
    Range result{false, text_.states().everybody(made.processes), made.times};
    if (text_.weak().positions_are_times()) append(result.times, made.positions);
    return result;
  }

  // A proof needs no cubes where init has no state.
  [[nodiscard]] bool init_is_empty() { return bounded_.check(init_formulas(system_, arena_, 0), 0, {}) == smt::Answer::Unsat; }

  void write_empty_init() {
    Obligation made("there is no initial state");
    made.processes = text_.some_process({});
    count(made, true);
    made.add(text_.init(everybody(made)));
    made.refuted = {"true"};
    write("init", made);
  }

  // Values: what is written is the only new value; snapshots and views are copies.
  void write_values() {
    const auto& symbols = arena_.signature().symbols();
    Obligation at_init("initial values are as claimed");
    std::uint32_t arity = 0;
    for (const Symbol& symbol : symbols) arity = std::max(arity, symbol.arity);
    at_init.processes = text_.some_process(numbered("j", arity));
    for (std::size_t s = 0; s < symbols.size(); ++s) {
      const SymbolId symbol(s);
      if (text_.cubes().claims(symbol))
        at_init.refuted.push_back(
            negation(text_.cubes().claim(symbol, application(text_.states().cell(symbol, false), text_.states().indices(symbol)))));
    }
    count(at_init, false);
    at_init.add(text_.init(range(at_init)));
    write("values-init", at_init);
    for (const le::Transition& transition : system_.transitions) {
      Obligation made("what `" + text_.name(transition) + "` writes is as claimed, if all values before are");
      const FiringText firing = text_.firing(transition, made.times);
      made.processes = firing.parameters;
      append(made.processes, numbered("j", arity));
      count(made, false);
      made.definitions += text_.states().update(transition, firing.scope, "'");
      for (const SymbolId symbol : text_.states().changed()) {
        const Names at = text_.states().indices(symbol);
        if (text_.cubes().claims(symbol))
          made.refuted.push_back(conjunction({application(text_.states().write_test(symbol), at),
                                              negation(text_.cubes().claim(symbol, application(text_.states().write_value(symbol), at)))}));
      }
      if (made.refuted.empty()) continue;
      made.add(text_.guard(firing, range(made)));
      made.add(text_.weak().possible(firing, range(made), {}));
      made.add(text_.values_read(firing, range(made)));
      write("values-" + text_.name(transition), made);
    }
  }

  // The instance of a cube as a premise, in the state with this mark; returns its number in `made.instances`.
  std::size_t assert_outside(Obligation& made, std::size_t f, const Names& processes, const Names& times, const std::string& mark = {}) {
    const CubeText& cubes = text_.cubes();
    const std::string holds = CubeText::holds(text_.name(f), processes, times, mark);
    const auto [at, fresh] = made.known.try_emplace(holds, made.instances.size());
    if (!fresh) return at->second;
    arena_.spend(all_[f].literals.size() + 1);
    made.bytes += holds.size();
    Instance& instance = made.instances.emplace_back(Instance{f, processes, times, {}, mark});
    Names parts{holds};
    for (const SymbolId symbol : cubes.others(all_[f])) {
      Names cell;
      for (std::size_t k = 0; k < text_.states().indices(symbol).size(); ++k)
        cell.push_back(made.others.emplace_back("w" + std::to_string(made.others.size())));
      parts.push_back(CubeText::holds_of(text_.name(f), instance.cells.size(), processes, cell, times, mark));
      instance.cells.push_back({symbol, std::move(cell)});
    }
    if (mark.empty()) {
      Scope scope = CubeText::scope_of(all_[f], false);
      scope.processes = processes;
      scope.times = times;
      made.add(cubes.values_in(all_[f], scope));
    }
    made.premise(negation(conjunction(parts)));
    return at->second;
  }

  // Defines the predicates of the cubes of which there are instances in the state before, and says what is seen at `now` if one of them has it.
  void define_instances(Obligation& made) {
    std::vector<WeakText::Cell> cells;
    std::set<std::size_t> defined;
    bool has_now = false;
    for (const Instance& instance : made.instances) {
      if (instance.mark.empty()) defined.insert(instance.cube);
      cells.insert(cells.end(), instance.cells.begin(), instance.cells.end());
      has_now = has_now || std::find(instance.times.begin(), instance.times.end(), "now") != instance.times.end();
    }
    if (has_now) made.add(text_.weak().about_now(range(made), cells));
    for (const std::size_t f : defined) made.definitions += text_.cubes().define(text_.name(f), all_[f], false);
  }

  // The same in the states into which commits lead from the state before: those of the step, and those of chains.
  void define_committed(Obligation& made, const FiringText& firing) {
    std::map<std::string, std::set<std::size_t>> defined;
    for (const Instance& instance : made.instances) {
      if (!instance.mark.empty()) defined[instance.mark].insert(instance.cube);
    }
    for (const auto& [mark, cubes] : defined) {
      made.definitions += mark == committed_mark ? text_.weak().after_commits_only(firing)
                                                 : text_.weak().after_chain(mark, made.chains[std::stoul(mark.substr(1)) - 1]);
      for (const std::size_t f : cubes) made.definitions += text_.cubes().define(text_.name(f), all_[f], true);
    }
  }

  // That z0, z1, ..., s0, s1, ... and e0, e1, ... show the state to be in the cube; `cells`: cells of which to say what it says of other
  // cells.
  [[nodiscard]] std::string in_cube(const Obligation& made, const std::string& name, const Cube& cube, bool after,
                                    const std::vector<WeakText::Cell>& cells, const Names& more = {}) {
    const CubeText& cubes = text_.cubes();
    const Scope scope = CubeText::scope_of(cube, after);
    const std::string mark = after ? text_.states().mark() : "";
    Names parts{CubeText::holds(name, scope.processes, scope.times, mark)};
    const std::vector<SymbolId> others = cubes.others(cube);
    for (std::size_t k = 0; k < others.size(); ++k) {
      const auto say = [&](const Names& cell) {
        parts.push_back(CubeText::holds_of(name, k, scope.processes, cell, scope.times, mark));
        return std::string();
      };
      (void)range(made).for_processes(text_.states().indices(others[k]).size(), say);
      for (const WeakText::Cell& cell : cells) {
        if (cell.symbol == others[k]) say(cell.indices);
      }
    }
    append(parts, cubes.values_in(cube, scope));
    append(parts, text_.weak().known_of(cube, scope));
    append(parts, more);
    return conjunction(parts);
  }

  // Asserts the instances that a cover test of the cube `earlier` rests on, and adds their numbers.
  void assert_used(Obligation& made, const Cube& earlier, const std::vector<CoverInstance>& all, const PredecessorNames& names,
                   std::set<std::size_t>& numbers, const std::string& mark = {}) {
    for (const CoverInstance& used : all) {
      Names processes, times;
      if (names.name_images(earlier, used, made, processes, times)) numbers.insert(assert_outside(made, used.cube, processes, times, mark));
    }
  }

  [[nodiscard]] static std::vector<WeakText::Cell> cells_of_instances(const Obligation& made, const std::set<std::size_t>& numbers) {
    std::vector<WeakText::Cell> cells;
    for (const std::size_t number : numbers)
      cells.insert(cells.end(), made.instances[number].cells.begin(), made.instances[number].cells.end());
    return cells;
  }

  // One start cube for each way in which parameters are processes that constants name, and for each way to make the reads.
  void write_unsafe(const le::UnsafeCube& unsafe) {
    Obligation made("unsafe states are in the cubes");
    std::set<std::size_t> used;
    for (const Cube& cube : start_cubes(system_, arena_, certificate_, {unsafe})) {
      (void)cover_.uncovered(cube, all_.size(), {});
      assert_used(made, cube, cover_.used(), PredecessorNames(arena_, text_, cube), used);
    }
    const std::vector<Cube> states = unsafe_states(system_, arena_, certificate_, {unsafe});
    declare(made, states);
    count(made, false);
    define_instances(made);
    made.add(text_.weak().known(range(made)));
    for (std::size_t k = 0; k < states.size(); ++k) {
      const std::string name = "unsafe" + std::to_string(k + 1);
      made.definitions += text_.cubes().define(name, states[k], false);
      made.refuted.push_back(in_cube(made, name, states[k], false, cells_of_instances(made, used)));
    }
    write("unsafe-" + std::to_string(&unsafe - system_.unsafes.data() + 1), made);
  }

  // z0, z1, ..., s0, s1, ... and e0, e1, ... for these cubes.
  void declare(Obligation& made, const std::vector<Cube>& cubes) const {
    std::size_t processes = 0, times = 0, entries = 0;
    for (const Cube& cube : cubes) {
      processes = std::max<std::size_t>(processes, cube.processes);
      times = std::max(times, cube.weak.open.items.size());
      entries = std::max(entries, CubeText::entries(cube));
    }
    append(made.processes, numbered("z", processes));
    append(made.times, numbered("s", times));
    append(made.positions, numbered("e", entries));
    made.processes = text_.some_process(std::move(made.processes));
  }

  // Calls write(first, last) for groups of cubes of the certificate.
  template <class Write>
  void each_group(const Write& write) {
    for (std::size_t first = 0; first < certificate_.cubes.size(); first += most_cubes)
      write(first, std::min(first + most_cubes, certificate_.cubes.size()));
  }
  [[nodiscard]] std::vector<Cube> group(std::size_t first, std::size_t last) const {
    return {all_.begin() + static_cast<std::ptrdiff_t>(first), all_.begin() + static_cast<std::ptrdiff_t>(last)};
  }
  [[nodiscard]] static std::string group_name(std::size_t first, std::size_t last) {
    return std::to_string(first + 1) + (last == first + 1 ? "" : "-" + std::to_string(last));
  }

  void write_init() {
    each_group([&](std::size_t first, std::size_t last) {
      Obligation made("no initial state is in cube " + group_name(first, last));
      declare(made, group(first, last));
      count(made, true);
      made.add(text_.init(everybody(made)));
      for (std::size_t k = first; k < last; ++k) {
        made.definitions += text_.cubes().define(text_.name(k), all_[k], false);
        made.refuted.push_back(in_cube(made, text_.name(k), all_[k], false, {}));
      }
      write("init-" + group_name(first, last), made);
    });
  }

  // A read of the snapshot that was taken is, before, a read made now.
  void write_take() {
    each_group([&](std::size_t first, std::size_t last) {
      Obligation made("`take` leads into cube " + group_name(first, last) + " only from inside");
      declare(made, group(first, last));
      count(made, false);
      text_.states().keep("'");
      const std::string after = text_.weak().after_take();
      made.add(text_.weak().possible_take());
      for (std::size_t k = first; k < last; ++k) {
        if (all_[k].weak.open.items.empty()) continue;
        Names times;
        for (const std::string& time : numbered("s", all_[k].weak.open.items.size())) times.push_back(text_.weak().time_before_take(time));
        append(times, numbered("e", CubeText::entries(all_[k])));
        assert_outside(made, k, numbered("z", all_[k].processes), times);
      }
      if (made.instances.empty()) return;
      define_instances(made);
      made.definitions += after;
      for (const Instance& instance : made.instances) {
        made.definitions += text_.cubes().define(text_.name(instance.cube), all_[instance.cube], true);
        made.refuted.push_back(in_cube(made, text_.name(instance.cube), all_[instance.cube], true, instance.cells));
      }
      write("take-" + group_name(first, last), made);
    });
  }

  void write_steps(std::uint32_t t) {
    for (std::size_t first = 0; first < certificate_.cubes.size();) first = write_step(t, first);
  }

  // About the cubes from `first` on; returns the next one.
  std::size_t write_step(std::uint32_t t, std::size_t first) {
    const le::Transition& transition = system_.transitions[t];
    Obligation made;
    const FiringText firing = text_.firing(transition, made.times);
    made.processes = firing.parameters;
    std::vector<std::set<std::size_t>> used;
    std::size_t last = first;
    for (; last < certificate_.cubes.size() && last < first + most_cubes && made.bytes < many_bytes; ++last) {
      used.emplace_back();
      assert_before(made, firing, t, last, used.back());
    }
    made.what = "no firing of `" + text_.name(transition) + "` leads from outside into cube " + group_name(first, last);
    declare(made, group(first, last));
    count(made, !transition.universals.empty() || text_.counts().moves_others(transition));
    define_instances(made);
    made.definitions += text_.states().update(transition, firing.scope, "'");
    made.definitions += text_.weak().after(firing, range(made));
    made.definitions += text_.counts().after(firing, text_.states().everybody(made.processes));
    made.add(text_.guard(firing, everybody(made)));
    std::set<std::size_t> everywhere;
    for (const auto& numbers : used) everywhere.insert(numbers.begin(), numbers.end());
    made.add(text_.weak().possible(firing, range(made), cells_of_instances(made, everywhere)));
    made.add(text_.values_read(firing, range(made)));
    for (std::size_t k = first; k < last; ++k) {
      made.definitions += text_.cubes().define(text_.name(k), all_[k], true);
      made.refuted.push_back(in_cube(made, text_.name(k), all_[k], true, cells_of_instances(made, used[k - first]),
                                     text_.weak().seen_commits(all_[k], CubeText::scope_of(all_[k], true), firing, range(made))));
    }
    made.more_processes = text_.weak().committers(firing, range(made));
    define_committed(made, firing);
    write("step-" + text_.name(transition) + "-" + group_name(first, last), made);
    return last;
  }

  // Asserts that the states are outside V from which the firing leads into the cube.
  void assert_before(Obligation& made, const FiringText& firing, std::uint32_t t, std::size_t k, std::set<std::size_t>& numbers) {
    const Cube& cube = all_[k];
    const std::string& name = system_.name(firing.transition);
    PredecessorNames names(arena_, text_, cube);
    names.read_time = text_.weak().read_time(firing.transition);
    const VisitCube visit = [&](const Cube& earlier) {
      names.parameters = parameters();
      if (certificate_.delays_apart()) names.commits = reference_.commits();
      if (certificate_.of_events() && certificate_.writes_apart()) names.fired = &events_.made();
      const smt::Answer answer = cover_.uncovered(earlier, k, name);
      if (answer == smt::Answer::Sat && assert_after_chain(made, earlier, k, name, names, numbers)) return true;
      if (answer == smt::Answer::Sat && cases_cover(earlier, k, name)) {
        for (const PointerSplit::Case& each : split_.cases()) {
          names.targets = each.targets;
          assert_used(made, each.cube, each.used, names, numbers);
        }
        names.targets.clear();
        return true;
      }
      if (answer == smt::Answer::Sat) (void)cover_.uncovered(earlier, k, name);
      assert_used(made, earlier, cover_.used(), names, numbers);
      return true;
    };
    certificate_.of_events() ? events_.before(cube, t, visit) : reference_.before(cube, t, visit);
    if (!certificate_.delays_apart()) return;
    // The firing may change nothing of which the cube speaks.
    const Scope scope = CubeText::scope_of(cube, false);
    numbers.insert(assert_outside(made, k, scope.processes, scope.times, text_.weak().commits(firing) ? committed_mark : ""));
  }

  // Splits by where proper pointers point show that the states of the cube are in V.
  [[nodiscard]] bool cases_cover(const Cube& earlier, std::size_t first, const std::string& name) {
    if (certificate_.proper.empty() || certificate_.of_events()) return false;
    const PointerSplit::Widen widen = [&](Cube one) { return reference_.with_new_process(std::move(one)); };
    return split_.uncovered(cover_, earlier, first, name, widen) == smt::Answer::Unsat;
  }

  // Where commits alone lead from the states of the cube into V: the state after them is outside V. First the commits after the firing are
  // tried, made before it: the state after them, for all choices of these commits, has one name.
  [[nodiscard]] bool assert_after_chain(Obligation& made, const Cube& earlier, std::size_t k, const std::string& name,
                                        PredecessorNames names, std::set<std::size_t>& numbers) {
    if (!certificate_.delays_apart()) return false;
    const std::vector<Reference::Commit> after = reference_.commits();
    if (const auto chain = after.empty() ? std::nullopt : follow_chain(reference_, arena_, cover_, earlier, after, k, name)) {
      names.earlier = chain->commits;
      assert_used(made, chain->states.back(), cover_.used(), names, numbers, committed_mark);
      return true;
    }
    const auto chain = find_chain(reference_, arena_, cover_, earlier, k, name);
    if (!chain) return false;
    std::vector<WeakText::Commit> commits;
    for (std::size_t c = 0; c < chain->commits.size(); ++c) {
      commits.push_back(names.named(chain->states[c], chain->commits[c], made));
      if (commits.back().process.empty() || commits.back().position.empty()) return true;
      names.earlier.push_back(chain->commits[c]);
    }
    assert_used(made, chain->states.back(), cover_.used(), names, numbers, made.after_chain(commits));
    return true;
  }

  // A commit that a snapshot in a queue did not see leads into a cube only from inside.
  void write_commits() {
    for (std::size_t s = 0; s < arena_.signature().symbols().size(); ++s) {
      if (arena_.signature()[SymbolId(s)].weak)
        each_group([&](std::size_t first, std::size_t last) { write_commit(SymbolId(s), first, last); });
    }
  }

  void write_commit(SymbolId symbol, std::size_t first, std::size_t last) {
    Obligation made("no commit of " + text_.states().name(symbol) +
                    " that a snapshot in a queue did not see leads from outside into cube " + group_name(first, last));
    made.processes = numbered("c", text_.states().indices(symbol).size());
    made.processes.insert(made.processes.begin(), "y");
    std::vector<std::size_t> cubes;
    for (std::size_t k = first; k < last; ++k) {
      if (text_.weak().concerned(all_[k], symbol, CubeText::scope_of(all_[k], true)) == "false") continue;
      cubes.push_back(k);
      // The cube may say nothing of the cell but what the read saw: then the state before is in it.
      const Scope scope = CubeText::scope_of(all_[k], false);
      (void)assert_outside(made, k, scope.processes, scope.times);
      PredecessorNames names(arena_, text_, all_[k]);
      names.new_process = "y";
      reference_.before_silent(all_[k], [&](const Cube& earlier) {
        names.commits = reference_.commits();
        if (arena_.symbol(names.commits[0].cell) != symbol) return true;
        (void)cover_.uncovered(earlier, k, {});
        std::set<std::size_t> numbers;
        assert_used(made, earlier, cover_.used(), names, numbers);
        return true;
      });
    }
    if (cubes.empty()) return;
    declare(made, group(first, last));
    count(made, false);
    define_instances(made);
    made.definitions += text_.weak().after_commit(symbol, range(made));
    for (const std::size_t k : cubes) {
      made.definitions += text_.cubes().define(text_.name(k), all_[k], true);
      made.refuted.push_back(
          in_cube(made, text_.name(k), all_[k], true, {}, {text_.weak().concerned(all_[k], symbol, CubeText::scope_of(all_[k], true))}));
    }
    write("commit-" + text_.states().name(symbol) + "-" + group_name(first, last), made);
  }

  [[nodiscard]] const std::vector<TermId>& parameters() const {
    return certificate_.of_events() ? events_.parameters() : reference_.parameters();
  }

  const le::System& system_;
  TermArena& arena_;
  const Certificate& certificate_;
  const std::size_t limit_;
  Reference reference_;
  EventReference events_;
  PointerSplit split_;
  const std::vector<Cube> all_;
  BoundedSolver bounded_;
  CertificateCover cover_;
  ProofText text_;
  Proof proof_;
};

// What cannot be written.
std::string refusal_of(const le::System& system, const TermArena& arena, const Certificate& certificate) {
  if (!certificate.proper.empty() && certificate.of_events()) return "certificates of the event engine have no proper names";
  const bool has_snapshots = !certificate.delays_apart() || system.delays.any_late();
  for (std::size_t k = 0; k < certificate.cubes.size(); ++k) {
    std::string wrong;
    if (!has_snapshots && !certificate.cubes[k].weak.open.items.empty()) wrong = "a snapshot read, but no firing of the model reads late";
    for (const TermId literal : certificate.cubes[k].literals) {
      each_leaf(arena, literal, [&](TermId leaf) {
        if (arena.op(leaf) == Op::Fresh) wrong = "a term `fresh`";
        if (arena.op(leaf) != Op::Read) return;
        const SymbolId symbol = arena.symbol(arena.location(leaf));
        if (!arena.signature()[symbol].weak && !system.shared[symbol.index()])
          wrong = "a read of " + arena.signature()[symbol].name + ", which is neither weak nor shared";
      });
    }
    if (!wrong.empty()) return "cube " + std::to_string(k) + " has " + wrong;
  }
  return {};
}

}  // namespace

bool is_obligation(const ProofFile& file) { return file.name != "README" && file.name != "machine.smt2"; }

Proof write_proof(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver, std::size_t limit) {
  Proof refused;
  refused.refusal = refusal_of(system, arena, certificate);
  return refused.refusal.empty() ? Writer(system, arena, certificate, solver, limit).run() : refused;
}

}  // namespace parapet::check
