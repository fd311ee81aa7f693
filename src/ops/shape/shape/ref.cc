#include <algorithm>

#include "ops/kernel_api.h"
#include "ops/run/walk.h"

namespace gearbox::ops::shape {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const int64_t rank = x.rank();
  auto clamp = [&](int64_t at) { return std::clamp<int64_t>(at < 0 ? at + rank : at, 0, rank); };
  const int64_t start = clamp(context.attributes().integer("start", 0)), end = clamp(context.attributes().integer("end", rank));
  const int64_t count = std::max<int64_t>(end - start, 0);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, Extents{count}));
  for (int64_t i = 0; i < count; ++i) y.as<int64_t>()[i] = x.dims[static_cast<size_t>(start + i)];
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Shape", .run = reference}); }

}  // namespace gearbox::ops::shape
