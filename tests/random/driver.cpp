// The table is a product: what is compared (with the enumerator; with the search without one of its optimisations, or with another solver;
// with a changed model; with the other memory model) times where models come from.
#include "random/driver.h"

#include <algorithm>
#include <exception>
#include <sstream>
#include <tuple>
#include <utility>

#include "random/ground.h"
#include "random/live.h"
#include "random/machine_run.h"
#include "random/relations.h"
#include "random/shrink.h"
#include "random/store_fences.h"
#include "random/text_model.h"
#include "random/vary.h"
#include "verify/translation.h"

namespace parapet::test {
namespace {

using Kind = SearchAnswer::Kind;

struct Source {
  Profile profile = Profile::Plain;
  Memory memory = Memory::Sc;
};

std::string name_of(Memory memory) {
  if (memory == Memory::Sc) return "sc";
  return memory == Memory::Tso ? "tso" : "pso";
}

std::string name_of(const Source& source) { return std::string(to_string(source.profile)) + "-" + name_of(source.memory); }

// Under PSO some guards have store-store fences, which mean nothing elsewhere.
Model drawn(const Source& source, std::uint64_t seed) {
  Model model = generate_live(source.profile, seed);
  return source.memory == Memory::Pso ? with_store_fences(std::move(model), seed) : model;
}

bool decided(const SearchAnswer& answer) { return answer.kind == Kind::Safe || answer.kind == Kind::Unsafe; }

void count(const SearchAnswer& answer, Tally& tally) {
  ++tally.searches;
  ++tally.answers[static_cast<std::size_t>(answer.kind)];
}

std::string examine_instances(const Model& model, const Source& source, const SearchSetup& setup, Tally& tally,
                              SearchAnswer* answer = nullptr) {
  const Compared result = compare_search(program_of(to_text(model)), setup, enough_processes(source.profile));
  if (answer != nullptr) *answer = result.search;
  count(result.search, tally);
  if (result.search.kind != Kind::Refused) ++tally.compared;
  if (result.enumerated.verdict == EnumResult::Verdict::Unsafe) ++tally.unsafe;
  if (result.search.certified) ++tally.certified;
  return result.defect;
}

std::string engine_prefix(Engine engine) { return engine == Engine::Ghb ? "ghb-" : ""; }

Driver against_enumerator(const Source& source, Engine engine = Engine::Timeline) {
  return {engine_prefix(engine) + "enumerator-" + name_of(source), [source](std::uint64_t seed) { return drawn(source, seed); },
          [source, engine](const Model& model, std::uint64_t seed, Tally& tally) {
            SearchSetup setup = small_search(source.memory, engine);
            setup.certify = source.memory == Memory::Pso && seed % 8 == 0;
            return examine_instances(model, source, setup, tally);
          }};
}

// The lines that the inference prints, pasted into the model: they are read, and no execution reaches what they exclude. The model's own
// invariants are trusted.
std::string examine_printed(const Model& model, const Source& source, const SearchAnswer& answer) {
  std::string pasted = to_text(model);
  const std::size_t trusted = program_of(pasted).invariants.size();
  for (const std::string& line : answer.infer.invariant) pasted += "\n" + line;
  ld::Program claims = program_of(pasted + "\n");
  std::vector<ld::Invariant> own(claims.invariants.begin(), claims.invariants.begin() + static_cast<std::ptrdiff_t>(trusted));
  claims.invariants.erase(claims.invariants.begin(), claims.invariants.begin() + static_cast<std::ptrdiff_t>(trusted));
  claims = verify::with_invariants_unsafe(std::move(claims));
  claims.invariants = std::move(own);
  if (claims.unsafes.empty()) return "";
  const unsigned processes = std::max(enough_processes(source.profile), static_cast<unsigned>(named_constants(claims).size()));
  const EnumResult result = enumerate_up_to(claims, processes, source.memory, {});
  return result.verdict == EnumResult::Verdict::Unsafe ? "an execution violates a printed invariant:\n" + pasted : "";
}

// The inference alone: SAFE, which is certified, must agree with the enumerator; it never says UNSAFE. What it prints holds.
// `ghosts`: it begins with splits on pointers and ghosts, where the model has any.
Driver inference(const Source& source, bool ghosts) {
  return {(ghosts ? "ghosts-" : "infer-") + name_of(source), [source](std::uint64_t seed) { return generate_live(source.profile, seed); },
          [source, ghosts](const Model& model, std::uint64_t, Tally& tally) -> std::string {
            SearchSetup setup = small_search(source.memory);
            setup.search.infer = search::Infer::Only;
            setup.search.ghosts_first = ghosts;
            setup.search.infer_work = 2000;
            setup.work = 5'000'000;
            setup.certify = true;
            SearchAnswer answer;
            std::string defect = examine_instances(model, source, setup, tally, &answer);
            if (defect.empty() && answer.kind == Kind::Unsafe) return "the inference says UNSAFE";
            return defect.empty() && answer.kind == Kind::Safe ? examine_printed(model, source, answer) : defect;
          }};
}

// With pieces of the models moved about, and without the analysis of late reads, so that there are more open ones.
Driver varied(const Source& source, Engine engine = Engine::Timeline) {
  return {engine_prefix(engine) + "varied-" + name_of(source), [source](std::uint64_t seed) { return vary(drawn(source, seed), seed); },
          [source, engine](const Model& model, std::uint64_t, Tally& tally) {
            SearchSetup setup = small_search(source.memory, engine);
            setup.translate.lateness = false;
            return examine_instances(model, source, setup, tally);
          }};
}

void only_candidates(SearchSetup& setup, unsigned processes) {
  setup.search.approximate = processes;
  setup.search.exact_nodes = 0;
}

void with_scouts(SearchSetup& setup) {
  setup.search.jobs = 3;
  setup.search.alone = 0;
  setup.search.lockstep = true;
}

void in_short_turns(SearchSetup& setup) {
  setup.search.approximate = 3;
  setup.search.exact_nodes = 1;
  setup.search.max_nodes = 0;
  setup.search.max_depth = 8;
  setup.search.max_processes = 4;
  setup.work = 0;
}

// What the event engine under PSO does not find soon it does not find.
void by_events(SearchSetup& setup) { setup = small_search(setup.memory, Engine::Ghb); }

enum class Same : std::uint8_t { Verdict, Nodes, Counts };

// Another way to the same answer.
struct Variant {
  const char* name;
  Same same;
  void (*change)(SearchSetup& setup);
  void (*both)(SearchSetup& setup) = [](SearchSetup&) {};  // done to the usual way too
};

constexpr std::array variants{
    Variant{"no-narrow", Same::Verdict, [](SearchSetup& s) { s.translate.narrow = false; }},
    // Without intervals more searches do not end, and those with numbers that grow are slow.
    Variant{"no-intervals", Same::Verdict,
            [](SearchSetup& s) {
              s.translate.intervals = false;
              s.search.max_nodes = 200;
            }},
    Variant{"no-lateness", Same::Verdict, [](SearchSetup& s) { s.translate.lateness = false; }},
    Variant{"no-delete", Same::Verdict, [](SearchSetup& s) { s.search.delete_covered = false; }},
    Variant{"no-postpone", Same::Verdict, [](SearchSetup& s) { s.search.postpone = false; }},
    Variant{"no-twins", Same::Verdict, [](SearchSetup& s) { s.search.twins = false; }},
    Variant{"bfs", Same::Verdict, [](SearchSetup& s) { s.search.order = search::Order::Bfs; }},
    Variant{"dfs", Same::Verdict, [](SearchSetup& s) { s.search.order = search::Order::Dfs; }},
    Variant{"approx", Same::Verdict, [](SearchSetup& s) { only_candidates(s, 3); }},
    // From one process nothing is known of the others: most candidates are wrong and blamed.
    Variant{"approx-1", Same::Verdict, [](SearchSetup& s) { only_candidates(s, 1); }},
    Variant{"engines", Same::Verdict, [](SearchSetup& s) { s.engine = Engine::Ghb; }},
    Variant{"engines-approx", Same::Verdict,
            [](SearchSetup& s) {
              s.engine = Engine::Ghb;
              only_candidates(s, 3);
            }},
    Variant{"jobs", Same::Counts, with_scouts},
    // As it comes, so that a sanitizer sees the threads at work together.
    Variant{"jobs-free", Same::Counts,
            [](SearchSetup& s) {
              with_scouts(s);
              s.search.lockstep = false;
            }},
    // Blamed candidates take back what workers relied on.
    Variant{"jobs-approx", Same::Counts, with_scouts, [](SearchSetup& s) { only_candidates(s, 1); }},
    Variant{"jobs-ghb", Same::Counts, with_scouts, [](SearchSetup& s) { s.engine = Engine::Ghb; }},
    // The exact search and the one with candidates beside each other, in turns of a few nodes. What is counted over both would keep them in
    // one thread, so depth and processes are limited.
    Variant{"beside", Same::Counts, [](SearchSetup& s) { s.search.jobs = 2; }, in_short_turns},
    Variant{"beside-ghb", Same::Counts, [](SearchSetup& s) { s.search.jobs = 2; },
            [](SearchSetup& s) {
              s.engine = Engine::Ghb;
              in_short_turns(s);
            }},
    Variant{"native", Same::Verdict, [](SearchSetup& s) { s.solver.solver = "native"; }},
    // These decide every question of the search.
    Variant{"z3", Same::Verdict, [](SearchSetup& s) { s.solver.solver = "z3"; }},
    Variant{"z3-ghb", Same::Verdict, [](SearchSetup& s) { s.solver.solver = "z3"; }, [](SearchSetup& s) { s.engine = Engine::Ghb; }},
    Variant{"z3-approx", Same::Verdict, [](SearchSetup& s) { s.solver.solver = "z3"; }, [](SearchSetup& s) { only_candidates(s, 3); }},
    Variant{"cvc5", Same::Verdict, [](SearchSetup& s) { s.solver.solver = "cvc5"; }},
};

// Of a memory model with a store buffer per location.
constexpr std::array delay_variants{
    Variant{"no-may", Same::Verdict, [](SearchSetup& s) { s.translate.delays.may = false; }},
    Variant{"no-hold", Same::Verdict, [](SearchSetup& s) { s.translate.delays.hold = false; }},
    Variant{"no-own-cells", Same::Verdict, [](SearchSetup& s) { s.translate.delays.views = false; }},
    Variant{"approx", Same::Verdict, [](SearchSetup& s) { only_candidates(s, 2); }},
    Variant{"bfs", Same::Verdict, [](SearchSetup& s) { s.search.order = search::Order::Bfs; }},
    Variant{"jobs", Same::Counts, with_scouts},
    Variant{"jobs-approx", Same::Counts, with_scouts, [](SearchSetup& s) { only_candidates(s, 1); }},
    Variant{"engines", Same::Verdict, by_events},
    Variant{"jobs-ghb", Same::Counts, with_scouts, by_events},
};

auto counts(const search::SearchStatistics& s) {
  return std::tuple(s.generated, s.covered_by_one, s.covered_by_union, s.cover_tests, s.deleted, s.frontier, s.spurious, s.depth,
                    s.processes, s.open_reads, s.approximation_nodes, s.candidates, s.blamed, s.kept);
}

std::string difference(const SearchAnswer& usual, const SearchAnswer& other, Same same) {
  const auto text = [&](const SearchAnswer& answer) {
    return std::string(to_string(answer.kind)) + " with " + std::to_string(answer.statistics.nodes) + " nodes";
  };
  if (usual.kind != other.kind || (same != Same::Verdict && usual.statistics.nodes != other.statistics.nodes))
    return text(usual) + ", but here " + text(other);
  return same == Same::Counts && counts(usual.statistics) != counts(other.statistics) ? "other statistics" : "";
}

Driver against_variant(const Variant& variant, const Source& source) {
  return {std::string(variant.name) + "-" + name_of(source), [source](std::uint64_t seed) { return drawn(source, seed); },
          [source, variant](const Model& model, std::uint64_t, Tally& tally) -> std::string {
            const ld::Program program = program_of(to_text(model));
            SearchSetup setup = small_search(source.memory);
            variant.both(setup);
            const SearchAnswer usual = run_search(program, setup);
            count(usual, tally);
            if (!decided(usual)) return "";
            variant.change(setup);
            const SearchAnswer other = run_search(program, setup);
            ++tally.searches;
            if (!decided(other)) return "";
            ++tally.compared;
            return difference(usual, other, variant.same);
          }};
}

std::string violation(const Relation& relation, const SearchAnswer& before, const SearchAnswer& after) {
  using enum Relation::Effect;
  if (relation.effect != Safer) return difference(before, after, relation.effect == SameRun ? Same::Nodes : Same::Verdict);
  return before.kind == Kind::Safe && after.kind == Kind::Unsafe ? "safe, but unsafe with less behaviour" : "";
}

bool whole_language(const Source& source) { return source.profile == Profile::LanguagePlain || source.profile == Profile::LanguageWeak; }

bool applies(const Relation& relation, const Source& source) {
  using For = Relation::For;
  switch (relation.models) {
    case For::All:
      return true;
    case For::Weak:
      return source.memory == Memory::Tso;
    case For::Language:
      return whole_language(source);
    case For::Simple:
      return !whole_language(source);
  }
  return false;
}

Driver against_relation(const Relation& relation, const Source& source) {
  return {relation.name + "-" + name_of(source), [source](std::uint64_t seed) { return generate_live(source.profile, seed); },
          [source, relation](const Model& model, std::uint64_t seed, Tally& tally) -> std::string {
            const SearchSetup setup = small_search(source.memory);
            const SearchAnswer before = run_search(program_of(to_text(model)), setup);
            count(before, tally);
            if (!decided(before)) return "";
            const auto changed = relation.change(model, seed);
            if (!changed) return "";
            const auto loaded = frontend::load_text("changed.cub", *changed);
            if (!loaded.program) return "";
            const SearchAnswer after = run_search(*loaded.program, setup);
            ++tally.searches;
            if (!decided(after)) return "";
            ++tally.compared;
            const std::string wrong = violation(relation, before, after);
            return wrong.empty() ? "" : wrong + "; changed to:\n" + *changed;
          }};
}

// Reading a model expands predicates and `let`; what they stand for, written out, must be the same program.
std::string misread(const Model& model, const ld::Program& program) {
  Model written_out = model;
  while (!written_out.predicates.empty()) written_out = without_predicate(written_out, written_out.predicates.size() - 1);
  for (std::size_t rule = 0; rule < written_out.rules.size(); ++rule) {
    while (!written_out.rules[rule].lets.empty()) written_out = without_let(written_out, rule, 0);
  }
  ld::Program bare = program.as_written();
  for (ld::Transition& transition : bare.transitions) transition.lets.clear();
  if (!ld::same(bare, program_of(to_text(written_out))))
    return "predicates and let written out are another program:\n" + to_text(written_out);
  std::ostringstream printed;
  print(printed, program);
  return ld::same(program, program_of(printed.str())) ? "" : "printed and read again it is another program:\n" + printed.str();
}

// Models over the whole language. The seed says which engine is asked, whether with candidates (as the program does it, and from the first
// node on), and whether the certificate of a SAFE is checked.
SearchSetup setup_of(const Source& source, std::uint64_t seed) {
  SearchSetup setup = small_search(source.memory, seed % 2 == 0 ? Engine::Timeline : Engine::Ghb);
  setup.enumerated_states = 6000;
  if (seed / 2 % 3 == 1) {
    // With few exact nodes first, searches with and without candidates take turns, and formulas are tried alone, in small models too.
    constexpr std::array<std::uint64_t, 3> exact_nodes{80, 1, 4};
    setup.search.approximate = 3;
    setup.search.exact_nodes = exact_nodes[seed / 24 % 3];
  }
  if (seed / 2 % 3 == 2) only_candidates(setup, 3);
  setup.certify = seed / 6 % 4 == 0;
  return setup;
}

Driver language(const Source& source) {
  const std::string name = source.profile == Profile::LanguageWeak ? "weak" : "plain";
  const bool other_models = source.profile == Profile::LanguageWeak && source.memory == Memory::Sc;
  return {"language-" + name + (source.memory == Memory::Sc ? "-sc" : "-tso"),
          [source, other_models](std::uint64_t seed) { return generate_live(source.profile, other_models ? seed + (1ULL << 40U) : seed); },
          [source](const Model& model, std::uint64_t seed, Tally& tally) -> std::string {
            const ld::Program program = program_of(to_text(model));
            const Constructs constructs = constructs_of(program, model);
            for (std::size_t k = 0; k < construct_count; ++k)
              tally.constructs[has_weak_memory(program) ? 1 : 0][k] += constructs[k] ? 1 : 0;
            const Compared result = compare_search(program, setup_of(source, seed), enough_processes(source.profile));
            count(result.search, tally);
            if (result.search.kind != Kind::Refused) ++tally.compared;
            if (result.enumerated.verdict == EnumResult::Verdict::Unsafe) ++tally.unsafe;
            if (result.search.certified) ++tally.certified;
            return result.defect.empty() ? misread(model, program) : result.defect;
          }};
}

// Models that count, under one memory model. The seed says whether candidates, and so count lemmas, are used (as the program does it, and from
// the first node on), and whether the certificate of a SAFE is checked.
Driver counting(Memory memory) {
  const Source source{Profile::Counting, memory};
  return {"counting-" + name_of(memory), [source](std::uint64_t seed) { return drawn(source, seed); },
          [source](const Model& model, std::uint64_t seed, Tally& tally) -> std::string {
            SearchSetup setup = small_search(source.memory);
            setup.search.approximate = seed % 2 == 0 ? search::usual_instance : 0;
            if (seed % 8 == 4) setup.search.exact_nodes = 0;
            setup.certify = seed % 4 < 2;
            return examine_instances(model, source, setup, tally);
          }};
}

// The forward machine, and small instances explored on it, against the enumerator.
Driver machine(const Source& source) {
  return {"machine-" + name_of(source), [source](std::uint64_t seed) { return drawn(source, seed); },
          [source](const Model& model, std::uint64_t, Tally& tally) -> std::string {
            const MachineCompared result = compare_machine(program_of(to_text(model)), source.memory, 3);
            tally.compared += result.state_spaces + (result.verdicts ? 1 : 0);
            tally.unsafe += result.unsafe ? 1 : 0;
            return result.defect;
          }};
}

// The event engine's rows against a solver that is asked about the whole graph at every step.
Driver orders(const Source& source) {
  return {"orders-" + name_of(source), [source](std::uint64_t seed) { return vary(generate_live(source.profile, seed), seed); },
          [source](const Model& model, std::uint64_t, Tally& tally) -> std::string {
            const ld::Program program = program_of(to_text(model));
            SearchSetup setup = small_search(source.memory, Engine::Ghb);
            const SearchAnswer rows = run_search(program, setup);
            count(rows, tally);
            setup.search.orders.by = search::EventOrder::Smt;
            setup.search.orders.compare = true;
            const SearchAnswer solver = run_search(program, setup);
            ++tally.searches;
            if (rows.kind == Kind::Limit || solver.kind == Kind::Limit) return "";
            ++tally.compared;
            return difference(rows, solver, decided(rows) ? Same::Nodes : Same::Verdict);
          }};
}

// TSO has every execution of SC.
Driver against_sc(Profile profile) {
  return {std::string("sc-in-tso-") + to_string(profile), [profile](std::uint64_t seed) { return generate_live(profile, seed); },
          [](const Model& model, std::uint64_t, Tally& tally) -> std::string {
            const ld::Program program = program_of(to_text(model));
            const SearchAnswer sc = run_search(program, small_search(Memory::Sc));
            count(sc, tally);
            const SearchAnswer tso = run_search(program, small_search(Memory::Tso));
            ++tally.searches;
            if (!decided(sc) || !decided(tso)) return "";
            ++tally.compared;
            return sc.kind == Kind::Unsafe && tso.kind == Kind::Safe ? "unsafe under SC, but safe under TSO" : "";
          }};
}

// PSO has every execution of TSO. With a store-store fence at every firing, and at most one weak cell written by each, it has no more.
bool writes_one_cell(const ld::Program& program) {
  return std::all_of(program.transitions.begin(), program.transitions.end(), [&](const ld::Transition& transition) {
    std::size_t weak = 0;
    for (const ld::Assignment& assignment : transition.assignments) {
      if (program.signature[assignment.symbol].weak) weak += assignment.bound.empty() ? 1 : 2;
    }
    return weak <= 1;
  });
}

Driver against_tso(Profile profile) {
  return {std::string("tso-in-pso-") + to_string(profile), [profile](std::uint64_t seed) { return generate_live(profile, seed); },
          [](const Model& model, std::uint64_t, Tally& tally) -> std::string {
            const ld::Program program = program_of(to_text(model));
            const SearchAnswer tso = run_search(program, small_search(Memory::Tso));
            count(tso, tally);
            const SearchAnswer pso = run_search(program, small_search(Memory::Pso));
            tally.searches += 2;
            if (!decided(tso)) return "";
            if (decided(pso) && tso.kind == Kind::Unsafe && pso.kind == Kind::Safe) return "unsafe under TSO, but safe under PSO";
            ++tally.compared;
            if (!writes_one_cell(program)) return "";
            const SearchAnswer fenced = run_search(program_of(to_text(with_every_store_fence(model))), small_search(Memory::Pso));
            if (!decided(fenced) || fenced.kind == tso.kind) return "";
            return "with wfence() everywhere " + std::string(to_string(fenced.kind)) + " under PSO, but " + to_string(tso.kind) +
                   " under TSO";
          }};
}

// Exceptions are defects too.
std::string examine(const Driver& driver, const Model& model, std::uint64_t seed, Tally& tally) {
  try {
    return driver.examine(model, seed, tally);
  } catch (const std::exception& error) {
    return std::string("exception: ") + error.what();
  }
}

// Defects that begin alike are taken for the same one, so that shrinking does not end at another.
bool same_defect(const std::string& one, const std::string& other) { return one.substr(0, 12) == other.substr(0, 12); }

}  // namespace

void add(Tally& sum, const Tally& more) {
  sum.models += more.models;
  sum.searches += more.searches;
  sum.compared += more.compared;
  sum.unsafe += more.unsafe;
  sum.certified += more.certified;
  for (std::size_t k = 0; k < sum.answers.size(); ++k) sum.answers[k] += more.answers[k];
  for (std::size_t weak = 0; weak < 2; ++weak) {
    for (std::size_t k = 0; k < construct_count; ++k) sum.constructs[weak][k] += more.constructs[weak][k];
  }
}

std::string construct_counts(const Tally& tally) {
  std::ostringstream out;
  std::uint64_t all = 0;
  for (const ConstructRow& row : construct_table) {
    const auto k = static_cast<std::size_t>(row.construct);
    out << "  " << row.name << ": ";
    if (!row.weak_only) out << tally.constructs[0][k] << " models without weak memory, ";
    out << tally.constructs[1][k] << " with\n";
    all += tally.constructs[0][k] + tally.constructs[1][k];
  }
  return all == 0 ? "" : out.str();
}

std::vector<Driver> all_drivers() {
  const std::vector<Source> sources{{Profile::Plain, Memory::Sc},         {Profile::Weak, Memory::Tso},
                                    {Profile::Litmus, Memory::Tso},       {Profile::SharedPlain, Memory::Tso},
                                    {Profile::LanguagePlain, Memory::Sc}, {Profile::LanguageWeak, Memory::Tso}};
  std::vector<Driver> drivers{language({Profile::LanguagePlain, Memory::Sc}), language({Profile::LanguageWeak, Memory::Tso}),
                              language({Profile::LanguageWeak, Memory::Sc})};
  for (const Source& source : sources) {
    drivers.push_back(against_enumerator(source));
    drivers.push_back(varied(source));
    drivers.push_back(machine(source));
    if (source.memory == Memory::Tso) {
      drivers.push_back(against_enumerator(source, Engine::Ghb));
      drivers.push_back(varied(source, Engine::Ghb));
      drivers.push_back(orders(source));
    }
    drivers.push_back(inference(source, false));
    for (const Variant& variant : variants) drivers.push_back(against_variant(variant, source));
    for (const Relation& relation : relations()) {
      if (applies(relation, source)) drivers.push_back(against_relation(relation, source));
    }
    if (source.memory == Memory::Tso) drivers.push_back(against_sc(source.profile));
  }
  // Only these have names that hold processes.
  drivers.push_back(inference({Profile::LanguagePlain, Memory::Sc}, true));
  drivers.push_back(inference({Profile::LanguageWeak, Memory::Tso}, true));
  drivers.push_back(inference({Profile::LanguageWeak, Memory::Pso}, true));
  drivers.push_back(machine({Profile::LanguageWeak, Memory::Sc}));
  for (const Profile profile : {Profile::Weak, Profile::Litmus, Profile::SharedPlain, Profile::LanguageWeak})
    drivers.push_back(machine({profile, Memory::Pso}));
  for (const Profile profile : {Profile::Weak, Profile::Litmus, Profile::SharedPlain, Profile::LanguageWeak}) {
    drivers.push_back(against_enumerator({profile, Memory::Pso}));
    drivers.push_back(inference({profile, Memory::Pso}, false));
    drivers.push_back(varied({profile, Memory::Pso}));
    drivers.push_back(against_enumerator({profile, Memory::Pso}, Engine::Ghb));
    drivers.push_back(varied({profile, Memory::Pso}, Engine::Ghb));
    for (const Variant& variant : delay_variants) drivers.push_back(against_variant(variant, {profile, Memory::Pso}));
    drivers.push_back(against_tso(profile));
  }
  for (const Memory memory : {Memory::Sc, Memory::Tso, Memory::Pso}) {
    drivers.push_back(counting(memory));
    drivers.push_back(machine({Profile::Counting, memory}));
  }
  for (const Variant& variant : variants) {
    const std::string name = variant.name;
    if (name.starts_with("jobs") || name.starts_with("beside") || name == "approx")
      drivers.push_back(against_variant(variant, {Profile::Counting, Memory::Tso}));
  }
  for (const Profile profile : {Profile::Weak, Profile::Litmus}) {
    drivers.push_back(against_enumerator({profile, Memory::Sc}));
    drivers.push_back(machine({profile, Memory::Sc}));
    drivers.push_back(against_enumerator({profile, Memory::Sc}, Engine::Ghb));
    drivers.push_back(orders({profile, Memory::Sc}));
  }
  return drivers;
}

std::vector<Driver> drivers_named(const std::string& name) {
  std::vector<Driver> drivers = all_drivers();
  if (name == "all") return drivers;
  std::erase_if(drivers, [&](const Driver& driver) { return driver.name != name && driver.name.rfind(name + "-", 0) != 0; });
  return drivers;
}

std::optional<Failure> run_seed(const Driver& driver, std::uint64_t seed, Tally& tally) {
  const Model model = driver.draw(seed);
  if (!loads(model)) return std::nullopt;
  ++tally.models;
  const std::string defect = examine(driver, model, seed, tally);
  if (defect.empty()) return std::nullopt;
  const Model small = shrink(model, [&](const Model& candidate) {
    Tally ignored;
    return loads(candidate) && same_defect(examine(driver, candidate, seed, ignored), defect);
  });
  Tally ignored;
  return Failure{driver.name, seed, examine(driver, small, seed, ignored), to_text(small)};
}

}  // namespace parapet::test
