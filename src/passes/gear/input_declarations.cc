#include "passes/gear/input_declarations.h"

#include "shape/scaled_symbol.h"

namespace gearbox {

std::vector<options::InputDecl> input_declarations(const Graph& graph) {
  std::vector<options::InputDecl> out;
  for (const Value* input : graph.inputs()) {
    options::InputDecl& declared = out.emplace_back(options::InputDecl{input->name(), input->type().dtype, std::nullopt});
    if (!input->type().ranked()) continue;
    declared.dims.emplace();
    for (const Dim& dim : *input->type().shape) {
      if (dim.is_constant()) {
        declared.dims->emplace_back(dim.value());
      } else {
        const auto extent = scaled_symbol(dim);
        declared.dims->emplace_back(extent && is_named_extent(*graph.scope(), *extent) ? extent_name(*graph.scope(), *extent) : dim.text());
      }
    }
  }
  return out;
}

}  // namespace gearbox
