#include <algorithm>
#include <cstring>

#include "ops/kernel_api.h"
#include "ops/run/walk.h"
#include "ops/shape/reshape/target.h"

namespace gearbox::ops::reshape {

Status reference(KernelContext& context) {
  const Tensor &x = context.input(0), &shape = context.input(1);
  const std::span<const int64_t> requested(shape.as<int64_t>(), static_cast<size_t>(shape.elements()));
  auto is = [](int64_t dim, int64_t number) { return dim == number; };
  auto volume = [](std::span<const int64_t> dims) { return element_count(dims); };
  auto divide = [](int64_t all, int64_t part) { return part == 0 ? 0 : all / part; };
  auto dims = target<int64_t>(x.dims, requested, context.attributes().integer("allowzero", 0) != 0, is, volume, divide);
  // A planned extent that turns out to be 0 is no request to copy one.
  auto planned = context.planned_dims(0);
  if (planned && std::find(planned->begin(), planned->end(), -1) == planned->end()) dims = *std::move(planned);
  if (!dims.ok()) return context.error(dims.status().message());
  if (element_count(*dims) != x.elements()) {
    return context.error("cannot reshape '" + std::string(context.input_name(0)) + "': " + std::to_string(x.elements()) +
                         " elements into " + std::to_string(element_count(*dims)));
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, *dims));
  if (y.data != x.data) std::memcpy(y.data, x.data, static_cast<size_t>(x.elements()) * dtype_size(x.dtype));
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Reshape", .run = reference}); }

}  // namespace gearbox::ops::reshape
