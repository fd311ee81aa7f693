#pragma once

#include "codegen/llvm/vector_builder.h"

namespace gearbox::native {

/// Converts between any two element types of a loop; the meaning is that of LoopOp::kCast.
llvm::Value* emit_cast(VectorBuilder& v, llvm::Value* x, DType from, DType to);

}  // namespace gearbox::native
