#include "passes/specialise/specialise.h"

#include "ops/fused/extents_attribute.h"
#include "shape/infer.h"

namespace gearbox {

namespace {

Status replace_in_attributes(Graph& graph, const std::function<std::optional<Dim>(SymbolId)>& replacement) {
  for (Node* node : graph.nodes()) {
    if (!node->attributes().has(ops::kExtentsAttribute)) continue;
    std::vector<Dim> extents;
    for (const std::string& text : node->attributes().texts(ops::kExtentsAttribute)) {
      GBX_ASSIGN_OR_RETURN(const Dim extent, parse_dim(text, *graph.scope()));
      extents.push_back(extent.substitute(replacement));
    }
    node->attributes().set(ops::kExtentsAttribute, ops::extents_attribute(extents));
  }
  return {};
}

}  // namespace

Status specialise(Graph& graph, const Binding& binding, const OpRegistry& ops) {
  const auto replacement = [&](SymbolId symbol) -> std::optional<Dim> {
    const auto bound = binding.find(symbol);
    return bound == binding.end() ? std::nullopt : std::optional<Dim>(bound->second);
  };
  for (Value* input : graph.inputs()) {
    if (!input->type().ranked()) continue;
    for (Dim& dim : *input->type().shape) dim = dim.substitute(replacement);
  }
  GBX_RETURN_IF_ERROR(replace_in_attributes(graph, replacement));
  return infer_shapes(graph, ops);
}

}  // namespace gearbox
