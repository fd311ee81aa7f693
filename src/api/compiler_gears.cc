#include "api/compiler_gears.h"

#include "api/options/symbol_ranges.h"
#include "shape/scaled_symbol.h"

namespace gearbox {

namespace {

/// What one gear binds: the graph's symbols, and the words for it.
class GearValues {
 public:
  GearValues(const std::map<std::string, Dim>& extents, const options::GearTable& gears, size_t row) {
    text_ = "gear " + std::to_string(row) + " (";
    for (size_t column = 0; column < gears.axes.size(); ++column) {
      const options::GearAxis& axis = gears.axes[column];
      const int64_t value = gears.rows[row][column];
      for (const std::string& symbol : axis.symbols) {
        const bool bounded = axis.mode == options::GearMode::kBounded;
        text_ += (text_.ends_with('(') ? "" : ", ") + symbol + (bounded ? "<=" : "=") + std::to_string(value);
        const auto extent = extents.find(symbol);
        const auto own = extent == extents.end() ? std::nullopt : scaled_symbol(extent->second);
        if (own) values_.emplace(own->symbol, Value{value / own->multiple, bounded});
      }
    }
    text_ += ")";
  }

  const std::string& text() const { return text_; }

  /// Nullopt where the gear leaves open whether the relation holds.
  std::optional<bool> decides(const Relation& relation) const {
    size_t symbols = 0;
    bool bounded = false;
    for (const Dim side : {relation.a, relation.b}) {
      for (const SymbolId symbol : side.symbols()) {
        const auto value = values_.find(symbol);
        if (value == values_.end()) return std::nullopt;
        bounded = bounded || value->second.bounded;
        ++symbols;
      }
    }
    if (bounded && symbols > 1) return std::nullopt;
    return relation.holds([&](SymbolId symbol) { return std::optional<int64_t>(values_.at(symbol).value); });
  }

 private:
  struct Value {
    int64_t value;
    bool bounded;
  };
  std::string text_;
  std::map<SymbolId, Value> values_;
};

}  // namespace

Status hold_gears_against(const Graph& graph, const std::map<std::string, Dim>& extents, const options::GearTable& gears) {
  const DimScope& scope = *graph.scope();
  for (size_t row = 0; row < gears.rows.size(); ++row) {
    const GearValues gear(extents, gears, row);
    for (const auto& [symbol, value] : options::gear_binding(gears, row)) {
      const auto extent = extents.find(symbol);
      const auto own = extent == extents.end() ? std::nullopt : scaled_symbol(extent->second);
      if (!own) continue;
      const Symbol info = scope.info(own->symbol);
      if (info.lower <= value / own->multiple && value / own->multiple <= info.upper) continue;
      return invalid_argument(gear.text() + ": the model has '" + symbol + "' in " +
                              options::range_text({symbol, info.lower, info.upper, 1}));
    }
    for (const Fact& fact : graph.facts()) {
      if (gear.decides(fact.relation) != false) continue;
      return invalid_argument(gear.text() + ": " + (fact.origin.empty() ? "the model" : fact.origin) + " has " + fact.relation.text());
    }
  }
  return {};
}

}  // namespace gearbox
