#include "codegen/llvm/math.h"

namespace gearbox::native::math {
namespace {

/// tanh(x) / x in x^2 on [0, 9.02].
constexpr float kTanhTop[] = {0x1.000000p+0f, 0x1.12043ap-3f, 0x1.c9f828p-9f, 0x1.595500p-16f, 0x1.c9a2d0p-27f};
constexpr float kTanhBottom[] = {0x1.000000p+0f, 0x1.de5766p-2f, 0x1.a7df0ep-6f, 0x1.58419cp-12f, 0x1.a0b7bap-21f};
/// erf(x) / x in x^2 on [0, 3.93].
constexpr float kErfTop[] = {0x1.20dd74p+0f, 0x1.86b9cap-3f, 0x1.b07550p-5f, 0x1.ef66eep-9f, 0x1.2aa4bap-12f, 0x1.121172p-19f};
constexpr float kErfBottom[] = {0x1.000000p+0f, 0x1.013bfap-1f, 0x1.d3ffcap-4f, 0x1.eb6fc6p-7f, 0x1.317436p-10f, 0x1.3ecd0ap-15f};

/// x * top(x^2) / bottom(x^2), and the sign of x from `limit` on.
Value* odd_and_bounded(VectorBuilder& v, Value* x, std::span<const float> top, std::span<const float> bottom, float limit) {
  auto& ir = v.ir();
  Value* square = ir.CreateFMul(x, x);
  Value* ratio = ir.CreateFDiv(ir.CreateFMul(x, v.poly(square, top)), v.poly(square, bottom));
  return ir.CreateSelect(ir.CreateFCmpOGE(v.abs(x), v.real(x, limit)), v.copy_sign(v.real(x, 1), x), ratio);
}

}  // namespace

Value* tanh(VectorBuilder& v, Value* x, const LoopBounds& bounds) {
  return v.target().tables ? table::tanh(v, x, bounds) : odd_and_bounded(v, x, kTanhTop, kTanhBottom, 9.02f);
}

Value* erf(VectorBuilder& v, Value* x) { return v.target().tables ? table::erf(v, x) : odd_and_bounded(v, x, kErfTop, kErfBottom, 3.93f); }

}  // namespace gearbox::native::math
