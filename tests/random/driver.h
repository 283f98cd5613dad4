// Random tests as rows of one table. A driver draws a model for a seed and says what is wrong with the answers about it; `./test` runs each
// on some seeds, parapet-fuzz on as many as one likes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "random/constructs.h"
#include "random/live.h"
#include "random/search_run.h"

namespace parapet::test {

// Plain data: parapet-fuzz keeps it in memory that two processes share.
struct Tally {
  std::uint64_t models = 0;
  std::uint64_t searches = 0;
  std::uint64_t compared = 0;              // pairs of answers held against each other
  std::uint64_t unsafe = 0;                // models that the enumerator found unsafe
  std::array<std::uint64_t, 6> answers{};  // of the first search of a model, by kind
  std::uint64_t certified = 0;             // SAFE with a certificate that was confirmed
  // By construct of the language: models that have it, without and with weak memory. Only drivers of whole-language models count them.
  std::array<std::array<std::uint64_t, construct_count>, 2> constructs{};

  [[nodiscard]] std::uint64_t decided() const { return answers[0] + answers[1]; }
};
void add(Tally& sum, const Tally& more);
// The counts by construct as a table; nothing if none was counted.
[[nodiscard]] std::string construct_counts(const Tally& tally);

struct Driver {
  std::string name;  // what is compared, profile and memory model: `enumerator-weak-tso`
  std::function<Model(std::uint64_t seed)> draw;
  // What is wrong; empty: nothing. The same for the same model and seed; the model loads.
  std::function<std::string(const Model& model, std::uint64_t seed, Tally& tally)> examine;
};

[[nodiscard]] std::vector<Driver> all_drivers();
// Those whose name is `name` or begins with it and a dash; `all`: all.
[[nodiscard]] std::vector<Driver> drivers_named(const std::string& name);

struct Failure {
  std::string driver;
  std::uint64_t seed = 0;
  std::string defect;
  std::string model;  // shrunk
};

[[nodiscard]] std::optional<Failure> run_seed(const Driver& driver, std::uint64_t seed, Tally& tally);

}  // namespace parapet::test
