#include <array>

#include "kernels/strided_copy.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::concat {

Status reference(KernelContext& context);

namespace {

Status run_fast(KernelContext& context) {
  const Tensor& first = context.input(0);
  const size_t rank = first.dims.size();
  std::array<int64_t, 16> dims;
  if (rank > dims.size()) return reference(context);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", 1), first.rank()));
  std::copy(first.dims.begin(), first.dims.end(), dims.begin());
  for (int i = 1; i < context.inputs(); ++i) {
    const Tensor& x = context.input(i);
    if (x.dims.size() != rank) return reference(context);
    for (size_t k = 0; k < rank; ++k) {
      if (k != axis && x.dims[k] != dims[k]) return reference(context);
    }
    dims[axis] += x.dims[axis];
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims.data(), rank)));
  const int64_t outer = element_count(y.dims.first(axis));
  const int64_t inner = element_count(y.dims.subspan(axis + 1)) * static_cast<int64_t>(dtype_size(y.dtype)), row = dims[axis] * inner;
  char* to = y.as<char>();
  for (int i = 0; i < context.inputs(); ++i) {
    const Tensor& x = context.input(i);
    const int64_t bytes = x.dims[axis] * inner;
    const std::array<int64_t, 2> extents = {outer, bytes}, from = {bytes, 1}, into = {row, 1};
    kernels::strided_copy(extents, from, into, 1, x.data, to, context.threads());
    to += bytes;
  }
  return {};
}

bool supported(const PrepareContext& use) { return dtype_size(use.inputs[0]) > 0; }

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "Concat", .name = "runs", .run = run_fast, .supports = supported}); }

}  // namespace gearbox::ops::concat
