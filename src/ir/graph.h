#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attributes.h"
#include "base/literal.h"
#include "base/status.h"
#include "expr/dim.h"
#include "ir/fact.h"
#include "ir/tensor_type.h"

namespace gearbox {

class FactStore;
class Graph;
class Node;
class OpDef;
class Patch;

/// One SSA value: a graph input, a constant, or an output of a node. Owned by its graph; addresses are stable.
class Value {
 public:
  int32_t id() const { return id_; }
  const std::string& name() const { return name_; }
  TensorType& type() { return type_; }
  const TensorType& type() const { return type_; }
  /// The node that makes it; null for graph inputs and constants.
  Node* producer() const { return producer_; }
  int output_index() const { return output_index_; }
  /// Nodes that read it, one entry per use, in no order. Graph outputs are not uses: see Graph::is_output.
  const std::vector<Node*>& users() const { return users_; }

  bool is_constant() const { return static_cast<bool>(constant_); }
  const Literal& constant() const { return constant_; }

  /// For small integer tensors: what the elements are, as expressions. Row-major.
  const std::optional<std::vector<Dim>>& contents() const { return contents_; }
  void set_contents(std::optional<std::vector<Dim>> contents) { contents_ = std::move(contents); }

 private:
  friend class Graph;
  friend class Patch;
  int32_t id_ = -1;
  std::string name_;
  TensorType type_;
  Node* producer_ = nullptr;
  int output_index_ = 0;
  std::vector<Node*> users_;
  Literal constant_;
  std::optional<std::vector<Dim>> contents_;
};

/// One operation. Control-flow nodes hold closed bodies: whatever a body captures is an explicit input of the node after its
/// regular inputs and an input of the body after its regular inputs (the same captures, in the same order, for every body).
class Node {
 public:
  int32_t id() const { return id_; }
  /// ONNX operator name, or an internal one; with its domain ("" is ai.onnx, "gearbox" is ours).
  const std::string& op() const { return op_; }
  const std::string& domain() const { return domain_; }
  /// Opset version of the domain the node was written for.
  int version() const { return version_; }
  const std::string& name() const { return name_; }
  /// The rule of this operator; set by the importer and the pass driver, null while unresolved.
  const OpDef* definition() const { return definition_; }
  void set_definition(const OpDef* definition) { definition_ = definition; }

  int inputs() const { return static_cast<int>(inputs_.size()); }
  int outputs() const { return static_cast<int>(outputs_.size()); }
  /// Null where an optional input is left out or beyond the last one.
  Value* input(int index) const { return index < inputs() ? inputs_[static_cast<size_t>(index)] : nullptr; }
  /// Null where an optional output is not wanted or beyond the last one.
  Value* output(int index) const { return index < outputs() ? outputs_[static_cast<size_t>(index)] : nullptr; }
  std::span<Value* const> input_list() const { return inputs_; }
  std::span<Value* const> output_list() const { return outputs_; }

  Attributes& attributes() { return attributes_; }
  const Attributes& attributes() const { return attributes_; }

  /// Nested graphs by attribute name: "then_branch", "else_branch", "body" …
  std::vector<std::pair<std::string, std::unique_ptr<Graph>>>& bodies() { return bodies_; }
  const std::vector<std::pair<std::string, std::unique_ptr<Graph>>>& bodies() const { return bodies_; }
  Graph* body(std::string_view name) const;

  /// Nodes that must run before this one although no value flows; changed through Graph::add_control_edge.
  const std::vector<Node*>& control_inputs() const { return control_inputs_; }

  bool is(std::string_view op, std::string_view domain = "") const { return op_ == op && domain_ == domain; }

