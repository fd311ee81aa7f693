#pragma once

#include <span>

#include "codegen/llvm/vector_builder.h"
#include "ir/loop.h"

namespace gearbox::native {

/// Instructions for one operation on integers of element type `type`; null where it is not supported.
llvm::Value* emit_integer(VectorBuilder& v, LoopOp op, DType type, std::span<llvm::Value* const> args);

}  // namespace gearbox::native
