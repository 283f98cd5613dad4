// Queues of snapshots as functions, which the machines of the timeline engine have in common. A snapshot is named by the time at which it
// was taken; the snapshot that would be taken in the present state is called `now`, later than all that were taken. A queue is then a set of
// times, since snapshots are appended in the order of time; one time in several queues is a common snapshot.
//
//   (in-queue p s)     the snapshot s is in Q(p)                                      s < now
//   (readable p s)     s is in Q(p), or now
//   take               any time: `now` becomes a snapshot in the queues of some processes; a later time is now
#pragma once

#include <string>

#include "check/weak_text.h"

namespace parapet::check {

class QueueText : public WeakText {
 public:
  // `queues`: false if they have no influence and are left out.
  QueueText(StateText& states, bool queues) : WeakText(states), queues_(queues) {}

  // A final read that mentions everybody is in every queue, or now.
  [[nodiscard]] std::vector<Others> others(const Cube& cube, const Scope& scope) const override;
  [[nodiscard]] Names initially(const Range& range) const override;
  [[nodiscard]] bool takes() const override { return queues_; }
  [[nodiscard]] std::string after_take() override;
  // Views are as before: of a snapshot that was just taken, as of one that is taken now, everybody sees the present state.
  [[nodiscard]] Names possible_take() const override { return {"(< now " + next("now") + ")"}; }
  [[nodiscard]] std::string time_before_take(const std::string& time) const override {
    return "(ite (< " + time + " now) " + time + " now)";
  }
  [[nodiscard]] std::string can_read(const std::string& process, const std::string& time, bool after) const override {
    return application(states_.in_state("readable", after), {process, time});
  }

 protected:
  [[nodiscard]] static std::string in_queue(const std::string& p, const std::string& s) { return "(in-queue " + p + " " + s + ")"; }
  [[nodiscard]] static Names with(Names names, const std::string& last) {
    names.push_back(last);
    return names;
  }
  // The name of a function in the state after, which is defined there.
  [[nodiscard]] std::string next(const std::string& name) const {
    states_.define_after(name);
    return states_.in_state(name, true);
  }
  // A function of the state after, of a process p and a time s.
  [[nodiscard]] std::string define(const std::string& name, const std::string& body) const {
    return define_function(next(name), {"p"}, {"s"}, "Bool", body);
  }

  // in-queue and readable of the present state.
  [[nodiscard]] static std::string declare_queues();
  // Of the list of each process of the cube: its reads can be made by the process, in this order.
  [[nodiscard]] Names order_of_lists(const Cube& cube, const Scope& scope) const;
  // h is the first snapshot in the queue of p; the queue of p is empty.
  [[nodiscard]] static Names is_first(const std::string& p, const Range& range);
  [[nodiscard]] static Names is_empty(const std::string& p, const Range& range);
  // The queues after h has left that of p.
  [[nodiscard]] std::string without_first(const std::string& p) const;

  const bool queues_;
};

}  // namespace parapet::check
