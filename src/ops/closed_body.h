#pragma once

#include <map>
#include <optional>
#include <vector>

#include "ops/op_def.h"

namespace gearbox::ops {

/// A body that may have symbols of its own and has been inferred by itself, seen from the node that holds it: the body takes the node's
/// inputs from `first` on.
class ClosedBody {
 public:
  ClosedBody(const InferContext& context, const Graph& body, int first);

  /// Errors where the body does not take these inputs, or gives another number of outputs than the node.
  Status check(const InferContext& context) const;
  /// An expression of the body in the node's terms; nullopt where it has a symbol that no extent of the body's inputs tells.
  std::optional<Dim> outside(Dim dim) const;
  /// Sets the node's output `index` to what the body says of it; extents that only the body knows are late.
  void set_output(InferContext& context, int index) const;

 private:
  void bind(Dim inside, Dim given);

  const Graph& body_;
  int first_;
  std::map<SymbolId, Dim> given_;
};

}  // namespace gearbox::ops
