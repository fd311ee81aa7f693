#include "ops/arguments.h"
#include "ops/run/walk.h"

namespace gearbox::ops::tile {

namespace {

std::optional<std::vector<Dim>> tiled_contents(const InferContext& c, const Shape& shape) {
  const auto elements = c.contents(0);
  const auto from = numbers(c.shape(0)), to = numbers(shape);
  if (!elements || !from || !to || element_count(*to) < 0 || element_count(*to) > static_cast<int64_t>(InferContext::kMaxContents)) {
    return std::nullopt;
  }
  const Extents strides = dense_strides(*from);
  std::vector<Dim> out;
  for_each_index(*to, [&](std::span<const int64_t> index) {
    int64_t at = 0;
    for (size_t k = 0; k < index.size(); ++k) at += index[k] % (*from)[k] * strides[k];
    out.push_back((*elements)[static_cast<size_t>(at)]);
  });
  return out;
}

Status infer(InferContext& c) {
  const IntegerArgument repeats = integer_argument(c, "", 1);
  if (!c.ranked(0) || !repeats.elements) {
    output_of_rank(c, 0, c.dtype(0), c.ranked(0) ? std::optional(c.rank(0)) : repeats.count);
    return {};
  }
  Shape shape = c.shape(0);
  if (repeats.elements->size() != shape.size()) {
    return c.error(quoted(c, 1) + " has " + std::to_string(repeats.elements->size()) + " elements, " + quoted(c, 0) + " has " +
                   std::to_string(shape.size()) + " axes");
  }
  for (size_t k = 0; k < shape.size(); ++k) {
    GBX_RETURN_IF_ERROR(c.require_at_least((*repeats.elements)[k], 0, "Tile: repeats in " + quoted(c, 1)));
    shape[k] = shape[k] * (*repeats.elements)[k];
  }
  auto contents = tiled_contents(c, shape);
  c.output(0, c.dtype(0), std::move(shape));
  if (contents) c.contents(0, std::move(*contents));
  return {};
}

}  // namespace

/// The input repeated along every axis, as often as `repeats` says.
OpDef definition() {
  return OpDef("Tile")
      .versions({6, 13})
      .input("input", {})
      .input("repeats", kInt64Types)
      .output("output", {})
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const auto repeats = numbers(c.contents(1));
        if (input > 0 || !repeats || static_cast<size_t>(axis) >= repeats->size()) return AxisRole::kOpaque;
        return (*repeats)[static_cast<size_t>(axis)] == 1 ? AxisRole::kIndependent : AxisRole::kPermuted;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::tile
