#pragma once

#include <span>
#include <string>

#include "cli/report.h"
#include "runtime/model.h"

namespace gearbox::cli {

/// Why a call goes where it goes: its symbols, each gear and the dynamic program with its estimated cost or the first condition that
/// failed, and the choice.
Report dispatch_report(const Model& model, std::span<const Tensor> inputs);

/// How many runs each gear served since the model was loaded, exactly or as a bound, and how many the dynamic program did; the
/// same of the parts with gears of their own.
Report gear_counts_report(const Model& model);

}  // namespace gearbox::cli
