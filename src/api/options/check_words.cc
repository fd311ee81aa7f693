#include "api/options/check_words.h"

#include <algorithm>

#include "api/options/axis_names.h"
#include "api/options/gear_modes.h"
#include "api/options/gear_option.h"
#include "api/options/gear_part.h"
#include "api/options/gear_rows.h"
#include "api/options/input_shape.h"
#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

bool given(const std::optional<std::string>& text) { return text && !trimmed(*text).empty(); }

void check_symbol_gears(const std::string& text, Problems& problems) {
  const auto parts = read_gear_parts(text);
  if (!parts.ok()) return problems.add(Option::kGears, parts.status().message());
  for (const GearPart& part : *parts) {
    const auto axes = parse_gear_part(part.text);
    if (!axes.ok()) problems.add(Option::kGears, part.place + axes.status().message());
  }
}

void check_gears(const ShapeWords& words, Problems& problems) {
  if (given(words.dynamic_batch_size)) parse_batch_gears(*words.dynamic_batch_size, problems);
  if (given(words.dynamic_image_size)) parse_wide_gears(Option::kImage, *words.dynamic_image_size, {"height", "width"}, problems);
  if (given(words.dynamic_dims)) parse_wide_gears(Option::kDims, *words.dynamic_dims, {}, problems);
  if (given(words.gears)) check_symbol_gears(*words.gears, problems);
  if (!given(words.gear_mode)) return;
  GearTable none;
  parse_gear_modes(*words.gear_mode, none, problems);
}

/// Options that exclude or need each other.
void check_choice(const ShapeWords& words, Problems& problems) {
  const std::vector<GearOption> options = gear_options(words);
  for (const auto& [option, text] : options) {
    if (option != Option::kGears && !trimmed(text).empty() && !given(words.input_shape))
      problems.add(option, "needs " + problems.name(Option::kInputShape) + " with -1 at each axis that the gears set");
  }
  choose_gear_option(words, problems);
  const bool none = std::ranges::all_of(options, [](const GearOption& option) { return trimmed(option.text).empty(); });
  if (none && given(words.gear_mode)) problems.add(Option::kGearMode, "there are no gears; --gears or --dynamic_dims give them");
}

}  // namespace

Status check_words(const ShapeWords& words) {
  Problems problems(words.spelling);
  if (given(words.input_shape)) parse_input_shape(*words.input_shape, std::nullopt, problems);
  parse_axis_names(words.dims, std::nullopt, problems);
  if (given(words.symbols)) parse_symbol_ranges(*words.symbols, std::nullopt, problems);
  check_gears(words, problems);
  check_choice(words, problems);
  return problems.status();
}

}  // namespace gearbox::options
