#include "ops/reduce_rule.h"

#include <algorithm>

#include "ops/arguments.h"

namespace gearbox::ops {

namespace {

bool keeps_axes(const InferContext& c) { return c.attributes().integer("keepdims", 1) != 0; }

/// The axes to reduce of a ranked input; nullopt while they are known only at run time.
Result<std::optional<std::vector<size_t>>> reduced_axes(const InferContext& c) {
  using Axes = std::optional<std::vector<size_t>>;
  const IntegerArgument given = integer_argument(c, "axes", 1);
  const bool none = !given.given || given.count == 0;
  if (none) {
    std::vector<size_t> axes;
    if (c.attributes().integer("noop_with_empty_axes", 0) == 0) {
      for (int64_t axis = 0; axis < c.rank(0); ++axis) axes.push_back(static_cast<size_t>(axis));
    }
    return Axes(std::move(axes));
  }
  const auto axes = numbers(given.elements);
  if (!axes) return Axes();
  GBX_ASSIGN_OR_RETURN(std::vector<size_t> normal, normal_axes(c, *axes, c.rank(0)));
  return Axes(std::move(normal));
}

Shape without(const Shape& shape, const std::vector<size_t>& axes, bool keep) {
  Shape out;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) {
      out.push_back(shape[axis]);
    } else if (keep) {
      out.push_back(1);
    }
  }
  return out;
}

}  // namespace

Status reduced_shape(InferContext& c) {
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const auto axes, reduced_axes(c));
  if (axes) {
    c.output(0, c.dtype(0), without(c.shape(0), *axes, keeps_axes(c)));
    return {};
  }
  const IntegerArgument given = integer_argument(c, "axes", 1);
  if (keeps_axes(c)) {
    Shape most = c.shape(0);
    for (Dim& extent : most) extent = max(extent, 1);
    c.output_late(0, c.dtype(0), c.rank(0), most);
  } else {
    output_of_rank(c, 0, c.dtype(0), given.count ? std::optional<int64_t>(c.rank(0) - *given.count) : std::nullopt, largest_extent(c, 0));
  }
  return {};
}

Status reduced_with_contents(InferContext& c, Dim start, Dim (*fold)(Dim, Dim)) {
  GBX_RETURN_IF_ERROR(reduced_shape(c));
  if (!c.ranked(0) || c.rank(0) != 1 || (c.dtype(0) != DType::kI64 && c.dtype(0) != DType::kI32)) return {};
  GBX_ASSIGN_OR_RETURN(const auto axes, reduced_axes(c));
  const auto contents = c.contents(0);
  if (!axes || axes->size() != 1 || !contents) return {};
  if (contents->empty()) {
    c.contents(0, {start});
    return {};
  }
  Dim folded = (*contents)[0];
  for (size_t i = 1; i < contents->size(); ++i) folded = fold(folded, (*contents)[i]);
  c.contents(0, {folded});
  return {};
}

Status arg_reduced_shape(InferContext& c) {
  if (!c.ranked(0)) {
    c.output_unranked(0, DType::kI64);
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axes, normal_axes(c, {c.attributes().integer("axis", 0)}, c.rank(0)));
  c.output(0, DType::kI64, without(c.shape(0), axes, keeps_axes(c)));
  return {};
}

AxisRole reduced_role(const InferContext& context, int64_t axis, AxisRole role) {
  const auto axes = reduced_axes(context);
  if (!axes.ok() || !*axes) return AxisRole::kOpaque;
  const bool reduced = std::find((*axes)->begin(), (*axes)->end(), static_cast<size_t>(axis)) != (*axes)->end();
  return reduced ? role : AxisRole::kIndependent;
}

Cost reduced_cost(const InferContext& context, int64_t flops) {
  if (!context.ranked(0)) return {};
  Cost cost;
  cost.flops = context.volume(0) * flops;
  cost.bytes = context.volume(0) * static_cast<int64_t>(dtype_size(context.dtype(0)));
  const Value* output = context.node().output(0);
  if (output && output->type().ranked()) {
    cost.bytes = cost.bytes + product(*output->type().shape) * static_cast<int64_t>(dtype_size(output->type().dtype));
  }
  return cost;
}

}  // namespace gearbox::ops