 private:
  friend class Graph;
  friend class Patch;
  int32_t id_ = -1;
  std::string op_, domain_, name_;
  int version_ = 1;
  const OpDef* definition_ = nullptr;
  std::vector<Value*> inputs_, outputs_;
  Attributes attributes_;
  std::vector<std::pair<std::string, std::unique_ptr<Graph>>> bodies_;
  std::vector<Node*> control_inputs_;
};

/// What a node is made of, for Graph::add and Patch::add.
struct NodeSpec {
  std::string op = {};
  std::string domain = {};
  int version = 1;
  std::string name = {};
  std::vector<Value*> inputs = {};
  Attributes attributes = {};
  std::vector<std::pair<std::string, std::unique_ptr<Graph>>> bodies = {};
};

/// An equality that a shape rule needs and the compiler could not prove: evaluated on every new binding.
struct ShapeCheck {
  enum class Kind : uint8_t { kEqual, kBroadcast, kAtLeast };  ///< a == b; a == b or one is 1; a >= b
  Kind kind = Kind::kEqual;
  Dim a, b;
  std::string node;     ///< name of the node whose rule asks
  std::string message;  ///< what is demanded, in the user's names, for example "MatMul: columns of 'x' and rows of 'w'"
};

/// What a model says about one of its outputs: not a fact, for the shape layer to compare with what it infers.
struct OutputClaim {
  std::string output;
  DType dtype = DType::kUndefined;
  std::optional<std::vector<std::string>> dims;  ///< a number, a symbol's name, or empty where the model says nothing
};

/// A graph of nodes over SSA values with its symbols, inputs and outputs. Not thread-safe while it is changed.
class Graph {
 public:
  explicit Graph(std::string name, std::shared_ptr<DimScope> scope = nullptr);
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  /// Nested graphs share the scope of the graph they are in, but for the branches of a Case and the body of a PartitionedCall, which are
  /// closed: each may have its own, in which it has been inferred by itself.
  const std::shared_ptr<DimScope>& scope() const { return scope_; }

  /// Value names, and node names, are unique in a graph: a name that is taken gets a number appended.
  Value* add_input(std::string name, TensorType type);
  Value* add_constant(std::string name, Literal literal);
  /// Appends a node with one fresh output value per name. An empty output name gets a name made from the node's; a name "-" means
  /// that the optional output is left out. A node without a name takes that of its first output.
  Node* add(NodeSpec spec, std::vector<std::string> output_names);
  void add_output(Value* value, std::string name);
  void set_output(int index, Value* value);

  std::span<Value* const> inputs() const { return inputs_; }
  std::span<Value* const> outputs() const { return outputs_; }
  /// Public name of output `index`: what the model calls it, whatever value feeds it now.
  const std::string& output_name(int index) const { return output_names_[static_cast<size_t>(index)]; }
  bool is_output(const Value* value) const;

  /// All live nodes in topological order (data and control edges), the earlier added first among those that are ready; computed
  /// anew after a change, so copy the list before changing the graph in a loop over it. Empty where the graph has a cycle.
  const std::vector<Node*>& nodes() const;
  /// Names of the nodes on a cycle, for the error; empty where there is none.
  std::vector<std::string> cycle() const;
  /// All live values: inputs, constants and node outputs.
  std::vector<Value*> values() const;
  Value* find_value(std::string_view name) const;
  /// Gives a value another name, with a number appended where that is taken.
  void rename(Value* value, std::string_view name);

  void replace_uses(Value* old_value, Value* new_value);  ///< in nodes and graph outputs
  void set_input(Node* node, int index, Value* value);
  void truncate_inputs(Node* node, int count);  ///< drops trailing inputs
  void append_input(Node* node, Value* value);
  void add_control_edge(Node* before, Node* after);  ///< `before` must run first; repeated edges are one
  void erase(Node* node);                            ///< its outputs must have no users and not be graph outputs
  /// Erases nodes and constants that reach no output; returns how many nodes. Nodes with control successors that live are kept.
  int erase_dead();
  std::string unique_name(std::string_view stem);

  /// Applies a patch: adds its nodes where the producer of the first replaced value stands, redirects replaced values in all nodes
  /// but the patch's own; dead nodes remain until erase_dead().
  void apply(Patch&& patch);

