// Winograd's transforms of one tile in one channel block. Per-target include guard.
#if defined(GEARBOX_KERNELS_WINOGRAD_TRANSFORM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_WINOGRAD_TRANSFORM_INL_H_
#undef GEARBOX_KERNELS_WINOGRAD_TRANSFORM_INL_H_
#else
#define GEARBOX_KERNELS_WINOGRAD_TRANSFORM_INL_H_
#endif

#include "kernels/conv_register_steps-inl.h"
#include "kernels/winograd_points.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace winograd {

constexpr int64_t kLanes = 8;
constexpr float kNear = static_cast<float>(winograd_points::kNear), kFar = static_cast<float>(winograd_points::kFar);

/// Six input values to the points 0, 3/4, -3/4, 3/2, -3/2, infinity: of the pairs of points whose constants floats hold exactly, the one
/// with the smallest error (about a fifth of that of 1 and 2; Barabasz et al., "Error analysis and improving the accuracy of Winograd
/// convolution for deep neural networks", 2020, on why points should lie close to and around 1).
HWY_INLINE void input_line(const F8 (&d)[6], F8 (&v)[6]) {
  const F8 near = set8(kNear), far = set8(kFar), near2 = set8(kNear * kNear), far2 = set8(kFar * kFar);
  const F8 sum = set8(kNear * kNear + kFar * kFar), product = set8(kNear * kNear * kFar * kFar);
  const F8 a = neg_mul_add8(far2, d[2], d[4]), b = neg_mul_add8(far2, d[1], d[3]);
  const F8 c = neg_mul_add8(near2, d[2], d[4]), e = neg_mul_add8(near2, d[1], d[3]);
  v[0] = mul_add8(product, d[0], neg_mul_add8(sum, d[2], d[4]));
  v[1] = mul_add8(near, b, a);
  v[2] = neg_mul_add8(near, b, a);
  v[3] = mul_add8(far, e, c);
  v[4] = neg_mul_add8(far, e, c);
  v[5] = mul_add8(product, d[1], neg_mul_add8(sum, d[3], d[5]));
}
HWY_INLINE void input_line(const F8 (&d)[4], F8 (&v)[4]) {
  v[0] = sub8(d[0], d[2]);
  v[1] = add8(d[1], d[2]);
  v[2] = sub8(d[2], d[1]);
  v[3] = sub8(d[1], d[3]);
}

/// Products at the points back to outputs.
HWY_INLINE void output_line(const F8 (&m)[6], F8 (&y)[4]) {
  const F8 p = add8(m[1], m[2]), q = sub8(m[1], m[2]), r = add8(m[3], m[4]), t = sub8(m[3], m[4]);
  y[0] = add8(m[0], add8(p, r));
  y[1] = mul_add8(set8(kFar), t, mul8(set8(kNear), q));
  y[2] = mul_add8(set8(kFar * kFar), r, mul8(set8(kNear * kNear), p));
  y[3] = mul_add8(set8(kFar * kFar * kFar), t, mul_add8(set8(kNear * kNear * kNear), q, m[5]));
}
HWY_INLINE void output_line(const F8 (&m)[4], F8 (&y)[2]) {
  y[0] = add8(m[0], add8(m[1], m[2]));
  y[1] = sub8(sub8(m[1], m[2]), m[3]);
}

/// Transforms the tile whose first input is row y, column x of a plane [height, width, 8]; inputs outside are zero. Point p goes to
/// to + p * point_stride.
template <int kTile, bool kEdge>
HWY_INLINE void transform_input(const float* plane, int64_t height, int64_t width, int64_t y, int64_t x, float* to, int64_t point_stride) {
  constexpr int kSide = kTile + 2;
  alignas(64) static constexpr float kZeros[kLanes] = {};
  alignas(64) float columns[kSide * kSide * kLanes];
  for (int j = 0; j < kSide; ++j) {
    F8 d[kSide], v[kSide];
#pragma GCC unroll 6
    for (int i = 0; i < kSide; ++i) {
      const int64_t at = ((y + i) * width + x + j) * kLanes;
      const bool inside =
          static_cast<uint64_t>(y + i) < static_cast<uint64_t>(height) && static_cast<uint64_t>(x + j) < static_cast<uint64_t>(width);
      d[i] = load8(!kEdge || inside ? plane + at : kZeros);
    }
    input_line(d, v);
#pragma GCC unroll 6
    for (int i = 0; i < kSide; ++i) store8(v[i], columns + (i * kSide + j) * kLanes);
  }
  for (int i = 0; i < kSide; ++i) {
    F8 d[kSide], v[kSide];
#pragma GCC unroll 6
    for (int j = 0; j < kSide; ++j) d[j] = load8(columns + (i * kSide + j) * kLanes);
    input_line(d, v);
#pragma GCC unroll 6
    for (int j = 0; j < kSide; ++j) store8(v[j], to + (i * kSide + j) * point_stride);
  }
}

/// Products of one tile at `from` + p * point_stride to the first rows x columns outputs, plus bias, activated.
template <int kTile>
HWY_INLINE void transform_output(const float* from, int64_t point_stride, F8 bias, const RegisterActivation& activation, float* to,
                                 int64_t row_stride, int64_t rows, int64_t columns) {
  constexpr int kSide = kTile + 2;
  alignas(64) float lines[kTile * kSide * kLanes];
  for (int j = 0; j < kSide; ++j) {
    F8 m[kSide], y[kTile];
#pragma GCC unroll 6
    for (int i = 0; i < kSide; ++i) m[i] = load8(from + (i * kSide + j) * point_stride);
    output_line(m, y);
#pragma GCC unroll 4
    for (int i = 0; i < kTile; ++i) store8(y[i], lines + (i * kSide + j) * kLanes);
  }
  for (int64_t i = 0; i < rows; ++i) {
    F8 m[kSide], y[kTile];
#pragma GCC unroll 6
    for (int j = 0; j < kSide; ++j) m[j] = load8(lines + (i * kSide + j) * kLanes);
    output_line(m, y);
#pragma GCC unroll 4
    for (int j = 0; j < kTile; ++j) y[j] = add8(y[j], bias);
    activate(activation, y);
#pragma GCC unroll 4
    for (int j = 0; j < kTile; ++j) {
      if (j < columns) store8(y[j], to + i * row_stride + j * kLanes);
    }
  }
}

}  // namespace winograd
}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
