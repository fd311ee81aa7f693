#include "import/onnx/type_reader.h"

#include "import/onnx/tensor_reader.h"

namespace gearbox::onnx {

namespace type_reader {

std::string_view foreign_kind(const TypeProto& type) {
  switch (type.value_case()) {
    case TypeProto::kSequenceType: return "a sequence";
    case TypeProto::kMapType: return "a map";
    case TypeProto::kOptionalType: return "optional";
    case TypeProto::kSparseTensorType: return "a sparse tensor";
    case TypeProto::kOpaqueType: return "opaque";
    default: return "";
  }
}

Status check_kind(const ValueInfoProto& value) {
  const std::string_view kind = foreign_kind(value.type());
  if (kind.empty()) return {};
  return unsupported("tensor '" + value.name() + "' is " + std::string(kind) + "; only dense tensors are supported");
}

}  // namespace type_reader

void declare_symbols(const GraphProto& graph, const std::set<std::string>& skipped, DimScope& scope) {
  for (const ValueInfoProto& input : graph.input()) {
    if (skipped.contains(input.name())) continue;
    for (const TensorShapeProto::Dimension& dim : input.type().tensor_type().shape().dim()) {
      if (!dim.dim_param().empty()) scope.symbol(dim.dim_param());
    }
  }
}

Result<TensorType> read_input_type(const ValueInfoProto& input, DimScope& scope) {
  GBX_RETURN_IF_ERROR(type_reader::check_kind(input));
  const std::string label = "tensor '" + input.name() + "'";
  if (!input.type().has_tensor_type()) return corrupt("the graph's input " + label + " has no type");
  const TypeProto::Tensor& tensor = input.type().tensor_type();
  TensorType type;
  GBX_ASSIGN_OR_RETURN(type.dtype, element_type(tensor.elem_type(), label));
  if (!tensor.has_shape()) return type;
  Shape& shape = type.shape.emplace();
  for (const TensorShapeProto::Dimension& dim : tensor.shape().dim()) {
    if (!dim.dim_param().empty()) {
      shape.push_back(scope.symbol(dim.dim_param()));
    } else if (dim.has_dim_value() && dim.dim_value() >= 0) {
      shape.push_back(dim.dim_value());
    } else {
      shape.push_back(scope.fresh(input.name() + "." + std::to_string(shape.size())));
    }
  }
  return type;
}

Result<TensorType> read_body_input_type(const ValueInfoProto& input) {
  GBX_RETURN_IF_ERROR(type_reader::check_kind(input));
  TensorType type;
  if (const int32_t number = input.type().tensor_type().elem_type(); number != TensorProto::UNDEFINED) {
    GBX_ASSIGN_OR_RETURN(type.dtype, element_type(number, "tensor '" + input.name() + "'"));
  }
  return type;
}

OutputClaim read_claim(const ValueInfoProto& output) {
  OutputClaim claim;
  claim.output = output.name();
  const TypeProto::Tensor& tensor = output.type().tensor_type();
  if (Result<DType> dtype = element_type(tensor.elem_type(), ""); dtype.ok()) claim.dtype = *dtype;
  if (!tensor.has_shape()) return claim;
  std::vector<std::string>& dims = claim.dims.emplace();
  for (const TensorShapeProto::Dimension& dim : tensor.shape().dim()) {
    const bool number = dim.has_dim_value() && dim.dim_value() >= 0;
    dims.push_back(number ? std::to_string(dim.dim_value()) : dim.dim_param());
  }
  return claim;
}

}  // namespace gearbox::onnx
