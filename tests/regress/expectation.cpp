#include "regress/expectation.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace parapet::test {
namespace {

std::string first_comment(const std::string& text) {
  const std::size_t begin = text.find("(*");
  const std::size_t end = text.find("*)");
  if (begin != 0 || end == std::string::npos) throw std::runtime_error("a model begins with a comment");
  return text.substr(2, end - 2);
}

class Reader {
 public:
  explicit Reader(std::optional<Answer> folder) : folder_(folder) {}

  void line(const std::string& text) {
    std::istringstream words(text);
    std::string word;
    words >> word;
    bool understood = true;
    if (word == "expect" && !folder_) {
      understood = expect(words);
    } else if (word == "model" && folder_) {
      understood = models(words);
    } else if (word == "nodes") {
      understood = nodes(words);
    } else if (word == "work") {
      understood = static_cast<bool>(words >> work_) && work_ > 0;
    } else if (word == "search") {
      understood = static_cast<bool>(words >> word) && (word == "bfs" || word == "dfs" || word == "size");
      order_ = word == "bfs" ? search::Order::Bfs : word == "dfs" ? search::Order::Dfs : search::Order::Size;
    } else if (word == "opinion") {
      unsigned processes = 0;
      understood = static_cast<bool>(words >> processes);
      opinion_ = processes;
    } else {
      return;  // prose
    }
    if (!understood || (words >> word)) throw std::runtime_error("not understood: " + text);
  }

  std::vector<Expectation> take() {
    if (expectations_.empty()) throw std::runtime_error("nothing is expected");
    for (Expectation& each : expectations_) {
      each.work = work_;
      each.order = order_;
      if (opinion_) each.opinion = *opinion_;
      for (const auto& [model, count] : nodes_) {
        if (model.empty() || model == each.model.name) each.nodes = count;
      }
    }
    return std::move(expectations_);
  }

 private:
  bool add(const std::string& model, std::optional<Answer> answer, const std::string& remark) {
    const auto found = le::find_memory_model(model);
    if (!found || !answer) return false;
    Expectation expectation;
    expectation.model = *found;
    expectation.answer = *answer;
    expectation.hard = remark == "timeout";
    expectation.slow = remark == "slow";
    expectations_.push_back(expectation);
    return remark.empty() || expectation.slow || (expectation.hard && *answer == Answer::Unknown);
  }

  bool expect(std::istringstream& words) {
    std::string model, verdict, remark;
    words >> model >> verdict >> remark;
    words.clear();
    return add(model, answer_named(verdict), remark);
  }

  bool models(std::istringstream& words) {
    std::string model;
    bool understood = true;
    while (words >> model) understood = understood && add(model, folder_, "");
    words.clear();
    return understood;
  }

  bool nodes(std::istringstream& words) {
    std::string model;
    words >> std::ws;
    if (std::isdigit(words.peek()) == 0) words >> model;
    std::uint64_t count = 0;
    if (!(words >> count)) return false;
    nodes_[model] = count;
    return model.empty() || le::find_memory_model(model).has_value();
  }

  std::optional<Answer> folder_;
  std::vector<Expectation> expectations_;
  std::map<std::string, std::uint64_t> nodes_;
  std::uint64_t work_ = default_work;
  std::optional<unsigned> opinion_;
  search::Order order_ = search::Order::Size;
};

}  // namespace

std::vector<Expectation> expectations_of(const std::string& text, std::optional<Answer> folder) {
  Reader reader(folder);
  std::istringstream lines(first_comment(text));
  for (std::string line; std::getline(lines, line);) reader.line(line);
  return reader.take();
}

}  // namespace parapet::test
