// Thread k is process #k+1. Its events are steps between its locations L0, L1, ...; its n-th load goes to the register array Rn. The
// outcome is the unsafe formula: all threads at their ends, registers as stated. Where memory matters, each thread ends with a fence, so
// that what anybody reads then is what memory holds.
#include "litmus/litmus.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

namespace parapet::test {
namespace {

LitmusTest read_shape(const std::string& line) {
  LitmusTest test;
  const std::size_t colon = line.find(": ");
  if (colon == std::string::npos) throw std::runtime_error("no name: " + line);
  test.name = line.substr(0, colon);
  test.threads.emplace_back();
  std::istringstream words(line.substr(colon + 2));
  bool end = false;
  for (std::string word; words >> word;) {
    if (word == "|") {
      test.threads.emplace_back();
    } else if (word == ";") {
      end = true;
    } else if (end && word.size() == 2) {
      test.memory.emplace_back(word[0], word[1]);
    } else if (!end && word.size() == 3 && (word[0] == 'W' || word[0] == 'R')) {
      const auto kind = word[0] == 'W' ? LitmusEvent::Kind::Write : LitmusEvent::Kind::Read;
      test.threads.back().push_back({kind, word[1], word[2]});
    } else {
      throw std::runtime_error("not understood: " + word + " in " + line);
    }
  }
  return test;
}

struct Position {
  std::size_t thread = 0, event = 0;
  [[nodiscard]] std::string text() const { return std::to_string(thread) + "." + std::to_string(event); }
};

std::string weak_name(char location) { return {static_cast<char>(std::toupper(location))}; }

// One step of one thread.
class Step {
 public:
  Step(std::size_t thread, std::size_t at)
      : head_("\ntransition t" + std::to_string(thread) + "_" + std::to_string(at) + " ([p])\n"),
        guard_("p = #" + std::to_string(thread + 1) + " && PC[p] = L" + std::to_string(at)),
        action_("PC[p] := L" + std::to_string(at + 1)) {}

  void fence() { guard_ += " && fence()"; }
  void store_fence() { guard_ += " && wfence()"; }
  void assign(const std::string& target, const std::string& value) { action_ += "; " + target + " := " + value; }
  [[nodiscard]] std::string text() const { return head_ + "requires { " + guard_ + " }\n{ " + action_ + " }\n"; }

 private:
  std::string head_, guard_, action_;
};

class Writer {
 public:
  explicit Writer(const LitmusTest& test) : test_(test) {}

  std::string text() {
    for (std::size_t k = 0; k < test_.threads.size(); ++k) thread(k);
    for (const auto& [location, value] : test_.memory) {
      locations_.insert(location);
      outcome_ += " && t0 @ " + weak_name(location) + " = V" + value;
    }
    return declarations() + "\nunsafe (" + parameters_ + ") { " + outcome_.substr(4) + " }\n" + steps_;
  }

 private:
  void thread(std::size_t k) {
    const std::string self = "t" + std::to_string(k);
    parameters_ += (k == 0 ? "" : " ") + self;
    outcome_ += " && " + self + " = #" + std::to_string(k + 1);
    std::size_t at = 0;
    std::size_t loads = 0;
    for (const LitmusEvent& event : test_.threads[k]) {
      Step step(k, at++);
      if (event.kind == LitmusEvent::Kind::Fence) {
        step.fence();
      } else if (event.kind == LitmusEvent::Kind::StoreFence) {
        step.store_fence();
      } else {
        locations_.insert(event.location);
        access(event, step, self, loads);
      }
      steps_ += step.text();
    }
    if (!test_.memory.empty()) {
      Step step(k, at++);
      step.fence();
      steps_ += step.text();
    }
    outcome_ += " && PC[" + self + "] = L" + std::to_string(at);
    longest_ = std::max(longest_, at);
    registers_ = std::max(registers_, loads);
  }

  void access(const LitmusEvent& event, Step& step, const std::string& self, std::size_t& loads) {
    const std::string place = weak_name(event.location);
    if (event.kind != LitmusEvent::Kind::Write) {
      const std::string target = "R" + std::to_string(loads++);
      step.assign(target + "[p]", place);
      if (event.kind == LitmusEvent::Kind::Read) outcome_ += " && " + target + "[" + self + "] = V" + event.value;
    }
    if (event.kind != LitmusEvent::Kind::Read) step.assign(place, std::string("V") + event.value);
  }

