#pragma once

#include "api/options/shape_options.h"
#include "base/status.h"

namespace gearbox::options {

/// What is wrong with the words whatever the model is: their grammar, numbers and ranges, words that exclude or need each other, a file of
/// gears that cannot be read. parse_shape_options says the rest. One Status tells of every problem. Thread-safe, deterministic.
Status check_words(const ShapeWords& words);

}  // namespace gearbox::options
