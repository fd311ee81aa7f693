// The state's products with all gates of one panel of units, for few sequences: each step streams the recurrent weights once.

#if defined(GEARBOX_KERNELS_RECURRENT_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_RECURRENT_TILE_INL_H_
#undef GEARBOX_KERNELS_RECURRENT_TILE_INL_H_
#else
#define GEARBOX_KERNELS_RECURRENT_TILE_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "kernels/fixed_count-inl.h"
#include "kernels/gemm_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace gates {

namespace hn = hwy::HWY_NAMESPACE;
using gemm::D;
using gemm::kLanes;
using gemm::V;

inline constexpr int kMostGates = 4;
inline constexpr int kVectors = static_cast<int>(kPanel) / kLanes;

/// Sequences whose gates of one panel fit into registers beside the weights; 0: not even those of one.
#if HWY_TARGET <= HWY_AVX3
inline constexpr int kMaxRows = 6;
#elif HWY_TARGET <= HWY_AVX2
inline constexpr int kMaxRows = 1;
#else
inline constexpr int kMaxRows = 0;
#endif

/// Where a gate's product goes: rows `ld` apart; added to what is there or put in its place.
struct Target {
  float* to;
  int64_t ld;
  bool add;
};

/// target[gate] (+)= state[rows x depth] weights[depth x 16 units of the gate].
struct Tile {
  const float* state;  ///< rows kTileLda apart
  const float* weights;
  int64_t next_gate;  ///< floats between the panels of two gates
  int64_t depth;
  Target targets[kMostGates];
};

template <int kRows, int kGates>
HWY_NOINLINE void run_tile(const Tile& t) {
  constexpr int kSets = gemm::accumulator_sets(kRows * kGates, kVectors);
  const D d;
  V sum[kSets][kRows][kGates][kVectors];
  const auto each = [&](auto visit) HWY_ATTR {
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
      for (int g = 0; g < kGates; ++g) {
#pragma GCC unroll 4
        for (int j = 0; j < kVectors; ++j) visit(i, g, j);
      }
    }
  };
#pragma GCC unroll 4
  for (int s = 0; s < kSets; ++s) each([&](int i, int g, int j) HWY_ATTR { sum[s][i][g][j] = hn::Zero(d); });
  const auto multiply = [&](V(&into)[kRows][kGates][kVectors], int64_t k) HWY_ATTR {
    V x[kRows];
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) x[i] = hn::Set(d, t.state[i * kTileLda + k]);
    const float* w = t.weights + k * kPanel;
#pragma GCC unroll 4
    for (int g = 0; g < kGates; ++g) {
#pragma GCC unroll 4
      for (int j = 0; j < kVectors; ++j) {
        const V y = hn::LoadU(d, w + g * t.next_gate + j * kLanes);
#pragma GCC unroll 16
        for (int i = 0; i < kRows; ++i) into[i][g][j] = hn::MulAdd(x[i], y, into[i][g][j]);
      }
    }
  };
  int64_t k = 0;
  for (; k + kSets <= t.depth; k += kSets) {
#pragma GCC unroll 4
    for (int s = 0; s < kSets; ++s) multiply(sum[s], k + s);
  }
  for (; k < t.depth; ++k) multiply(sum[0], k);
#pragma GCC unroll 4
  for (int s = 1; s < kSets; ++s) each([&](int i, int g, int j) HWY_ATTR { sum[0][i][g][j] = hn::Add(sum[0][i][g][j], sum[s][i][g][j]); });
  each([&](int i, int g, int j) HWY_ATTR {
    const Target& target = t.targets[g];
    float* to = target.to + i * target.ld + j * kLanes;
    hn::StoreU(target.add ? hn::Add(sum[0][i][g][j], hn::LoadU(d, to)) : sum[0][i][g][j], d, to);
  });
}

template <int kGates>
HWY_INLINE void run_tile_of(int64_t rows, const Tile& t) {
  with_fixed<kMaxRows>(rows, [&](auto count) HWY_ATTR { run_tile<count, kGates>(t); });
}

/// Runs a tile of 1 to kMaxRows sequences of a cell with 3 or 4 gates.
HWY_INLINE void run_tile(int64_t rows, int64_t gates, const Tile& t) {
  if (gates == 4) return run_tile_of<4>(rows, t);
  run_tile_of<3>(rows, t);
}

}  // namespace gates
}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