  [[nodiscard]] std::string declarations() const {
    std::string text = "number_procs " + std::to_string(test_.threads.size()) + "\n\ntype value = V0 | V1 | V2\ntype location = L0";
    for (std::size_t k = 1; k <= longest_; ++k) text += " | L" + std::to_string(k);
    text += "\n\narray PC[proc] : location\n";
    std::string init = "PC[p] = L0";
    for (std::size_t k = 0; k < registers_; ++k) {
      text += "array R" + std::to_string(k) + "[proc] : value\n";
      init += " && R" + std::to_string(k) + "[p] = V0";
    }
    for (const char location : locations_) {
      text += "weak var " + weak_name(location) + " : value\n";
      init += " && " + weak_name(location) + " = V0";
    }
    return text + "\ninit (p) { " + init + " }\n";
  }

  const LitmusTest& test_;
  std::string steps_, parameters_, outcome_;
  std::set<char> locations_;
  std::size_t longest_ = 0, registers_ = 0;
};

}  // namespace

std::vector<LitmusTest> read_shapes(const std::filesystem::path& file) {
  std::vector<LitmusTest> shapes;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') shapes.push_back(read_shape(line));
  }
  return shapes;
}

std::map<std::string, bool> read_table(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line) || line != "name,verdict") throw std::runtime_error(file.string() + " is no table of verdicts");
  std::map<std::string, bool> table;
  while (std::getline(in, line)) {
    const std::size_t comma = line.rfind(',');
    const std::string verdict = comma == std::string::npos ? "" : line.substr(comma + 1);
    if (verdict != "allowed" && verdict != "forbidden")
      throw std::runtime_error(file.string() + ": neither allowed nor forbidden: " + line);
    table[line.substr(0, comma)] = verdict == "allowed";
  }
  return table;
}

std::vector<LitmusTest> variants(const LitmusTest& shape, bool fences) {
  std::vector<Position> fence_places, writes;
  for (std::size_t t = 0; t < shape.threads.size(); ++t) {
    for (std::size_t e = 0; e < shape.threads[t].size(); ++e) {
      if (fences && e > 0) fence_places.push_back({t, e});
      if (shape.threads[t][e].kind == LitmusEvent::Kind::Write) writes.push_back({t, e});
    }
  }
  std::vector<LitmusTest> all;
  for (std::uint32_t set = 0; set < 1U << (fence_places.size() + writes.size()); ++set) {
    LitmusTest variant = shape;
    std::string fence_names, exchange_names;
    for (std::size_t k = 0; k < writes.size(); ++k) {
      if ((set >> (fence_places.size() + k) & 1U) == 0) continue;
      variant.threads[writes[k].thread][writes[k].event].kind = LitmusEvent::Kind::Exchange;
      exchange_names += "+x" + writes[k].text();
    }
    for (std::size_t k = fence_places.size(); k-- > 0;) {  // from the back, so that positions stay those of the shape
      if ((set >> k & 1U) == 0) continue;
      auto& thread = variant.threads[fence_places[k].thread];
      thread.insert(thread.begin() + static_cast<std::ptrdiff_t>(fence_places[k].event), LitmusEvent{});
      fence_names.insert(0, "+f" + fence_places[k].text());
    }
    variant.name += fence_names + exchange_names;
    all.push_back(std::move(variant));
  }
  return all;
}

std::vector<LitmusTest> store_fence_variants(const LitmusTest& shape) {
  std::vector<Position> places;
  for (std::size_t t = 0; t < shape.threads.size(); ++t) {
    for (std::size_t e = 1; e < shape.threads[t].size(); ++e) places.push_back({t, e});
  }
  std::vector<LitmusTest> all;
  for (std::uint32_t set = 1; set < 1U << places.size(); ++set) {
    LitmusTest variant = shape;
    std::string names;
    for (std::size_t k = places.size(); k-- > 0;) {
      if ((set >> k & 1U) == 0) continue;
      auto& thread = variant.threads[places[k].thread];
      thread.insert(thread.begin() + static_cast<std::ptrdiff_t>(places[k].event), LitmusEvent{LitmusEvent::Kind::StoreFence});
      names.insert(0, "+w" + places[k].text());
    }
    variant.name += names;
    all.push_back(std::move(variant));
  }
  return all;
}

std::string to_cub(const LitmusTest& test) { return Writer(test).text(); }

}  // namespace parapet::test
