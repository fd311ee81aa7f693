#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/status.h"
#include "runtime/model.h"

namespace gearbox {

/// The extents that output `output` of a call will have, without running it: -1 where a step decides; nullopt where even the rank is
/// decided by a step. The inputs' memory is not looked at. Errors as those of a run.
Result<std::optional<std::vector<int64_t>>> planned_output(const Model& model, std::span<const Tensor> inputs, size_t output);

}  // namespace gearbox
