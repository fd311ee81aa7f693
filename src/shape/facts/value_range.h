#pragma once

#include "shape/facts/knowledge.h"

namespace gearbox::facts {

/// The values a sum can take when its columns are independent of each other, each in its range.
Interval value_range(const Knowledge& knowledge, const Sum& sum);
/// The same from the ranges of the symbols alone.
Interval value_range(const Sum& sum);
/// What the lower (or upper) end of that rests on.
Premises value_range_premises(const Knowledge& knowledge, const Sum& sum, bool upper);
Premises value_range_premises(const Sum& sum);

}  // namespace gearbox::facts
