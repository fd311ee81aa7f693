#pragma once

#include "codegen/llvm/vector_builder.h"
#include "codegen/loop_facts.h"

/// Elementary functions on vectors of f32 without calls. Errors are a few units in the last place over the whole
/// range, denormal results included; NaN and infinities follow C's Annex F. Coefficients are minimax fits (Remez exchange) of the
/// expression and interval named beside them.
namespace gearbox::native::math {

using llvm::Value;

Value* exp(VectorBuilder& v, Value* x);
/// exp(x) / 2, finite as long as the result is.
Value* half_exp(VectorBuilder& v, Value* x);
/// exp(x) - 1 for x <= 0, exact near 0.
Value* expm1_negative(VectorBuilder& v, Value* x);
/// `bounds`, here and below: where x lies, as far as that is known.
Value* sigmoid(VectorBuilder& v, Value* x, const LoopBounds& bounds);
Value* softplus(VectorBuilder& v, Value* x);
Value* mish(VectorBuilder& v, Value* x);
Value* sinh(VectorBuilder& v, Value* x);
Value* cosh(VectorBuilder& v, Value* x);

Value* tanh(VectorBuilder& v, Value* x, const LoopBounds& bounds);
Value* erf(VectorBuilder& v, Value* x);

Value* log(VectorBuilder& v, Value* x);
Value* pow(VectorBuilder& v, Value* x, Value* y);
Value* asinh(VectorBuilder& v, Value* x);
Value* acosh(VectorBuilder& v, Value* x);
Value* atanh(VectorBuilder& v, Value* x);

/// x in double where |x| < 2^20 or not finite, else a small double with the sine and cosine of x.
Value* small_angle(VectorBuilder& v, Value* x);
Value* sin(VectorBuilder& v, Value* x);
Value* cos(VectorBuilder& v, Value* x);
Value* tan(VectorBuilder& v, Value* x);
Value* asin(VectorBuilder& v, Value* x);
Value* acos(VectorBuilder& v, Value* x);
Value* atan(VectorBuilder& v, Value* x);

/// The same functions for targets with tables: an entry for the nearest multiple of a step replaces higher degrees.
namespace table {

Value* exp(VectorBuilder& v, Value* x);
/// exp of x <= 0.
Value* exp_negative(VectorBuilder& v, Value* x);
Value* sigmoid(VectorBuilder& v, Value* x, const LoopBounds& bounds);
Value* tanh(VectorBuilder& v, Value* x, const LoopBounds& bounds);
Value* erf(VectorBuilder& v, Value* x);
/// x (1 + erf(x / sqrt(2))) / 2.
Value* gelu(VectorBuilder& v, Value* x);
/// x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2.
Value* gelu_tanh(VectorBuilder& v, Value* x);

}  // namespace table

}  // namespace gearbox::native::math
