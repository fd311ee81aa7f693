#include "api/options/model_shapes.h"

#include <algorithm>

#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

/// `stem`, or `stem` with a number where a symbol has that name already.
std::string fresh_name(const std::string& stem, std::span<const std::string> taken) {
  std::string name = stem;
  for (int number = 1; std::ranges::find(taken, name) != taken.end(); ++number) name = stem + std::to_string(number);
  return name;
}

/// Narrows `range` by the demand; false, with the reason in `problems`, where nothing is left.
bool narrow(SymbolRange& range, const SymbolDemand*& lower_by, const SymbolDemand*& upper_by, const SymbolDemand& demand,
            Problems& problems) {
  const auto refuse = [&](const std::string& text) {
    problems.add(demand.option, "symbol " + quote(range.name) + " can have no extent: " + text);
    return false;
  };
  if (demand.range.lower > range.upper) return refuse(upper_by->text + ", " + demand.text);
  if (demand.range.upper < range.lower) return refuse(lower_by->text + ", " + demand.text);
  if (demand.range.lower > range.lower) {
    range.lower = demand.range.lower;
    lower_by = &demand;
  }
  if (demand.range.upper < range.upper) {
    range.upper = demand.range.upper;
    upper_by = &demand;
  }
  if (demand.range.multiple != 1) range.multiple = demand.range.multiple;  // at most one demand of a symbol has one
  return true;
}

}  // namespace

ModelShapes open_inputs(std::span<const InputDecl> model, const InputShape& shape) {
  ModelShapes out{{model.begin(), model.end()}, {}};
  std::vector<std::string> taken = symbol_names(model);
  for (const ShapeItem& item : shape) {
    InputDecl& input = *std::ranges::find(out.inputs, item.input, &InputDecl::name);
    const bool ranked = input.dims.has_value();
    if (!ranked) input.dims.emplace(item.axes.size(), DeclaredDim{int64_t{0}});
    for (size_t i = 0; i < item.axes.size(); ++i) {
      const ShapeAxis& axis = item.axes[i];
      const bool fixed = axis.lower == axis.upper;
      DeclaredDim& dim = (*input.dims)[i];
      if (std::holds_alternative<int64_t>(dim)) {
        if (fixed) {
          dim = axis.lower;
          continue;
        }
        taken.push_back(fresh_name(item.input + "." + std::to_string(i), taken));
        dim = taken.back();
      }
      if (axis.kind == ShapeAxis::Kind::kOpen) continue;
      const SymbolRange range{std::get<std::string>(dim), axis.lower, axis.upper, 1};
      const std::string text = axis_text(item.input, i) + (fixed ? " = " : " in ") + range_text(range);
      out.demands.push_back({range, text, Option::kInputShape});
    }
  }
  return out;
}

void rename(ModelShapes& shapes, std::span<const SymbolRename> renames) {
  const auto apply = [&](std::string& symbol) {
    const auto found = std::ranges::find(renames, symbol, &SymbolRename::from);
    if (found != renames.end()) symbol = found->to;
  };
  for (InputDecl& input : shapes.inputs) {
    if (!input.dims) continue;
    for (DeclaredDim& dim : *input.dims) {
      if (std::string* symbol = std::get_if<std::string>(&dim)) apply(*symbol);
    }
  }
  for (SymbolDemand& demand : shapes.demands) apply(demand.range.name);
}

std::vector<SymbolRange> solve(const ModelShapes& shapes, Problems& problems) {
  std::vector<SymbolRange> out;
  for (const std::string& name : symbol_names(shapes.inputs)) {
    SymbolRange range{name};
    const SymbolDemand *lower_by = nullptr, *upper_by = nullptr, *last = nullptr;
    bool possible = true;
    for (const SymbolDemand& demand : shapes.demands) {
      if (!possible || demand.range.name != name) continue;
      possible = narrow(range, lower_by, upper_by, demand, problems);
      last = &demand;
    }
    const SymbolRange wanted = range;
    if (possible && !tighten(range)) {
      problems.add(last->option, "symbol " + quote(name) + " can have no extent: no multiple of " + std::to_string(wanted.multiple) +
                                     " is in " + range_text({name, wanted.lower, wanted.upper, 1}));
      possible = false;
    }
    out.push_back(possible ? range : SymbolRange{name});
  }
  return out;
}

std::vector<RangeOrigin> origins_of(const ModelShapes& shapes, std::span<const SymbolRange> symbols, Spelling spelling) {
  std::vector<RangeOrigin> out;
  for (const SymbolRange& symbol : symbols) {
    RangeOrigin& origin = out.emplace_back();
    int64_t lower = 0, upper = INT64_MAX;
    for (const SymbolDemand& demand : shapes.demands) {
      if (demand.range.name != symbol.name) continue;
      const bool named = demand.option == Option::kSymbols;
      const std::string text = std::string(option_name(demand.option, spelling)) + ": " +
                               (named ? symbol.name + (demand.range.fixed() ? " = " : " in ") + range_text(demand.range) : demand.text);
      if (demand.range.lower > lower) origin.lower = text;
      if (demand.range.upper < upper) origin.upper = text;
      lower = std::max(lower, demand.range.lower);
      upper = std::min(upper, demand.range.upper);
    }
  }
  return out;
}

std::vector<InputDecl> with_fixed(std::span<const InputDecl> inputs, std::span<const SymbolRange> symbols) {
  std::vector<InputDecl> out(inputs.begin(), inputs.end());
  for (InputDecl& input : out) {
    if (!input.dims) continue;
    for (DeclaredDim& dim : *input.dims) {
      const std::string* symbol = std::get_if<std::string>(&dim);
      if (!symbol) continue;
      const auto range = std::ranges::find(symbols, *symbol, &SymbolRange::name);
      if (range != symbols.end() && range->fixed()) dim = range->lower;
    }
  }
  return out;
}

}  // namespace gearbox::options
