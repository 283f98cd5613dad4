// The machine whose states views are taken from where every process has a store buffer per location (NOTE(delayed-writes)): an instance of
// the model on its own store-buffer machine (machine/instance.h) with at most one delayed write per process and location. Executions with
// longer buffers are missing; that costs lemmas that turn out to be wrong, never a verdict.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "infer/views/view_machine.h"

namespace parapet::search::views {

class DelayMachine final : public ViewMachine {
 public:
  // `variables` processes that no constant names. Null: there is no such instance, or it is too large.
  [[nodiscard]] static std::unique_ptr<DelayMachine> make(const le::System& system, const NameFacts& names, std::uint32_t variables,
                                                          Budget& budget);

  // An open view speaks of a delayed write, which exists or does not.
  [[nodiscard]] bool may_read_now() const override { return false; }
  // A state has, after its cells, the entries of the buffers (machine::encode). For views it is laid out with a place for each process and
  // location instead, which holds the delayed write, or `no_write`.
  [[nodiscard]] const Words& laid_out(const Words& words) override;
  [[nodiscard]] std::size_t read_place(Process reader, Location cell) const override { return cells() * (reader + 1) + cell; }
  [[nodiscard]] bool shows_read(const Words& laid_out, Process reader, Location cell) const override {
    return laid_out[read_place(reader, cell)] != no_write;
  }

  // None of the processes has a delayed write.
  [[nodiscard]] bool is_whole(const Words& laid_out, const std::vector<Process>& of) const override {
    return std::all_of(of.begin(), of.end(), [&](Process process) {
      const auto begin = laid_out.begin() + static_cast<std::ptrdiff_t>(read_place(process, 0));
      return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(cells()), [](Code code) { return code == no_write; });
    });
  }

  [[nodiscard]] Words blank() const override;
  void delay(Words& words, Process process, Location location, Code value) const;
  [[nodiscard]] bool add_open(TermArena& arena, const Weak& weak, const InState& in, Words& words) const override;

  [[nodiscard]] std::vector<Words> initial_states(std::size_t most) override;
  void successors(const Words& words, const Visit& visit) override;
  void fire(std::uint32_t transition, const std::vector<Process>& processes, const Words& words, const Visit& visit) override;
  [[nodiscard]] Words canonical(const Words& words, bool compress) override;

 private:
  static constexpr Code no_write = INT32_MIN + 1;

  using ViewMachine::ViewMachine;
  void attempt(const machine::Firing& firing, machine::State& state, std::vector<Code>& havoc, bool guess, const Visit& visit);
  [[nodiscard]] Words encoded(const machine::State& state) const;

  machine::State state_, next_;
  Words laid_out_;
};

}  // namespace parapet::search::views
