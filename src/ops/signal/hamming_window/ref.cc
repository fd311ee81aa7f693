#include "ops/run/window_function.h"

namespace gearbox::ops::hamming_window {

Status reference(KernelContext& context) {
  return run_window(context, [](double turn) { return (25 - 21 * turn_cosine(1, turn)) / 46; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "HammingWindow", .run = reference}); }

}  // namespace gearbox::ops::hamming_window
