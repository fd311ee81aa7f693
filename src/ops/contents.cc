#include "ops/contents.h"

#include <algorithm>

namespace gearbox::ops {

void map_contents(InferContext& context, Dim (*element)(std::span<const Dim> operands)) {
  const Value* output = context.node().output(0);
  if (!output) return;
  const DType dtype = output->type().dtype;
  if (dtype != DType::kI32 && dtype != DType::kI64 && dtype != DType::kBool) return;
  std::vector<std::vector<Dim>> operands;
  size_t count = 1;
  for (int i = 0; i < context.inputs(); ++i) {
    if (!context.has_input(i) || !context.ranked(i) || context.rank(i) > 1) return;
    auto known = context.contents(i);
    if (!known) return;
    if (known->size() != 1) count = known->size();
    operands.push_back(*std::move(known));
  }
  for (const std::vector<Dim>& operand : operands) {
    if (operand.size() != 1 && operand.size() != count) return;
  }
  std::vector<Dim> out, now(operands.size());
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < operands.size(); ++k) now[k] = operands[k][operands[k].size() == 1 ? 0 : i];
    out.push_back(element(now));
  }
  context.contents(0, std::move(out));
}

Dim known_equal(Dim a, Dim b) {
  const Interval difference = bounds(a - b);
  if (a == b) return 1;
  return difference.lower > 0 || difference.upper < 0 ? Dim(0) : Dim::overflow();
}

Dim known_less(Dim a, Dim b) {
  const Interval difference = bounds(a - b);
  if (difference.upper < 0) return 1;
  return difference.lower >= 0 ? Dim(0) : Dim::overflow();
}

Dim truncated_quotient(Dim a, Dim b) {
  if (b.is_constant(0)) return Dim::overflow();
  if (bounds(a).lower >= 0 && bounds(b).lower >= 0) return floordiv(a, b);
  if (!a.is_constant() || !b.is_constant() || b.is_constant(-1)) return b.is_constant(-1) ? -a : Dim::overflow();
  return a.value() / b.value();
}

}  // namespace gearbox::ops
