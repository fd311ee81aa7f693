#include "ops/run/arguments.h"

namespace gearbox::ops::one_hot {

Status reference(KernelContext& context) {
  const Tensor &indices = context.input(0), &values = context.input(2);
  if (context.input(1).elements() != 1) return context.error("depth " + quoted(context, 1) + " must hold one element");
  if (values.elements() != 2) return context.error(quoted(context, 2) + " must hold the off-value and the on-value");
  const double asked = reals_of(context.input(1))[0];
  if (!(asked >= 0 && asked < 9e15)) return context.error("depth " + std::to_string(asked) + " cannot be used");
  const int64_t depth = static_cast<int64_t>(asked);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", -1), indices.rank() + 1));
  Extents dims = extents(indices.dims);
  dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), depth);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const std::vector<double> classes = reals_of(indices);
  const int64_t outer = element_count(indices.dims.first(axis)), inner = element_count(indices.dims.subspan(axis));
  const bool known = dispatch_size(values.dtype, [&]<class T>(T) {
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t d = 0; d < depth; ++d) {
        for (int64_t i = 0; i < inner; ++i) {
          const double at = classes[static_cast<size_t>(o * inner + i)];
          const bool on = (at < 0 ? at + static_cast<double>(depth) : at) == static_cast<double>(d);
          y.as<T>()[(o * depth + d) * inner + i] = values.as<T>()[on ? 1 : 0];
        }
      }
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "OneHot", .run = reference}); }

}  // namespace gearbox::ops::one_hot
