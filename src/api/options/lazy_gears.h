#pragma once

#include "api/options/shape_options.h"
#include "base/status.h"

namespace gearbox::options {

/// What is wrong with lazy gears beside the other words, whatever the model is: no gears of the model as a whole, no dynamic program for
/// the calls until one is made. For whoever asks for lazy gears.
Status check_lazy_gears(const ShapeWords& words, bool no_fallback);

}  // namespace gearbox::options
