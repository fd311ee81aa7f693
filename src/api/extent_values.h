#pragma once

#include <optional>
#include <vector>

#include "ops/kernel_api.h"
#include "package/program.h"

namespace gearbox {

/// The values of a program's extents in one run, computed from its shape code alone: from the inputs as far as they have been seen, and
/// from what its steps gave.
class ExtentValues {
 public:
  explicit ExtentValues(const Program& program);

  /// Forgets the run.
  void clear();
  /// Takes in the extents of program input `index`.
  void bind(int32_t index, std::span<const int64_t> dims);
  /// Takes in the extents that this step's outputs alone decide.
  void settle(const ProgramStep& step, std::span<const Tensor> outputs);
  /// The extents of a value, each absent where it is not known yet.
  std::vector<std::optional<int64_t>> extents(int32_t value) const;

 private:
  void compute();

  const Program& program_;
  std::vector<int64_t> slots_;
  std::vector<bool> set_;       ///< by inputs or outputs
  std::vector<bool> computed_;  ///< or by the code
};

}  // namespace gearbox
