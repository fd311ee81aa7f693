#pragma once

#include <span>

#include "cli/html/entry.h"
#include "cli/html/markup.h"

namespace gearbox::cli::html {

/// The gears: which way calls go, and the table with what each gear serves and takes. Only for models that have some.
void write_gears(Markup& page, const Model& model, std::span<const Entry> entries);

}  // namespace gearbox::cli::html
