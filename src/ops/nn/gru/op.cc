#include "ops/recurrent_rule.h"

namespace gearbox::ops::gru {

/// Gated recurrent units, gates in the order update z, reset r, hidden h: next state (1 - z) h + z state. The reset applies to the
/// recurrent product with linear_before_reset, else to the state before it.
OpDef definition() {
  return recurrent_definition("GRU").versions({7, 14, 22}).attribute("linear_before_reset").infer([](InferContext& c) {
    return recurrent_shape(c, 3, 2);
  });
}

}  // namespace gearbox::ops::gru
