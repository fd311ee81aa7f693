#include "ops/arguments.h"
#include "ops/typed_rule.h"

namespace gearbox::ops::blackman_window {

/// The Blackman window of `size` samples: 0.42 - 0.5 cos + 0.08 cos of the double angle. `periodic` (the default) leaves the last sample
/// out.
OpDef definition() {
  return OpDef("BlackmanWindow")
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

}  // namespace gearbox::ops::blackman_window
