// Lower-case names: process variables, `let` names and the parameters of predicates being expanded.
//
// NOTE(predicates): a predicate is a macro. Its body is elaborated anew at each call, in a frame that maps its parameters to the
// argument nodes. A name is looked up in what the body itself has bound, then among the parameters of the frame, then in the same
// way in the frame of the caller (dynamic scope). An argument is elaborated where its parameter stands, in the caller's frame but
// under all bindings made since: so quantifiers of the body capture names in arguments, which is what textual expansion does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "frontend/cub/syntax.h"
#include "ld/program.h"

namespace parapet::cub {

using FrameIndex = std::uint32_t;

struct PredicateEntry {
  const PredicateSyntax* syntax = nullptr;
  std::unordered_map<std::string_view, std::uint32_t> parameters;  // to position
  bool expanding = false;
};

struct Argument {
  NodeId node;
  FrameIndex frame = 0;  // where its own names are looked up
};

class Scope {
 public:
  // What a name stands for: nothing, a variable, a `let` value, an argument.
  using Meaning = std::variant<std::monostate, ld::Variable, const ld::Term*, Argument>;

  // Starts a declaration; variables are added to it.
  void open(ld::Declaration& declaration);
  // A new variable of the declaration. Its recorded name differs from those of all visible ones, so that printing it is unambiguous.
  ld::Variable bind(std::string_view name);
  // The name to print it with. Uses are expanded, so that the printed one must not hide a variable that they mention.
  [[nodiscard]] std::string bind_let(std::string_view name, ld::Term value);
  void unbind(std::size_t count);
  [[nodiscard]] Meaning find(std::string_view name) const;
  // Names that could have been written here.
  [[nodiscard]] std::vector<std::string_view> visible() const;

  void enter(PredicateEntry& predicate, std::span<const NodeId> arguments, SourceRange call);
  void leave();
  // Names are looked up in `frame` until the next call gives the frame returned here back.
  FrameIndex switch_to(FrameIndex frame);
  // Calls being expanded, innermost first.
  [[nodiscard]] std::vector<SourceRange> calls() const;

 private:
  struct Binding {
    std::string_view name;
    std::string recorded;
    std::variant<ld::Variable, ld::Term> meaning;
  };
  struct Frame {
    PredicateEntry* predicate = nullptr;  // none: the declaration itself
    std::span<const NodeId> arguments;
    SourceRange call;
    std::size_t base = 0;  // bindings from here on were made by the body
    FrameIndex parent = 0;
  };

  [[nodiscard]] std::string unused(std::string_view name) const;
  void push(Binding binding);

  ld::Declaration* declaration_ = nullptr;
  std::vector<Binding> bindings_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_name_;
  std::unordered_set<std::string> recorded_;
  std::vector<Frame> frames_{Frame{}};
  FrameIndex current_ = 0;
};

}  // namespace parapet::cub
