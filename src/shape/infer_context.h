#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "expr/dim.h"
#include "expr/relation.h"
#include "ir/graph.h"
#include "shape/facts/fact_store.h"

namespace gearbox {

/// What a shape rule sees of its node, and where it writes the outputs' types. Made by the inference driver (src/shape/infer.h).
class InferContext {
 public:
  explicit InferContext(Node& node, Graph& graph) : node_(node), graph_(graph) {}
  virtual ~InferContext() = default;

  const Node& node() const { return node_; }
  int version() const { return node_.version(); }
  const Attributes& attributes() const { return node_.attributes(); }
  DimScope& scope() { return *graph_.scope(); }

  int inputs() const { return node_.inputs(); }
  int outputs() const { return node_.outputs(); }
  bool has_input(int index) const { return node_.input(index) != nullptr; }
  bool wants_output(int index) const { return node_.output(index) != nullptr; }
  const TensorType& input(int index) const { return node_.input(index)->type(); }
  DType dtype(int index) const { return input(index).dtype; }
  bool ranked(int index) const { return input(index).ranked(); }
  const Shape& shape(int index) const { return *input(index).shape; }
  int64_t rank(int index) const { return input(index).rank(); }
  /// Number of elements of a ranked input.
  Dim volume(int index) const { return product(shape(index)); }

  /// The elements of a small integer input as expressions: of a constant, or propagated symbolically. nullopt: known only at run time.
  std::optional<std::vector<Dim>> contents(int index) const;
  /// The input's value where it is a constant; null otherwise.
  const Literal* constant(int index) const;

  /// Sets an output's type. Outputs that are not wanted are ignored.
  void output(int index, DType dtype, Shape shape);
  /// The rank itself is known only at run time.
  void output_unranked(int index, DType dtype);
  /// Rank known, every extent known only after the node ran (at most `upper` each where given).
  void output_late(int index, DType dtype, int64_t rank, std::span<const Dim> upper = {});
  /// The output's elements as expressions, for integer outputs with up to kMaxContents elements; ignored beyond.
  void contents(int index, std::vector<Dim> elements);
  static constexpr size_t kMaxContents = 64;

  /// A new extent that only the run of this node decides, at most `upper`: what holds it has that capacity.
  Dim late_extent(std::string_view stem, std::optional<Dim> upper = std::nullopt);
  /// Says that a late extent lies in the range, whatever the run.
  void narrow(Dim late, Interval range);

  /// Normalises a possibly negative axis of a tensor of that rank; an error naming node and attribute when out of range.
  Result<int64_t> axis(int64_t axis, int64_t rank) const;
  /// The broadcast of all given shapes; records run-time checks for what is not proven, an error for what is impossible. Messages count
  /// the axes from the last, behind which the operands have `trailing` more.
  Result<Shape> broadcast_shapes(std::span<const Shape> shapes, int64_t trailing = 0);
  /// Demands that the input, which is ranked, broadcasts to these extents and leaves them as they are.
  Status require_broadcasts_to(int input, const Shape& extents);
  /// Whether the facts known so far prove it.
  bool proven(const Relation& relation) const;
  /// Demands a == b: proven → nothing, impossible → error, otherwise a run-time check with this message, and in main graphs a fact from
  /// here on where the inputs alone decide it.
  Status require_equal(Dim a, Dim b, std::string message);
  /// Demands a >= b, likewise.
  Status require_at_least(Dim a, Dim b, std::string message);
  /// An error that names this node.
  Status error(std::string message) const;

  /// Infers a nested graph for these input types; returns the types of its outputs. For If, Loop and Scan.
  virtual Result<std::vector<TensorType>> infer_body(std::string_view body, std::span<const TensorType> inputs) = 0;

 private:
  Answer ask(const Relation& relation) const;
  /// The broadcast of two extents of which neither is the constant 1 and which are not the same expression.
  Result<Dim> broadcast_extents(Dim a, Dim b, int64_t axis);
  std::string text(Dim dim) const;
  std::string text(const Relation& relation) const;
  /// The node's ranked inputs as messages name them: "'x', 'y' and 'z'".
  std::string operands() const;
  /// The error of a demand that no call can meet.
  Status impossible(const std::string& demand, const std::string& reason) const;
  /// Keeps the check; an error where it contradicts what is known.
  Status demand(ShapeCheck check, const Relation& relation);

  Node& node_;
  Graph& graph_;
};

}  // namespace gearbox
