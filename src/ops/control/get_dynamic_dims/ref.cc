#include "ops/run/arguments.h"

namespace gearbox::ops::get_dynamic_dims {

Status reference(KernelContext& context) {
  const Ints columns = context.attributes().integers("columns"), inputs = context.attributes().integers("inputs"),
             axes = context.attributes().integers("axes");
  Ints dims;
  for (size_t i = 0; i < columns.size(); ++i) {
    const Tensor& input = context.input(static_cast<int>(inputs[i]));
    GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, axes[i], input.rank()));
    const int64_t extent = input.dims[axis];
    const auto column = static_cast<size_t>(columns[i]);
    if (column == dims.size()) dims.push_back(extent);
    if (dims[column] != extent) dims[column] = -1;
  }
  const int64_t count = static_cast<int64_t>(dims.size());
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, {&count, 1}));
  std::copy(dims.begin(), dims.end(), y.as<int64_t>());
  return {};
}

void register_reference(KernelRegistry& registry) {
  registry.add_reference({.op = "GetDynamicDims", .domain = "gearbox", .run = reference});
}

}  // namespace gearbox::ops::get_dynamic_dims
