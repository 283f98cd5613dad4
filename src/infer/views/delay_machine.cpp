#include "infer/views/delay_machine.h"

namespace parapet::search::views {

std::unique_ptr<DelayMachine> DelayMachine::make(const le::System& system, const NameFacts& names, std::uint32_t variables,
                                                 Budget& budget) {
  const auto roster = roster_of(system, variables);
  if (!roster) return nullptr;
  return std::unique_ptr<DelayMachine>(new DelayMachine(system, system.model, names, variables, *roster, budget));
}

DelayMachine::Words DelayMachine::encoded(const machine::State& state) const {
  Words words;
  machine::encode(instance_, state, words);
  return words;
}

const DelayMachine::Words& DelayMachine::laid_out(const Words& words) {
  machine::State state;
  machine::decode(instance_, words, state);
  laid_out_ = state.cells;
  laid_out_.resize(cells() * (processes() + 1), no_write);
  for (Process process = 0; process < processes(); ++process) {
    for (const machine::Entry& entry : state.buffers[process]) {
      for (const machine::Write& write : entry) laid_out_[read_place(process, write.location)] = write.value;
    }
  }
  return laid_out_;
}

DelayMachine::Words DelayMachine::blank() const { return encoded(instance_.blank_state()); }

void DelayMachine::delay(Words& words, Process process, Location location, Code value) const {
  machine::State state;
  machine::decode(instance_, words, state);
  state.buffers[process].push_back({{location, value}});
  words = encoded(state);
}

std::vector<DelayMachine::Words> DelayMachine::initial_states(std::size_t most) {
  std::vector<Words> result;
  for (machine::State& state : initial_cells({}, most)) {
    state.buffers.resize(processes());
    result.push_back(encoded(state));
  }
  return result;
}

void DelayMachine::successors(const Words& words, const Visit& visit) {
  machine::decode(instance_, words, state_);
  for (Process process = 0; process < processes(); ++process) {
    for (const std::size_t place : instance_.committable(state_, process)) {
      next_ = state_;
      instance_.commit(next_, process, place);
      visit(encoded(next_));
    }
  }
  std::vector<Code> havoc;
  const auto possible = possible_->in([&](Location cell) { return state_.cells[cell]; });
  for (std::size_t k = 0; k < firings_.size(); ++k) {
    if (machine::has_bit(possible, k)) {
      attempt(firings_[k], state_, havoc, true, visit);
    } else {
      ++attempts_;
    }
  }
}

void DelayMachine::fire(std::uint32_t transition, const std::vector<Process>& processes, const Words& words, const Visit& visit) {
  machine::decode(instance_, words, state_);
  std::vector<Code> havoc;
  for (const machine::Firing& firing : firings_) {
    if (firing.transition == transition && firing.processes == processes) attempt(firing, state_, havoc, false, visit);
  }
}

// `guess`: an open cell that matters gets each value of its domain.
void DelayMachine::attempt(const machine::Firing& firing, machine::State& state, std::vector<Code>& havoc, bool guess, const Visit& visit) {
  if (havoc.size() < firing.havocs.size()) {
    for (const Code value : domains_.of(firing.havocs[havoc.size()])) {
      havoc.push_back(value);
      attempt(firing, state, havoc, guess, visit);
      havoc.pop_back();
    }
    return;
  }
  ++attempts_;
  instance_.attempt(firing, state, havoc, nullptr, fired_);
  if (fired_.outcome == machine::Fired::Outcome::Done) {
    next_ = state;
    const bool delayed = instance_.store(next_, firing, fired_);
    if (!delayed || instance_.longest_buffer(next_, *firing.actor) <= 1) visit(encoded(next_));
    return;
  }
  if (fired_.outcome != machine::Fired::Outcome::Open || !guess) return;
  const Location open = fired_.open;
  for (const Code value : domains_.of(layout().symbol(open))) {
    state.cells[open] = value;
    attempt(firing, state, havoc, guess, visit);
  }
  state.cells[open] = machine::open_value;
}

DelayMachine::Words DelayMachine::canonical(const Words& words, bool compress) {
  machine::State state;
  machine::decode(instance_, words, state);
  for (std::size_t group = 0; compress && group < number_cells_.size(); ++group) {
    std::vector<bool> belongs(cells(), false);
    std::vector<Code*> values;
    for (const Location cell : number_cells_[group]) {
      belongs[cell] = true;
      values.push_back(&state.cells[cell]);
    }
    for (auto& buffer : state.buffers) {
      for (machine::Entry& entry : buffer) {
        for (machine::Write& write : entry) {
          if (belongs[write.location]) values.push_back(&write.value);
        }
      }
    }
    ViewMachine::compress(group, values);
  }
  return symmetry_.least(state).words;
}

bool DelayMachine::add_open(TermArena& arena, const Weak& weak, const InState& in, Words& words) const {
  for (const DelayedBuffer& buffer : weak.buffers) {
    const TermId cell = arena.cell(buffer.symbol, buffer.args);
    std::vector<Process> indices;
    for (const TermId index : buffer.args) indices.push_back(in.process(index));
    for (const std::uint32_t entry : buffer.entries) {
      const Code value = in.code(arena.read(entry, buffer.process, cell));
      if (value == machine::open_value) return false;
      delay(words, in.process(buffer.process), layout().location(buffer.symbol, indices), value);
    }
  }
  return weak.open.lists.empty();
}

}  // namespace parapet::search::views
