#pragma once

#include "cli/html/markup.h"
#include "cli/html/program_view.h"

namespace gearbox::cli::html {

/// The program's steps in order, joined by lanes that show who reads whose outputs; each unfolds to its details.
void write_steps(Markup& page, const ProgramView& view);

}  // namespace gearbox::cli::html
