// Terms from one arena to a clone of it, when both have grown since. Each side keeps a list of the terms sent so far; a term goes over as
// a record the first time, and as its number in that list from then on. Terms from before the cloning are their own numbers.
//
//   sender's thread:    wire = sender.send(term); records = sender.take_records();
//   receiver's thread:  receiver.receive(records); term = receiver.term(wire);   (every record, in order)
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "logic/term.h"

namespace parapet {

class TermSender {
 public:
  // Both arenas are equal up to `common` terms.
  TermSender(const TermArena& arena, std::size_t common) : arena_(arena), common_(common) {}

  TermId send(TermId term) {
    if (term.index() < common_) return term;
    const std::size_t at = term.index() - common_;
    if (at >= wires_.size()) wires_.resize(arena_.size() - common_);
    if (wires_[at].valid()) return wires_[at];
    TermRecord record = arena_.record(term);
    for (TermId& arg : record.args) arg = send(arg);
    records_.push_back(std::move(record));
    return wires_[at] = TermId(common_ + sent_++);
  }
  [[nodiscard]] std::vector<TermRecord> take_records() { return std::exchange(records_, {}); }

 private:
  const TermArena& arena_;
  std::size_t common_;
  std::size_t sent_ = 0;
  std::vector<TermId> wires_;  // by term after the common ones; invalid: not sent
  std::vector<TermRecord> records_;
};

class TermReceiver {
 public:
  TermReceiver(TermArena& arena, std::size_t common) : arena_(arena), common_(common) {}

  // The records are of no use afterwards.
  void receive(std::vector<TermRecord>& records) {
    for (TermRecord& record : records) {
      for (TermId& arg : record.args) arg = term(arg);
      terms_.push_back(arena_.adopt(record));
    }
  }
  [[nodiscard]] TermId term(TermId wire) const { return wire.index() < common_ ? wire : terms_[wire.index() - common_]; }

 private:
  TermArena& arena_;
  std::size_t common_;
  std::vector<TermId> terms_;  // by wire after the common ones
};

}  // namespace parapet
