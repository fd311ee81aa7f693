#include "ops/arguments.h"
#include "ops/typed_rule.h"

namespace gearbox::ops::hamming_window {

/// The Hamming window of `size` samples: 25/46 - 21/46 cos. `periodic` (the default) leaves the last sample out.
OpDef definition() {
  return OpDef("HammingWindow")
      .versions({17})
      .input("size", kIndexTypes)
      .output("output", kNumericTypes)
      .attribute("output_datatype")
      .attribute("periodic")
      .infer([](InferContext& c) -> Status {
        GBX_ASSIGN_OR_RETURN(const DType dtype, type_attribute(c, "output_datatype", DType::kF32, kNumericTypes));
        const auto size = scalar_contents(c, 0);
        c.output(0, dtype, {size ? *size : late_axis(c, 0, 0)});
        return {};
      });
}

}  // namespace gearbox::ops::hamming_window
