#include "passes/select/select_recurrent.h"

#include <algorithm>

#include "ops/fused/recurrent/layer.h"
#include "passes/match.h"

namespace gearbox {

namespace {

bool all_zero(const Literal& literal) {
  if (literal.dtype() != DType::kF32) return false;
  const auto values = literal.values<float>();
  return std::all_of(values.begin(), values.end(), [](float x) { return x == 0; });
}

/// Whether every element is 0 whatever the extents turn out to be.
bool zero_fill(const Value* value) {
  if (value->is_constant()) return all_zero(value->constant());
  if (const Node* fill = made_by(value, "ConstantOfShape")) {
    const Literal* element = fill->attributes().literal("value");
    return !element || all_zero(*element);
  }
  if (const Node* fill = made_by(value, "Fill", "gearbox")) {
    const Literal* element = fill->attributes().literal("value");
    return !element || all_zero(*element);
  }
  if (const Node* expand = made_by(value, "Expand")) return zero_fill(expand->input(0));
  if (const Node* expand = made_by(value, "ExpandTo", "gearbox")) return zero_fill(expand->input(0));
  return false;
}

/// The initial state as Recurrent takes it: null where it is zeros of the right extents.
Value* initial_state(Value* value, const Shape& state) {
  return value && value->type().shape == state && zero_fill(value) ? nullptr : value;
}

/// The values of an optional constant operand; fails where it is given and not a constant f32 of that many elements.
bool constant_floats(const Value* value, int64_t elements, const float*& out) {
  out = nullptr;
  if (!value) return true;
  if (!value->is_constant() || value->type().dtype != DType::kF32 || value->constant().elements() != elements) return false;
  out = value->constant().values<float>().data();
  return true;
}

Result<Patch> recurrent_of(Node& node, const PassContext& context) {
  if (!node.is("LSTM") && !node.is("GRU") && !node.is("RNN")) return Patch::none();
  if (node.attributes().integer("layout", 0) != 0) return Patch::none();
  const Value *x = node.input(0), *w = node.input(1), *r = node.input(2), *lengths = node.input(4);
  if (!w->is_constant() || !r->is_constant() || x->type().dtype != DType::kF32 || !x->type().ranked() || x->type().rank() != 3)
    return Patch::none();
  if (w->constant().dims().size() != 3 || r->constant().dims().size() != 3 || (lengths && lengths->type().dtype != DType::kI32))
    return Patch::none();

  NodeSpec spec;
  spec.op = "Recurrent";
  spec.domain = "gearbox";
  spec.name = node.name();
  spec.attributes = node.attributes();
  for (const char* name : {"layout", "hidden_size"}) spec.attributes.erase(name);
  const int64_t hidden = r->constant().dims()[2], inputs = w->constant().dims()[2];
  spec.attributes.set("cell", node.op());
  spec.attributes.set("hidden", hidden);
  spec.attributes.set("inputs", inputs);
  const auto layer = ops::recurrent::layer_of(spec.attributes);
  if (!layer.ok()) return Patch::none();  // the reference says what is wrong, where the node runs at all

  const int64_t gates = node.is("LSTM") ? 4 : node.is("GRU") ? 3 : 1;
  kernels::RecurrentWeights weights;
  const Value* peepholes = node.is("LSTM") ? node.input(7) : nullptr;
  if (!constant_floats(w, layer->directions * gates * hidden * inputs, weights.w) ||
      !constant_floats(r, layer->directions * gates * hidden * hidden, weights.r) ||
      !constant_floats(node.input(3), layer->directions * 2 * gates * hidden, weights.bias) ||
      !constant_floats(peepholes, layer->directions * 3 * hidden, weights.peepholes)) {
    return Patch::none();
  }
  Literal packed = Literal::allocate(DType::kF32, {kernels::recurrent_packed_size(*layer)});
  kernels::recurrent_pack(*layer, weights, static_cast<float*>(packed.mutable_data()));
  if (!context.exact_products && kernels::recurrent_may_mix(*layer, packed.values<float>().data())) {
    spec.attributes.set("mixes", int64_t{1});
  }

  Patch patch;
  const Shape state = {layer->directions, x->type().dim(1), hidden};
  spec.inputs = {node.input(0), patch.constant(w->name() + ".packed", std::move(packed)), node.input(4),
                 initial_state(node.input(5), state)};
  if (node.is("LSTM")) spec.inputs.push_back(initial_state(node.input(6), state));
  while (!spec.inputs.back()) spec.inputs.pop_back();
  Value* first = patch.add(std::move(spec), node.outputs());
  for (int i = 0; i < node.outputs(); ++i) {
    if (node.output(i)) patch.replace(node.output(i), patch.output_of(first, i));
  }
  patch.note(node.op() + " '" + node.name() + "' with " + std::to_string(hidden) + " hidden units gets packed weights");
  return patch;
}

/// A layer whose states are only read with the batch ahead of the directions writes them so.
Patch take_transpose(Node& node, const Graph& graph) {
  if (!node.is("Transpose") || node.attributes().integers("perm") != std::vector<int64_t>{0, 2, 1, 3}) return Patch::none();
  Node* layer = made_by(node.input(0), "Recurrent", "gearbox");
  if (!layer || node.input(0) != layer->output(0) || !only_user(layer->output(0), graph)) return Patch::none();
  if (layer->attributes().integer("y_by_sequence", 0) != 0) return Patch::none();
  Patch patch;
  NodeSpec spec;
  spec.op = layer->op();
  spec.domain = layer->domain();
  spec.name = layer->name();
  spec.attributes = layer->attributes();
  spec.attributes.set("y_by_sequence", int64_t{1});
  for (int i = 0; i < layer->inputs(); ++i) spec.inputs.push_back(layer->input(i));
  Value* first = patch.add(std::move(spec), layer->outputs());
  patch.replace(node.output(0), first);
  for (int i = 1; i < layer->outputs(); ++i) {
    if (layer->output(i)) patch.replace(layer->output(i), patch.output_of(first, i));
  }
  patch.note("'" + layer->name() + "' writes its states in the order of '" + node.name() + "'");
  return patch;
}

}  // namespace

Result<int> select_recurrent(Graph& graph, const PassContext& context) {
  return rewrite_nodes(graph, context, "select_recurrent", [&](Node& node, Graph& all) -> Result<Patch> {
    Patch patch = take_transpose(node, all);
    if (!patch.empty()) return patch;
    return recurrent_of(node, context);
  });
}

}  // namespace gearbox
