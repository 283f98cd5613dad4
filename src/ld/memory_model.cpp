// A description is refused unless buffers, pairs and fences are those of a model that an engine supports. The reasons, in the order in
// which they are tested:
//   RR or RW not kept           both engines let the steps of a process, with all their reads, happen in program order. A write that
//                               overtakes an earlier read (load buffering) needs a search that guesses values
//   WR kept at one location     a process reads its newest buffered write before that is in memory: no machine here lacks this
//   WW not kept at one location writes to one location reach memory in program order: co is part of every execution
//   buffers against pairs       the pairs that a machine with these buffers keeps are given; there is nothing to choose
//   fences                      fence() waits until all buffers are empty, wfence() orders the writes before and after it
#include "ld/memory_model.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/narrow.h"

namespace parapet::ld {
namespace {

using enum EventKind;

struct Word {
  std::string_view text;
  SourceRange range;
};

// RR, RW, WR, WW as kinds of events: the reads of a firing are at its execution.
struct Pair {
  std::string_view name;
  EventKind first, second;
};
constexpr std::array pairs{Pair{"RR", Execution, Execution}, Pair{"RW", Execution, Write}, Pair{"WR", Write, Execution},
                           Pair{"WW", Write, Write}};

struct Description {
  std::optional<Buffers> buffers;
  std::array<Kept, pairs.size()> kept{Kept::Never, Kept::Never, Kept::Never, Kept::Never};
  std::optional<std::array<bool, pairs.size()>> fence, wfence;
  bool named = false;
};

Kept kept_by(const MemoryModel& model, const Pair& pair) {
  if (model.keeps(pair.first, pair.second)) return Kept::Always;
  return model.keeps_at_location(pair.first, pair.second) ? Kept::SameLocation : Kept::Never;
}

std::string_view name_of(Buffers buffers) {
  switch (buffers) {
    case Buffers::None:
      return "none";
    case Buffers::PerProcess:
      return "process";
    case Buffers::PerLocation:
      return "location";
  }
  return "";
}

// "sc (buffers none; keeps RR RW WR WW), ..."
std::string supported() {
  std::string text;
  for (const MemoryModel& model : memory_models) {
    text += (text.empty() ? "" : ", ") + std::string(model.name) + " (buffers " + std::string(name_of(model.buffers)) + "; keeps";
    for (const Pair& pair : pairs) {
      const Kept kept = kept_by(model, pair);
      if (kept != Kept::Never) text += " " + std::string(pair.name) + (kept == Kept::SameLocation ? " same-location" : "");
    }
    text += ")";
  }
  return text;
}

class Reader {
 public:
  Reader(const SourceFile& file, Diagnostics& messages) : text_(file.text()), messages_(messages) {}

  std::optional<MemoryModel> read() {
    for (std::size_t begin = 0; begin <= text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      const std::vector<Word> words = words_of(begin, end);
      if (!words.empty() && begin_.end == 0) begin_ = words[0].range;
      if (!words.empty()) statement(words);
      begin = end + 1;
    }
    for (const auto& [given, what] :
         {std::pair(description_.named, "name"), std::pair(description_.buffers.has_value(), "buffers"),
          std::pair(description_.fence.has_value(), "fence"), std::pair(description_.wfence.has_value(), "wfence")}) {
      if (!given) messages_.error(begin_, "the description has no line `" + std::string(what) + "`");
    }
    if (messages_.has_errors()) return std::nullopt;
    if (const std::string reason = unsupported(); !reason.empty()) {
      messages_.error(begin_, "no engine searches this memory model soundly: " + reason, "supported are " + supported());
      return std::nullopt;
    }
    return *std::find_if(memory_models.begin(), memory_models.end(),
                         [&](const MemoryModel& model) { return model.buffers == *description_.buffers; });
  }

 private:
  [[nodiscard]] std::vector<Word> words_of(std::size_t begin, std::size_t end) const {
    std::vector<Word> words;
    end = std::min(end, text_.find('#', begin));
    while (true) {
      begin = std::min(text_.find_first_not_of(" \t\r", begin), end);
      if (begin >= end) return words;
      const std::size_t stop = std::min(text_.find_first_of(" \t\r", begin), end);
      words.push_back({text_.substr(begin, stop - begin), {narrow<std::uint32_t>(begin), narrow<std::uint32_t>(stop)}});
      begin = stop;
    }
  }

