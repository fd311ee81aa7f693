#include "ops/cast_rule.h"

#include <algorithm>

#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops {

Status cast_shape(InferContext& c, DType to) {
  if (std::find(std::begin(kAllTypes), std::end(kAllTypes), to) == std::end(kAllTypes)) {
    return c.error("conversion to ONNX element type " + std::to_string(static_cast<int>(to)) + " is not supported");
  }
  const std::optional<std::vector<Dim>> contents = c.contents(0);
  if (c.ranked(0)) {
    c.output(0, to, c.shape(0));
  } else {
    c.output_unranked(0, to);
  }
  if (!contents) return {};
  if (to == DType::kI64 || to == DType::kI32) {
    c.contents(0, *contents);
  } else if (to == DType::kBool) {
    std::vector<Dim> truth;
    for (const Dim& element : *contents) {
      const Dim zero = known_equal(element, 0);
      truth.push_back(zero.is_overflow() ? zero : 1 - zero);
    }
    c.contents(0, std::move(truth));
  }
  return {};
}

}  // namespace gearbox::ops
