#include "api/options/shape_options.h"

#include "api/options/axis_names.h"
#include "api/options/gears.h"
#include "api/options/input_shape.h"
#include "api/options/model_shapes.h"
#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

/// An option that is left out and one that holds only blanks say the same: nothing.
bool given(const std::optional<std::string>& text) { return text && !trimmed(*text).empty(); }

}  // namespace

Result<ShapeOptions> parse_shape_options(const ShapeWords& words, std::span<const InputDecl> model) {
  Problems problems(words.spelling);
  InputShape shape;
  if (given(words.input_shape)) shape = parse_input_shape(*words.input_shape, model, problems);
  const bool shape_sound = problems.size() == 0;
  ModelShapes shapes = open_inputs(model, shape);
  const std::vector<AxisName> names = parse_axis_names(words.dims, shapes.inputs, problems);
  rename(shapes, renames(names, shapes.inputs, problems));
  if (given(words.symbols)) {
    for (SymbolRange& range : parse_symbol_ranges(*words.symbols, symbol_names(shapes.inputs), problems)) {
      const std::string text = range_text(range) + " by " + problems.name(Option::kSymbols);
      shapes.demands.push_back({std::move(range), text, Option::kSymbols});
    }
  }
  const std::vector<SymbolRange> symbols = solve(shapes, problems);
  const GearBackground background{shape_sound ? &shape : nullptr, shapes.inputs, symbols};
  GearTable gears = parse_gears(words, background, problems);
  std::vector<GearScopeWords> scopes = parse_gear_scopes(words.gear_scopes, problems);
  GBX_RETURN_IF_ERROR(problems.status());
  return ShapeOptions{with_fixed(shapes.inputs, symbols), symbols, origins_of(shapes, symbols, words.spelling), std::move(gears),
                      std::move(scopes)};
}

}  // namespace gearbox::options