  /// What is given of the symbols beyond their ranges. Main graphs only.
  std::vector<Fact>& facts() { return facts_; }
  const std::vector<Fact>& facts() const { return facts_; }
  /// The solver over the facts and the checks, kept by the shape layer since types were inferred last; null before, and in bodies.
  const std::shared_ptr<FactStore>& solver() const { return solver_; }
  void set_solver(std::shared_ptr<FactStore> solver) { solver_ = std::move(solver); }
  std::vector<ShapeCheck>& checks() { return checks_; }
  const std::vector<ShapeCheck>& checks() const { return checks_; }
  /// What bounds extents that only a step decides, by their symbol, in expressions without such symbols where possible.
  std::map<SymbolId, Dim>& late_bounds() { return late_bounds_; }
  const std::map<SymbolId, Dim>& late_bounds() const { return late_bounds_; }
  std::vector<OutputClaim>& claims() { return claims_; }
  const std::vector<OutputClaim>& claims() const { return claims_; }
  /// Model facts shown by inspect: metadata, notes of the importer ("output dim name contradicts …").
  std::vector<std::string>& notes() { return notes_; }
  const std::vector<std::string>& notes() const { return notes_; }

  /// A copy with the same scope, ids, names and shared literals; nested graphs are copied too.
  std::unique_ptr<Graph> clone() const;
  /// The same over another scope: each symbol replaced by a constant or an expression of `scope`, in the inputs, facts and checks.
  /// What follows from them is left out, for inference to make anew: of node outputs only the memory format is copied, of bodies' inputs
  /// only the element type. Attributes are copied as they are, and so are bodies with symbols of their own.
  std::unique_ptr<Graph> clone(std::shared_ptr<DimScope> scope, const std::function<Dim(SymbolId)>& replacement) const;

 private:
  friend class Patch;
  Value* adopt(std::unique_ptr<Value> value);
  Node* adopt(std::unique_ptr<Node> node, size_t position);
  void use(Value* value, Node* user);
  void unuse(Value* value, Node* user);
  void forget(Value* value);
  void adopt_scope(const std::shared_ptr<DimScope>& scope);
  void sort() const;
  std::string name_;
  std::shared_ptr<DimScope> scope_;
  std::vector<std::unique_ptr<Value>> values_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<Value*> inputs_, outputs_;
  std::vector<std::string> output_names_;
  std::map<std::string, Value*, std::less<>> value_names_;
  std::set<std::string, std::less<>> node_names_;
  std::map<std::string, int, std::less<>> next_suffix_;
  std::vector<Fact> facts_;
  std::shared_ptr<FactStore> solver_;
  std::vector<ShapeCheck> checks_;
  std::map<SymbolId, Dim> late_bounds_;
  std::vector<OutputClaim> claims_;
  std::vector<std::string> notes_;
  mutable std::vector<Node*> order_;
  mutable bool order_valid_ = false;
  int32_t next_value_ = 0, next_node_ = 0;
};

/// A rewrite as data: nodes to add and values to replace. Built by a pass, applied by the driver, so that each can be logged and blamed.
class Patch {
 public:
  Patch() = default;
  static Patch none() { return Patch(); }
  bool empty() const { return replacements_.empty() && edits_.empty(); }

  /// A new constant value.
  Value* constant(std::string name, Literal literal);
  /// A new node with `outputs` outputs; returns the first output's value. Types are set by the driver's inference, or by the caller.
  Value* add(NodeSpec spec, int outputs = 1);
  /// Output `index` of the node that `first` (from add) is output 0 of.
  Value* output_of(Value* first, int index);
  Patch& replace(Value* old_value, Value* new_value);
  Patch& set_input(Node* node, int index, Value* value);
  /// What is replaced by what, in the order asked for.
  std::span<const std::pair<Value*, Value*>> replacements() const { return replacements_; }
  /// A line for the log: what was done to what, in the model's names.
  Patch& note(std::string text);
  const std::string& note() const { return note_; }
  /// The nodes added so far, in order; they stay valid when the patch is applied.
  std::vector<Node*> added() const {
    std::vector<Node*> out;
    out.reserve(nodes_.size());
    for (const auto& node : nodes_) out.push_back(node.get());
    return out;
  }

 private:
  friend class Graph;
  struct Edit {
    Node* node;
    int index;
    Value* value;
  };
  std::vector<std::unique_ptr<Value>> values_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<std::pair<Value*, Value*>> replacements_;
  std::vector<Edit> edits_;
  std::string note_;
};

}  // namespace gearbox
