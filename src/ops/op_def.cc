#include "ops/op_def.h"

#include "ops/attribute_kinds.h"

namespace gearbox {

OpDef&& OpDef::versions(std::vector<int> since) && {
  since_ = std::move(since);
  return std::move(*this);
}
OpDef&& OpDef::input(std::string name, TypeSet types, Formal::Arity arity) && {
  inputs_.push_back({std::move(name), types, arity});
  return std::move(*this);
}
OpDef&& OpDef::output(std::string name, TypeSet types, Formal::Arity arity) && {
  outputs_.push_back({std::move(name), types, arity});
  return std::move(*this);
}
OpDef&& OpDef::attribute(std::string name, bool required) && {
  attributes_.push_back({std::move(name), required});
  return std::move(*this);
}
OpDef&& OpDef::infer(Status (*rule)(InferContext&)) && {
  infer_ = rule;
  return std::move(*this);
}
OpDef&& OpDef::cost(Cost (*rule)(const InferContext&)) && {
  cost_ = rule;
  return std::move(*this);
}
OpDef&& OpDef::axes(AxisRole (*rule)(const InferContext&, int, int64_t)) && {
  axes_ = rule;
  return std::move(*this);
}
OpDef&& OpDef::may_share(int input) && {
  may_share_.push_back(input);
  return std::move(*this);
}
OpDef&& OpDef::view() && {
  view_ = true;
  return std::move(*this);
}
OpDef&& OpDef::not_pure() && {
  pure_ = false;
  return std::move(*this);
}

Cost OpDef::run_cost(const InferContext& context) const {
  if (cost_) return cost_(context);
  Cost cost;
  for (int i = 0; i < context.inputs(); ++i) {
    if (context.has_input(i) && context.ranked(i))
      cost.bytes = cost.bytes + context.volume(i) * static_cast<int64_t>(dtype_size(context.dtype(i)));
  }
  return cost;
}

AxisRole OpDef::role(const InferContext& context, int input, int64_t axis) const {
  return axes_ ? axes_(context, input, axis) : AxisRole::kOpaque;
}

const OpDef* OpRegistry::find(std::string_view domain, std::string_view name) const {
  auto it = ops_.find(std::pair(std::string(domain == "ai.onnx" ? "" : domain), std::string(name)));
  return it == ops_.end() ? nullptr : &it->second;
}

std::vector<const OpDef*> OpRegistry::all() const {
  std::vector<const OpDef*> out;
  for (const auto& [key, definition] : ops_) out.push_back(&definition);
  return out;
}

void OpRegistry::add(OpDef definition) {
  std::pair key(definition.domain(), definition.name());
  ops_.insert_or_assign(std::move(key), std::move(definition));
}

Status OpRegistry::resolve(Node& node) const {
  const OpDef* definition = find(node.domain(), node.op());
  if (!definition) {
    return unsupported("operator " + node.op() + (node.domain().empty() ? "" : " of domain '" + node.domain() + "'") + ", opset " +
                       std::to_string(node.version()) + ", is not known (node '" + node.name() + "')");
  }
  node.set_definition(definition);
  return check_schema(node, *definition);
}

Status OpRegistry::infer(InferContext& context) const {
  GBX_RETURN_IF_ERROR(check_input_types(context.node(), *context.node().definition()));
  return context.node().definition()->run_infer(context);
}

namespace {

std::string node_label(const Node& node) { return node.op() + " node '" + node.name() + "'"; }

Status check_formals(const Node& node, const OpDef& definition, bool inputs) {
  const std::vector<Formal>& formals = inputs ? definition.inputs() : definition.outputs();
  const int given = inputs ? node.inputs() : node.outputs();
  const std::string what = inputs ? "input" : "output";
  const bool variadic = !formals.empty() && formals.back().arity == Formal::Arity::kVariadic;
  // Control-flow nodes carry captures behind their own inputs.
  if (!variadic && node.bodies().empty() && given > static_cast<int>(formals.size())) {
    return invalid_argument(node_label(node) + " has " + std::to_string(given) + " " + what + "s, at most " +
                            std::to_string(formals.size()) + " expected");
  }
  for (size_t i = 0; i < formals.size(); ++i) {
    const Value* value = inputs ? node.input(static_cast<int>(i)) : node.output(static_cast<int>(i));
    if (!value && formals[i].arity == Formal::Arity::kRequired) {
      return invalid_argument(node_label(node) + " lacks its " + what + " " + std::to_string(i) + " '" + formals[i].name + "'");
    }
  }
  return {};
}

}  // namespace

Status check_schema(const Node& node, const OpDef& definition) {
  GBX_RETURN_IF_ERROR(check_formals(node, definition, true));
  GBX_RETURN_IF_ERROR(check_formals(node, definition, false));
  for (const auto& [name, value] : node.attributes()) {
    bool known = false;
    for (const AttributeDef& attribute : definition.attributes()) known = known || attribute.name == name;
    if (!known) return invalid_argument(node_label(node) + " has an attribute '" + name + "' that " + definition.name() + " does not know");
    if (const std::string wanted = wanted_kind(node, name, value); !wanted.empty()) {
      return invalid_argument(node_label(node) + ": attribute '" + name + "' is of kind " + std::string(kind_name(value)) + ", " +
                              definition.name() + " takes " + wanted);
    }
  }
  for (const AttributeDef& attribute : definition.attributes()) {
    if (attribute.required && !node.attributes().has(attribute.name) && !node.body(attribute.name)) {
      return invalid_argument(node_label(node) + " lacks the attribute '" + attribute.name + "'");
    }
  }
  return {};
}

/// Types are known only after inference reached the node, so they are checked by the inference driver, one input at a time.
Status check_input_types(const Node& node, const OpDef& definition) {
  const std::vector<Formal>& formals = definition.inputs();
  for (int i = 0; i < node.inputs() && !formals.empty(); ++i) {
    const Value* value = node.input(i);
    if (!value) continue;
    if (i >= static_cast<int>(formals.size()) && formals.back().arity != Formal::Arity::kVariadic) break;
    const Formal& formal = formals[std::min<size_t>(static_cast<size_t>(i), formals.size() - 1)];
    const DType dtype = value->type().dtype;
    bool allowed = formal.types.empty();
    for (DType type : formal.types) allowed = allowed || type == dtype;
    if (allowed) continue;
    std::string expected;
    for (DType type : formal.types) expected += (expected.empty() ? "" : ", ") + std::string(dtype_name(type));
    return invalid_argument(node_label(node) + ": input '" + formal.name + "' (tensor '" + value->name() + "') is " +
                            std::string(dtype_name(dtype)) + ", expected one of " + expected);
  }
  return {};
}

}  // namespace gearbox
