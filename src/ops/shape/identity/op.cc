#include "ops/rules.h"

namespace gearbox::ops::identity {

/// The input as it is.
OpDef definition() {
  return OpDef("Identity")
      .versions({1, 13, 14, 16, 19, 21, 23, 24, 25})
      .input("input", {})
      .output("output", {})
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(same_as_input(c));
        if (auto contents = c.contents(0)) c.contents(0, std::move(*contents));
        return {};
      })
      .axes(independent)
      .cost([](const InferContext&) { return Cost(); })
      .view();
}

}  // namespace gearbox::ops::identity
