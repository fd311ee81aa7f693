#pragma once

#include "cli/html/markup.h"
#include "cli/html/rails.h"

namespace gearbox::cli::html {

/// How wide a drawing of so many lanes is, in pixels.
int rails_width(int lanes);

/// The lanes beside one row; the drawing is stretched to whatever height the row has.
void draw_rail(Markup& page, const RailRow& row, int lanes);

/// The lanes below that row, beside what unfolds under it.
void draw_rail_below(Markup& page, const RailRow& row, int lanes);

}  // namespace gearbox::cli::html
