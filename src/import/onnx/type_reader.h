#pragma once

#include <set>
#include <string>

#include "base/status.h"
#include "import/onnx/onnx.pb.h"
#include "ir/graph.h"

namespace gearbox::onnx {

/// Makes the symbols of a model's inputs: first every named one, so that no symbol made up for an unnamed dim takes its name. Inputs in
/// `skipped` are left out.
void declare_symbols(const GraphProto& graph, const std::set<std::string>& skipped, DimScope& scope);

/// The type of a graph input. Dims without a name, or with a negative extent, get a symbol "<tensor>.<axis>"; without a
/// shape the tensor is unranked. kUnsupported for anything but tensors of known element types, naming the tensor.
Result<TensorType> read_input_type(const ValueInfoProto& input, DimScope& scope);

/// The element type of a body's input; its shape is what the node hands it, whatever the file says.
Result<TensorType> read_body_input_type(const ValueInfoProto& input);

/// What the model says about an output, as far as it is a tensor.
OutputClaim read_claim(const ValueInfoProto& output);

}  // namespace gearbox::onnx
