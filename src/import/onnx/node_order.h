#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "import/onnx/free_names.h"
#include "import/onnx/onnx.pb.h"

namespace gearbox::onnx {

/// How messages call a node: "Conv node 'head'", or by its first output where it has no name.
std::string node_label(const NodeProto& node);

/// The nodes, each behind those whose outputs it or its nested graphs read; otherwise in the order of the file. kInvalidArgument where
/// two nodes make the same tensor, or there is a cycle: the message names the nodes on it.
Result<std::vector<const NodeProto*>> in_data_order(const google::protobuf::RepeatedPtrField<NodeProto>& nodes, FreeNames& free_names);

}  // namespace gearbox::onnx
