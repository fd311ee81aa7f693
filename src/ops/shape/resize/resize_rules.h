#pragma once

#include "shape/infer_context.h"

namespace gearbox::ops::resize {

/// The shape rule of Resize; later inputs than its own four do not count.
Status infer(InferContext& context);

}  // namespace gearbox::ops::resize
