#pragma once

#include <vector>

#include "ops/kernel_api.h"

namespace gearbox::ops {

/// Output 0 with the extents the plan has for it.
inline Result<Tensor> planned_output(KernelContext& context) {
  const std::optional<std::vector<int64_t>> dims = context.planned_dims(0);
  if (!dims) return context.error("the plan lacks its extents");
  return context.output(0, *dims);
}

}  // namespace gearbox::ops
