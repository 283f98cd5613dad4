// Certificates with a store buffer per process and location: those of the search are confirmed, with and without snapshot reads; damaged
// ones, and those of a model with more fences, are rejected.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "check/firing_instance.h"
#include "check/store_buffers.h"
#include "evidence/certificate_json.h"
#include "regress/judge.h"
#include "skipped.h"
#include "unit/check/damage.h"
#include "unit/check/proof_files.h"

using namespace parapet;
using namespace parapet::test;
using Kind = check::CertifyResult::Kind;

namespace {

struct Model {
  std::string name, text;
};

// The models of the regression tests that are safe with a store buffer per location.
std::vector<Model> safe_models() {
  std::vector<Model> all;
  const std::filesystem::path root(PARAPET_SOURCE_DIR);
  for (const auto& entry : std::filesystem::directory_iterator(root / "tests/regress/safe")) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("pso_", 0) == 0) all.push_back({name, contents_of(entry.path())});
  }
  std::sort(all.begin(), all.end(), [](const Model& a, const Model& b) { return a.name < b.name; });
  return all;
}

Proof delayed(const std::string& text) { return Proof(text, ld::pso); }

// Leaves out an entry and the literals that speak of it.
std::size_t drop_entry(Certificate& certificate, TermArena& arena, std::size_t place) {
  std::size_t places = 0;
  for (Cube& cube : certificate.cubes) {
    for (std::size_t b = 0; b < cube.weak.buffers.size(); ++b) {
      for (std::size_t k = 0; k < cube.weak.buffers[b].entries.size(); ++k) {
        if (places++ != place) continue;
        auto& entries = cube.weak.buffers[b].entries;
        const std::uint32_t number = entries[k];
        entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(k));
        std::erase_if(cube.literals, [&](TermId literal) {
          bool speaks = false;
          check::each_leaf(arena, literal,
                           [&](TermId leaf) { speaks = speaks || (arena.op(leaf) == Op::Read && arena.read_number(leaf) == number); });
          return speaks;
        });
        check::number_entries(arena, cube);
        return places;
      }
    }
  }
  return places;
}

std::size_t change_exact(Certificate& certificate, std::size_t place, bool from) {
  std::size_t places = 0;
  for (Cube& cube : certificate.cubes) {
    for (DelayedBuffer& buffer : cube.weak.buffers) {
      if (buffer.exact == from && places++ == place) buffer.exact = !from;
    }
  }
  return places;
}
std::size_t clear_exact(Certificate& certificate, TermArena&, std::size_t place) { return change_exact(certificate, place, true); }
std::size_t set_exact(Certificate& certificate, TermArena&, std::size_t place) { return change_exact(certificate, place, false); }

// Exchanges two neighbouring entries of a buffer: what literals say of the one they say of the other.
std::size_t exchange_entries(Certificate& certificate, TermArena& arena, std::size_t place) {
  std::size_t places = 0;
  for (Cube& cube : certificate.cubes) {
    for (const DelayedBuffer& buffer : cube.weak.buffers) {
      for (std::size_t k = 0; k + 1 < buffer.entries.size(); ++k) {
        if (places++ != place) continue;
        const std::uint32_t a = buffer.entries[k], b = buffer.entries[k + 1];
        for (TermId& literal : cube.literals) {
          literal = arena.rewrite(literal, [&](TermId leaf) {
            if (arena.op(leaf) != Op::Read) return leaf;
            const std::uint32_t number = arena.read_number(leaf);
            if (number != a && number != b) return leaf;
            return arena.read(number == a ? b : a, arena.reader(leaf), arena.location(leaf));
          });
        }
      }
    }
  }
  return places;
}

// Exchanges two neighbouring snapshot reads of a process.
std::size_t exchange_reads(Certificate& certificate, TermArena&, std::size_t place) {
  std::size_t places = 0;
  for (Cube& cube : certificate.cubes) {
    for (OpenReads::List& list : cube.weak.open.lists) {
      for (std::size_t k = 0; k + 1 < list.reads.size(); ++k) {
        if (list.reads[k + 1] != cube.weak.open.last && places++ == place) std::swap(list.reads[k], list.reads[k + 1]);
      }
    }
  }
  return places;
}

