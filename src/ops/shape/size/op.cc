#include "ops/arguments.h"

namespace gearbox::ops::size {

/// The number of elements of the input.
OpDef definition() {
  return OpDef("Size")
      .versions({1, 13, 19, 21, 23, 24, 25})
      .input("data", {})
      .output("size", kInt64Types)
      .infer([](InferContext& c) -> Status {
        c.output(0, DType::kI64, {});
        if (c.ranked(0)) c.contents(0, {c.volume(0)});
        return {};
      })
      .cost([](const InferContext&) { return Cost(); });
}

}  // namespace gearbox::ops::size
