#include <cstring>

#include "kernels/layout.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::concat_blocked {

namespace {

/// Extents in memory: channels counted in blocks, the lanes as the last axis.
Extents memory_dims(std::span<const int64_t> dims) {
  Extents out = extents(dims);
  out[1] = kernels::channel_blocks(out[1]);
  out.push_back(kernels::kBlock);
  return out;
}

Status run(KernelContext& context) {
  Extents dims = extents(context.input(0).dims);
  const int64_t axis = context.attributes().integer("axis", 1);
  if (axis < 0 || axis >= static_cast<int64_t>(dims.size()) || dims.size() < 2)
    return context.error("axis " + std::to_string(axis) + " is out of range");
  const size_t at = static_cast<size_t>(axis);
  for (int i = 1; i < context.inputs(); ++i) {
    const Tensor& x = context.input(i);
    bool fits = x.dims.size() == dims.size();
    for (size_t k = 0; fits && k < dims.size(); ++k) fits = k == at || x.dims[k] == dims[k];
    if (!fits || (at == 1 && dims[1] % kernels::kBlock != 0))
      return context.error("cannot join " + quoted(context, i) + " with extents " + list_text(x.dims));
    dims[at] += x.dims[at];
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, dims));
  const Extents whole = memory_dims(dims);
  const int64_t outer = element_count(std::span(whole).first(at)), inner = element_count(std::span(whole).subspan(at + 1));
  const int64_t row = whole[at] * inner;  // floats of the output for one outer index
  int64_t offset = 0;
  for (int i = 0; i < context.inputs(); ++i) {
    const float* from = context.input(i).as<float>();
    const int64_t piece = memory_dims(context.input(i).dims)[at] * inner;
    if (piece > 0) {
      constexpr int64_t kChunk = 16384;  // floats copied at a time
      const int64_t chunks = (piece + kChunk - 1) / kChunk;
      context.threads().parallel_for(outer * chunks, 4, [&](int64_t begin, int64_t end, int) {
        for (int64_t c = begin; c < end; ++c) {
          const int64_t o = c / chunks, first = c % chunks * kChunk;
          std::memcpy(y.as<float>() + o * row + offset + first, from + o * piece + first,
                      static_cast<size_t>(std::min(kChunk, piece - first)) * sizeof(float));
        }
      });
    }
    offset += piece;
  }
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ConcatBlocked", .domain = "gearbox", .name = "blocked", .run = run});
}

}  // namespace gearbox::ops::concat_blocked
