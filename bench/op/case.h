#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "base/thread_pool.h"
#include "op/floats.h"
#include "op/problem.h"

namespace gearbox::bench {

/// The memory that a problem cannot do without.
enum class Traffic : uint8_t {
  kNone,  ///< bound by computing
  kRead,  ///< reads `bytes` once: held against reading as many
  kCopy,  ///< reads and writes, `bytes` together: held against copying as many
};

/// One fast kernel on one problem, with its memory. The functions hold what they need.
struct Case {
  std::string kernel;                          ///< "direct", "winograd4" …
  std::function<void()> run;                   ///< one call of the fast kernel
  std::shared_ptr<Floats> output;              ///< what it writes
  std::function<std::vector<float>()> result;  ///< the output in the plain layout
  /// Unit `unit` of the result by the definition, in double: result values [unit * unit_size, (unit + 1) * unit_size).
  std::function<void(int64_t unit, std::span<double> out)> reference;
  int64_t units = 0, unit_size = 1;
  double unit_work = 1;     ///< operations of one unit's reference, to bound how many are checked
  double tolerance = 1e-5;  ///< of the largest error over the largest magnitude
  double flops = 0;         ///< of the direct algorithm, one call
  double bytes = 0;         ///< moved to and from memory, one call
  double working_set = 0;   ///< bytes that are moved again and again; 0: each byte is moved once
  Traffic traffic = Traffic::kNone;

  /// Makes `memory`, in the plain layout, the output.
  void writes(std::shared_ptr<Floats> memory);
  /// Makes `memory`, an [N, C, pixels] tensor in nChw8c, the output.
  void writes_blocked(std::shared_ptr<Floats> memory, int64_t batch, int64_t channels, int64_t pixels);
};

/// The cases of a problem: one for each kernel that could serve it. `pool` must outlive them. Errors: a kind there is not, another count
/// of numbers, extents the kind cannot have.
Result<std::vector<Case>> make_cases(const Problem& problem, ThreadPool& pool);

/// What problem files may say, a line a kind: its words and what they mean.
std::string kinds_text();

}  // namespace gearbox::bench