// Places of all models: certificates that are rejected, and those that are still a proof. `wrong`: confirmed ones of which z3 does not refute
// every file (proof.h), so that they are no proof, or in whose cubes a walk of few processes finds a reachable state; they are printed.
struct Damages {
  std::size_t places = 0, rejected = 0, still_proofs = 0, wrong = 0;
};
Damages damage_delayed(const Damage& damage) {
  static const bool has_z3 = is_installed("z3");
  if (!has_z3) skipped("the program z3 is not installed");
  Damages tally;
  for (const Model& model : safe_models()) {
    Proof proof = delayed(model.text);
    if (!proof.safe) continue;
    Certificate untouched = proof.certificate;
    const std::size_t places = damage(untouched, proof.arena, SIZE_MAX);
    for (std::size_t k = 0; k < places; ++k) {
      Certificate damaged = proof.certificate;
      damage(damaged, proof.arena, k);
      const check::CertifyResult result = proof.certify(damaged);
      ++tally.places;
      tally.rejected += result.kind == Kind::Rejected ? 1 : 0;
      if (result.kind != Kind::Confirmed) continue;
      const bool refuted = !has_z3 || is_refuted(proof, damaged, ld::pso);
      const bool excluded = proof.walk(damaged, proof.program.number_procs.value_or(3)).defect.empty();
      ++(refuted && excluded ? tally.still_proofs : tally.wrong);
      CHECK_MESSAGE((refuted && excluded), model.name << ", place " << k);
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("certify delayed: what the search gives is confirmed, also after it was written and read") {
  std::size_t entries = 0, exact = 0, reads = 0;
  for (const Model& model : safe_models()) {
    CAPTURE(model.name);
    Proof proof = delayed(model.text);
    REQUIRE(proof.safe);
    REQUIRE(proof.certificate.delays_apart());
    const check::CertifyResult result = proof.certify(proof.certificate);
    CHECK_MESSAGE(result.kind == Kind::Confirmed, result.reason);
    const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
    const Certificate back = evidence::read_certificate(read_json(json), proof.arena);
    CHECK(evidence::certificate_json(proof.arena, back, "m.cub") == json);
    CHECK(proof.certify(back).kind == Kind::Confirmed);
    for (const Cube& cube : proof.certificate.cubes) {
      for (const DelayedBuffer& buffer : cube.weak.buffers) {
        entries += buffer.entries.size();
        exact += buffer.exact ? 1 : 0;
      }
      reads += cube.weak.open.items.size();
    }
  }
  CHECK(entries > 0);
  CHECK(exact > 0);
  CHECK(reads > 0);
}

// With a smaller cube the proof may have a hole; without one too, unless commits lead from its states into others, or what is known of local
// states (Certificate::hold) excludes them. A larger cube is a proof still if its predecessors are covered. What is confirmed is a proof: z3
// says so of its files.
TEST_CASE("certify delayed: damaged certificates are rejected, or still proofs") {
  const auto rejects = [](const Damage& damage, std::size_t least) {
    const Damages tally = damage_delayed(damage);
    MESSAGE(tally.places << " places, " << tally.rejected << " rejected, " << tally.still_proofs << " still proofs");
    CHECK(tally.rejected >= least);
    CHECK(tally.wrong == 0);
    CHECK(tally.rejected + tally.still_proofs == tally.places);
  };
  SUBCASE("a cube left out") { rejects(drop_cube, 250); }
  SUBCASE("a buffer known to its end") { rejects(set_exact, 30); }
  SUBCASE("entries exchanged") { rejects(exchange_entries, 2); }
  SUBCASE("snapshot reads exchanged") { rejects(exchange_reads, 2); }
  SUBCASE("an entry left out") { rejects(drop_entry, 40); }
  SUBCASE("a buffer that need not be known to its end") { rejects(clear_exact, 25); }
}

// Two processes inside: before that, one of them read the flag of the other as down in memory, though it is up where that process is. Its
// buffer is empty, and it would see memory; or the write that raises the flag is still in it, which a fence excludes.
TEST_CASE("certify delayed: what a process sees in its own cell, in memory or in a buffer") {
  const auto example = [](const std::string& name) {
    return contents_of(std::filesystem::path(PARAPET_SOURCE_DIR) / "examples/locks" / (name + ".cub"));
  };
  struct Pair {
    std::string fenced, bare;
  };
  for (const Pair& pair :
       {Pair{mutex_type + mutex(" && fence()"), mutex_type + mutex("")}, Pair{example("dekker_once"), example("dekker_once_nofence")}}) {
    Proof proof = delayed(pair.fenced);
    REQUIRE(proof.safe);
    REQUIRE(proof.certificate.hold);
    const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
    for (const bool fenced : {true, false}) {
      CAPTURE(fenced);
      Proof other = delayed(fenced ? pair.fenced : pair.bare);
      REQUIRE(other.safe == fenced);
      Certificate one = evidence::read_certificate(read_json(json), other.arena);
      one.digest = digest(other.program);
      one.cubes.resize(1);
      const check::CertifyResult result = other.certify(one);
      CHECK_MESSAGE(result.kind == (fenced ? Kind::Confirmed : Kind::Rejected), result.reason);
      one.hold = false;
      CHECK(other.rejects(one));
    }
  }
}

// Without one of its fences a model that has a counterexample then has no proof, whatever a certificate claims.
TEST_CASE("certify delayed: no certificate holds for an unsafe model, even one that claims its digest") {
  std::size_t forged = 0;
  for (const Model& model : safe_models()) {
    CAPTURE(model.name);
    Proof proof = delayed(model.text);
    REQUIRE(proof.safe);
    const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
    for (const std::string fence : {" && fence()", " && wfence()"}) {
      for (std::size_t at = model.text.find(fence); at != std::string::npos; at = model.text.find(fence, at + 1)) {
        std::string changed = model.text;
        changed.erase(at, fence.size());
        Proof other = delayed(changed);
        if (other.safe) continue;
        Certificate claimed = evidence::read_certificate(read_json(json), other.arena);
        CHECK(other.certify(claimed).reason == "the certificate is for another model (digest)");
        claimed.digest = digest(other.program);
        CHECK_MESSAGE(other.rejects(claimed), changed);
        ++forged;
      }
    }
  }
  CHECK(forged > 5);
}

// A search that lacks one rule answers SAFE on each of these unsafe models (unit/search/RULES.md, "Delayed writes"); the files are the
// certificates that it then wrote. The checker, which shares nothing with the search, has the rule of its own.
TEST_CASE("certify delayed: the proofs of searches that lack a rule are rejected") {
  const std::filesystem::path root(PARAPET_SOURCE_DIR);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root / "tests/unit/check/wrong_proofs")) {
    CAPTURE(entry.path().string());
    Proof proof = delayed(contents_of(root / "tests/regress/unsafe" / entry.path().filename().replace_extension(".cub")));
    REQUIRE_FALSE(proof.safe);
    const Certificate wrong = evidence::read_certificate(read_json(contents_of(entry.path())), proof.arena);
    const check::CertifyResult result = proof.certify(wrong);
    CHECK(result.kind == Kind::Rejected);
    CHECK_MESSAGE(result.reason.find("is not covered by the certificate") != std::string::npos, result.reason);
    ++files;
  }
  CHECK(files == 6);
}
