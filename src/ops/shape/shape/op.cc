#include "ops/rules.h"

namespace gearbox::ops::shape {

/// The extents of the input as i64[rank], or of axes [start, end) since opset 15.
OpDef definition() {
  return OpDef("Shape")
      .versions({1, 13, 15, 19, 21, 23})
      .input("data", {})
      .output("shape", kInt64Types)
      .attribute("start")
      .attribute("end")
      .infer([](InferContext& c) -> Status {
        if (!c.ranked(0)) {
          c.output_late(0, DType::kI64, 1);
          return {};
        }
        const int64_t rank = c.rank(0);
        auto clamp = [&](int64_t at) { return std::clamp<int64_t>(at < 0 ? at + rank : at, 0, rank); };
        const int64_t start = clamp(c.attributes().integer("start", 0)), end = clamp(c.attributes().integer("end", rank));
        std::vector<Dim> extents;
        for (int64_t axis = start; axis < end; ++axis) extents.push_back(c.input(0).dim(axis));
        c.output(0, DType::kI64, {static_cast<int64_t>(extents.size())});
        c.contents(0, std::move(extents));
        return {};
      })
      .cost([](const InferContext&) { return Cost(); });
}

}  // namespace gearbox::ops::shape
