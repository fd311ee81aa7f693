#include "codegen/symbol_table.h"

#include <algorithm>

#include "shape/scaled_symbol.h"

namespace gearbox {

std::vector<SymbolInfo> symbol_table(const Graph& graph) {
  std::vector<SymbolInfo> out;
  for (const Value* input : graph.inputs()) {
    for (int64_t axis = 0; input->type().ranked() && axis < input->type().rank(); ++axis) {
      const auto extent = scaled_symbol(input->type().dim(axis));
      if (!extent) continue;
      const Symbol info = graph.scope()->info(extent->symbol);
      const std::string name = extent_name(*graph.scope(), *extent);
      const std::string source = input->name() + "[" + std::to_string(axis) + "]";
      auto known = std::find_if(out.begin(), out.end(), [&](const SymbolInfo& other) { return other.name == name; });
      if (known == out.end()) {
        const int64_t upper = info.upper > INT64_MAX / extent->multiple ? INT64_MAX : info.upper * extent->multiple;
        out.push_back({name, info.lower * extent->multiple, upper, source});
      } else {
        known->source += " " + source;
      }
    }
  }
  return out;
}

}  // namespace gearbox
