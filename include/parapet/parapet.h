// libparapet: check models of concurrent algorithms, for any number of processes, from a program.
//
// A model is a text in the language that docs/language.md describes. Load it from a file, or parse a string:
//
//     const parapet::api::Model model = parapet::api::Model::load("mutex.cub");
//
// If it has errors, `load` throws parapet::api::Error, whose `what()` is what the command line would print: each message with its place in
// the file and a hint. Then check it:
//
//     const parapet::api::Result result = parapet::api::check(model);
//
// A verdict comes with its evidence. SAFE has a certificate, a JSON text that `parapet certify` confirms without the search. UNSAFE has a
// counterexample, which was executed on a store-buffer machine before it was returned. UNKNOWN has a reason: a limit, an interruption, or
// paths that could not be executed; it supports neither of the others.
//
//     if (result.verdict == parapet::api::Verdict::Unsafe) std::cout << result.counterexample->text;
//
// Without options the memory model is TSO for a model that declares weak memory and SC for others, and there are no limits:
//
//     parapet::api::Options options;
//     options.memory_model = parapet::api::MemoryModel::Sc;
//     options.timeout_seconds = 10;
//
// The same model and options give the same result on every machine, but for `seconds` and for limits of time and memory. A Model is a value
// that any number of threads may use at the same time; a check that has begun can be ended by another thread through `options.stop`.
// Link with `parapet::parapet` (CMake: find_package(parapet)) or `pkg-config --libs parapet`. z3 and cvc5 are loaded at run time, and only
// for queries that need them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#define PARAPET_API __attribute__((visibility("default")))

namespace parapet::api {

// The model cannot be read, has errors, or cannot be searched as asked; the solver asked for is not there.
class PARAPET_API Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class PARAPET_API Model {
 public:
  // Throws Error.
  [[nodiscard]] static Model load(const std::string& path);
  // `name` stands for the file in messages; its ending decides the language, as for a file. Throws Error.
  [[nodiscard]] static Model parse(const std::string& text, const std::string& name = "model.cub");

  [[nodiscard]] const std::string& name() const;
  // Warnings of the front end, as text; empty: none.
  [[nodiscard]] const std::string& warnings() const;

  struct Content;  // what is behind it, for the library alone
  [[nodiscard]] const Content& content() const { return *content_; }

 private:
  explicit Model(std::shared_ptr<const Content> content) : content_(std::move(content)) {}
  std::shared_ptr<const Content> content_;
};

enum class MemoryModel : std::uint8_t {
  OfModel,  // TSO if the model declares weak memory, else SC
  Sc,
  Tso,
  Pso,
};

enum class Engine : std::uint8_t {
  Auto,      // the timeline where it is exact, else events
  Timeline,  // snapshot reads; the order of events is ranked by construction
  Events,    // events and their order explicit
  Both,      // both, which must agree
};

// 0 is no limit, everywhere.
struct Options {
  MemoryModel memory_model = MemoryModel::OfModel;
  Engine engine = Engine::Auto;
  std::string solver = "auto";  // auto, native, z3, cvc5, smtlib:COMMAND
  double timeout_seconds = 0;
  std::uint64_t max_memory_megabytes = 0;  // of the whole process
  std::uint64_t max_nodes = 0;
  std::uint64_t max_work = 0;              // a limit that does not depend on the machine; a second is some 30 million units
  unsigned jobs = 1;                       // threads
  bool shortest = false;                   // the counterexample with the fewest firings
  bool check_invariants = false;           // prove the model's invariants too, instead of trusting them
  bool paranoid = false;                   // have the evidence checked by two independent solvers before it is returned
  const std::atomic<int>* stop = nullptr;  // not 0: end with UNKNOWN
};

enum class Verdict : std::uint8_t { Safe, Unsafe, Unknown };

struct Step {
  bool commit = false;              // the oldest buffered write of processes[0] reaches memory; else a transition fires
  std::string transition;           // its name
  std::vector<unsigned> processes;  // one for each parameter, from 1
};

struct Counterexample {
  unsigned processes = 0;  // how many there are
  std::vector<Step> steps;
  std::string text;  // as the command line prints it: initial values, steps with what they read and wrote, the violated formula
  std::string json;  // docs/trace-schema.json, for `parapet replay`
};

struct Result {
  Verdict verdict = Verdict::Unknown;
  std::string reason;                            // of Unknown
  std::optional<Counterexample> counterexample;  // of Unsafe
  std::string certificate;                       // of Safe: docs/certificate-schema.json, for `parapet certify`
  std::vector<std::string> assumptions;          // what Safe holds under: trusted invariants, a bound on processes
  std::vector<std::string> invariants;           // found and proved on the way
  std::string memory_model;                      // sc, tso, pso
  std::string engine;                            // timeline, ghb, both
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// Throws Error.
[[nodiscard]] PARAPET_API Result check(const Model& model, const Options& options = {});

// "0.1.0"
[[nodiscard]] PARAPET_API std::string version();

}  // namespace parapet::api
