#pragma once

#include <string>

#include "base/attributes.h"
#include "ir/graph.h"

namespace gearbox {

/// The kind that ONNX gives an attribute, in its words ("INT", "FLOATS"), where the node's is another; empty where it fits. ONNX uses a
/// name for one kind throughout, with few exceptions.
std::string wanted_kind(const Node& node, std::string_view name, const Attribute& value);
/// The kind of a value in ONNX's words.
std::string_view kind_name(const Attribute& value);

}  // namespace gearbox
