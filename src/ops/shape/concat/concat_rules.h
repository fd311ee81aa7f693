#pragma once

#include "shape/infer_context.h"

namespace gearbox::ops::concat {

/// The shape rule of Concat.
Status infer(InferContext& context);

}  // namespace gearbox::ops::concat
