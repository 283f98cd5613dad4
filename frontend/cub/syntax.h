// The parse tree of a `.cub` file, before names are resolved.
//
// Formulas and terms are nodes of one array; the children of a node are consecutive in another. `&&`, `||`, `+` and `*` are n-ary,
// so that long chains are flat. Names are views into the source text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/narrow.h"
#include "base/source.h"
#include "ld/program.h"

namespace parapet::cub {

struct NodeTag;
using NodeId = Id<NodeTag>;

enum class NodeKind : std::uint8_t {
  // Terms
  UpperName,
  LowerName,
  ProcessConstant,
  Integer,
  Real,
  Access,  // name, indices
  At,      // reader, then UpperName or Access
  Negate,
  Sum,      // at least two
  Product,  // at least two
  Next,     // one term
  Previous,
  Processes,
  Count,  // bound name (LowerName), formula
  // Formulas
  True,
  False,
  Compare,
  Call,  // name (LowerName), arguments
  Not,
  And,
  Or,
  Implies,
  Iff,
  If,
  Forall,  // bound names (LowerName), then the body; the next three kinds likewise
  Exists,
  ForallOther,
  ExistsOther,
  ForallValue,  // bound names, the type they range over (LowerName), then the body
  ExistsValue,
};

[[nodiscard]] constexpr bool is_formula(NodeKind kind) { return kind >= NodeKind::True; }
[[nodiscard]] constexpr bool is_quantifier(NodeKind kind) { return kind >= NodeKind::Forall; }

struct Node {
  NodeKind kind = NodeKind::True;
  ld::Comparison comparison = ld::Comparison::Equal;
  SourceRange range;  // of a leaf: exactly its text
  std::uint32_t first_child = 0;
  std::uint32_t child_count = 0;
};

struct Name {
  std::string_view text;
  SourceRange range;
};

struct TypeSyntax {
  Name name;
  std::vector<Name> constructors;  // empty: abstract, or a range
  std::vector<Name> range;         // the first and the last number of a range; empty otherwise
};

struct SymbolSyntax {
  Name name;
  Name type;
  std::vector<Name> indices;
  bool weak = false;
  bool constant = false;
};

struct PredicateSyntax {
  Name name;
  std::vector<Name> parameters;
  NodeId body;
};

struct PropertySyntax {
  enum class Kind : std::uint8_t { Init, Unsafe, Invariant, Stuck };  // Stuck: of a pragma
  Kind kind = Kind::Init;
  SourceRange range;
  std::optional<Name> name;
  std::vector<Name> parameters;
  NodeId body;
};

struct BranchSyntax {
  std::optional<NodeId> condition;
  NodeId value;
};

struct AssignmentSyntax {
  ld::Assignment::Kind kind = ld::Assignment::Kind::Set;
  SourceRange range;
  Name target;
  std::vector<NodeId> indices;
  NodeId value;  // Set
  std::vector<BranchSyntax> branches;
};

struct LetSyntax {
  Name name;
  NodeId value;
};

struct TransitionSyntax {
  SourceRange range;
  Name name;
  std::vector<Name> parameters;
  std::optional<std::uint32_t> actor;  // position of the parameter in brackets
  std::optional<NodeId> guard;
  std::vector<LetSyntax> lets;
  std::vector<AssignmentSyntax> assignments;
  bool accepted_atomic = false;  // of a pragma
};

struct Syntax {
  std::string_view text;  // of the whole file
  std::optional<Name> number_procs;
  std::vector<TypeSyntax> types;
  std::vector<SymbolSyntax> symbols;
  std::vector<PredicateSyntax> predicates;
  std::vector<PropertySyntax> properties;
  std::vector<TransitionSyntax> transitions;
  bool names_complete = true;  // no declaration of a type, symbol or predicate has a syntax error
  bool init_lost = false;      // an `init` has a syntax error

  std::vector<Node> nodes;
  std::vector<NodeId> children;

  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes[id.index()]; }
  [[nodiscard]] std::span<const NodeId> children_of(const Node& node) const {
    return std::span(children).subspan(node.first_child, node.child_count);
  }
  [[nodiscard]] std::string_view text_of(SourceRange range) const { return text.substr(range.begin, range.end - range.begin); }
  [[nodiscard]] Name name_of(const Node& leaf) const { return {text_of(leaf.range), leaf.range}; }

  NodeId add(NodeKind kind, SourceRange range, std::span<const NodeId> parts = {}) {
    nodes.push_back({kind, ld::Comparison::Equal, range, narrow<std::uint32_t>(children.size()), narrow<std::uint32_t>(parts.size())});
    children.insert(children.end(), parts.begin(), parts.end());
    return NodeId(nodes.size() - 1);
  }
};

}  // namespace parapet::cub
