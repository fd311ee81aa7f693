#include "ops/run/arguments.h"

namespace gearbox::ops::non_zero {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Extents dims = x.rank() == 0 ? Extents{1} : extents(x.dims);
  std::vector<Extents> found;
  const bool known = dispatch_all(x.dtype, [&]<class T>(T) {
    const T* element = x.as<T>();
    for_each_index(dims, [&](std::span<const int64_t> index) {
      if (static_cast<compute_t<T>>(*element++) != compute_t<T>(0)) found.push_back(extents(index));
    });
  });
  if (!known) return context.error("element type not supported");
  const int64_t count = static_cast<int64_t>(found.size());
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, Extents{static_cast<int64_t>(dims.size()), count}));
  for (size_t k = 0; k < dims.size(); ++k) {
    for (size_t i = 0; i < found.size(); ++i) y.as<int64_t>()[k * found.size() + i] = found[i][k];
  }
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "NonZero", .run = reference}); }

}  // namespace gearbox::ops::non_zero
