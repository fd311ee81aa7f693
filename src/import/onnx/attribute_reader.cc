#include "import/onnx/attribute_reader.h"

namespace gearbox::onnx {

AttributeProto::AttributeType kind_of(const AttributeProto& attribute) {
  if (attribute.type() != AttributeProto::UNDEFINED) return attribute.type();
  if (attribute.has_f()) return AttributeProto::FLOAT;
  if (attribute.has_i()) return AttributeProto::INT;
  if (attribute.has_s()) return AttributeProto::STRING;
  if (attribute.has_t()) return AttributeProto::TENSOR;
  if (attribute.has_g()) return AttributeProto::GRAPH;
  if (attribute.floats_size() > 0) return AttributeProto::FLOATS;
  if (attribute.ints_size() > 0) return AttributeProto::INTS;
  if (attribute.strings_size() > 0) return AttributeProto::STRINGS;
  return AttributeProto::UNDEFINED;
}

Result<Attribute> read_attribute(const AttributeProto& attribute, TensorReader& tensors, const std::string& label) {
  const std::string which = label + ": attribute '" + attribute.name() + "' ";
  switch (kind_of(attribute)) {
    case AttributeProto::FLOAT: return Attribute(attribute.f());
    case AttributeProto::INT: return Attribute(attribute.i());
    case AttributeProto::STRING: return Attribute(attribute.s());
    case AttributeProto::FLOATS: return Attribute(Floats(attribute.floats().begin(), attribute.floats().end()));
    case AttributeProto::INTS: return Attribute(Ints(attribute.ints().begin(), attribute.ints().end()));
    case AttributeProto::STRINGS: return Attribute(Strings(attribute.strings().begin(), attribute.strings().end()));
    case AttributeProto::TENSOR: {
      GBX_ASSIGN_OR_RETURN(Literal literal,
                           tensors.read(attribute.t(), attribute.t().name().empty() ? attribute.name() : attribute.t().name()));
      return Attribute(std::move(literal));
    }
    case AttributeProto::SPARSE_TENSOR: {
      GBX_ASSIGN_OR_RETURN(Literal literal, tensors.read(attribute.sparse_tensor(), attribute.name()));
      return Attribute(std::move(literal));
    }
    case AttributeProto::TENSORS:
    case AttributeProto::SPARSE_TENSORS: return unsupported(which + "is a list of tensors, which is not supported");
    case AttributeProto::GRAPHS: return unsupported(which + "is a list of graphs, which is not supported");
    case AttributeProto::TYPE_PROTO:
    case AttributeProto::TYPE_PROTOS: return unsupported(which + "is a type, which is not supported");
    default: return corrupt(which + "has no value");
  }
}

Result<Literal> read_constant(const NodeProto& node, const AttributeProto& attribute, TensorReader& tensors, const std::string& name) {
  const std::string& kind = attribute.name();
  if (kind == "value") return tensors.read(attribute.t(), name);
  if (kind == "sparse_value") return tensors.read(attribute.sparse_tensor(), name);
  if (kind == "value_float") return Literal::scalar(attribute.f());
  if (kind == "value_int") return Literal::scalar(attribute.i());
  if (kind == "value_floats") {
    return Literal::of<float>({attribute.floats_size()},
                              std::span(attribute.floats().data(), static_cast<size_t>(attribute.floats_size())));
  }
  if (kind == "value_ints") {
    return Literal::of<int64_t>({attribute.ints_size()}, std::span(attribute.ints().data(), static_cast<size_t>(attribute.ints_size())));
  }
  const std::string label = node.op_type() + " node making '" + name + "'";
  if (kind == "value_string" || kind == "value_strings") return unsupported(label + " holds strings, which are not supported");
  return corrupt(label + " has an attribute '" + kind + "' that Constant does not know");
}

}  // namespace gearbox::onnx
