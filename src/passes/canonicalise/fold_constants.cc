#include "passes/canonicalise/fold_constants.h"

#include "ops/run/evaluate.h"
#include "passes/canonicalise/fold_loop.h"

namespace gearbox {

namespace {

/// The literal of a value whose contents are all numbers; empty where they are not.
Literal constant_contents(const Value& value) {
  if (!value.contents() || !value.type().ranked()) return {};
  std::vector<int64_t> dims;
  for (const Dim& dim : *value.type().shape) {
    if (!dim.is_constant()) return {};
    dims.push_back(dim.value());
  }
  const DType dtype = value.type().dtype;
  if (element_count(dims) != static_cast<int64_t>(value.contents()->size()) || (dtype != DType::kI64 && dtype != DType::kI32)) return {};
  Literal out = Literal::allocate(dtype, dims);
  for (size_t i = 0; i < value.contents()->size(); ++i) {
    const Dim& element = (*value.contents())[i];
    if (!element.is_constant()) return {};
    if (dtype == DType::kI64) static_cast<int64_t*>(out.mutable_data())[i] = element.value();
    if (dtype == DType::kI32) static_cast<int32_t*>(out.mutable_data())[i] = static_cast<int32_t>(element.value());
  }
  return out;
}

bool worth_folding(const Node& node, const PassContext& context) {
  size_t in = 0, out = 0;
  for (const Value* value : node.input_list()) in += value ? value->constant().bytes() : 0;
  for (const Value* value : node.output_list()) {
    if (!value) continue;
    if (!value->type().ranked()) return true;
    const Dim volume = product(*value->type().shape);
    if (!volume.is_constant()) return true;
    out += static_cast<size_t>(volume.value()) * dtype_size(value->type().dtype);
  }
  return out <= context.most_folded || out <= context.folded_growth * in;
}

Result<std::vector<Literal>> evaluate(const Node& node, const PassContext& context) {
  if (node.is("FusedLoop", "gearbox")) return evaluate_loop(node);
  std::vector<Literal> inputs;
  for (const Value* value : node.input_list()) inputs.push_back(value ? value->constant() : Literal());
  std::vector<DType> types;
  for (const Value* value : node.output_list()) types.push_back(value ? value->type().dtype : DType::kUndefined);
  return ops::evaluate(context.kernels, {.op = node.op(),
                                         .domain = node.domain(),
                                         .version = node.version(),
                                         .node_name = node.name(),
                                         .attributes = &node.attributes(),
                                         .inputs = inputs,
                                         .output_types = types,
                                         .reference_only = true,
                                         .threads = nullptr});
}

Result<Patch> fold(Node& node, const PassContext& context) {
  if (!node.bodies().empty() || !node.definition()->is_pure() || !node.control_inputs().empty()) return Patch::none();
  Patch patch;
  bool constant = true;
  for (const Value* value : node.input_list()) constant = constant && (!value || value->is_constant());
  if (!constant) {
    for (Value* output : node.output_list()) {
      if (!output) continue;
      Literal literal = constant_contents(*output);
      if (literal && !(output->users().empty())) patch.replace(output, patch.constant(output->name(), std::move(literal)));
    }
    patch.note("'" + node.name() + "' (" + node.op() + ") is known from the shapes");
    return patch;
  }
  if (!worth_folding(node, context)) return Patch::none();
  auto results = evaluate(node, context);
  if (!results.ok()) {
    if (results.status().code() == Code::kUnsupported) return Patch::none();
    return results.status();
  }
  for (int i = 0; i < node.outputs(); ++i) {
    if (Value* output = node.output(i))
      patch.replace(output, patch.constant(output->name(), std::move((*results)[static_cast<size_t>(i)])));
  }
  patch.note("'" + node.name() + "' (" + node.op() + ") has constant inputs");
  return patch;
}

}  // namespace

Result<int> fold_constants(Graph& graph, const PassContext& context) {
  return rewrite_nodes(graph, context, "fold_constants", [&](Node& node, Graph&) { return fold(node, context); });
}

}  // namespace gearbox
