#include "passes/fuse/fold_batch_norm.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gearbox {

namespace fold_batch_norm_rule {

/// y = scale x + shift, per channel.
struct Affine {
  std::vector<double> scale, shift;
};

bool is_f32_constant(const Value* value) { return value && value->is_constant() && value->type().dtype == DType::kF32; }

std::optional<Affine> affine_of_batch_norm(const Node& node) {
  if (node.attributes().integer("training_mode", 0) != 0 || node.inputs() < 5) return std::nullopt;
  if (!is_f32_constant(node.input(1)) || node.input(1)->type().rank() != 1) return std::nullopt;
  for (int i = 1; i < node.outputs(); ++i) {
    if (node.output(i) && !node.output(i)->users().empty()) return std::nullopt;
  }
  for (int i = 1; i < 5; ++i) {
    if (!is_f32_constant(node.input(i)) || node.input(i)->constant().elements() != node.input(1)->constant().elements())
      return std::nullopt;
  }
  const auto scale = node.input(1)->constant().values<float>(), bias = node.input(2)->constant().values<float>();
  const auto mean = node.input(3)->constant().values<float>(), variance = node.input(4)->constant().values<float>();
  const double epsilon = static_cast<double>(node.attributes().real("epsilon", 1e-5F));
  Affine out;
  for (size_t c = 0; c < scale.size(); ++c) {
    out.scale.push_back(static_cast<double>(scale[c]) / std::sqrt(static_cast<double>(variance[c]) + epsilon));
    out.shift.push_back(static_cast<double>(bias[c]) - static_cast<double>(mean[c]) * out.scale.back());
  }
  return out;
}

/// The elements of a constant that varies along `axis` of a tensor of this rank at most, as one value per channel.
std::optional<std::vector<double>> per_channel(const Value* value, int64_t rank, int64_t axis, int64_t channels) {
  if (!is_f32_constant(value)) return std::nullopt;
  const Literal& literal = value->constant();
  const int64_t own = static_cast<int64_t>(literal.dims().size()), at = axis - (rank - own);
  if (own > rank) return std::nullopt;
  if (literal.elements() == 1) return std::vector<double>(static_cast<size_t>(channels), static_cast<double>(literal.values<float>()[0]));
  if (literal.elements() != channels || at < 0 || literal.dims()[static_cast<size_t>(at)] != channels) return std::nullopt;
  return literal.as_double();
}

/// What `node` does to its input `x`, whose channels lie along `axis`.
std::optional<Affine> affine_of(const Node& node, const Value* x, int64_t axis, int64_t channels) {
  if (node.is("BatchNormalization")) {
    auto out = node.input(0) == x && axis == 1 ? affine_of_batch_norm(node) : std::nullopt;
    return out && static_cast<int64_t>(out->scale.size()) == channels ? out : std::nullopt;
  }
  const bool add = node.is("Add"), sub = node.is("Sub"), mul = node.is("Mul"), div = node.is("Div");
  if (!add && !sub && !mul && !div) return std::nullopt;
  const bool left = node.input(0) == x;
  if (div && !left) return std::nullopt;
  const auto values = per_channel(node.input(left ? 1 : 0), x->type().rank(), axis, channels);
  if (!values) return std::nullopt;
  Affine out{std::vector<double>(values->size(), 1), std::vector<double>(values->size(), 0)};
  for (size_t c = 0; c < values->size(); ++c) {
    const double v = (*values)[c];
    if (mul || div) out.scale[c] = mul ? v : 1 / v;
    if (add || sub) out.shift[c] = sub && left ? -v : v;
    if (sub && !left) out.scale[c] = -1;
    if (!std::isfinite(out.scale[c]) || !std::isfinite(out.shift[c])) return std::nullopt;
  }
  return out;
}

/// How a product's weights and bias depend on its output channels.
struct Product {
  int64_t axis = 1;  ///< of the output, along which the channels lie
  int64_t channels = 0;
  double bias_factor = 1;
  std::vector<int64_t> channel_of;  ///< per run of `inner` weights
  int64_t inner = 1;
};

std::optional<Product> product_of(const Node& node) {
  const bool conv = node.is("Conv"), transposed = node.is("ConvTranspose"), gemm = node.is("Gemm"), matmul = node.is("MatMul");
  if (!conv && !transposed && !gemm && !matmul) return std::nullopt;
  const Value *weights = node.input(1), *bias = node.input(2), *y = node.output(0);
  if (!is_f32_constant(weights) || !y->type().ranked()) return std::nullopt;
  if (bias && !matmul && !is_f32_constant(bias)) return std::nullopt;
  const std::vector<int64_t>& dims = weights->constant().dims();
  Product out;
  if (conv || transposed) {
    if (dims.size() < 3) return std::nullopt;
    const int64_t group = node.attributes().integer("group", 1);
    if (group < 1 || dims[0] % group != 0) return std::nullopt;
    out.inner = element_count(std::span(dims).subspan(2));
    out.channels = conv ? dims[0] : dims[1] * group;
    for (int64_t i = 0; i < dims[0]; ++i) {
      for (int64_t j = 0; j < dims[1]; ++j) out.channel_of.push_back(conv ? i : i / (dims[0] / group) * dims[1] + j);
    }
  } else {
    if (dims.size() != 2 || (matmul && node.input(0)->type().ranked() && node.input(0)->type().rank() < 2)) return std::nullopt;
    const bool rows = gemm && node.attributes().integer("transB", 0) != 0;
    out.axis = y->type().rank() - 1;
    out.channels = rows ? dims[0] : dims[1];
    out.bias_factor = gemm ? static_cast<double>(node.attributes().real("beta", 1)) : 1;
    for (int64_t i = 0; i < dims[0]; ++i) {
      for (int64_t j = 0; j < dims[1]; ++j) out.channel_of.push_back(rows ? i : j);
    }
  }
  return out;
}

Literal scaled(const Literal& weights, const Product& product, const Affine& affine) {
  Literal out = Literal::allocate(DType::kF32, weights.dims());
  const auto from = weights.values<float>();
  float* to = static_cast<float*>(out.mutable_data());
  size_t at = 0;
  for (const int64_t channel : product.channel_of) {
    for (int64_t i = 0; i < product.inner; ++i, ++at)
      to[at] = static_cast<float>(static_cast<double>(from[at]) * affine.scale[static_cast<size_t>(channel)]);
  }
  return out;
}

bool scales(const Affine& affine) {
  return std::any_of(affine.scale.begin(), affine.scale.end(), [](double s) { return s != 1; });
}

Patch fold_into_product(Node& user, Node& node, const Graph& graph) {
  Value* out = node.output(0);
  if (out->users().size() != 1 || graph.is_output(out)) return Patch::none();
  const auto product = product_of(node);
  if (!product || user.output(0)->type().shape != out->type().shape) return Patch::none();
  const auto affine = affine_of(user, out, product->axis, product->channels);
  if (!affine) return Patch::none();
  const bool matmul = node.is("MatMul"), gemm = node.is("Gemm");
  if (matmul && !scales(*affine)) return Patch::none();  // the Add stays what it is
  std::vector<double> bias(static_cast<size_t>(product->channels), 0);
  if (node.input(2) && !matmul) {
    const auto values = per_channel(node.input(2), gemm ? 2 : 1, gemm ? 1 : 0, product->channels);
    if (!values) return Patch::none();
    for (size_t c = 0; c < bias.size(); ++c) bias[c] = (*values)[c] * product->bias_factor;
  }
  Literal shift = Literal::allocate(DType::kF32, {product->channels});
  for (size_t c = 0; c < bias.size(); ++c)
    static_cast<float*>(shift.mutable_data())[c] = static_cast<float>(bias[c] * affine->scale[c] + affine->shift[c]);
  Patch patch;
  NodeSpec spec;
  spec.op = node.op();
  spec.version = node.version();
  spec.name = node.name();
  spec.attributes = node.attributes();
  Value* weights = node.input(1);
  if (scales(*affine)) weights = patch.constant(weights->name() + ".scaled", scaled(weights->constant(), *product, *affine));
  spec.inputs = {node.input(0), weights};
  Value* offset = patch.constant(node.name() + ".bias", std::move(shift));
  if (!matmul) spec.inputs.push_back(offset);
  if (gemm && spec.attributes.has("beta")) spec.attributes.set("beta", 1.0F);
  Value* result = patch.add(std::move(spec));
  if (matmul) {
    NodeSpec add;
    add.op = "Add";
    add.version = 14;
    add.name = user.name();
    add.inputs = {result, offset};
    result = patch.add(std::move(add));
  }
  patch.replace(user.output(0), result);
  patch.note(user.op() + " '" + user.name() + "' goes into the weights of '" + node.name() + "'");
  return patch;
}

/// A vector per channel in the shape that broadcasts along the axes after the channels.
Literal broadcastable(const std::vector<double>& values, int64_t rank) {
  std::vector<int64_t> dims(static_cast<size_t>(rank - 1), 1);
  dims[0] = static_cast<int64_t>(values.size());
  Literal out = Literal::allocate(DType::kF32, dims);
  std::transform(values.begin(), values.end(), static_cast<float*>(out.mutable_data()), [](double v) { return static_cast<float>(v); });
  return out;
}

Patch spell_out(Node& node) {
  const TensorType& type = node.input(0)->type();
  if (!type.ranked() || type.rank() < 2 || type.dtype != DType::kF32) return Patch::none();
  const auto affine = affine_of_batch_norm(node);
  if (!affine) return Patch::none();
  Patch patch;
  NodeSpec mul, add;
  mul.op = "Mul";
  add.op = "Add";
  mul.version = add.version = 14;
  mul.name = node.name() + ".scale";
  add.name = node.name();
  mul.inputs = {node.input(0), patch.constant(mul.name, broadcastable(affine->scale, type.rank()))};
  add.inputs = {patch.add(std::move(mul)), patch.constant(node.name() + ".shift", broadcastable(affine->shift, type.rank()))};
  patch.replace(node.output(0), patch.add(std::move(add)));
  patch.note("BatchNormalization '" + node.name() + "' becomes Mul and Add");
  return patch;
}

Patch fold(Node& user, const Graph& graph) {
  if (!user.output(0)) return Patch::none();
  for (int i = 0; i < std::min(user.inputs(), 2); ++i) {
    Node* producer = user.input(i) ? user.input(i)->producer() : nullptr;
    if (!producer) continue;
    Patch patch = fold_into_product(user, *producer, graph);
    if (!patch.empty()) return patch;
  }
  return user.is("BatchNormalization") ? spell_out(user) : Patch::none();
}

}  // namespace fold_batch_norm_rule

Result<int> fold_batch_norm(Graph& graph, const PassContext& context) {
  return rewrite_nodes(graph, context, "fold_batch_norm",
                       [](Node& node, Graph& at) -> Result<Patch> { return fold_batch_norm_rule::fold(node, at); });
}

}  // namespace gearbox
