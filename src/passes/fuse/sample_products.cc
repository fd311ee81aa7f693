#include "passes/fuse/sample_products.h"

#include <optional>

#include "passes/match.h"

namespace gearbox {

namespace {

/// The samples are attributes of the node.
constexpr int64_t kMostSamples = 64 * 1024;
/// Rows and columns that a SampledMatMul has at least.
constexpr int64_t kFewest = 4;
/// Elements of the largest product: each thread of a run has room for one.
constexpr int64_t kMostElements = 256 * 1024;

/// The product of a and the transpose of b, both of three axes, that this node is.
bool multiplies_rows(const Node& node) {
  return node.is("PermutedMatMul", "gearbox") && node.attributes().integers("a_perm") == Ints{0, 1, 2} &&
         node.attributes().integers("b_perm") == Ints{0, 2, 1} && node.attributes().integers("out_perm") == Ints{0, 1, 2};
}

/// The product that the value shows with its matrices as rows.
const Node* flattened_product(const Value* value, const Graph& graph) {
  const Node* view = value->producer();
  if (!view || !only_user(value, graph) || !(view->is("View", "gearbox") || view->is("Reshape") || view->is("Flatten"))) return nullptr;
  const Node* product = view->input(0) ? view->input(0)->producer() : nullptr;
  if (!product || !only_user(view->input(0), graph) || !multiplies_rows(*product)) return nullptr;
  const TensorType &flat = value->type(), &matrices = product->output(0)->type();
  const bool rows = flat.ranked() && flat.rank() == 2 && flat.dim(0) == matrices.dim(0);
  const auto many = [](const Dim& extent) { return extent.is_constant() && extent.value() >= kFewest; };
  return rows && many(matrices.dim(1)) && many(matrices.dim(2)) ? product : nullptr;
}

/// Elements of a row of `extent` that a constant list names, counted from the first.
std::optional<Ints> elements_of(const Value* indices, int64_t extent) {
  if (!indices->is_constant() || indices->type().rank() != 1) return std::nullopt;
  const Literal& list = indices->constant();
  Ints out;
  for (int64_t i = 0; i < list.elements(); ++i) {
    int64_t index =
        list.dtype() == DType::kI64 ? list.values<int64_t>()[static_cast<size_t>(i)] : list.values<int32_t>()[static_cast<size_t>(i)];
    if (index < 0) index += extent;
    if (index < 0 || index >= extent) return std::nullopt;
    out.push_back(index);
  }
  return out;
}

Result<Patch> sampled(Node& gather, Graph& graph) {
  if (!gather.is("Gather")) return Patch::none();
  const Node* product = flattened_product(gather.input(0), graph);
  const int64_t axis = gather.attributes().integer("axis", 0);
  if (!product || (axis != 1 && axis != -1)) return Patch::none();
  const TensorType& matrices = product->output(0)->type();
  const int64_t width = matrices.dim(2).value(), all = matrices.dim(1).value() * width;
  if (all > kMostElements) return Patch::none();
  const auto elements = elements_of(gather.input(1), all);
  if (!elements) return Patch::none();
  // Whole matrices are faster as they are.
  const auto count = static_cast<int64_t>(elements->size());
  if (count > all - all / 4 || count > kMostSamples) return Patch::none();
  Ints rows, columns;
  for (const int64_t element : *elements) {
    rows.push_back(element / width);
    columns.push_back(element % width);
  }
  NodeSpec spec;
  spec.op = "SampledMatMul";
  spec.domain = "gearbox";
  spec.name = gather.name() + ".samples";
  spec.inputs = {product->input(0), product->input(1)};
  spec.attributes.set("rows", rows);
  spec.attributes.set("columns", columns);
  Patch patch;
  patch.replace(gather.output(0), patch.add(std::move(spec)));
  patch.note("'" + product->name() + "' computes the " + std::to_string(count) + " of " + std::to_string(all) + " elements that '" +
             gather.name() + "' reads");
  return patch;
}

}  // namespace

Result<int> sample_products(Graph& graph, const PassContext& context) { return rewrite_nodes(graph, context, "sample_products", sampled); }

}  // namespace gearbox
