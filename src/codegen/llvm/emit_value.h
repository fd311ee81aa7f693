#pragma once

#include <span>

#include "codegen/llvm/vector_builder.h"
#include "codegen/loop_facts.h"
#include "ir/loop.h"

namespace gearbox::native {

/// What is known of the operands of an operation.
struct OperandFacts {
  LoopBounds first;  ///< of operand 0
  int any_nan = -1;  ///< of min and max: the operand that is NaN wherever one of the two is, -1 where neither is known to be
};

/// Instructions for one operation on operands of element type `type` (that of the first operand; of the choices for select).
/// Null where the operation is not supported on the type.
llvm::Value* emit_value(VectorBuilder& v, LoopOp op, DType type, std::span<llvm::Value* const> args, const OperandFacts& facts);

/// The functions without an exact result, on f32; null for any other operation. `bounds` are those of operand 0.
llvm::Value* emit_function(VectorBuilder& v, LoopOp op, std::span<llvm::Value* const> args, const LoopBounds& bounds);

}  // namespace gearbox::native
