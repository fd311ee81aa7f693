#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "base/loop_args.h"
#include "ir/loop.h"

namespace gearbox::testing_support {

/// A valid loop of random operations whose results are defined to the bit.
LoopBody random_loop(std::mt19937& random);

/// Buffers for one call of a loop: random inputs rich in extremes, outputs and gaps between rows filled with a pattern.
class LoopCall {
 public:
  LoopCall(const LoopBody& body, int64_t columns, int64_t rows, std::mt19937& random);

  /// Arguments that point into this object; valid until it moves or dies.
  LoopArgs args();
  /// Where the two calls' buffers differ, in words; empty where they agree. Any NaN equals any other.
  std::string difference(const LoopCall& other) const;

 private:
  struct Buffer {
    DType type;
    int64_t row_stride;
    int64_t dense;
    bool is_output;
    std::vector<std::byte> bytes;
  };

  int64_t columns_;
  int64_t rows_;
  std::vector<Buffer> buffers_;
  std::vector<LoopOperand> operands_;
};

}  // namespace gearbox::testing_support
