#include "passes/canonicalise/recognise_gelu.h"

#include <numbers>

#include "passes/match.h"

namespace gearbox {

namespace {

/// The factors of a product, through products that nobody else reads; divisions by constants count as products.
struct Factors {
  std::vector<Value*> values;
  float scale = 1;
};

void collect(Value* value, const Graph& graph, bool top, Factors& out) {
  if (const auto constant = scalar_constant(value)) {
    out.scale *= *constant;
    return;
  }
  Node* node = value->producer();
  const bool inner = top || only_user(value, graph);
  if (node && inner && node->is("Mul") && out.values.size() < 4) {
    collect(node->input(0), graph, false, out);
    collect(node->input(1), graph, false, out);
  } else if (const auto divisor = node && inner && node->is("Div") ? scalar_constant(node->input(1)) : std::nullopt) {
    out.scale /= *divisor;
    collect(node->input(0), graph, false, out);
  } else {
    out.values.push_back(value);
  }
}

bool close(float a, double b) { return std::fabs(a - static_cast<float>(b)) <= 1e-3F * std::fabs(static_cast<float>(b)); }

/// u where `value` is u + 1.
Value* minus_one(const Value* value) {
  const Node* add = made_by(value, "Add");
  if (!add) return nullptr;
  return is_scalar(add->input(0), 1) ? add->input(1) : is_scalar(add->input(1), 1) ? add->input(0) : nullptr;
}

/// Whether `value` is erf(x / sqrt 2).
bool is_erf_of(const Value* value, const Value* x, const Graph& graph) {
  const Node* erf = made_by(value, "Erf");
  if (!erf) return false;
  Factors inside;
  collect(erf->input(0), graph, true, inside);
  return inside.values.size() == 1 && inside.values[0] == x && close(inside.scale, 1 / std::numbers::sqrt2);
}

bool is_cube(const Value* value, const Value* x, const Graph& graph) {
  if (const Node* pow = made_by(value, "Pow")) return pow->input(0) == x && is_scalar(pow->input(1), 3);
  Factors product;
  collect(const_cast<Value*>(value), graph, true, product);
  return product.scale == 1 && product.values == std::vector<Value*>(3, const_cast<Value*>(x));
}

/// Whether `value` is tanh(sqrt(2 / pi) (x + 0.044715 x^3)).
bool is_tanh_of(const Value* value, const Value* x, const Graph& graph) {
  const Node* tanh = made_by(value, "Tanh");
  if (!tanh) return false;
  Factors outside;
  collect(tanh->input(0), graph, true, outside);
  if (outside.values.size() != 1 || !close(outside.scale, std::sqrt(2 / std::numbers::pi))) return false;
  const Node* sum = made_by(outside.values[0], "Add");
  if (!sum || (sum->input(0) != x && sum->input(1) != x)) return false;
  Factors cubic;
  collect(other_operand(*sum, x), graph, true, cubic);
  if (!close(cubic.scale, 0.044715)) return false;
  return (cubic.values.size() == 1 && is_cube(cubic.values[0], x, graph)) || cubic.values == std::vector<Value*>(3, const_cast<Value*>(x));
}

Result<Patch> gelu_of(Node& node, Graph& graph) {
  if (!(node.is("Mul") || node.is("Div")) || node.output(0)->type().dtype != DType::kF32) return Patch::none();
  Factors factors;
  collect(node.output(0), graph, true, factors);
  if (factors.values.size() != 2 || !close(factors.scale, 0.5)) return Patch::none();
  for (size_t i = 0; i < 2; ++i) {
    Value* x = factors.values[i];
    const Value* inner = minus_one(factors.values[1 - i]);
    const bool erf = inner && is_erf_of(inner, x, graph), tanh = inner && is_tanh_of(inner, x, graph);
    if (!erf && !tanh) continue;
    if (x->type().ranked() && x->type().rank() != node.output(0)->type().rank()) continue;  // a constant adds axes
    Patch patch;
    NodeSpec spec;
    spec.op = "Gelu";
    spec.version = 20;
    spec.name = node.name() + ".gelu";
    spec.inputs = {x};
    spec.attributes.set("approximate", std::string(tanh ? "tanh" : "none"));
    patch.replace(node.output(0), patch.add(std::move(spec)));
    patch.note("the product '" + node.output(0)->name() + "' is the Gelu of '" + x->name() + "'");
    return patch;
  }
  return Patch::none();
}

}  // namespace

Result<int> recognise_gelu(Graph& graph, const PassContext& context) { return rewrite_nodes(graph, context, "recognise_gelu", gelu_of); }

}  // namespace gearbox
