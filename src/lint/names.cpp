// Names that nothing depends on, weak reads of cells that only the reader writes, plain names that several processes access, store-store
// fences that order nothing.
//
// A weak name is *written by its own process* at index position k if in every update of it that index is the acting process. A read by p of
// a cell with p at that position returns p's own last write, or the initial value, under every memory model here: a plain name would give
// the same. (Such a read beside a weak write makes the transition atomic, which its author may not know.)
#include <algorithm>
#include <map>
#include <set>

#include "ld/text.h"
#include "lint/lint.h"

namespace parapet::lint {
namespace {

using ld::Term;

class Names {
 public:
  Names(const le::System& system, TermArena& arena, std::vector<Diagnostic>& out)
      : system_(system), program_(*system.program), arena_(arena), symbols_(program_.signature.symbols()), out_(out) {
    for (const le::Transition& t : system.transitions) {
      if (t.actor && *t.actor < t.declared) actors_.emplace(t.source, t.parameters[*t.actor]);
    }
  }

  void run() {
    find_never_read();
    find_local_reads();
    find_shared_plain();
    find_idle_fence();
  }

 private:
  void warn(const char* name, SourceRange range, std::string message, std::string hint) {
    out_.push_back({Severity::Warning, range, std::move(message), std::move(hint), name});
  }

  void find_never_read() {
    std::set<std::size_t> read, written;
    const auto look = [&](const Term& term) {
      if (term.kind == Term::Kind::Access) read.insert(term.symbol().index());
    };
    for (const ld::Unsafe& each : program_.unsafes) ld::each_term(each.formula, look);
    for (const ld::Invariant& each : program_.invariants) ld::each_term(each.formula, look);
    for (const ld::Transition& each : program_.transitions) {
      ld::each_evaluated(each, look);
      for (const ld::Assignment& assignment : each.assignments) written.insert(assignment.symbol.index());
    }
    read_by_init(program_.init.formula, read);
    const auto names_of = [&](const std::set<std::size_t>& symbols) {
      std::set<std::string> names;
      for (const std::size_t k : symbols) names.insert(declared_name(k));
      return names;
    };
    const std::set<std::string> read_names = names_of(read);
    const std::set<std::string> written_names = names_of(written);
    for (std::size_t k = 0; k < symbols_.size(); ++k) {
      if (read_names.contains(declared_name(k)) || !first_of_declaration(k)) continue;
      const bool assigned = written_names.contains(declared_name(k));
      warn("never-read", symbols_[k].range, declared_name(k) + (assigned ? " is assigned, but its value is never read" : " is never used"),
           "no guard, value, unsafe formula or invariant mentions it");
    }
  }

  // An array over an enumeration has a symbol for each value; messages are about the declaration.
  [[nodiscard]] const std::string& declared_name(std::size_t k) const {
    return symbols_[k].element.empty() ? symbols_[k].name : symbols_[k].array;
  }
  [[nodiscard]] bool first_of_declaration(std::size_t k) const { return k == 0 || declared_name(k - 1) != declared_name(k); }

  // A literal of init with several names relates their values, so all of them count as read.
  void read_by_init(const ld::Formula& formula, std::set<std::size_t>& read) const {
    std::set<std::size_t> here;
    for (const Term& term : formula.terms) {
      ld::each_term(term, [&](const Term& inner) {
        if (inner.kind == Term::Kind::Access) here.insert(inner.symbol().index());
      });
    }
    if (here.size() > 1) read.insert(here.begin(), here.end());
    for (const ld::Formula& arg : formula.args) read_by_init(arg, read);
  }

  // The index positions at which every update of the name has its acting process; none if there is no update.
  [[nodiscard]] std::set<std::size_t> own_positions(SymbolId symbol) {
    std::set<std::size_t> own;
    bool first = true;
    for (std::uint32_t source = 0; source < system_.updates.size(); ++source) {
      const auto actor = actors_.find(source);
      for (const le::Update& update : system_.updates[source]) {
        if (update.symbol != symbol) continue;
        const auto is_own = [&](std::size_t k) { return actor != actors_.end() && update.target[k] == arena_.variable(actor->second); };
        for (std::size_t k = 0; first && k < update.target.size(); ++k) own.insert(k);
        std::erase_if(own, [&](std::size_t k) { return !is_own(k); });
        first = false;
      }
    }
    return own;
  }

