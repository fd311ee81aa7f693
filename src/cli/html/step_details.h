#pragma once

#include "cli/html/markup.h"
#include "cli/html/program_view.h"

namespace gearbox::cli::html {

/// All about one step: what it reads and makes, its attributes, its bodies, and who reads its outputs.
void write_step_details(Markup& page, const ProgramView& view, size_t step);

/// Attributes as "name = value"; long ones are cut.
std::string attribute_text(const Attribute& value);

}  // namespace gearbox::cli::html
