#pragma once

#include "base/mapped_file.h"
#include "op/case.h"

namespace gearbox::bench {

struct Timing {
  double seconds = 0;          ///< the shortest call
  double share_of_peak = 0;    ///< of the multiply-adds that these threads can do
  double share_of_memory = 0;  ///< of the speed at which they read or copy as many bytes
};

/// Measures kernels against what the machine can do in the same moments: a kernel, multiply-adds from registers, and reading or copying
/// take turns. A share is the median over the rounds of the best of each.
class Meter {
 public:
  explicit Meter(ThreadPool& pool) : pool_(pool) {}

  /// Takes about so many seconds, three rounds at least.
  Result<Timing> measure(const Case& one, double seconds);

 private:
  double peak() const;
  double memory(const Case& one, size_t bytes);
  Status make_room(size_t bytes);

  ThreadPool& pool_;
  HugeBuffer memory_;
};

}  // namespace gearbox::bench
