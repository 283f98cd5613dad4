// Lower-case names: variables, `let` names and the parameters of predicates being expanded.
//
// NOTE(predicates): a predicate is a macro. Its body is elaborated at each call, in a frame that maps its parameters to the nodes of the
// arguments. A name is looked up among the bindings of the body, then among the parameters of the frame, then in the same way in the
// frame of the caller (dynamic scope). An argument is elaborated where its parameter occurs, in the caller's frame but under all bindings
// made since. So quantifiers of the body capture names in arguments, as textual expansion does.
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
  std::unordered_map<std::string_view, std::uint32_t> parameters;  // position by name
  bool expanding = false;
};

struct Argument {
  NodeId node;
  FrameIndex frame = 0;  // the frame in which the names of the argument are looked up
};

class Scope {
 public:
  // What a name denotes: nothing, a variable, the value of a `let`, an argument.
  using Meaning = std::variant<std::monostate, ld::Variable, const ld::Term*, Argument>;

  // Starts a declaration, to which variables are added.
  void open(ld::Declaration& declaration);
  // Adds a variable to the declaration. Its recorded name differs from those of all visible variables, so that printing it is unambiguous.
  // `sort`: proc, or the enumeration whose values it stands for.
  ld::Variable bind(std::string_view name, SortId sort = Signature::proc);
  // The same for a process that the text does not name: no name finds it.
  ld::Variable bind_hidden(std::string_view recorded);
  [[nodiscard]] SortId sort_of(ld::Variable variable) const { return sorts_[variable]; }
  // Returns the name to print the `let` with. Uses are expanded, so the printed name must not hide a variable that occurs in them.
  [[nodiscard]] std::string bind_let(std::string_view name, ld::Term value);
  void unbind(std::size_t count);
  [[nodiscard]] Meaning find(std::string_view name) const;
  // All names in scope, for spelling hints.
  [[nodiscard]] std::vector<std::string_view> visible() const;

  void enter(PredicateEntry& predicate, std::span<const NodeId> arguments, SourceRange call);
  void leave();
  // From now on names are looked up in `frame`. Returns the previous frame, to be passed to `switch_to` again.
  FrameIndex switch_to(FrameIndex frame);
  // The calls that are being expanded, innermost first.
  [[nodiscard]] std::vector<SourceRange> calls() const;

 private:
  struct Binding {
    std::string_view name;
    std::string recorded;
    std::variant<ld::Variable, ld::Term> meaning;
  };
  struct Frame {
    PredicateEntry* predicate = nullptr;  // null: the declaration itself
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
  std::vector<SortId> sorts_;  // of the variables of the declaration
  std::vector<Frame> frames_{Frame{}};
  FrameIndex current_ = 0;
};

}  // namespace parapet::cub
