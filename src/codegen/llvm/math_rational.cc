#include "base/function_fractions.h"
#include "codegen/llvm/math.h"

namespace gearbox::native::math {
namespace {

/// x * top(x^2) / bottom(x^2), and the sign of x from `limit` on.
Value* odd_and_bounded(VectorBuilder& v, Value* x, std::span<const float> top, std::span<const float> bottom, float limit) {
  auto& ir = v.ir();
  Value* square = ir.CreateFMul(x, x);
  Value* ratio = ir.CreateFDiv(ir.CreateFMul(x, v.poly(square, top)), v.poly(square, bottom));
  return ir.CreateSelect(ir.CreateFCmpOGE(v.abs(x), v.real(x, limit)), v.copy_sign(v.real(x, 1), x), ratio);
}

}  // namespace

Value* tanh(VectorBuilder& v, Value* x, const LoopBounds& bounds) {
  if (v.target().tables) return table::tanh(v, x, bounds);
  return odd_and_bounded(v, x, fractions::kTanhTop, fractions::kTanhBottom, fractions::kTanhLimit);
}

Value* erf(VectorBuilder& v, Value* x) {
  if (v.target().tables) return table::erf(v, x);
  return odd_and_bounded(v, x, fractions::kErfTop, fractions::kErfBottom, fractions::kErfLimit);
}

}  // namespace gearbox::native::math
