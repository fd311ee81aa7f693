#include "ops/op_def.h"

// op_rules.inc, made by tools/gen_op_registry, holds GBX_OP(<folder>) for every operator folder.
#define GBX_OP(name)             \
  namespace gearbox::ops::name { \
  OpDef definition();            \
  }
#include "op_rules.inc"
#undef GBX_OP

namespace gearbox {

OpRegistry OpRegistry::builtin() {
  OpRegistry registry;
#define GBX_OP(name) registry.add(ops::name::definition());
#include "op_rules.inc"
#undef GBX_OP
  return registry;
}

}  // namespace gearbox
