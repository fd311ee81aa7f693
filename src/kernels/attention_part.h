#pragma once

#include <cstdint>

#include "kernels/attention.h"
#include "kernels/gemm_blocking.h"

namespace gearbox::kernels {

/// Queries of one task, keys of one block and value features of one block.
inline constexpr int64_t kQueryBlock = 4 * kRowBlock;
inline constexpr int64_t kKeyBlock = kDepthBlock;
inline constexpr int64_t kValueBlock = 256;

/// Queries [row, row + rows) of one (batch, head); rows <= kQueryBlock.
struct AttentionPart {
  const float* q = nullptr;
  const float* k = nullptr;
  const float* v = nullptr;
  float* out = nullptr;
  const float* mask = nullptr;
  const bool* keep = nullptr;
  int64_t row = 0;
  int64_t rows = 0;
};

/// One thread's memory, cut into its uses.
struct AttentionScratch {
  float* queries;       ///< kRowBlock x kTileLda
  float* scores;        ///< kRowBlock x kTileLda
  float* key_panels;    ///< kDepthBlock x kKeyBlock
  float* value_panels;  ///< kKeyBlock x kValueBlock
  float* maximum;       ///< kQueryBlock
  float* sum;           ///< kQueryBlock

  static constexpr int64_t kRows = kRowBlock * kTileLda;
  static constexpr int64_t kFloats = 2 * kRows + kDepthBlock * kKeyBlock + kKeyBlock * kValueBlock + 2 * kQueryBlock;

  static AttentionScratch over(float* memory) {
    AttentionScratch s{};
    s.queries = memory;
    s.scores = s.queries + kRows;
    s.key_panels = s.scores + kRows;
    s.value_panels = s.key_panels + kDepthBlock * kKeyBlock;
    s.maximum = s.value_panels + kKeyBlock * kValueBlock;
    s.sum = s.maximum + kQueryBlock;
    return s;
  }
};

}  // namespace gearbox::kernels
