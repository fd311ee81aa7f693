#include "ops/arguments.h"
#include "ops/run/walk.h"

namespace gearbox::ops::transpose {

namespace {

Status infer(InferContext& c) {
  if (!c.ranked(0)) {
    const auto order = c.attributes().integers("perm");
    output_of_rank(c, 0, c.dtype(0), c.attributes().has("perm") ? std::optional(static_cast<int64_t>(order.size())) : std::nullopt);
    return {};
  }
  const size_t rank = static_cast<size_t>(c.rank(0));
  Ints reversed;
  for (size_t i = rank; i-- > 0;) reversed.push_back(static_cast<int64_t>(i));
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> order, normal_axes(c, c.attributes().integers("perm", reversed), c.rank(0)));
  if (order.size() != rank)
    return c.error("'perm' has " + std::to_string(order.size()) + " axes, " + quoted(c, 0) + " has " + std::to_string(rank));
  Shape shape;
  for (size_t axis : order) shape.push_back(c.shape(0)[axis]);
  const auto elements = c.contents(0);
  const auto from = numbers(c.shape(0)), to = numbers(shape);
  c.output(0, c.dtype(0), std::move(shape));
  if (!elements || !from || !to) return {};
  const Extents dense = dense_strides(*from);
  Extents strides[1];
  for (size_t axis : order) strides[0].push_back(dense[axis]);
  std::vector<Dim> moved;
  for_each_offset(*to, strides, [&](const int64_t(&at)[1]) { moved.push_back((*elements)[static_cast<size_t>(at[0])]); });
  c.contents(0, std::move(moved));
  return {};
}

}  // namespace

/// The axes in the order `perm`; reversed by default.
OpDef definition() {
  return OpDef("Transpose")
      .versions({1, 13, 21, 23, 24, 25})
      .input("data", {})
      .output("transposed", {})
      .attribute("perm")
      .infer(infer)
      .axes(permuted)
      .cost(move_cost);
}

}  // namespace gearbox::ops::transpose
