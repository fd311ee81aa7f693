#include "ops/matmul_rule.h"

#include "ops/arguments.h"

namespace gearbox::ops {

Status matmul_shape(InferContext& c, int a, int b, DType dtype) {
  if (!c.ranked(a) || !c.ranked(b)) {
    c.output_unranked(0, dtype);
    return {};
  }
  Shape left = c.shape(a), right = c.shape(b);
  if (left.empty() || right.empty()) return c.error("matrix product of a scalar " + quoted(c, left.empty() ? a : b));
  const bool row = left.size() == 1, column = right.size() == 1;
  if (row) left.insert(left.begin(), 1);
  if (column) right.push_back(1);
  const Dim columns = left.back(), rows = right[right.size() - 2];
  GBX_RETURN_IF_ERROR(c.require_equal(columns, rows, c.node().op() + ": columns of " + quoted(c, a) + " and rows of " + quoted(c, b)));
  const Shape batches[] = {Shape(left.begin(), left.end() - 2), Shape(right.begin(), right.end() - 2)};
  GBX_ASSIGN_OR_RETURN(Shape out, c.broadcast_shapes(batches, 2));
  if (!row) out.push_back(left[left.size() - 2]);
  if (!column) out.push_back(right.back());
  c.output(0, dtype, std::move(out));
  return {};
}

AxisRole matmul_role(const InferContext& c, int a, int b, int input, int64_t axis) {
  if (input == a) return axis == c.rank(a) - 1 ? AxisRole::kContracted : AxisRole::kIndependent;
  if (input != b) return AxisRole::kOpaque;
  return axis == std::max<int64_t>(c.rank(b) - 2, 0) ? AxisRole::kContracted : AxisRole::kIndependent;
}

Cost matmul_cost(const InferContext& c, int a, int b) {
  const Value* output = c.node().output(0);
  if (!c.ranked(a) || !c.ranked(b) || !output || !output->type().ranked() || c.shape(a).empty()) return {};
  const Dim written = product(*output->type().shape);
  Cost cost;
  cost.flops = written * c.shape(a).back() * 2;
  cost.bytes = c.volume(a) * static_cast<int64_t>(dtype_size(c.dtype(a))) + c.volume(b) * static_cast<int64_t>(dtype_size(c.dtype(b))) +
               written * static_cast<int64_t>(dtype_size(output->type().dtype));
  return cost;
}

}  // namespace gearbox::ops
