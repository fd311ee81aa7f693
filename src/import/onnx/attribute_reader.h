#pragma once

#include <string>

#include "base/attributes.h"
#include "base/status.h"
#include "import/onnx/onnx.pb.h"
#include "import/onnx/tensor_reader.h"

namespace gearbox::onnx {

/// The attribute's kind; told from the field in use where an old file leaves it out.
AttributeProto::AttributeType kind_of(const AttributeProto& attribute);

/// The value of an attribute that is no graph. kUnsupported for lists of tensors or graphs and for types; `label` names the node.
Result<Attribute> read_attribute(const AttributeProto& attribute, TensorReader& tensors, const std::string& label);

/// The tensor that a Constant node stands for; `name` is that of its output.
Result<Literal> read_constant(const NodeProto& node, const AttributeProto& attribute, TensorReader& tensors, const std::string& name);

}  // namespace gearbox::onnx
