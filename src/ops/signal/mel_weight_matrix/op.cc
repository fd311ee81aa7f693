#include "ops/arguments.h"
#include "ops/typed_rule.h"

namespace gearbox::ops::mel_weight_matrix {

/// The matrix [dft_length / 2 + 1, num_mel_bins] that turns the bins of a spectrum into bands of equal width on the mel scale.
OpDef definition() {
  return OpDef("MelWeightMatrix")
      .versions({17})
      .input("num_mel_bins", kIndexTypes)
      .input("dft_length", kIndexTypes)
      .input("sample_rate", kIndexTypes)
      .input("lower_edge_hertz", kFloatTypes)
      .input("upper_edge_hertz", kFloatTypes)
      .output("output", kNumericTypes)
      .attribute("output_datatype")
      .infer([](InferContext& c) -> Status {
        GBX_ASSIGN_OR_RETURN(const DType dtype, type_attribute(c, "output_datatype", DType::kF32, kNumericTypes));
        const auto bands = scalar_contents(c, 0), length = scalar_contents(c, 1);
        c.output(0, dtype, {length ? floordiv(*length, 2) + 1 : late_axis(c, 0, 0), bands ? *bands : late_axis(c, 0, 1)});
        return {};
      });
}

}  // namespace gearbox::ops::mel_weight_matrix
