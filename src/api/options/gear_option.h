#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/options/problems.h"
#include "api/options/shape_options.h"

namespace gearbox::options {

/// An option that gives gears, and its text.
struct GearOption {
  Option option;
  std::string text;
};

/// The options that give gears, as far as they are there, empty ones too.
std::vector<GearOption> gear_options(const ShapeWords& words);

/// The one option that gives gears; nullopt where there is none, or more than one, which is a problem. An empty one counts for nothing
/// beside another, and is a problem alone.
std::optional<GearOption> choose_gear_option(const ShapeWords& words, Problems& problems);

}  // namespace gearbox::options
