#pragma once

#include <span>

#include "codegen/llvm/vector_builder.h"
#include "ir/loop.h"

namespace gearbox::native {

/// Instructions for one operation on operands of element type `type` (that of the first operand; of the choices for select).
/// Null where the operation is not supported on the type.
llvm::Value* emit_value(VectorBuilder& v, LoopOp op, DType type, std::span<llvm::Value* const> args);

/// The functions without an exact result, on f32; null for any other operation.
llvm::Value* emit_function(VectorBuilder& v, LoopOp op, std::span<llvm::Value* const> args);

}  // namespace gearbox::native
