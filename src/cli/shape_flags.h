#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "api/compiler.h"

namespace gearbox::cli {

/// Which of the options a command gets: all, or all but --symbols and --gears, where these ask for reports.
enum class ShapeFlags { kAll, kBesideReports };

/// Adds the options that state something about a model's shapes to a command: docs/howto/state-shapes.md. Their values go into `request`
/// as typed; the compiler reads them.
void add_shape_flags(CLI::App& command, ShapeRequest& request, ShapeFlags flags = ShapeFlags::kAll);

/// What is wrong with the request whatever the model is; of a package nothing is stated, which open_model says.
Status check_shape_words(const ShapeRequest& request, const std::string& model);

/// The request as words of a command line again.
std::vector<std::string> shape_words(const ShapeRequest& request);

}  // namespace gearbox::cli
