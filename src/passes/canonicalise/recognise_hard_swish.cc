#include "passes/canonicalise/recognise_hard_swish.h"

#include <cmath>
#include <optional>

namespace gearbox {

namespace hard_swish_rule {

/// The only element of a float constant.
std::optional<double> number(const Value* value) {
  if (!value || !value->is_constant() || !is_float(value->type().dtype) || value->constant().elements() != 1) return std::nullopt;
  return value->constant().as_double()[0];
}

bool close(std::optional<double> value, double expected) { return value && std::fabs(*value - expected) <= 1e-3 * expected; }

/// A constant that does not raise the rank of what it is combined with.
bool is_number(const Value* value, const Value* other, double expected) {
  return close(number(value), expected) && other->type().ranked() && value->type().rank() <= other->type().rank();
}

/// The other operand where `value` is made by `op` from it and the number, in this order or, for commutative operators, any.
Value* partner(const Value* value, const char* op, double expected, bool commutative) {
  const Node* node = value->producer();
  if (!node || !node->is(op) || node->inputs() != 2) return nullptr;
  if (is_number(node->input(1), node->input(0), expected)) return node->input(0);
  return commutative && is_number(node->input(0), node->input(1), expected) ? node->input(1) : nullptr;
}

double bound(const Node& clip, int input, const char* name, double fallback) {
  if (clip.input(input)) return number(clip.input(input)).value_or(fallback);
  return clip.attributes().real(name, static_cast<float>(fallback));
}

/// What is cut to [0, 6].
Value* cut_of(const Value* value) {
  const Node* node = value->producer();
  if (!node) return nullptr;
  if (node->is("Clip") && bound(*node, 1, "min", -1) == 0 && bound(*node, 2, "max", -1) == 6) return node->input(0);
  Value* kept = partner(value, "Min", 6, true);
  const Node* relu = kept ? kept->producer() : nullptr;
  return relu && relu->is("Relu") ? relu->input(0) : nullptr;
}

/// x where the value is min(max(x + 3, 0), 6).
Value* cut_argument(const Value* value) {
  const Value* sum = cut_of(value);
  return sum ? partner(sum, "Add", 3, true) : nullptr;
}

/// What is divided by six.
Value* sixth_of(const Value* value) {
  Value* out = partner(value, "Div", 6, false);
  return out ? out : partner(value, "Mul", 1.0 / 6, true);
}

/// x where the value is f(x) for an operator f that passes `test`.
template <class Test>
Value* argument(const Value* value, const char* op, const Test& test) {
  const Node* node = value->producer();
  return node && node->is(op) && test(*node) ? node->input(0) : nullptr;
}

/// Whether `value` is the product of some x and a `gate` of it; gives x.
template <class Gate>
Value* gated(const Value* value, const Gate& gate) {
  const Node* node = value->producer();
  if (!node || !node->is("Mul") || node->inputs() != 2) return nullptr;
  for (int i = 0; i < 2; ++i) {
    if (node->input(i) == gate(node->input(1 - i))) return node->input(i);
  }
  return nullptr;
}

Patch become(Node& node, Value* x, const char* op, int version, Attributes attributes = {}) {
  Patch patch;
  NodeSpec spec;
  spec.op = op;
  spec.version = version;
  spec.name = node.name();
  spec.inputs = {x};
  spec.attributes = std::move(attributes);
  patch.replace(node.output(0), patch.add(std::move(spec)));
  patch.note("'" + node.name() + "' (" + node.op() + ") ends a " + op);
  return patch;
}

Patch recognise(Node& node) {
  const Value* out = node.output(0);
  if (!out || !is_float(out->type().dtype) || (!node.is("Mul") && !node.is("Div"))) return Patch::none();
  auto any = [](const Node&) { return true; };
  auto plain_hard_sigmoid = [](const Node& n) {
    return close(n.attributes().real("alpha", 0.2F), 1.0 / 6) && n.attributes().real("beta", 0.5F) == 0.5F;
  };
  if (Value* x = gated(out, [&](const Value* v) { return argument(v, "HardSigmoid", plain_hard_sigmoid); }))
    return become(node, x, "HardSwish", 14);
  if (Value* x = gated(out, [&](const Value* v) { return argument(v, "Sigmoid", any); })) return become(node, x, "Swish", 24);
  const Value* whole = sixth_of(out);
  if (!whole) return Patch::none();
  if (Value* x = gated(whole, cut_argument)) return become(node, x, "HardSwish", 14);
  if (Value* x = cut_argument(whole)) {
    Attributes attributes;
    attributes.set("alpha", 1.0F / 6);
    attributes.set("beta", 0.5F);
    return become(node, x, "HardSigmoid", 6, std::move(attributes));
  }
  return Patch::none();
}

}  // namespace hard_swish_rule

Result<int> recognise_hard_swish(Graph& graph, const PassContext& context) {
  return rewrite_nodes(graph, context, "recognise_hard_swish",
                       [](Node& node, Graph&) -> Result<Patch> { return hard_swish_rule::recognise(node); });
}

}  // namespace gearbox
