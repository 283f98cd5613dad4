// With V the union of the cubes (certificate_union.h), the obligations are the following formulas, which must be unsatisfiable:
//     values  init, or a firing from a state with the claimed values, gives a cell a value that is not claimed
//     unsafe  an unsafe state outside V
//     init    an initial state in a cube
//     take    from a state outside V, `take` leads into a cube                             (timeline_text.cpp)
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
#include <set>
#include <utility>

#include "check/certificate_cover.h"
#include "check/certificate_union.h"
#include "check/event_reference.h"
#include "check/proof_text.h"
#include "check/reference.h"

namespace parapet::check {
namespace {

// A file is about at most so many cubes, and is finished once its instances have so many bytes.
constexpr std::size_t most_cubes = 24;
constexpr std::size_t many_bytes = 60'000;

constexpr std::uint32_t no_read = UINT32_MAX - 1;

struct TooManyBytes {};

// "not cubeF(processes, times)"; the cells are names for cells with which a statement about all other cells of an array fails.
struct Instance {
  std::size_t cube = 0;
  Names processes, times;
  std::vector<WeakText::Cell> cells;
};

// A file that is being made.
struct Obligation {
  explicit Obligation(std::string sentence = {}) : what(std::move(sentence)) {}

  std::string what;            // for the comment
  Names processes, times;      // to be declared
  Names others;                // the indices of cells of instances
  std::string definitions;     // after the declarations of constants
  std::set<std::string> said;  // premises
  Names premises;              // the same, in order
  Names refuted;               // its disjunction is to be refuted
  std::vector<Instance> instances;
  std::map<std::string, std::size_t> known;  // by text: its instance
  std::set<std::size_t> defined;             // cubes whose predicates of the state before are defined
  std::size_t bytes = 0;

  void premise(const std::string& text) {
    if (text != "true" && said.insert(text).second) premises.push_back(text);
  }
  void add(const Names& all) {
    for (const std::string& each : all) premise(each);
  }
};

class Writer {
 public:
  Writer(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver, std::size_t limit)
      : system_(system),
        arena_(arena),
        certificate_(certificate),
        limit_(limit),
        reference_(system, arena),
        events_(system, arena),
        all_(union_of(system, arena, certificate)),
        bounded_(system, arena, solver, certificate),
        cover_(arena, bounded_, all_, certificate.of_events()),
        text_(system, arena, certificate, all_) {}

