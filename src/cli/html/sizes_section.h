#pragma once

#include "cli/html/markup.h"
#include "runtime/model.h"

namespace gearbox::cli::html {

/// The package file by section, and the largest weights.
void write_sizes(Markup& page, const Model& model);

}  // namespace gearbox::cli::html
