#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gearbox/gearbox.hpp"

namespace gearbox::testing {

/// The path of a model of tests/cli/models: "conv" and so on.
std::string model_path(const std::string& name);

/// That model, compiled and loaded.
Model load(const std::string& name, const CompileOptions& options = {});

/// The code and text of what `call` throws; "ok" where it does not.
template <class Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return std::string(gbx_code_name(error.code())) + ": " + error.what();
  }
  return "ok";
}

/// The same of a status, which is freed.
std::string error_of(gbx_status* status);

/// `count` floats 0, 1, 2 …
std::vector<float> iota(size_t count);

/// The tensor's elements.
template <class T>
std::vector<T> values(const TensorView& tensor) {
  return {tensor.as<T>(), tensor.as<T>() + tensor.elements()};
}

/// A protobuf of an ONNX model: y = Relu(x) over f32[N,4].
std::string relu_onnx();

}  // namespace gearbox::testing
