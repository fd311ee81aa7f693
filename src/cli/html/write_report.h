#pragma once

#include <string>

#include "base/status.h"
#include "cli/shape_spelling.h"
#include "runtime/model.h"

namespace gearbox::cli::html {

/// Writes the page of the model into a file: with the memory plan for the request, or without one where it is empty and the model does
/// not fix its inputs. Errors: a request that the model refuses; a file that cannot be written.
Status write_report(const Model& model, const std::string& path, const RequestShape& request, const std::string& file);

}  // namespace gearbox::cli::html
