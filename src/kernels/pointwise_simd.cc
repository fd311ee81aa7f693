#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pointwise_simd.cc"
#include <algorithm>
#include <cstring>

#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/epilogue-inl.h"
#include "kernels/layout.h"
#include "kernels/layout8-inl.h"
#include "kernels/pointwise.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace pointwise {

/// Whether a step treats all lanes alike, so that a run of pixels is one row.
bool is_flat(const EpilogueStep& step) {
  switch (step.kind) {
    case EpilogueKind::kAddChannel:
    case EpilogueKind::kMulChannel:
    case EpilogueKind::kLeakyChannel:
    case EpilogueKind::kMulPerImageChannel: return false;
    default: return true;
  }
}

/// Whether the first step is gates per image and channel, and the next a tensor added.
bool begins_with_gates(std::span<const EpilogueStep> steps) { return !steps.empty() && steps[0].kind == EpilogueKind::kMulPerImageChannel; }
bool adds_then(std::span<const EpilogueStep> steps) {
  return steps.size() > 1 && steps[1].kind == EpilogueKind::kAddTensor && steps[1].stride == 0;
}

/// out = in x gates, the 8 channels of all pixels alike.
void gate(const float* in, const float* gates, int64_t pixels, float* out) {
  const F8 g = load8(gates);
  for (int64_t i = 0; i < pixels; ++i) store8(mul8(load8(in + i * kBlock), g), out + i * kBlock);
}
/// out = in x gates + a added
void gate_and_add(const float* in, const float* gates, const float* added, float a, int64_t pixels, float* out) {
  const F8 g = load8(gates), factor = set8(a);
  for (int64_t i = 0; i < pixels; ++i) {
    const int64_t at = i * kBlock;
    store8(mul_add8(factor, load8(added + at), mul8(load8(in + at), g)), out + at);
  }
}

}  // namespace pointwise

/// Pixels [first, first + count) of one block.
void pointwise_run(const Epilogue& epilogue, const float* in, float* out, int64_t offset, int64_t count, int64_t block, int64_t image) {
  const int64_t floats = count * kBlock;
  float* to = out + offset;
  std::span<const EpilogueStep> steps = epilogue.steps;
  if (pointwise::begins_with_gates(steps)) {
    const float* gates = steps[0].data + image * steps[0].stride + block * kBlock;
    const bool adds = pointwise::adds_then(steps);
    if (adds) {
      pointwise::gate_and_add(in + offset, gates, steps[1].data + offset, steps[1].a, count, to);
    } else {
      pointwise::gate(in + offset, gates, count, to);
    }
    steps = steps.subspan(adds ? 2 : 1);
  } else if (in != out) {
    std::memcpy(to, in + offset, static_cast<size_t>(floats) * sizeof(float));
  }
  EpilogueTile row;
  row.data = to;
  row.rows = 1;
  row.cols = row.ld = row.output_ld = floats;
  row.output_offset = offset;
  EpilogueTile pixels = row;
  pixels.rows = count;
  pixels.cols = pixels.ld = pixels.output_ld = kBlock;
  pixels.channel = block * kBlock;
  pixels.image = image;
  for (const EpilogueStep& step : steps) {
    if (pointwise::is_flat(step)) {
      apply_epilogue(hn::ScalableTag<float>(), Epilogue{std::span(&step, 1)}, row);
    } else {
      apply_epilogue(hn::CappedTag<float, 8>(), Epilogue{std::span(&step, 1)}, pixels);
    }
  }
}

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {
HWY_EXPORT(pointwise_run);

void pointwise_blocked(int64_t batch, int64_t channels, int64_t pixels, const float* in, float* out, const Epilogue& epilogue,
                       ThreadPool& pool) {
  constexpr int64_t kPixels = 256;  // 8 KiB: stays in L1 for all steps
  const auto run = HWY_DYNAMIC_DISPATCH(pointwise_run);
  const int64_t blocks = channel_blocks(channels), pieces = (pixels + kPixels - 1) / kPixels;
  pool.parallel_for(batch * blocks * pieces, 8, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t plane = i / pieces, first = i % pieces * kPixels;
      run(epilogue, in, out, (plane * pixels + first) * kBlock, std::min(kPixels, pixels - first), plane % blocks, plane / blocks);
    }
  });
}

}  // namespace gearbox::kernels
#endif
