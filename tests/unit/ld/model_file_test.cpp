// Descriptions of memory models: the three of models/ are the values of the program; what no engine supports is refused by name.
#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "ld/memory_model.h"

using namespace parapet;

namespace {

struct Answer {
  std::optional<ld::MemoryModel> model;
  std::string message;
};

Answer read(const std::string& text) {
  Diagnostics messages;
  Answer answer;
  answer.model = ld::read_memory_model(SourceFile("x.model", text), messages);
  if (!messages.all().empty()) answer.message = messages.all().front().message;
  CHECK(answer.model.has_value() == answer.message.empty());
  return answer;
}

std::string described(const std::string& buffers, const std::string& keeps, const std::string& fence = "WR WW",
                      const std::string& wfence = "WW") {
  return "name x\nbuffers " + buffers + "\nkeeps " + keeps + "\nfence restores " + fence + "\nwfence restores " + wfence + "\n";
}

bool mentions(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("model files: those of models/ are the memory models of the program") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PARAPET_SOURCE_DIR "/models")) {
    if (entry.path().extension() != ".model") continue;
    ++files;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    const Answer answer = read(text.str());
    REQUIRE_MESSAGE(answer.model, answer.message);
    CHECK(answer.model->name == entry.path().stem().string());
    CHECK(mentions(text.str(), "name " + entry.path().stem().string() + "\n"));
  }
  CHECK(files == ld::memory_models.size());
}

TEST_CASE("model files: each combination that no engine supports is refused with its reason") {
  CHECK(read(described("location", "RR RW\nkeeps WW same-location")).model->name == "pso");
  CHECK(mentions(read(described("location", "RW\nkeeps WW same-location")).message, "(RR)"));
  CHECK(mentions(read(described("location", "RR\nkeeps WW same-location")).message, "load buffering"));
  CHECK(mentions(read(described("location", "RR RW\nkeeps RR same-location")).message, "given twice"));
  CHECK(mentions(read(described("process", "RR RW WW\nkeeps WR same-location")).message, "WR at the same location"));
  CHECK(mentions(read(described("location", "RR RW")).message, "writes to one location"));
  CHECK(mentions(read(described("process", "RR RW\nkeeps WW same-location")).message, "with buffers process the pair WW is always kept"));
  CHECK(mentions(read(described("none", "RR RW WW")).message, "with buffers none the pair WR is always kept"));
  CHECK(mentions(read(described("location", "RR RW WW")).message, "kept at the same location only"));
  CHECK(mentions(read(described("location", "RR RW\nkeeps WW same-location", "WR")).message, "fence() restores exactly"));
  CHECK(mentions(read(described("location", "RR RW\nkeeps WW same-location", "WR WW", "nothing")).message, "wfence() restores WW"));
  CHECK(mentions(read(described("process", "RR RW WW", "WR", "WR")).message, "wfence() restores WW"));
}

TEST_CASE("model files: what is malformed is located") {
  CHECK(mentions(read("name x\n").message, "no line `buffers`"));
  CHECK(mentions(read("buffer none\n").message, "expected name, buffers, keeps, fence or wfence"));
  CHECK(mentions(read(described("many", "RR")).message, "expected none, process or location"));
  CHECK(mentions(read(described("none", "RX")).message, "expected RR, RW, WR or WW"));
  CHECK(mentions(read("fence WR\n").message, "expected what it restores"));
}

// 3 kinds of buffers, each of the 4 pairs never, at one location, or always kept, and every set of pairs for both fences.
TEST_CASE("model files: of all combinations exactly the three memory models are accepted") {
  const std::array<std::string, 4> pairs{"RR", "RW", "WR", "WW"};
  const auto set_of = [&](unsigned bits) {
    std::string text;
    for (unsigned k = 0; k < 4; ++k) text += (bits >> k & 1) != 0 ? " " + pairs[k] : "";
    return text.empty() ? " nothing" : text;
  };
  std::size_t tried = 0;
  std::vector<std::string> accepted;
  for (const char* buffers : {"none", "process", "location"}) {
    for (unsigned kept = 0; kept < 81; ++kept) {
      std::string head = "name x\nbuffers " + std::string(buffers) + "\n";
      unsigned rest = kept;
      for (const std::string& pair : pairs) {
        if (rest % 3 != 0) head += "keeps " + pair + (rest % 3 == 1 ? " same-location\n" : "\n");
        rest /= 3;
      }
      for (unsigned fences = 0; fences < 256; ++fences) {
        Diagnostics messages;
        const auto model = ld::read_memory_model(
            SourceFile("x.model", head + "fence restores" + set_of(fences % 16) + "\nwfence restores" + set_of(fences / 16) + "\n"),
            messages);
        ++tried;
        if (model) accepted.emplace_back(model->name);
        if (model.has_value() == !messages.all().empty()) FAIL("neither accepted nor refused with a reason");
      }
    }
  }
  CHECK(tried == 62208);
  CHECK(accepted == std::vector<std::string>{"sc", "tso", "pso"});
}
