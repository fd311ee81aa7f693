#include "codegen/llvm/math.h"

namespace gearbox::native::math {
namespace {

/// (log(1 + f) - f + f^2 / 2) / f^3 on [sqrt(1/2) - 1, sqrt(2) - 1].
constexpr float kLog[] = {0x1.555546p-2f,  -0x1.ffffeep-3f, 0x1.99a546p-3f,  -0x1.5562e2p-3f, 0x1.2332c0p-3f,
                          -0x1.fb432ep-4f, 0x1.e650acp-4f,  -0x1.e2e9a6p-4f, 0x1.1b429ap-4f};
/// (2 atanh(s) / s - 2) / s^2 in s^2 on |s| <= (sqrt(2) - 1) / (sqrt(2) + 1).
constexpr double kLogDouble[] = {0x1.5555555555593p-1, 0x1.999999997fb31p-2, 0x1.2492494217a15p-2, 0x1.c71c51e7f7590p-3,
                                 0x1.7466462c9394cp-3, 0x1.39a0f5012195fp-3, 0x1.2f0d8ea940b60p-3};
/// (exp(r) - 1 - r) / r^2 on |r| <= ln(2) / 2.
constexpr double kExpDouble[] = {0x1.ffffffffffeccp-2,  0x1.5555555550687p-3,  0x1.5555555589e0ep-5,
                                 0x1.11111125f354fp-7,  0x1.6c16c0c638d2ep-10, 0x1.a0198c6a55ff4p-13,
                                 0x1.a01b7f55ab1bbp-16, 0x1.72ea2bc9737bbp-19, 0x1.2706c616f504ap-22};

constexpr double kLn2 = 0x1.62e42fefa39efp-1;
constexpr uint32_t kSqrtHalf = 0x3f3504f3;
constexpr uint64_t kSqrtHalfDouble = 0x3fe6a09e667f3bcd;

Value* infinity(Value* like, bool negative = false) { return llvm::ConstantFP::getInfinity(like->getType(), negative); }
Value* nan(Value* like) { return llvm::ConstantFP::getNaN(like->getType()); }

/// log of positive normal doubles, for results that are rounded to f32 afterwards: s = (m - 1) / (m + 1) where x = 2^e m.
Value* log_double(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* bits = v.bits(x);
  Value* biased = ir.CreateLShr(ir.CreateAdd(bits, v.integer(bits, (uint64_t{1023} << 52) - kSqrtHalfDouble)), 52);
  // 2^52 + biased, as a double's bits.
  Value* exponent = ir.CreateFSub(v.from_bits(ir.CreateOr(biased, v.integer(bits, 0x4330000000000000)), true), v.real(x, 0x1p52 + 1023));
  Value* shift = ir.CreateShl(ir.CreateSub(biased, v.integer(bits, 1023)), 52);
  Value* m = v.from_bits(ir.CreateSub(bits, shift), true);
  Value* s = ir.CreateFDiv(ir.CreateFSub(m, v.real(x, 1)), ir.CreateFAdd(m, v.real(x, 1)));
  Value* square = ir.CreateFMul(s, s);
  Value* fraction = v.mul_add(ir.CreateFMul(s, square), v.poly(square, kLogDouble), ir.CreateFMul(s, v.real(x, 2)));
  return v.mul_add(exponent, v.real(x, kLn2), fraction);
}

/// exp of doubles for a result that is rounded to f32 afterwards: 0 and infinity lie within the limits.
Value* exp_double(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  x = v.min_or_second(v.real(x, 200), v.max_or_second(v.real(x, -200), x));
  Value* to_integer = v.real(x, 0x1.8p52);
  Value* shifted = v.mul_add(x, v.real(x, 0x1.71547652b82fep+0), to_integer);
  Value* count = ir.CreateFSub(shifted, to_integer);
  Value* r = v.mul_add(count, v.real(x, -0x1.62e42ff000000p-1), x);
  r = v.mul_add(count, v.real(x, 0x1.718432a1b0e26p-35), r);
  Value* e = ir.CreateFAdd(v.mul_add(ir.CreateFMul(r, r), v.poly(r, kExpDouble), r), v.real(x, 1));
  return v.from_bits(ir.CreateAdd(v.bits(e), ir.CreateShl(v.bits(shifted), 52)), true);
}

Value* widen(VectorBuilder& v, Value* x) { return v.ir().CreateFPExt(x, v.type(DType::kF64)); }
Value* narrow(VectorBuilder& v, Value* x) { return v.ir().CreateFPTrunc(x, v.type(DType::kF32)); }

/// pow(x, y) for the constants that models raise to; null for others.
Value* pow_constant(VectorBuilder& v, Value* x, Value* y) {
  auto& ir = v.ir();
  auto* constant = llvm::dyn_cast<llvm::Constant>(y);
  auto* splat = constant ? llvm::dyn_cast_or_null<llvm::ConstantFP>(constant->getSplatValue()) : nullptr;
  if (!splat) return nullptr;
  const float exponent = splat->getValueAPF().convertToFloat();
  if (exponent == 1.0f) return x;
  if (exponent == 2.0f) return ir.CreateFMul(x, x);
  if (exponent == 3.0f) return ir.CreateFMul(ir.CreateFMul(x, x), x);
  if (exponent == -1.0f) return ir.CreateFDiv(v.real(x, 1), x);
  if (exponent != 0.5f) return nullptr;
  // pow(-0, 0.5) is +0 and pow(-inf, 0.5) is +inf.
  Value* root = ir.CreateFAdd(v.unary(llvm::Intrinsic::sqrt, x), v.zero(x));
  return ir.CreateSelect(ir.CreateFCmpOEQ(x, infinity(x, true)), infinity(x), root);
}

}  // namespace

Value* log(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* tiny = ir.CreateFCmpOLT(x, v.real(x, 0x1p-126));
  Value* normal = ir.CreateSelect(tiny, ir.CreateFMul(x, v.real(x, 0x1p23)), x);
  Value* bits = v.bits(normal);
  Value* exponent = ir.CreateAShr(ir.CreateSub(bits, v.integer(bits, kSqrtHalf)), 23);
  Value* f = ir.CreateFSub(v.from_bits(ir.CreateSub(bits, ir.CreateShl(exponent, 23))), v.real(x, 1));
  Value* e = ir.CreateSIToFP(exponent, x->getType());
  e = ir.CreateSelect(tiny, ir.CreateFSub(e, v.real(x, 23)), e);
  Value* square = ir.CreateFMul(f, f);
  Value* tail = v.mul_add(e, v.real(x, -2.12194440e-4f), ir.CreateFMul(ir.CreateFMul(f, square), v.poly(f, kLog)));
  tail = v.mul_add(square, v.real(x, -0.5), tail);
  Value* out = v.mul_add(e, v.real(x, 0.693359375), ir.CreateFAdd(f, tail));
  Value* regular = ir.CreateAnd(ir.CreateFCmpOGT(x, v.zero(x)), ir.CreateFCmpOLT(x, infinity(x)));
  Value* special = ir.CreateSelect(ir.CreateFCmpOLT(x, v.zero(x)), nan(x), x);
  special = ir.CreateSelect(ir.CreateFCmpOEQ(x, v.zero(x)), infinity(x, true), special);
  return ir.CreateSelect(regular, out, special);
}

/// exp(y log |x|) in double, then the special cases of C's pow.
Value* pow(VectorBuilder& v, Value* x, Value* y) {
  if (Value* simple = pow_constant(v, x, y)) return simple;
  auto& ir = v.ir();
  Value* magnitude = v.abs(x);
  Value* logarithm = log_double(v, widen(v, magnitude));
  logarithm = ir.CreateSelect(ir.CreateFCmpOEQ(magnitude, v.zero(x)), infinity(logarithm, true), logarithm);
  logarithm = ir.CreateSelect(ir.CreateFCmpUEQ(magnitude, infinity(x)), widen(v, magnitude), logarithm);
  Value* product = ir.CreateFMul(widen(v, y), logarithm);
  product = ir.CreateSelect(ir.CreateFCmpOEQ(magnitude, v.real(x, 1)), v.zero(product), product);
  Value* power = narrow(v, exp_double(v, product));

  Value* whole = ir.CreateFCmpOEQ(v.unary(llvm::Intrinsic::floor, y), y);
  Value* half = ir.CreateFMul(y, v.real(y, 0.5));
  Value* odd = ir.CreateAnd(whole, ir.CreateFCmpONE(v.unary(llvm::Intrinsic::floor, half), half));
  Value* undefined = ir.CreateAnd(ir.CreateFCmpOLT(x, v.zero(x)), ir.CreateNot(whole));
  undefined = ir.CreateAnd(undefined, ir.CreateFCmpONE(x, infinity(x, true)));
  Value* out = ir.CreateSelect(odd, v.copy_sign(power, x), power);
  out = ir.CreateSelect(undefined, nan(x), out);
  Value* one = ir.CreateOr(ir.CreateFCmpOEQ(y, v.zero(y)), ir.CreateFCmpOEQ(x, v.real(x, 1)));
  return ir.CreateSelect(one, v.real(x, 1), out);
}

/// log(a + sqrt(a^2 + 1)) in double with the sign of x; below 1e-4 the next term of asinh(x) = x - x^3/6 rounds away.
Value* asinh(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* magnitude = v.abs(x);
  Value* a = widen(v, magnitude);
  Value* root = v.unary(llvm::Intrinsic::sqrt, v.mul_add(a, a, v.real(a, 1)));
  Value* out = narrow(v, log_double(v, ir.CreateFAdd(a, root)));
  Value* regular = ir.CreateAnd(ir.CreateFCmpOGT(magnitude, v.real(x, 1e-4)), ir.CreateFCmpOLT(magnitude, infinity(x)));
  return ir.CreateSelect(regular, v.copy_sign(out, x), x);
}

Value* acosh(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* a = widen(v, x);
  Value* root = v.unary(llvm::Intrinsic::sqrt, ir.CreateFSub(ir.CreateFMul(a, a), v.real(a, 1)));
  Value* out = narrow(v, log_double(v, ir.CreateFAdd(a, root)));
  Value* special = ir.CreateSelect(ir.CreateFCmpOEQ(x, infinity(x)), x, nan(x));
  Value* regular = ir.CreateAnd(ir.CreateFCmpOGE(x, v.real(x, 1)), ir.CreateFCmpOLT(x, infinity(x)));
  return ir.CreateSelect(regular, out, special);
}

/// log((1 + a) / (1 - a)) / 2 in double with the sign of x; below 1e-4 the next term of atanh(x) = x + x^3/3 rounds away.
Value* atanh(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* magnitude = v.abs(x);
  Value* a = widen(v, magnitude);
  Value* ratio = ir.CreateFDiv(ir.CreateFAdd(v.real(a, 1), a), ir.CreateFSub(v.real(a, 1), a));
  Value* out = narrow(v, ir.CreateFMul(log_double(v, ratio), v.real(a, 0.5)));
  out = ir.CreateSelect(ir.CreateFCmpOEQ(magnitude, v.real(x, 1)), infinity(x), out);
  out = ir.CreateSelect(ir.CreateFCmpOLE(magnitude, v.real(x, 1)), out, nan(x));
  return ir.CreateSelect(ir.CreateFCmpOLT(magnitude, v.real(x, 1e-4)), x, v.copy_sign(out, x));
}

}  // namespace gearbox::native::math
