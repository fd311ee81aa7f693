#include "ops/arguments.h"
#include "ops/run/walk.h"

namespace gearbox::ops::expand {

namespace {

/// The elements of the result, where everything is known.
std::optional<std::vector<Dim>> expanded_contents(const InferContext& c, const Shape& shape) {
  const auto elements = c.contents(0);
  const auto from = numbers(c.shape(0)), to = numbers(shape);
  if (!elements || !from || !to || element_count(*to) < 0 || element_count(*to) > static_cast<int64_t>(InferContext::kMaxContents)) {
    return std::nullopt;
  }
  std::vector<Dim> out;
  const Extents strides[1] = {broadcast_strides(*from, *to)};
  for_each_offset(*to, strides, [&](const int64_t(&at)[1]) { out.push_back((*elements)[static_cast<size_t>(at[0])]); });
  return out;
}

Status infer(InferContext& c) {
  const IntegerArgument requested = integer_argument(c, "", 1);
  if (!c.ranked(0) || !requested.elements) {
    output_of_rank(c, 0, c.dtype(0), c.ranked(0) && requested.count ? std::optional(std::max(c.rank(0), *requested.count)) : std::nullopt);
    return {};
  }
  for (const Dim& extent : *requested.elements) {
    GBX_RETURN_IF_ERROR(c.require_at_least(extent, 0, "Expand: extents in " + quoted(c, 1)));
  }
  const Shape shapes[] = {c.shape(0), *requested.elements};
  GBX_ASSIGN_OR_RETURN(Shape shape, c.broadcast_shapes(shapes));
  auto contents = expanded_contents(c, shape);
  c.output(0, c.dtype(0), std::move(shape));
  if (contents) c.contents(0, std::move(*contents));
  return {};
}

}  // namespace

/// The input broadcast with the extents listed in `shape`; an extent of 1 there keeps that of the input.
OpDef definition() {
  return OpDef("Expand")
      .versions({8, 13})
      .input("input", {})
      .input("shape", kInt64Types)
      .output("output", {})
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t) { return input == 0 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost(move_cost);
}

}  // namespace gearbox::ops::expand
