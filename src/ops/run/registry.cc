#include "ops/kernel_api.h"

// op_references.inc and op_fast.inc, made by tools/gen_op_registry, hold GBX_OP(<folder>) for every folder with ref.cc or kernel.cc.
#define GBX_OP(name)                        \
  namespace gearbox::ops::name {            \
  void register_reference(KernelRegistry&); \
  }
#include "op_references.inc"
#undef GBX_OP
#define GBX_OP(name)                      \
  namespace gearbox::ops::name {          \
  void register_kernels(KernelRegistry&); \
  }
#include "op_fast.inc"
#undef GBX_OP

namespace gearbox {

#define GBX_OP(name) +1
constexpr size_t kFoldersWithFast = 0
#include "op_fast.inc"
    ;
constexpr size_t kReferences = 0
#include "op_references.inc"
    ;
#undef GBX_OP

KernelRegistry KernelRegistry::builtin() {
  KernelRegistry registry;
  registry.links_.reserve(kReferences + 2 * kFoldersWithFast);
#define GBX_OP(name) ops::name::register_kernels(registry);
#include "op_fast.inc"
#undef GBX_OP
#define GBX_OP(name) ops::name::register_reference(registry);
#include "op_references.inc"
#undef GBX_OP
  return registry;
}

}  // namespace gearbox
