#pragma once

#include <cstdint>
#include <memory>

#include "base/status.h"
#include "import/onnx/onnx.pb.h"
#include "import/onnx/tensor_reader.h"
#include "ir/graph.h"
#include "ops/op_def.h"

namespace gearbox::onnx {

/// The graph of a parsed model: functions written out, captures explicit, operators resolved. See importer.h for what it promises.
Result<std::unique_ptr<Graph>> build_graph(const ModelProto& model, const OpRegistry& registry, TensorReader& tensors, int64_t max_nodes);

}  // namespace gearbox::onnx
