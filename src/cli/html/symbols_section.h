#pragma once

#include "cli/html/markup.h"
#include "runtime/model.h"

namespace gearbox::cli::html {

/// The symbols, the facts known of them, and what is tested at run time because it could not be proven.
void write_symbols(Markup& page, const Model& model);

}  // namespace gearbox::cli::html
