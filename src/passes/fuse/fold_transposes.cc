#include "passes/fuse/fold_transposes.h"

#include "passes/match.h"

namespace gearbox {

namespace {

constexpr int64_t kMostRank = 6;

/// A value as it is stored, and the axis of it that holds each axis the product sees.
struct Stored {
  Value* value;
  Ints perm;
};

Ints identity(int64_t rank) {
  Ints out;
  for (int64_t i = 0; i < rank; ++i) out.push_back(i);
  return out;
}

/// Looks through a Transpose that nobody else reads and that leaves the consecutive axis among the matrix's.
Stored stored(Value* value, const Graph& graph) {
  const int64_t rank = value->type().rank();
  if (Node* transpose = made_by(value, "Transpose"); transpose && only_user(value, graph)) {
    const Ints perm = transpose->attributes().integers("perm");
    const auto axes = static_cast<int64_t>(perm.size());
    if (axes == rank && (perm[perm.size() - 1] == rank - 1 || perm[perm.size() - 2] == rank - 1)) return {transpose->input(0), perm};
  }
  return {value, identity(rank)};
}

bool has_matrices(const Value* value) {
  return value && value->type().dtype == DType::kF32 && value->type().ranked() && value->type().rank() >= 3 &&
         value->type().rank() <= kMostRank && !value->is_constant();
}

Result<Patch> folded(Node& product, Graph& graph) {
  if (!product.is("MatMul") || !has_matrices(product.input(0)) || !has_matrices(product.input(1))) return Patch::none();
  const TensorType &a = product.input(0)->type(), &b = product.input(1)->type();
  if (a.rank() != b.rank()) return Patch::none();
  for (int64_t i = 0; i + 2 < a.rank(); ++i) {
    if (a.dim(i) != b.dim(i)) return Patch::none();
  }
  const Stored left = stored(product.input(0), graph), right = stored(product.input(1), graph);
  Value* out = product.output(0);
  Ints out_perm = identity(a.rank());
  if (Node* transpose = only_user(out, graph); transpose && transpose->is("Transpose")) {
    const Ints perm = transpose->attributes().integers("perm");
    if (static_cast<int64_t>(perm.size()) == a.rank() && perm.back() == a.rank() - 1) {
      out_perm = perm;
      out = transpose->output(0);
    }
  }
  if (left.value == product.input(0) && right.value == product.input(1) && out == product.output(0)) return Patch::none();
  NodeSpec spec;
  spec.op = "PermutedMatMul";
  spec.domain = "gearbox";
  spec.name = product.name() + ".permuted";
  spec.inputs = {left.value, right.value};
  spec.attributes.set("a_perm", left.perm);
  spec.attributes.set("b_perm", right.perm);
  spec.attributes.set("out_perm", out_perm);
  Patch patch;
  patch.replace(out, patch.add(std::move(spec)));
  patch.note("'" + product.name() + "' reads and writes as its transposes would");
  return patch;
}

}  // namespace

Result<int> fold_transposes(Graph& graph, const PassContext& context) { return rewrite_nodes(graph, context, "fold_transposes", folded); }

}  // namespace gearbox