  void statement(const std::vector<Word>& words) {
    const std::string_view what = words[0].text;
    if (what == "name") {
      if (words.size() != 2) messages_.error(words[0].range, "expected one name", "name pso");
      description_.named = true;
    } else if (what == "buffers") {
      buffers(words);
    } else if (what == "keeps") {
      keeps(words);
    } else if (what == "fence" || what == "wfence") {
      restores(words, what == "fence" ? description_.fence : description_.wfence);
    } else {
      messages_.error(words[0].range, "expected name, buffers, keeps, fence or wfence");
    }
  }

  void buffers(const std::vector<Word>& words) {
    for (const Buffers each : {Buffers::None, Buffers::PerProcess, Buffers::PerLocation}) {
      if (words.size() == 2 && words[1].text == name_of(each)) description_.buffers = each;
    }
    if (!description_.buffers) messages_.error(words.back().range, "expected none, process or location");
  }

  // The index of a pair; nothing, with a message, if the word is none.
  std::optional<std::size_t> pair(const Word& word) {
    const auto at = std::find_if(pairs.begin(), pairs.end(), [&](const Pair& each) { return each.name == word.text; });
    if (at != pairs.end()) return static_cast<std::size_t>(at - pairs.begin());
    messages_.error(word.range, "expected RR, RW, WR or WW");
    return std::nullopt;
  }

  void keeps(const std::vector<Word>& words) {
    const bool same = words.back().text == "same-location";
    for (std::size_t k = 1; k + (same ? 1 : 0) < words.size(); ++k) {
      const auto which = pair(words[k]);
      if (!which) return;
      if (description_.kept[*which] != Kept::Never) messages_.error(words[k].range, "this pair is given twice");
      description_.kept[*which] = same ? Kept::SameLocation : Kept::Always;
    }
  }

  void restores(const std::vector<Word>& words, std::optional<std::array<bool, pairs.size()>>& fence) {
    fence.emplace();
    fence->fill(false);
    if (words.size() < 3 || words[1].text != "restores") {
      messages_.error(words[0].range, "expected what it restores", std::string(words[0].text) + " restores WW");
      return;
    }
    if (words.size() == 3 && words[2].text == "nothing") return;
    for (std::size_t k = 2; k < words.size(); ++k) {
      if (const auto which = pair(words[k])) (*fence)[*which] = true;
    }
  }

  [[nodiscard]] Kept kept(std::string_view name) const {
    const auto at = std::find_if(pairs.begin(), pairs.end(), [&](const Pair& each) { return each.name == name; });
    return description_.kept[static_cast<std::size_t>(at - pairs.begin())];
  }

  // Empty: it is one of memory_models.
  [[nodiscard]] std::string unsupported() const {
    if (kept("RR") != Kept::Always)
      return "reads may overtake earlier reads (RR), but the engines make the reads of a process in program order";
    if (kept("RW") != Kept::Always)
      return "writes may overtake earlier reads (RW, load buffering), which needs a search that guesses values";
    if (kept("WR") == Kept::SameLocation)
      return "WR at the same location is kept, but a process reads its newest write while that is buffered";
    if (kept("WW") == Kept::Never)
      return "writes to one location may overtake each other (WW), but every machine here has one order for each location";
    const auto model = std::find_if(memory_models.begin(), memory_models.end(),
                                    [&](const MemoryModel& each) { return each.buffers == *description_.buffers; });
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (kept_by(*model, pairs[k]) != description_.kept[k])
        return "with buffers " + std::string(name_of(model->buffers)) + " the pair " + std::string(pairs[k].name) + " is " +
               (kept_by(*model, pairs[k]) == Kept::Always  ? "always kept"
                : kept_by(*model, pairs[k]) == Kept::Never ? "not kept"
                                                           : "kept at the same location only");
    }
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const bool lost = description_.kept[k] != Kept::Always;
      if ((*description_.fence)[k] != lost)
        return "fence() restores exactly the pairs that are not kept, since it waits until all buffers are empty";
      if ((*description_.wfence)[k] != (lost && pairs[k].name == "WW")) return "wfence() restores WW if that is not kept, and nothing else";
    }
    return "";
  }

  std::string_view text_;
  Diagnostics& messages_;
  Description description_;
  SourceRange begin_;  // the first word
};

}  // namespace

std::optional<MemoryModel> read_memory_model(const SourceFile& file, Diagnostics& messages) { return Reader(file, messages).read(); }

}  // namespace parapet::ld
