#include "api/options/gear_option.h"

#include "api/options/tokens.h"

namespace gearbox::options {

std::vector<GearOption> gear_options(const ShapeWords& words) {
  std::vector<GearOption> out;
  if (words.dynamic_batch_size) out.push_back({Option::kBatch, *words.dynamic_batch_size});
  if (words.dynamic_image_size) out.push_back({Option::kImage, *words.dynamic_image_size});
  if (words.dynamic_dims) out.push_back({Option::kDims, *words.dynamic_dims});
  if (words.gears) out.push_back({Option::kGears, *words.gears});
  return out;
}

std::optional<GearOption> choose_gear_option(const ShapeWords& words, Problems& problems) {
  std::optional<GearOption> chosen, empty;
  bool exclusive = true;
  for (const GearOption& option : gear_options(words)) {
    if (trimmed(option.text).empty()) {
      empty = option;
    } else if (chosen) {
      problems.add(option.option, "cannot stand beside " + problems.name(chosen->option) + "; give one of them");
      exclusive = false;
    } else {
      chosen = option;
    }
  }
  if (!chosen && empty) problems.add(empty->option, "is empty; leave it out where there are no gears");
  return exclusive ? chosen : std::nullopt;
}

}  // namespace gearbox::options
