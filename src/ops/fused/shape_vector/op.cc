#include "ops/fused/extents_attribute.h"
#include "ops/rules.h"

namespace gearbox::ops::shape_vector {

namespace {

Status infer(InferContext& c) {
  GBX_ASSIGN_OR_RETURN(std::vector<Dim> elements, extents_of(c));
  Shape shape;
  for (int64_t extent : c.attributes().integers("dims")) shape.emplace_back(extent);
  const Dim count = product(shape);
  if (!count.is_constant(static_cast<int64_t>(elements.size())))
    return c.error("lists " + std::to_string(elements.size()) + " elements for " + count.text());
  c.output(0, DType::kI64, std::move(shape));
  c.contents(0, std::move(elements));
  return {};
}

}  // namespace

/// int64 elements that are expressions of the inputs' extents. The node's inputs are the graph inputs with the symbols among their
/// extents: multiples[i] times symbol i of `symbols` is the extent at axis axes[i] of
/// input inputs[i].
OpDef definition() {
  return OpDef("ShapeVector", "gearbox")
      .input("sources", {}, Formal::Arity::kVariadic)
      .output("elements", kInt64Types)
      .attribute(kExtentsAttribute, true)
      .attribute("dims", true)
      .attribute("symbols", true)
      .attribute("inputs", true)
      .attribute("axes", true)
      .attribute("multiples", true)
      .infer(infer)
      .axes([](const InferContext&, int, int64_t) { return AxisRole::kOpaque; })
      .cost([](const InferContext&) { return Cost(); });
}

}  // namespace gearbox::ops::shape_vector
