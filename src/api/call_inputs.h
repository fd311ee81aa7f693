#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/dtype.h"
#include "base/status.h"
#include "runtime/model.h"

namespace gearbox {

/// Errors of a caller who gives inputs one by one: what Context, which takes all of them in order, does not see. Program and library use
/// the same words.

/// No input has that name. The facts are the model's inputs.
Status no_such_input(const Model& model, const std::string& name);
/// The input is not given. The facts are the model's inputs.
Status input_missing(const Model& model, size_t input);
/// An extent is negative, or the tensor is larger than this machine's memory.
Status check_extents(const std::string& input, DType dtype, std::span<const int64_t> dims);

}  // namespace gearbox
