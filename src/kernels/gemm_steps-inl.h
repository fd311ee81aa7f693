// The part of an epilogue that a product's tiles do themselves.

#if defined(GEARBOX_KERNELS_GEMM_STEPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_GEMM_STEPS_INL_H_
#undef GEARBOX_KERNELS_GEMM_STEPS_INL_H_
#else
#define GEARBOX_KERNELS_GEMM_STEPS_INL_H_
#endif

#include <cstdint>
#include <span>

#include "hwy/highway.h"
#include "kernels/epilogue.h"
#include "kernels/gemm_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {

/// The first steps of an epilogue, as far as tiles do them themselves, and the rest.
struct TileSteps {
  const EpilogueStep* columns = nullptr;  ///< kAddChannel
  const EpilogueStep* matrix = nullptr;   ///< kAddTensor with a factor of one
  bool relu = false;
  Epilogue rest;

  /// `clamps`: tiles do a ReLU, too.
  TileSteps(const Epilogue& epilogue, bool clamps) {
    const std::span<const EpilogueStep> steps = epilogue.steps;
    size_t done = 0;
    if (done < steps.size() && steps[done].kind == EpilogueKind::kAddChannel) columns = &steps[done++];
    if (done < steps.size() && steps[done].kind == EpilogueKind::kAddTensor && steps[done].a == 1) matrix = &steps[done++];
    if (clamps && done < steps.size() && steps[done].kind == EpilogueKind::kActivation && steps[done].activation == Activation::kRelu) {
      relu = true;
      ++done;
    }
    rest.steps = steps.subspan(done);
  }

  /// What `count` columns from `col` on start with: the vector's own floats where they fill a tile, else in `to`, kWideCols floats.
  const float* start(int64_t col, int64_t count, float* to) const {
    if (!columns) return nullptr;
    const bool fills = count == gemm::kWideCols || count == gemm::kTileCols || count == kPanel;
    if (columns->a == 1 && fills) return columns->data + col;
    for (int64_t j = 0; j < gemm::kWideCols; ++j) to[j] = j < count ? columns->a * columns->data[col + j] : 0;
    return to;
  }

  /// What a tile at (row, col) of a matrix with rows `ldc` apart adds of the other matrix, and the distance of its rows.
  struct Added {
    const float* from;
    int64_t ld;
  };
  Added added(int64_t row, int64_t col, int64_t ldc) const {
    if (!matrix) return {nullptr, ldc};
    const int64_t ld = matrix->stride == 0 ? ldc : matrix->stride;
    return {matrix->data + row * ld + col, ld};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
