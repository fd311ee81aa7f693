#pragma once

#include <vector>

#include "ops/arguments.h"

namespace gearbox::ops {

/// How many trailing inputs of a control-flow node are captures of its bodies: the attribute gearbox.captures, from the importer.
int64_t captures_of(const InferContext& context);
/// Types of the inputs [from, to).
std::vector<TensorType> input_types(const InferContext& context, int from, int to);
/// Hands the contents of the node's inputs [from, to) to the body's inputs from `body_from` on.
void pass_contents(const InferContext& context, Graph& body, int from, int to, int body_from);

/// Sets output `index` to this type, ranked or not.
void output_type(InferContext& context, int index, TensorType type);

/// Whether an extent mentions only symbols made before the scope had `known` symbols.
bool known_outside(const Dim& extent, int known);
/// What an axis of a type that leaves a body can be at most, where that mentions only such symbols.
std::optional<Dim> bound_outside(const TensorType& type, size_t axis, int known);
/// Replaces, in types that leave a body, every extent that mentions a symbol made since the scope had `known` symbols: nobody outside can
/// compute it. `output` numbers the node's output for the names; `first_axis` is the axis of it that axis 0 of the type becomes.
void forget_inner_extents(InferContext& context, int known, int output, TensorType& type, int64_t first_axis = 0);

/// A body whose leading values go round: what comes out is what goes in next time.
struct RoundTrip {
  std::vector<TensorType> carried;  ///< valid in every round; extents the body changes are symbols of their own
  std::vector<TensorType> outputs;  ///< of all outputs of the body, for those types
};

/// Infers `body` with inputs `before`, `carried`, `after` until the carried types fit what the body returns for them in its outputs from
/// `first` on. Errors where the element type changes.
Result<RoundTrip> infer_round_trip(InferContext& context, std::string_view body, std::span<const TensorType> before,
                                   std::vector<TensorType> carried, std::span<const TensorType> after, size_t first);

}  // namespace gearbox::ops
