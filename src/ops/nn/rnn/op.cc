#include "ops/recurrent_rule.h"

namespace gearbox::ops::rnn {

/// Simple recurrent layer: h = f(W x + R h + biases).
OpDef definition() {
  return recurrent_definition("RNN").versions({7, 14, 22}).infer([](InferContext& c) { return recurrent_shape(c, 1, 1); });
}

}  // namespace gearbox::ops::rnn
