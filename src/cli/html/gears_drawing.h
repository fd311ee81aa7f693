#pragma once

#include <span>

#include "cli/html/entry.h"
#include "cli/html/markup.h"

namespace gearbox::cli::html {

/// The root of the graph: the inputs, the choice among the gears by their extents, the branches, the outputs.
void draw_gears(Markup& page, const Model& model, std::span<const Entry> entries);

}  // namespace gearbox::cli::html
