#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "import/onnx/onnx.pb.h"

namespace gearbox::onnx {

/// The names that graphs nested in nodes take from outside. Each graph is looked through once.
class FreeNames {
 public:
  /// In the order of first use, without repeats. A name the graph defines anywhere is its own, even where used before.
  const std::vector<std::string>& of(const GraphProto& graph);
  /// Of all graphs among the node's attributes together.
  std::vector<std::string> of(const NodeProto& node);

 private:
  std::unordered_map<const GraphProto*, std::vector<std::string>> known_;
};

}  // namespace gearbox::onnx
