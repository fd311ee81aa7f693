#include "codegen/llvm/math.h"

namespace gearbox::native::math {
namespace {

/// (exp(r) - 1 - r) / r^2 on |r| <= ln(2) / 2.
constexpr float kExp[] = {0x1.fffffcp-2f, 0x1.555490p-3f, 0x1.5558f8p-5f, 0x1.123b02p-7f, 0x1.6a2256p-10f};
/// log(1 + u) / u on [0, 1].
constexpr float kLog1p[] = {0x1p+0f,        -0x1.fffff4p-2f, 0x1.55534ep-2f, -0x1.ffbd44p-3f, 0x1.975ccep-3f, -0x1.49d838p-3f,
                            0x1.fca8c6p-4f, -0x1.51ae7ep-4f, 0x1.53ca3ap-5f, -0x1.b756aap-7f, 0x1.0a1bb6p-9f};
/// (sinh(x) / x - 1) / x^2 in x^2 on [0, 1].
constexpr float kSinh[] = {0x1.555556p-3f, 0x1.111136p-7f, 0x1.9ffe12p-13f, 0x1.7a267cp-19f};

/// ln 2 in two parts; the first has 9 bits, so that its products with exponents are exact.
constexpr float kLn2High = 0.693359375f;
constexpr float kLn2Low = -2.12194440e-4f;
/// Adding it leaves the nearest integer in the low bits, 127 more than that: the exponent bits of its power of two.
constexpr float kToInteger = 0x1.8p23f + 127;

/// x = n ln 2 + r.
struct Reduced {
  Value* biased;  ///< n + 127 in the low 9 bits of an integer
  Value* expm1;   ///< exp(r) - 1
};

Reduced reduce_exponent(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* shifted = v.mul_add(x, v.real(x, 0x1.715476p+0), v.real(x, kToInteger));
  Value* count = ir.CreateFSub(shifted, v.real(x, kToInteger));
  Value* r = v.mul_add(count, v.real(x, -kLn2High), x);
  r = v.mul_add(count, v.real(x, -kLn2Low), r);
  return {v.bits(shifted), v.mul_add(ir.CreateFMul(r, r), v.poly(r, kExp), r)};
}

/// 2^n of n in -126 … 127.
Value* power_of_two(VectorBuilder& v, Value* biased) { return v.from_bits(v.ir().CreateShl(biased, 23)); }

/// y * 2^n in two steps, so that both factors are normal and only the last one rounds.
Value* scale(VectorBuilder& v, Value* y, Value* biased) {
  auto& ir = v.ir();
  Value* n = ir.CreateSub(biased, v.bits(v.real(y, kToInteger)));
  Value* half = ir.CreateAShr(n, 1);
  Value* high = power_of_two(v, ir.CreateAdd(half, v.integer(n, 127)));
  return ir.CreateFMul(ir.CreateFMul(y, high), power_of_two(v, ir.CreateSub(biased, half)));
}

/// Limits x to where exp is neither 0 nor infinite for all other arguments; NaN stays.
Value* limit(VectorBuilder& v, Value* x, float low, float high) {
  return v.min_or_second(v.real(x, high), v.max_or_second(v.real(x, low), x));
}

/// exp of x <= 0. The power of two is 64 too large until the end, so that it is normal.
Value* exp_negative(VectorBuilder& v, Value* x) {
  if (v.target().tables) return table::exp_negative(v, x);
  auto& ir = v.ir();
  const Reduced reduced = reduce_exponent(v, v.max_or_second(v.real(x, -105), x));
  Value* power = power_of_two(v, ir.CreateAdd(reduced.biased, v.integer(reduced.biased, 64)));
  return ir.CreateFMul(ir.CreateFMul(ir.CreateFAdd(reduced.expm1, v.real(x, 1)), power), v.real(x, 0x1p-64));
}

}  // namespace

Value* exp(VectorBuilder& v, Value* x) {
  if (v.target().tables) return table::exp(v, x);
  const Reduced reduced = reduce_exponent(v, limit(v, x, -105, 89));
  return scale(v, v.ir().CreateFAdd(reduced.expm1, v.real(x, 1)), reduced.biased);
}

Value* half_exp(VectorBuilder& v, Value* x) {
  const Reduced reduced = reduce_exponent(v, limit(v, x, -105, 90));
  return scale(v, v.ir().CreateFAdd(reduced.expm1, v.real(x, 1)), v.ir().CreateSub(reduced.biased, v.integer(reduced.biased, 1)));
}

Value* expm1_negative(VectorBuilder& v, Value* x) {
  const Reduced reduced = reduce_exponent(v, v.max_or_second(v.real(x, -25), x));
  Value* power = power_of_two(v, reduced.biased);
  return v.mul_add(reduced.expm1, power, v.ir().CreateFSub(power, v.real(x, 1)));
}

/// s / (s + s exp(-x)) with s = 2^-26: s exp(105) is finite still, and the smallest results are denormal only as quotients.
Value* sigmoid(VectorBuilder& v, Value* x, const LoopBounds& bounds) {
  if (v.target().tables) return table::sigmoid(v, x, bounds);
  auto& ir = v.ir();
  Value* s = v.real(x, 0x1p-26);
  const Reduced reduced = reduce_exponent(v, ir.CreateFNeg(limit(v, x, -105, 40)));
  Value* power = power_of_two(v, ir.CreateSub(reduced.biased, v.integer(reduced.biased, 26)));
  return ir.CreateFDiv(s, ir.CreateFAdd(v.mul_add(reduced.expm1, power, power), s));
}

Value* softplus(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* e = exp_negative(v, ir.CreateFNeg(v.abs(x)));
  Value* positive = v.max_or_second(v.zero(x), x);
  return v.mul_add(e, v.poly(e, kLog1p), positive);
}

/// tanh(log(1 + e)) = n / (n + 2) with n = e (e + 2), e = exp(x); from x = 20 on it is 1.
Value* mish(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* e = exp(v, v.min_or_second(v.real(x, 20), x));
  Value* n = ir.CreateFMul(e, ir.CreateFAdd(e, v.real(x, 2)));
  Value* ratio = ir.CreateFDiv(n, ir.CreateFAdd(n, v.real(x, 2)));
  return ir.CreateFMul(x, ratio);
}

Value* sinh(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* magnitude = v.abs(x);
  Value* half = half_exp(v, magnitude);
  Value* large = v.copy_sign(ir.CreateFSub(half, ir.CreateFDiv(v.real(x, 0.25), half)), x);
  Value* square = ir.CreateFMul(x, x);
  Value* small = v.mul_add(ir.CreateFMul(x, square), v.poly(square, kSinh), x);
  return ir.CreateSelect(ir.CreateFCmpOLT(magnitude, v.real(x, 1)), small, large);
}

Value* cosh(VectorBuilder& v, Value* x) {
  Value* half = half_exp(v, v.abs(x));
  return v.ir().CreateFAdd(half, v.ir().CreateFDiv(v.real(x, 0.25), half));
}

}  // namespace gearbox::native::math
