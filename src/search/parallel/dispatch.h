// Which nodes worker threads look at ahead of their turn, and what the loop gets back.
//
// Workers start late: a search of few nodes ends before they are worth their copies of the terms. What they say is a function of cubes
// alone (look_ahead.h), so nothing but time depends on them.
//
// The definitions are in dispatch_definitions.h, which one .cpp of each weak part instantiates.
#pragma once

#include <memory>

#include "search/loop/tree.h"
#include "search/parallel/look_ahead.h"

namespace parapet::search {

template <class Weak>
class Workers;

template <SearchEngine Weak>
class Dispatch {
 public:
  Dispatch(Tree<Weak>& tree, Fixpoint<Weak>& fixpoint, Preimage<Weak>& preimage);
  ~Dispatch();
  Dispatch(const Dispatch&) = delete;
  Dispatch& operator=(const Dispatch&) = delete;

  // What workers found out of a node, as far as it is still true.
  [[nodiscard]] LookAhead<Weak> ahead_of(const Node<Weak>& node);
  // Tells the workers what was visited and what is next, and starts them when it is time.
  void send();
  // Ends the threads.
  void finish();

 private:
  static constexpr std::size_t most_ahead = 6;  // per thread. Fewer would stall the main loop; more would waste look-ahead.

  // Files of queries are numbered as they are asked; cvc5 is not for several threads; workers know nothing of the path of a node.
  [[nodiscard]] static bool allowed(const SearchInput& input);

  Tree<Weak>& tree_;
  Fixpoint<Weak>& fixpoint_;
  Preimage<Weak>& preimage_;
  std::unique_ptr<Workers<Weak>> workers_;
};

}  // namespace parapet::search
