#include "ops/arguments.h"
#include "ops/typed_rule.h"

namespace gearbox::ops::hann_window {

/// The Hann window of `size` samples: 1/2 - 1/2 cos. `periodic` (the default) leaves the last sample out.
OpDef definition() {
  return OpDef("HannWindow")
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

}  // namespace gearbox::ops::hann_window