  Proof run() {
    try {
      if (init_is_empty()) {
        write_empty_init();
      } else {
        if (text_.cubes().claims_any()) write_values();
        for (const le::UnsafeCube& unsafe : system_.unsafes) write_unsafe(unsafe);
        write_init();
        if (text_.weak().takes()) write_take();
        for (std::uint32_t t = 0; t < system_.transitions.size(); ++t) write_steps(t);
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
    for (const std::string& time : made.times) text += "(declare-const " + time + " Int)\n";
    text += made.definitions + text_.no_more_processes(text_.states().everybody(made.processes));
    for (const std::string& premise : made.premises) text += "(assert " + premise + ")\n";
    keep(name + ".smt2", text + "; to be refuted:\n(assert " + disjunction(made.refuted) + ")\n(check-sat)\n");
  }

  [[nodiscard]] Range range(const Obligation& made) { return {false, text_.states().everybody(made.processes), made.times}; }

  // A proof needs no cubes where init has no state.
  [[nodiscard]] bool init_is_empty() { return bounded_.check(init_formulas(system_, arena_, 0), 0, {}) == smt::Answer::Unsat; }

  void write_empty_init() {
    Obligation made("there is no initial state");
    made.processes = text_.some_process({});
    made.add(text_.init(range(made)));
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
    at_init.add(text_.init(range(at_init)));
    write("values-init", at_init);
    for (const le::Transition& transition : system_.transitions) {
      Obligation made("what `" + text_.name(transition) + "` writes is as claimed, if all values before are");
      const FiringText firing = text_.firing(transition, made.times);
      made.processes = firing.parameters;
      append(made.processes, numbered("j", arity));
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

  // The instance of a cube as a premise; returns its number in `made.instances`.
  std::size_t assert_outside(Obligation& made, std::size_t f, const Names& processes, const Names& times) {
    const CubeText& cubes = text_.cubes();
    const std::string holds = cubes.holds(text_.name(f), processes, times, false);
    const auto [at, fresh] = made.known.try_emplace(holds, made.instances.size());
    if (!fresh) return at->second;
    arena_.spend(all_[f].literals.size() + 1);
    made.bytes += holds.size();
    Instance& instance = made.instances.emplace_back(Instance{f, processes, times, {}});
    Names parts{holds};
    for (const SymbolId symbol : cubes.others(all_[f])) {
      Names cell;
      for (std::size_t k = 0; k < text_.states().indices(symbol).size(); ++k)
        cell.push_back(made.others.emplace_back("w" + std::to_string(made.others.size())));
      parts.push_back(cubes.holds_of(text_.name(f), instance.cells.size(), processes, cell, times, false));
      instance.cells.push_back({symbol, std::move(cell)});
    }
    Scope scope;
    scope.processes = processes;
    scope.times = times;
    made.add(cubes.values_in(all_[f], scope));
    made.premise(negation(conjunction(parts)));
    return at->second;
  }

  // Defines the predicates of the cubes of which there are instances, and says what is seen at `now` if one of them has it.
  void define_instances(Obligation& made) {
    std::vector<WeakText::Cell> cells;
    bool has_now = false;
    for (const Instance& instance : made.instances) {
      made.defined.insert(instance.cube);
      cells.insert(cells.end(), instance.cells.begin(), instance.cells.end());
      has_now = has_now || std::find(instance.times.begin(), instance.times.end(), "now") != instance.times.end();
    }
    if (has_now) made.add(text_.weak().about_now(range(made), cells));
    for (const std::size_t f : made.defined) made.definitions += text_.cubes().define(text_.name(f), all_[f], false);
  }

  // That z0, z1, ... and s0, s1, ... show the state to be in the cube; `cells`: cells of which to say what it says of other cells.
  [[nodiscard]] std::string in_cube(const Obligation& made, const std::string& name, const CertificateCube& cube, bool after,
                                    const std::vector<WeakText::Cell>& cells) {
    const CubeText& cubes = text_.cubes();
    Scope scope;
    scope.processes = numbered("z", cube.processes);
    scope.times = numbered("s", cube.open.items.size());
    scope.after = after;
    Names parts{cubes.holds(name, scope.processes, scope.times, after)};
    const std::vector<SymbolId> others = cubes.others(cube);
    for (std::size_t k = 0; k < others.size(); ++k) {
      const auto say = [&](const Names& cell) {
        parts.push_back(cubes.holds_of(name, k, scope.processes, cell, scope.times, after));
        return std::string();
      };
      (void)range(made).for_processes(text_.states().indices(others[k]).size(), say);
      for (const WeakText::Cell& cell : cells) {
        if (cell.symbol == others[k]) say(cell.indices);
      }
    }
    append(parts, cubes.values_in(cube, scope));
    return conjunction(parts);
  }

  // The names of the images of an instance. `read_time`: of the read that a firing adds, with the number `own_read`. Nothing if an image
  // has no name: the firing reads at no time.
  bool name_images(const CoverInstance& used, std::uint32_t variables, std::uint32_t own_read, const std::string& read_time,
                   const std::vector<TermId>& parameters, Names& processes, Names& times) const {
    for (const std::uint32_t number : used.processes) {
      if (number < variables) {
        processes.push_back("z" + std::to_string(number));
        continue;
      }
      const auto is_it = [&](TermId p) { return arena_.op(p) == Op::ProcessVar && arena_.process_number(p) == number; };
      const auto at = std::find_if(parameters.begin(), parameters.end(), is_it);
      processes.push_back("x" + std::to_string(at - parameters.begin()));
    }
    for (const std::uint32_t read : used.reads) {
      if (read == own_read && read_time.empty()) return false;
      times.push_back(read == now ? "now" : read == own_read ? read_time : "s" + std::to_string(read));
    }
    return true;
  }

  // Asserts the instances that the last cover test rests on; returns the cells of these instances.
  void assert_used(Obligation& made, std::uint32_t variables, std::uint32_t own_read, const std::string& read_time,
                   const std::vector<TermId>& parameters, std::set<std::size_t>& numbers) {
    for (const CoverInstance& used : cover_.used()) {
      Names processes, times;
      if (name_images(used, variables, own_read, read_time, parameters, processes, times))
        numbers.insert(assert_outside(made, used.cube, processes, times));
    }
  }

  [[nodiscard]] static std::vector<WeakText::Cell> cells_of_instances(const Obligation& made, const std::set<std::size_t>& numbers) {
    std::vector<WeakText::Cell> cells;
    for (const std::size_t number : numbers)
      cells.insert(cells.end(), made.instances[number].cells.begin(), made.instances[number].cells.end());
    return cells;
  }

  // One start cube for each way in which parameters are processes that constants name.
  void write_unsafe(const le::UnsafeCube& unsafe) {
    Obligation made("unsafe states are in the cubes");
    const std::vector<CertificateCube> starts = start_cubes(system_, arena_, certificate_, {unsafe});
    std::vector<std::set<std::size_t>> used;
    for (const CertificateCube& cube : starts) {
      (void)cover_.uncovered(cube, all_.size(), {});
      assert_used(made, cube.processes, no_read, {}, {}, used.emplace_back());
    }
    declare(made, starts);
    define_instances(made);
    for (std::size_t k = 0; k < starts.size(); ++k) {
      const std::string name = "unsafe" + std::to_string(k + 1);
      made.definitions += text_.cubes().define(name, starts[k], false);
      made.refuted.push_back(in_cube(made, name, starts[k], false, cells_of_instances(made, used[k])));
    }
    write("unsafe-" + std::to_string(&unsafe - system_.unsafes.data() + 1), made);
  }

  // z0, z1, ... and s0, s1, ... for these cubes.
  void declare(Obligation& made, const std::vector<CertificateCube>& cubes) const {
    std::size_t processes = 0, times = 0;
    for (const CertificateCube& cube : cubes) {
      processes = std::max<std::size_t>(processes, cube.processes);
      times = std::max(times, cube.open.items.size());
    }
    append(made.processes, numbered("z", processes));
    append(made.times, numbered("s", times));
    made.processes = text_.some_process(std::move(made.processes));
  }

  // Calls write(first, last) for groups of cubes of the certificate.
  template <class Write>
  void each_group(const Write& write) {
    for (std::size_t first = 0; first < certificate_.cubes.size(); first += most_cubes)
      write(first, std::min(first + most_cubes, certificate_.cubes.size()));
  }
  [[nodiscard]] std::vector<CertificateCube> group(std::size_t first, std::size_t last) const {
    return {all_.begin() + static_cast<std::ptrdiff_t>(first), all_.begin() + static_cast<std::ptrdiff_t>(last)};
  }
  [[nodiscard]] static std::string group_name(std::size_t first, std::size_t last) {
    return std::to_string(first + 1) + (last == first + 1 ? "" : "-" + std::to_string(last));
  }

  void write_init() {
    each_group([&](std::size_t first, std::size_t last) {
      Obligation made("no initial state is in cube " + group_name(first, last));
      declare(made, group(first, last));
      made.add(text_.init(range(made)));
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
      text_.states().keep("'");
      const std::string after = text_.weak().after_take();
      made.add(text_.weak().possible_take());
      for (std::size_t k = first; k < last; ++k) {
        if (all_[k].open.items.empty()) continue;
        Names times;
        for (const std::string& time : numbered("s", all_[k].open.items.size())) times.push_back(text_.weak().time_before_take(time));
        assert_outside(made, k, numbered("z", all_[k].processes), times);
      }
      if (made.instances.empty()) return;
      define_instances(made);
      made.definitions += after;
      for (const Instance& instance : made.instances) {
        made.definitions += text_.cubes().define(text_.name(instance.cube), all_[instance.cube], true);
        made.refuted.push_back(in_cube(made, text_.name(instance.cube), all_[instance.cube], true, {}));
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
    const std::string read_time = text_.weak().read_time(transition);
    Obligation made;
    std::vector<std::set<std::size_t>> used;
    std::size_t last = first;
    for (; last < certificate_.cubes.size() && last < first + most_cubes && made.bytes < many_bytes; ++last) {
      const CertificateCube& cube = all_[last];
      std::set<std::size_t>& numbers = used.emplace_back();
      const auto own_read = narrow<std::uint32_t>(cube.open.items.size());
      const VisitCube visit = [&](const CertificateCube& earlier) {
        (void)cover_.uncovered(earlier, last, system_.name(transition));
        assert_used(made, cube.processes, own_read, read_time, parameters(), numbers);
        return true;
      };
      certificate_.of_events() ? events_.before(cube, t, visit) : reference_.before(cube, t, visit);
    }
    made.what = "no firing of `" + text_.name(transition) + "` leads from outside into cube " + group_name(first, last);
    const FiringText firing = text_.firing(transition, made.times);
    made.processes = firing.parameters;
    declare(made, group(first, last));
    define_instances(made);
    made.definitions += text_.states().update(transition, firing.scope, "'");
    made.definitions += text_.weak().after(firing, range(made));
    made.add(text_.guard(firing, range(made)));
    std::set<std::size_t> everywhere;
    for (const auto& numbers : used) everywhere.insert(numbers.begin(), numbers.end());
    made.add(text_.weak().possible(firing, range(made), cells_of_instances(made, everywhere)));
    made.add(text_.values_read(firing, range(made)));
    for (std::size_t k = first; k < last; ++k) {
      made.definitions += text_.cubes().define(text_.name(k), all_[k], true);
      made.refuted.push_back(in_cube(made, text_.name(k), all_[k], true, cells_of_instances(made, used[k - first])));
    }
    write("step-" + text_.name(transition) + "-" + group_name(first, last), made);
    return last;
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
  const std::vector<CertificateCube> all_;
  BoundedSolver bounded_;
  CertificateCover cover_;
  ProofText text_;
  Proof proof_;
};

// What cannot be written.
std::string refusal_of(const le::System& system, const TermArena& arena, const Certificate& certificate) {
  if (system.model.writes_apart()) return "the writes of a firing are several events under " + std::string(system.model.name);
  if (system.counts.mentioned) return "the model counts processes, which these files do not define";
  if (!certificate.proper.empty()) return "it splits predecessors by where pointers point, which these files do not do";
  if (!certificate.ghosts.empty()) return "it has ghosts, and these files would be about the model with them";
  for (std::size_t k = 0; k < certificate.cubes.size(); ++k) {
    std::string wrong;
    for (const TermId literal : certificate.cubes[k].literals) {
      each_leaf(arena, literal, [&](TermId leaf) {
        if (arena.op(leaf) == Op::Fresh) wrong = "a term `fresh`";
        if (arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].derived())
          wrong = "a count of processes, which these files do not define";
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
