#pragma once

#include <string>

#include "cli/html/markup.h"
#include "runtime/model.h"

namespace gearbox::cli::html {

/// What the package is: its name, figures, inputs, outputs, and what the compiler noted.
void write_overview(Markup& page, const Model& model, const std::string& path);

}  // namespace gearbox::cli::html
