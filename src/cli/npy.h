#pragma once

#include <string>

#include "base/literal.h"
#include "base/status.h"
#include "ops/kernel_api.h"

namespace gearbox::cli {

/// Reads a NumPy .npy file (format 1 to 3): little-endian floats, integers and bools in C order. Errors name the file and what it holds
/// instead: unsupported for other element types, big-endian numbers and Fortran order, corrupt for a damaged file.
Result<Literal> read_npy(const std::string& path);
Result<Literal> parse_npy(std::string_view bytes);

/// Writes the tensor as .npy, format 1. bf16, which NumPy lacks, is widened to f32.
Status write_npy(const std::string& path, const Tensor& tensor);

}  // namespace gearbox::cli
