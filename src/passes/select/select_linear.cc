#include "passes/select/select_linear.h"

#include <map>

#include "kernels/gemm.h"
#include "ops/epilogue.h"

namespace gearbox {

namespace {

/// Weights already packed in this run of the pass, by what they were packed from.
struct PackKey {
  const void* data;
  int64_t k, n;
  bool transposed;
  float alpha;
  auto operator<=>(const PackKey&) const = default;
};
using Packed = std::map<PackKey, Literal>;

Literal pack(const Literal& weights, int64_t k, int64_t n, bool transposed, float alpha, Packed& packed) {
  Literal& out = packed[{weights.data(), k, n, transposed, alpha}];
  if (out) return out;
  out = Literal::allocate(DType::kF32, {kernels::gemm_packed_size(k, n)});
  float* to = static_cast<float*>(out.mutable_data());
  kernels::gemm_pack_b(k, n, weights.values<float>().data(), transposed ? 1 : n, transposed ? k : 1, to);
  if (alpha != 1) {
    for (int64_t i = 0; i < out.elements(); ++i) to[i] *= alpha;
  }
  return out;
}

/// The bias as one value per column, where it is constant and does not vary along the rows.
std::optional<std::vector<float>> column_bias(const Value* bias, int64_t n, float beta) {
  if (!bias->is_constant() || bias->type().dtype != DType::kF32) return std::nullopt;
  const Literal& literal = bias->constant();
  const int64_t elements = literal.elements();
  if (elements != 1 && (elements != n || literal.dims().back() != n)) return std::nullopt;
  std::vector<float> out(static_cast<size_t>(n));
  for (size_t i = 0; i < out.size(); ++i) out[i] = beta * literal.values<float>()[elements == 1 ? 0 : i];
  return out;
}

Result<Patch> linear_of(Node& node, const PassContext& context, Packed& packed) {
  const bool gemm = node.is("Gemm");
  if (!gemm && !node.is("MatMul")) return Patch::none();
  Value *x = node.input(0), *weights = node.input(1), *bias = gemm ? node.input(2) : nullptr;
  if (!weights->is_constant() || weights->type().dtype != DType::kF32 || weights->type().rank() != 2) return Patch::none();
  if (!x->type().ranked() || x->type().rank() < (gemm ? 2 : 1) || x->type().rank() > 8) return Patch::none();
  const Attributes& attributes = node.attributes();
  if (gemm && attributes.integer("transA", 0) != 0) return Patch::none();
  const bool transposed = gemm && attributes.integer("transB", 0) != 0;
  const std::vector<int64_t>& dims = weights->constant().dims();
  const int64_t k = transposed ? dims[1] : dims[0], n = transposed ? dims[0] : dims[1];
  const float alpha = gemm ? attributes.real("alpha", 1) : 1, beta = gemm ? attributes.real("beta", 1) : 1;
  std::optional<std::vector<float>> columns;
  if (bias && beta != 0) {
    columns = column_bias(bias, n, beta);
    if (!columns) return Patch::none();
  }
  Patch patch;
  NodeSpec spec;
  spec.op = "Linear";
  spec.domain = "gearbox";
  spec.name = node.name();
  const Literal to = pack(weights->constant(), k, n, transposed, alpha, packed);
  spec.inputs = {x, patch.constant(weights->name() + ".packed", to)};
  spec.attributes.set("k", k);
  spec.attributes.set("n", n);
  if (!context.exact_products && kernels::gemm_may_mix(k, n, to.values<float>().data())) spec.attributes.set("mixes", int64_t{1});
  if (columns) {
    spec.inputs.push_back(patch.constant(bias->name() + ".columns", ops::channel_vector(*columns)));
    ops::append_epilogue(spec.attributes, {.kind = kernels::EpilogueKind::kAddChannel}, 2);
  }
  patch.replace(node.output(0), patch.add(std::move(spec)));
  patch.note(node.op() + " '" + node.name() + "' with constant weights " + std::to_string(k) + "x" + std::to_string(n) + " becomes Linear");
  return patch;
}

}  // namespace

Result<int> select_linear(Graph& graph, const PassContext& context) {
  Packed packed;
  return rewrite_nodes(graph, context, "select_linear", [&](Node& node, Graph&) { return linear_of(node, context, packed); });
}

}  // namespace gearbox
