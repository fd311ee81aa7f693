#include "ops/kernel_api.h"

namespace gearbox {

Status KernelContext::error(std::string message) const {
  return invalid_argument("node '" + std::string(node_name()) + "': " + std::move(message));
}

void KernelRegistry::append(const Kernel& kernel, Kind kind) {
  const auto added = static_cast<int32_t>(links_.size());
  links_.push_back({kernel, kind});
  Chain& chain = chains_[chain_of(kernel.op)];
  (chain.first < 0 ? chain.first : links_[static_cast<size_t>(chain.last)].next) = added;
  chain.last = added;
}

void KernelRegistry::add(const Kernel& kernel) { append(kernel, Kind::kFast); }

void KernelRegistry::add_reference(Kernel kernel) {
  if (kernel.name.empty()) kernel.name = "reference";
  append(kernel, Kind::kReference);
}

const KernelRegistry::Link* KernelRegistry::find(int32_t link, std::string_view domain, std::string_view op) const {
  for (; link >= 0; link = links_[static_cast<size_t>(link)].next) {
    const Link& found = links_[static_cast<size_t>(link)];
    if (found.kernel.op == op && found.kernel.domain == domain) return &found;
  }
  return nullptr;
}

const Kernel* KernelRegistry::select(std::string_view domain, std::string_view op, const PrepareContext& use, bool reference_only) const {
  const Kernel* reference = nullptr;
  for (const Link* link = find(chains_[chain_of(op)].first, domain, op); link; link = find(link->next, domain, op)) {
    const Kernel& kernel = link->kernel;
    if ((link->kind == Kind::kFast && reference_only) || (kernel.supports && !kernel.supports(use))) continue;
    if (link->kind == Kind::kFast) return &kernel;
    reference = &kernel;
  }
  return reference;
}

std::vector<const Kernel*> KernelRegistry::all(std::string_view domain, std::string_view op) const {
  std::vector<const Kernel*> out;
  const Kernel* reference = nullptr;
  for (const Link* link = find(chains_[chain_of(op)].first, domain, op); link; link = find(link->next, domain, op)) {
    if (link->kind == Kind::kFast) out.push_back(&link->kernel);
    if (link->kind == Kind::kReference) reference = &link->kernel;
  }
  if (reference) out.push_back(reference);
  return out;
}

}  // namespace gearbox
