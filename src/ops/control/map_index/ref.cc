#include <cmath>

#include "ops/run/arguments.h"

namespace gearbox::ops::map_index {

Status reference(KernelContext& context) {
  const Ints values = integers_of(context.input(0)), table = integers_of(context.input(1));
  const Strings modes = context.attributes().texts("modes");
  const int64_t rows = context.input(1).dims[0];
  int64_t best = rows;
  double least = INFINITY;
  for (int64_t row = 0; row < rows; ++row) {
    bool equal = true, covers = true;
    double volume = 1;
    for (size_t column = 0; column < values.size(); ++column) {
      const int64_t own = table[static_cast<size_t>(row) * values.size() + column];
      equal = equal && values[column] == own;
      covers = covers && values[column] >= 0 && (modes[column] == "bounded" ? values[column] <= own : values[column] == own);
      volume *= static_cast<double>(std::max<int64_t>(own, 1));
    }
    if (equal) volume = -1;
    if (!covers || volume >= least) continue;
    least = volume;
    best = row;
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, {}));
  *y.as<int32_t>() = static_cast<int32_t>(best);
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "MapIndex", .domain = "gearbox", .run = reference}); }

}  // namespace gearbox::ops::map_index
