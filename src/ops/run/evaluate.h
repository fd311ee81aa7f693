#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/literal.h"
#include "ops/kernel_api.h"

namespace gearbox::ops {

/// One call of one kernel on heap memory: constant folding and operator tests.
struct Evaluation {
  std::string_view op;
  std::string_view domain;
  int version = 1;
  std::string_view node_name;
  const Attributes* attributes = nullptr;
  std::span<const Literal> inputs;      ///< an empty Literal where left out
  std::span<const DType> output_types;  ///< kUndefined where not wanted
  bool reference_only = true;
  ThreadPool* threads = nullptr;  ///< null: alone on the calling thread
};

/// Runs the kernel and returns one Literal per output (empty where not wanted). Kernels with bodies are unsupported here.
Result<std::vector<Literal>> evaluate(const KernelRegistry& registry, const Evaluation& evaluation);

}  // namespace gearbox::ops
