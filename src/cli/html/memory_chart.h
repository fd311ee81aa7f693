#pragma once

#include <string>

#include "cli/html/markup.h"
#include "cli/html/memory_layout.h"
#include "cli/html/program_view.h"

namespace gearbox::cli::html {

/// Where the chart has its plot: what lay_out_memory() is to fill.
inline constexpr Area kMemoryPlot{64, 10, 800, 300};

/// The arena of the view's plan as a chart of offsets over steps, the largest tensors marked, and below it the work of each step.
void draw_memory(Markup& page, const ProgramView& view, const MemoryLayout& layout);

/// "steps 3–9": when a tensor of the arena is needed.
std::string life_text(const ProgramView& view, int32_t value);

}  // namespace gearbox::cli::html
