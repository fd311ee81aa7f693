#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "api/compiler.h"

namespace gearbox::cli {

/// Adds the options that state something about a model's shapes to a command: docs/howto/state-shapes.md. Their values go into `request`
/// as typed; the compiler reads them. Without symbols: all but --symbols, for a command where that asks for a report.
void add_shape_flags(CLI::App& command, ShapeRequest& request, bool with_symbols = true);

/// The request as words of a command line again.
std::vector<std::string> shape_words(const ShapeRequest& request);

}  // namespace gearbox::cli
