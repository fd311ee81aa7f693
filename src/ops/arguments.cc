#include "ops/arguments.h"

#include <algorithm>

namespace gearbox::ops {

IntegerArgument integer_argument(const InferContext& context, std::string_view name, int index) {
  IntegerArgument out;
  if (context.has_input(index)) {
    out.given = true;
    out.elements = context.contents(index);
    if (out.elements) {
      out.count = static_cast<int64_t>(out.elements->size());
    } else if (context.ranked(index)) {
      const Dim count = context.volume(index);
      if (count.is_constant()) out.count = count.value();
    }
    return out;
  }
  const Attribute* attribute = context.attributes().find(name);
  if (!attribute) return out;
  out.given = true;
  Ints values = context.attributes().integers(name);
  if (const int64_t* one = std::get_if<int64_t>(attribute)) values = {*one};
  out.elements.emplace(values.begin(), values.end());
  out.count = static_cast<int64_t>(values.size());
  return out;
}

std::optional<Ints> constant_argument(const InferContext& context, std::string_view name, int index) {
  return numbers(integer_argument(context, name, index).elements);
}

std::optional<Ints> numbers(const std::optional<std::vector<Dim>>& elements) {
  if (!elements) return std::nullopt;
  Ints out;
  for (const Dim& element : *elements) {
    if (!element.is_constant() || element.is_overflow()) return std::nullopt;
    out.push_back(element.value());
  }
  return out;
}

std::optional<Dim> scalar_contents(const InferContext& context, int index) {
  if (!context.has_input(index)) return std::nullopt;
  const auto elements = context.contents(index);
  return elements && elements->size() == 1 ? std::optional<Dim>((*elements)[0]) : std::nullopt;
}

Result<std::vector<size_t>> normal_axes(const InferContext& context, const Ints& axes, int64_t rank) {
  std::vector<size_t> out;
  for (int64_t axis : axes) {
    GBX_ASSIGN_OR_RETURN(const int64_t normal, context.axis(axis, rank));
    const size_t at = static_cast<size_t>(normal);
    if (normal >= rank) return context.error("axis " + std::to_string(axis) + " is out of range for a scalar");
    if (std::find(out.begin(), out.end(), at) != out.end()) return context.error("axis " + std::to_string(axis) + " is given twice");
    out.push_back(at);
  }
  return out;
}

Status merge_extents(InferContext& context, Dim& extent, Dim other, std::string message) {
  GBX_RETURN_IF_ERROR(context.require_equal(extent, other, std::move(message)));
  if (other.is_constant()) extent = other;
  return {};
}

Dim late_axis(InferContext& context, int output, int64_t axis, std::optional<Dim> upper) {
  const Value* value = context.node().output(output);
  return context.late_extent((value ? value->name() : context.node().name()) + "." + std::to_string(axis), upper);
}

std::optional<Dim> largest_extent(const InferContext& context, int index) {
  if (!context.ranked(index)) return std::nullopt;
  Dim out = 1;
  for (const Dim& extent : context.shape(index)) out = max(out, extent);
  return out;
}

void output_of_rank(InferContext& context, int output, DType dtype, std::optional<int64_t> rank, std::optional<Dim> upper) {
  if (rank && *rank >= 0) {
    context.output_late(output, dtype, *rank, upper ? Shape(static_cast<size_t>(*rank), *upper) : Shape());
  } else {
    context.output_unranked(output, dtype);
  }
}

void output_view(InferContext& context, Shape shape) {
  auto contents = context.contents(0);
  context.output(0, context.dtype(0), std::move(shape));
  if (contents) context.contents(0, std::move(*contents));
}

std::string quoted(const InferContext& context, int index) {
  const Value* value = context.node().input(index);
  return value ? "'" + value->name() + "'" : "input " + std::to_string(index);
}

Cost move_cost(const InferContext& context) {
  Cost cost;
  const Value* value = context.node().output(0);
  if (value && value->type().ranked())
    cost.bytes = product(*value->type().shape) * (2 * static_cast<int64_t>(dtype_size(value->type().dtype)));
  return cost;
}

AxisRole permuted(const InferContext&, int, int64_t) { return AxisRole::kPermuted; }

}  // namespace gearbox::ops
