#include "ops/kernel_api.h"

namespace gearbox {

Status KernelContext::error(std::string message) const {
  return invalid_argument("node '" + std::string(node_name()) + "': " + std::move(message));
}

void KernelRegistry::add(Kernel kernel) {
  Entry& entry = entries_[std::pair(kernel.domain, kernel.op)];
  entry.fast.push_back(std::move(kernel));
}

void KernelRegistry::add_reference(Kernel kernel) {
  if (kernel.name.empty()) kernel.name = "reference";
  Entry& entry = entries_[std::pair(kernel.domain, kernel.op)];
  entry.reference = std::make_unique<Kernel>(std::move(kernel));
}

const Kernel* KernelRegistry::select(std::string_view domain, std::string_view op, const PrepareContext& use, bool reference_only) const {
  auto it = entries_.find(std::pair(std::string(domain), std::string(op)));
  if (it == entries_.end()) return nullptr;
  if (!reference_only) {
    for (const Kernel& kernel : it->second.fast) {
      if (!kernel.supports || kernel.supports(use)) return &kernel;
    }
  }
  const Kernel* reference = it->second.reference.get();
  return reference && (!reference->supports || reference->supports(use)) ? reference : nullptr;
}

std::vector<const Kernel*> KernelRegistry::all(std::string_view domain, std::string_view op) const {
  std::vector<const Kernel*> out;
  const auto it = entries_.find(std::pair(std::string(domain), std::string(op)));
  if (it == entries_.end()) return out;
  for (const Kernel& kernel : it->second.fast) out.push_back(&kernel);
  if (it->second.reference) out.push_back(it->second.reference.get());
  return out;
}

}  // namespace gearbox
