#include "api/options/gears.h"

#include <algorithm>

#include "api/options/ge_columns.h"
#include "api/options/gear_checks.h"
#include "api/options/gear_modes.h"
#include "api/options/gear_option.h"
#include "api/options/gear_rows.h"
#include "api/options/symbol_gears.h"
#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

constexpr std::string_view kFormats[] = {"NCHW", "NHWC", "ND"};

/// The layout's name, blank where it is none.
std::string_view format_of(const ShapeWords& words, Problems& problems) {
  const std::string_view format = words.input_format ? trimmed(*words.input_format) : "";
  if (format.empty()) return kFormats[0];
  if (std::ranges::find(kFormats, format) != std::end(kFormats)) return format;
  problems.add(Option::kFormat, quote(format) + " is not a layout (NCHW, NHWC, ND)");
  return "";
}

/// The columns of a GE option; none where --input_shape has a problem.
GearTable ge_columns(Option option, std::string_view format, const GearBackground& background, Problems& problems) {
  if (option == Option::kImage && format == "ND") {
    problems.add(Option::kFormat, "'ND' has no height and width; " + problems.name(option) + " needs NCHW or NHWC");
    return {};
  }
  if (!background.shape || format.empty()) return {};
  if (background.shape->empty()) {
    problems.add(option, "needs " + problems.name(Option::kInputShape) + " with -1 at each axis that the gears set");
    return {};
  }
  const size_t before = problems.size();
  const GeColumns columns{*background.shape, background.inputs, background.symbols};
  GearTable table = option == Option::kBatch   ? columns.batch(problems)
                    : option == Option::kImage ? columns.image(format, problems)
                                               : columns.dims(problems);
  return problems.size() == before ? table : GearTable{};
}

GearRows ge_rows(const GearOption& gears, const GearTable& table, Problems& problems) {
  if (gears.option == Option::kBatch) return parse_batch_gears(gears.text, problems);
  std::vector<std::string> columns = {"height", "width"};
  if (gears.option == Option::kDims) {
    columns.clear();
    for (const GearAxis& axis : table.axes) columns.push_back(axis_text(axis.places[0].input, axis.places[0].axis));
  }
  return parse_wide_gears(gears.option, gears.text, columns, problems);
}

/// All inputs of known rank; -1 where a symbol stands.
std::vector<GearInput> ranked_inputs(const GearBackground& background) {
  std::vector<GearInput> out;
  for (const InputDecl& input : with_fixed(background.inputs, background.symbols)) {
    if (!input.dims) continue;
    GearInput& seen = out.emplace_back(GearInput{input.name, {}});
    for (const DeclaredDim& dim : *input.dims) seen.dims.push_back(std::holds_alternative<int64_t>(dim) ? std::get<int64_t>(dim) : -1);
  }
  return out;
}

/// The rows that hold what gears must, in the table.
void add_rows(Option option, GearRows gears, GearCount allowed, const GearBackground& background, GearTable& table, Problems& problems) {
  if (!check_gear_count(option, gears, allowed, problems)) return;
  check_duplicates(option, gears, problems);
  if (!table.axes.empty()) check_gear_values(option, table, gears, background.inputs, background.symbols, problems);
  for (GearRow& row : gears.rows) table.rows.push_back(std::move(row.values));
}

GearTable over_symbols(std::string_view text, int64_t max_gears, const GearBackground& background, Problems& problems) {
  SymbolGears parsed = parse_symbol_gears(text, background.inputs, background.symbols, max_gears, problems);
  parsed.table.inputs = ranked_inputs(background);
  add_rows(Option::kGears, std::move(parsed.gears), {0, max_gears}, background, parsed.table, problems);
  return std::move(parsed.table);
}

}  // namespace

GearTable parse_gears(const ShapeWords& words, const GearBackground& background, Problems& problems) {
  const size_t before = problems.size();
  const std::string_view format = format_of(words, problems);
  const std::optional<GearOption> chosen = choose_gear_option(words, problems);
  GearTable table;
  if (chosen && chosen->option == Option::kGears) {
    table = over_symbols(chosen->text, words.max_gears, background, problems);
  } else if (chosen) {
    table = ge_columns(chosen->option, format, background, problems);
    add_rows(chosen->option, ge_rows(*chosen, table, problems), {2, words.max_gears}, background, table, problems);
  }
  if (words.gear_mode && !trimmed(*words.gear_mode).empty()) {
    if (chosen || problems.size() != before) {
      parse_gear_modes(*words.gear_mode, table, problems);
    } else {
      problems.add(Option::kGearMode, "there are no gears; --gears or --dynamic_dims give them");
    }
  }
  return table;
}

GearTable parse_scope_gears(const GearScopeWords& words, int64_t max_gears, const GearBackground& background, Problems& problems) {
  Problems own;
  GearTable table = over_symbols(words.gears, max_gears, background, own);
  if (!words.mode.empty()) parse_gear_modes(words.mode, table, own);
  problems.add_all(Option::kGearScope, words.name + ": ", own);
  return table;
}

}  // namespace gearbox::options
