#include "ops/rules.h"
#include "ops/shape/reshape/target.h"

namespace gearbox::ops::reshape {

namespace {

Status infer(InferContext& c) {
  const auto requested = c.contents(1);
  if (!c.ranked(0) || !requested) {
    if (c.ranked(1) && c.shape(1)[0].is_constant()) {
      c.output_late(0, c.dtype(0), c.shape(1)[0].value());
    } else {
      c.output_unranked(0, c.dtype(0));
    }
    return {};
  }
  const Shape& input = c.shape(0);
  auto is = [](Dim dim, int64_t number) { return dim.is_constant(number); };
  auto divide = [](Dim all, Dim part) { return part.is_constant(0) ? Dim(0) : floordiv(all, part); };
  auto shape = target<Dim>(input, *requested, c.attributes().integer("allowzero", 0) != 0, is, product, divide);
  if (!shape.ok()) return c.error(shape.status().message());
  GBX_RETURN_IF_ERROR(
      c.require_equal(c.volume(0), product(*shape), "Reshape: elements of '" + c.node().input(0)->name() + "' and of the shape asked for"));
  const auto contents = c.contents(0);
  c.output(0, c.dtype(0), std::move(shape).value());
  if (contents) c.contents(0, *contents);
  return {};
}

}  // namespace

/// The same elements in the same order under other extents.
/// An extent computed from those of inputs stays 0 where it comes to 0; a 0 that only the run tells copies, as ONNX says.
OpDef definition() {
  return OpDef("Reshape")
      .versions({5, 13, 14, 19, 21, 23})
      .input("data", {})
      .input("shape", kInt64Types)
      .output("reshaped", {})
      .attribute("allowzero")
      .infer(infer)
      .axes([](const InferContext&, int, int64_t) { return AxisRole::kPermuted; })
      .cost([](const InferContext&) { return Cost(); })
      .view();
}

}  // namespace gearbox::ops::reshape
