#include "kernels/permute_plan.h"

namespace gearbox::kernels {

PermutePlan plan_permute(std::span<const int64_t> shape, std::span<const int64_t> perm, size_t element_size) {
  std::array<int64_t, kPermuteAxes> stride{};
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    stride[i] = step;
    step *= shape[i];
  }
  PermutePlan plan;
  plan.element_size = element_size;
  for (int64_t axis : perm) {
    const int64_t extent = shape[static_cast<size_t>(axis)], in_stride = stride[static_cast<size_t>(axis)];
    if (extent == 1) continue;
    const int last = plan.axes - 1;
    if (last >= 0 && plan.in_stride[last] == extent * in_stride) {
      plan.extent[last] *= extent;
      plan.in_stride[last] = in_stride;
    } else {
      plan.extent[plan.axes] = extent;
      plan.in_stride[plan.axes++] = in_stride;
    }
  }
  if (plan.axes > 1 && plan.in_stride[plan.axes - 1] == 1) {
    const int64_t run = plan.extent[plan.axes - 1];
    const size_t bytes = static_cast<size_t>(run) * element_size;
    if (bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16) {
      plan.element_size = bytes;
      --plan.axes;
      for (int i = 0; i < plan.axes; ++i) plan.in_stride[i] /= run;
    }
  }
  step = 1;
  for (int i = plan.axes; i-- > 0;) {
    plan.out_stride[i] = step;
    step *= plan.extent[i];
  }
  return plan;
}

}  // namespace gearbox::kernels
