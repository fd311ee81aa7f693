#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/status.h"
#include "ir/graph.h"
#include "ops/op_def.h"

namespace gearbox {

struct ImportOptions {
  /// Bound on the nodes of the model with all its function calls written out; kResourceExhausted beyond.
  int64_t max_nodes = int64_t{1} << 20;
};

/// Reads an ONNX model. Accepted are opsets 6 to 28 of the default domain. Weights stay in the mapped file, which lives as long as any of
/// them. Names of tensors and nodes are the model's; what functions bring in is named "<call>/<name>". Named dims of the inputs become
/// symbols shared by name, unnamed ones a symbol of their own, "<tensor>.<axis>". What the model says about its outputs becomes
/// Graph::claims. Nodes point into `registry`, which must outlive the graph. Errors: kNotFound (a file), kCorrupt (not ONNX, or
/// contradicting itself), kInvalidArgument (a graph that is none: cycle, undefined name, wrong arity), kUnsupported (operator, opset,
/// type); the message names file, node and tensor.
Result<std::unique_ptr<Graph>> import_onnx_file(const std::string& path, const OpRegistry& registry, const ImportOptions& options = {});

/// The same from memory. `folder` is where external data lies, empty for none. With an `owner` that keeps `bytes` alive big
/// tensors are not copied.
Result<std::unique_ptr<Graph>> import_onnx_bytes(std::span<const std::byte> bytes, const std::string& folder, const OpRegistry& registry,
                                                 const ImportOptions& options = {}, std::shared_ptr<const void> owner = nullptr);

}  // namespace gearbox
