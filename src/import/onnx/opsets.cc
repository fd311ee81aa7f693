#include "import/onnx/opsets.h"

#include <algorithm>

namespace gearbox::onnx {

namespace opsets {

/// Changes of ONNX that give the same node another meaning; mere additions (types, attributes) are not listed. Source: ONNX's
/// operator changelog.
struct Change {
  std::string_view op;
  int version;
};
constexpr Change kChanges[] = {
    {"DFT", 20},        {"GridSample", 20},   {"GroupNormalization", 21}, {"ReduceL1", 18},
    {"ReduceL2", 18},   {"ReduceLogSum", 18}, {"ReduceLogSumExp", 18},    {"ReduceMax", 18},
    {"ReduceMean", 18}, {"ReduceMin", 18},    {"ReduceProd", 18},         {"ReduceSumSquare", 18},
};

}  // namespace opsets

std::string domain_of(const std::string& name) { return name == "ai.onnx" ? "" : name; }

Result<Opsets> read_opsets(const google::protobuf::RepeatedPtrField<OperatorSetIdProto>& imports, const Opsets& outer) {
  Opsets out = outer;
  for (const OperatorSetIdProto& import : imports) {
    const std::string domain = domain_of(import.domain());
    const int64_t version = import.version();
    if (domain.empty() && (version < kOldestOpset || version > kNewestOpset)) {
      return unsupported("the model was written for opset " + std::to_string(version) + "; opsets " + std::to_string(kOldestOpset) +
                         " to " + std::to_string(kNewestOpset) +
                         " are supported: convert it with onnx.version_converter or export it anew");
    }
    out[domain] = static_cast<int>(std::clamp<int64_t>(version, 0, INT32_MAX));
  }
  return out;
}

Result<const OpDef*> resolve_operator(const OpRegistry& registry, const std::string& domain, const std::string& op, int version,
                                      const std::string& label) {
  const std::string name = (domain.empty() ? "" : domain + "::") + op + " of opset " + std::to_string(version);
  auto refuse = [&](const std::string& why) {
    return unsupported(label + ": operator " + name + why)
        .with("operator", op)
        .with("domain", domain.empty() ? "ai.onnx" : domain)
        .with("opset", std::to_string(version));
  };
  const OpDef* definition = registry.find(domain, op);
  if (!definition) return refuse(" is not supported");
  if (definition->since().empty()) return definition;
  if (version < definition->since().front())
    return refuse(" is not supported, it is from opset " + std::to_string(definition->since().front()) + " on");
  const int known = definition->since().back();
  for (const opsets::Change& change : opsets::kChanges) {
    if (domain.empty() && op == change.op && version >= change.version && known < change.version) {
      return refuse(" is not supported, only its meaning before opset " + std::to_string(change.version));
    }
  }
  return definition;
}

}  // namespace gearbox::onnx
