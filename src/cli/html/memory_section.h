#pragma once

#include "cli/html/markup.h"
#include "cli/html/program_view.h"

namespace gearbox::cli::html {

/// The memory of the view's plan: its figures, the chart, and the largest tensors. The view must have a plan.
void write_memory(Markup& page, const ProgramView& view);

}  // namespace gearbox::cli::html
