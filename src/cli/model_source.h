#pragma once

#include <memory>
#include <string>

#include "api/compiler.h"
#include "base/status.h"
#include "runtime/model.h"

namespace gearbox::cli {

/// How commands get a model from an .onnx, .gbir or .gbx file.
struct ModelSource {
  std::string path;
  int threads = 1;
  bool reference = false;  ///< plain kernels, no passes
  bool float64 = false;    ///< likewise, and what is f32 is computed in f64
  Exactness exact = {};    ///< for models only, as `shapes`
  IsaLevel isa = IsaLevel::kV3;
  ShapeRequest shapes = {};  ///< for models only: packages are compiled already
};

/// Whether the file is a package by its name or its first bytes.
bool names_package(const std::string& path);

/// Loads a package as it is. Anything else is compiled first, in a process of its own so that the compiler's memory is gone before
/// the model runs, into a temporary package that is unlinked once mapped; with lazy gears in this process, which needs the compiler longer.
Result<std::shared_ptr<const Model>> open_model(const ModelSource& source);

}  // namespace gearbox::cli
