#pragma once

#include <string>

#include "base/literal.h"
#include "base/status.h"

namespace gearbox {

struct NamedTensor {
  std::string name;
  Literal tensor;
};

/// Reads a file that holds one TensorProto, the form of ONNX's test data (input_0.pb).
Result<NamedTensor> read_tensor_pb(const std::string& path);

}  // namespace gearbox
