#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/status.h"
#include "import/onnx/onnx.pb.h"
#include "ops/op_def.h"

namespace gearbox::onnx {

inline constexpr int kOldestOpset = 6;
inline constexpr int kNewestOpset = 28;

/// "" for the default domain under any of its names.
std::string domain_of(const std::string& name);

/// Opset version by domain.
using Opsets = std::map<std::string, int>;

/// Reads a list of imports on top of those in force outside. kUnsupported where the default domain's is out of range.
Result<Opsets> read_opsets(const google::protobuf::RepeatedPtrField<OperatorSetIdProto>& imports, const Opsets& outer);

/// The definition of an operator at an opset version. kUnsupported where the registry lacks the operator, or knows only a meaning that ONNX
/// changed before that version. `label` names the node.
Result<const OpDef*> resolve_operator(const OpRegistry& registry, const std::string& domain, const std::string& op, int version,
                                      const std::string& label);

}  // namespace gearbox::onnx