  void find_local_reads() {
    if (!system_.model.delays_writes()) return;
    for (std::size_t k = 0; k < symbols_.size(); ++k) {
      if (!symbols_[k].weak) continue;
      const std::set<std::size_t> own = own_positions(SymbolId(k));
      if (own.empty()) continue;
      for (std::uint32_t t = 0; t < program_.transitions.size(); ++t) find_local_read(SymbolId(k), own, t);
    }
  }

  // Reports at most one warning for each name and transition.
  void find_local_read(SymbolId symbol, const std::set<std::size_t>& own, std::uint32_t index) {
    const auto actor = actors_.find(index);
    if (actor == actors_.end()) return;
    const ld::Transition& transition = program_.transitions[index];
    const Term* found = nullptr;
    ld::each_evaluated(transition, [&](const Term& term) {
      if (found != nullptr || term.kind != Term::Kind::Access || term.symbol() != symbol) return;
      const bool local = std::any_of(own.begin(), own.end(), [&](std::size_t k) {
        return term.args[k].kind == Term::Kind::Process && term.args[k].index == actor->second;
      });
      if (local) found = &term;
    });
    if (found == nullptr) return;
    const bool known =
        std::any_of(out_.begin(), out_.end(), [&](const Diagnostic& d) { return d.name == "local-read" && d.range == found->range; });
    if (known) return;  // a read of several elements of one array
    const std::string cell = ld::to_string(*found, transition, program_.signature);
    const bool atomic = ld::text_facts(transition, program_.signature).writes_weak;
    warn("local-read", found->range,
         "only " + transition.variables[actor->second] + " itself ever writes " + cell + ": this weak read is of its own last write",
         atomic ? "a plain copy has the same value; the read makes `" + transition.name + "`, which writes too, an atomic step"
                : "a plain copy has the same value, and is cheaper to reason about");
  }

  void find_shared_plain() {
    if (!system_.model.delays_writes()) return;
    const std::string* last = nullptr;
    for (std::size_t k = 0; k < symbols_.size(); ++k) {
      if (!system_.shared[k] || (last != nullptr && *last == declared_name(k))) continue;
      last = &declared_name(k);
      warn("shared-plain", symbols_[k].range,
           "several processes touch the plain " + declared_name(k) + ", which stays sequentially consistent under " +
               std::string(system_.model.name),
           "declare it weak if it is memory of the program; leave it if it stands for something that no store buffer delays");
    }
  }

  static const ld::Formula* store_fence(const ld::Formula& formula) {
    if (formula.kind == ld::Formula::Kind::WriteFence) return &formula;
    for (const ld::Formula& arg : formula.args) {
      if (const ld::Formula* found = store_fence(arg)) return found;
    }
    return nullptr;
  }

  // Reports the first one only: the others have no effect for the same reason.
  void find_idle_fence() {
    if (!system_.model.keeps(le::EventKind::Write, le::EventKind::Write)) return;
    for (const ld::Transition& transition : program_.transitions) {
      const ld::Formula* const fence = store_fence(transition.guard);
      if (fence == nullptr) continue;
      warn("no-effect", fence->range,
           "wfence() has no effect under " + std::string(system_.model.name) + ", which keeps the order of writes",
           "it orders writes under --model pso");
      return;
    }
  }

  const le::System& system_;
  const ld::Program& program_;
  TermArena& arena_;
  const std::vector<Symbol>& symbols_;
  std::vector<Diagnostic>& out_;
  std::map<std::uint32_t, le::Variable> actors_;  // by LD transition
};

}  // namespace

void find_odd_names(const le::System& system, TermArena& arena, std::vector<Diagnostic>& out) { Names(system, arena, out).run(); }

}  // namespace parapet::lint
