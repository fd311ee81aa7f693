#include "codegen/llvm/math.h"

namespace gearbox::native::math {
namespace {

/// (sin(r) / r - 1) / r^2 and (cos(r) - 1 + r^2 / 2) / r^4 in r^2 on |r| <= pi / 4.
constexpr float kSin[] = {-0x1.555556p-3f, 0x1.111108p-7f, -0x1.a00f94p-13f, 0x1.6cd5ecp-19f};
constexpr float kCos[] = {0x1.555556p-5f, -0x1.6c16b8p-10f, 0x1.a01118p-16f, -0x1.242908p-22f};
/// (asin(x) / x - 1) / x^2 in x^2 on |x| <= 1/2.
constexpr float kAsin[] = {0x1.55554cp-3f, 0x1.33388ep-4f, 0x1.6cac3cp-5f, 0x1.04a660p-5f, 0x1.d7f1bep-7f, 0x1.33bbf8p-5f};
/// (atan(x) / x - 1) / x^2 in x^2 on |x| <= 1.
constexpr float kAtan[] = {-0x1.555540p-2f, 0x1.999276p-3f,  -0x1.2426f8p-3f, 0x1.c0d28ap-4f,  -0x1.58dc7ap-4f,
                           0x1.dd0edap-5f,  -0x1.01af84p-5f, 0x1.6a8f7cp-7f,  -0x1.defe86p-10f};

constexpr double kHalfPi = 0x1.921fb54442d18p+0;

/// x = n pi/2 + r with |r| <= pi/4: the polynomials at r, and n modulo 4 in the low bits.
struct Angle {
  Value* sine;
  Value* cosine;
  Value* quadrant;
};

Angle reduce_angle(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* wide = small_angle(v, x);
  Value* to_integer = v.real(wide, 0x1.8p52);
  Value* shifted = v.mul_add(wide, v.real(wide, 0x1.45f306dc9c883p-1), to_integer);
  Value* n = ir.CreateFSub(shifted, to_integer);
  Value* r = wide;
  if (v.target().fma) {
    r = v.mul_add(n, v.real(wide, -kHalfPi), r);
    r = v.mul_add(n, v.real(wide, -0x1.1a62633145c07p-54), r);
  } else {
    // Parts of 33 bits: their products with n up to 2^20 are exact.
    r = v.mul_add(n, v.real(wide, -0x1.921fb54400000p+0), r);
    r = v.mul_add(n, v.real(wide, -0x1.0b4611a600000p-34), r);
    r = v.mul_add(n, v.real(wide, -0x1.3198a2e037073p-69), r);
  }
  Value* angle = ir.CreateFPTrunc(r, x->getType());
  Value* square = ir.CreateFMul(angle, angle);
  Value* sine = v.mul_add(ir.CreateFMul(angle, square), v.poly(square, kSin), angle);
  Value* cosine = v.mul_add(square, v.real(x, -0.5), v.real(x, 1));
  cosine = v.mul_add(ir.CreateFMul(square, square), v.poly(square, kCos), cosine);
  return {sine, cosine, ir.CreateTrunc(v.bits(shifted), v.type(DType::kI32))};
}

Value* has_bit(VectorBuilder& v, Value* n, uint64_t bit) { return v.ir().CreateICmpNE(v.ir().CreateAnd(n, v.integer(n, bit)), v.zero(n)); }

Value* sine_of(VectorBuilder& v, const Angle& angle, uint64_t ahead) {
  auto& ir = v.ir();
  Value* quadrant = ir.CreateAdd(angle.quadrant, v.integer(angle.quadrant, ahead));
  Value* out = ir.CreateSelect(has_bit(v, quadrant, 1), angle.cosine, angle.sine);
  Value* sign = ir.CreateShl(ir.CreateAnd(quadrant, v.integer(quadrant, 2)), 30);
  return v.from_bits(ir.CreateXor(v.bits(out), sign));
}

Value* asin_core(VectorBuilder& v, Value* x) {
  Value* square = v.ir().CreateFMul(x, x);
  return v.mul_add(v.ir().CreateFMul(x, square), v.poly(square, kAsin), x);
}

/// sqrt((1 - a) / 2): asin(a) = pi/2 - 2 asin of it.
Value* complement(VectorBuilder& v, Value* a) {
  Value* half = v.real(a, 0.5);
  return v.unary(llvm::Intrinsic::sqrt, v.ir().CreateFSub(half, v.ir().CreateFMul(a, half)));
}

}  // namespace

Value* sin(VectorBuilder& v, Value* x) {
  Value* out = sine_of(v, reduce_angle(v, x), 0);
  // sin(-0) is -0.
  return v.ir().CreateSelect(v.ir().CreateFCmpOEQ(x, v.zero(x)), x, out);
}

Value* cos(VectorBuilder& v, Value* x) { return sine_of(v, reduce_angle(v, x), 1); }

Value* tan(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  const Angle angle = reduce_angle(v, x);
  Value* odd = has_bit(v, angle.quadrant, 1);
  Value* top = ir.CreateSelect(odd, ir.CreateFNeg(angle.cosine), angle.sine);
  Value* bottom = ir.CreateSelect(odd, angle.sine, angle.cosine);
  return ir.CreateSelect(ir.CreateFCmpOEQ(x, v.zero(x)), x, ir.CreateFDiv(top, bottom));
}

Value* asin(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* a = v.abs(x);
  Value* small = ir.CreateFCmpOLE(a, v.real(x, 0.5));
  Value* core = asin_core(v, ir.CreateSelect(small, a, complement(v, a)));
  Value* large = v.mul_add(core, v.real(x, -2), v.real(x, kHalfPi));
  return v.copy_sign(ir.CreateSelect(small, core, large), x);
}

Value* acos(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* a = v.abs(x);
  Value* small = ir.CreateFCmpOLE(a, v.real(x, 0.5));
  Value* core = asin_core(v, ir.CreateSelect(small, x, complement(v, a)));
  Value* middle = ir.CreateFSub(v.real(x, kHalfPi), core);
  Value* twice = ir.CreateFMul(core, v.real(x, 2));
  Value* large = ir.CreateSelect(ir.CreateFCmpOLT(x, v.zero(x)), ir.CreateFSub(v.real(x, 2 * kHalfPi), twice), twice);
  return ir.CreateSelect(small, middle, large);
}

Value* atan(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* a = v.abs(x);
  Value* large = ir.CreateFCmpOGT(a, v.real(x, 1));
  Value* y = ir.CreateSelect(large, ir.CreateFDiv(v.real(x, 1), a), a);
  Value* square = ir.CreateFMul(y, y);
  Value* core = v.mul_add(ir.CreateFMul(y, square), v.poly(square, kAtan), y);
  return v.copy_sign(ir.CreateSelect(large, ir.CreateFSub(v.real(x, kHalfPi), core), core), x);
}

}  // namespace gearbox::native::math
