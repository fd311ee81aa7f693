#include "ops/recurrent_rule.h"

namespace gearbox::ops::lstm {

/// Long short-term memory, gates in the order input i, output o, forget f, cell c; peepholes in the order i, o, f.
OpDef definition() {
  return recurrent_definition("LSTM")
      .versions({7, 14, 22})
      .input("initial_c", kFloatTypes, Formal::Arity::kOptional)
      .input("P", kFloatTypes, Formal::Arity::kOptional)
      .output("Y_c", kFloatTypes, Formal::Arity::kOptional)
      .attribute("input_forget")
      .infer([](InferContext& c) { return recurrent_shape(c, 4, 3); });
}

}  // namespace gearbox::ops::lstm
