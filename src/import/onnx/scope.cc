#include "import/onnx/scope.h"

namespace gearbox::onnx {

Scope Scope::nested(Graph& graph) const {
  Scope inner(graph, opsets_);
  inner.prefix_ = prefix_;
  inner.arguments_ = arguments_;
  inner.call_depth_ = call_depth_;
  return inner;
}

Scope Scope::called(const std::string& call, const Opsets& opsets) const {
  Scope inner(graph_, opsets);
  inner.prefix_ = prefix_ + call + "/";
  inner.call_depth_ = call_depth_ + 1;
  return inner;
}

std::optional<Value*> Scope::find(const std::string& name) const {
  auto it = values_.find(name);
  return it == values_.end() ? std::nullopt : std::optional(it->second);
}

Status Scope::define(const std::string& name, Value* value) {
  if (values_.emplace(name, value).second) return {};
  return invalid_argument("tensor '" + name + "' is defined twice");
}

std::string Scope::value_name(const std::string& name) const {
  auto it = renamed_.find(name);
  std::string out = it == renamed_.end() ? prefix_ + name : it->second;
  return out == "-" ? "_-" : out;  // "-" alone has a meaning for Graph::add
}

const AttributeProto* Scope::resolve(const AttributeProto& attribute) const {
  if (attribute.ref_attr_name().empty()) return &attribute;
  auto it = arguments_.find(attribute.ref_attr_name());
  return it == arguments_.end() ? nullptr : it->second;
}

}  // namespace gearbox::onnx
