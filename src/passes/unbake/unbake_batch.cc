#include "passes/unbake/unbake_batch.h"

#include <algorithm>

#include "base/dims_text.h"
#include "shape/infer.h"

namespace gearbox {

namespace {

/// The constant target of a Reshape that holds nothing but positive numbers.
std::optional<std::vector<int64_t>> fixed_target(const Node& node) {
  const Value* target = node.input(1);
  if (!node.is("Reshape") || !target || !target->is_constant() || target->constant().dtype() != DType::kI64) return std::nullopt;
  std::vector<int64_t> out = target->constant().as_int64();
  if (out.empty() || std::ranges::any_of(out, [](int64_t extent) { return extent < 1; })) return std::nullopt;
  return out;
}

std::optional<BakedBatch> baked(Node& node) {
  const auto target = fixed_target(node);
  const Value* data = node.input(0);
  if (!target || !data || !data->type().ranked() || data->type().rank() == 0) return std::nullopt;
  const Dim leading = data->type().dim(0), volume = product(*data->type().shape);
  if (leading.is_constant() || volume.is_constant()) return std::nullopt;
  const Dim rest = product(std::vector<Dim>(target->begin() + 1, target->end()));
  // The input's elements divide into rows of `rest` whatever the batch: only then would -1 always have a value.
  if (!mod(volume, rest).is_constant(0)) return std::nullopt;
  const Dim wanted = floordiv(volume, rest);
  if (wanted.is_constant()) return std::nullopt;
  return BakedBatch{&node,
                    "Reshape node '" + node.name() + "': initializer '" + node.input(1)->name() + "' = " + dims_text(*target) + " fixes " +
                        wanted.text() + " to " + std::to_string(target->front()) + ", other sizes are refused",
                    "--unbake-batch takes " + wanted.text() + " from the input"};
}

}  // namespace

std::vector<BakedBatch> find_baked_batches(const Graph& graph) {
  std::vector<BakedBatch> out;
  for (Node* node : graph.nodes()) {
    if (auto found = baked(*node)) out.push_back(std::move(*found));
  }
  return out;
}

void tell_baked_batches(Graph& graph) {
  for (const BakedBatch& batch : find_baked_batches(graph)) {
    graph.notes().push_back(batch.fixed + "; " + batch.hint);
    for (ShapeCheck& check : graph.checks()) {
      if (check.node == batch.node->name() && check.kind == ShapeCheck::Kind::kEqual) check.message += "; " + batch.hint;
    }
  }
}

Result<std::vector<std::string>> unbake_batches(Graph& graph, const OpRegistry& ops) {
  std::vector<std::string> out;
  // What a baked number fixes hides others behind it: each round sees what the one before set free.
  for (auto found = find_baked_batches(graph); !found.empty(); found = find_baked_batches(graph)) {
    for (const BakedBatch& batch : found) {
      std::vector<int64_t> target = *fixed_target(*batch.node);
      out.push_back("Reshape node '" + batch.node->name() + "': " + dims_text(target) + " of initializer '" + batch.node->input(1)->name() +
                    "' now starts with -1");
      target.front() = -1;
      graph.set_input(
          batch.node, 1,
          graph.add_constant(batch.node->input(1)->name(), Literal::of<int64_t>({static_cast<int64_t>(target.size())}, target)));
    }
    graph.checks().clear();
    GBX_RETURN_IF_ERROR(infer_shapes(graph, ops));
  }
  return out;
}

}  // namespace gearbox
