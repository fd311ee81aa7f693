#include <array>
#include <bit>

#include "base/function_tables.h"
#include "codegen/llvm/math.h"

namespace gearbox::native::math::table {
namespace {

constexpr float kLog2E = 0x1.715476p+0f;
/// ln 2 in two parts.
constexpr float kLn2High = 0x1.62e430p-1f;
constexpr float kLn2Low = -1.90465421e-9f;
/// Adding it leaves the nearest multiple of 1/16 in the low bits.
constexpr float kToSixteenths = 0x1.8p19f;

/// The nearest multiple of a step, which is a power of two.
struct Nearest {
  Value* count;  ///< the low bits of an integer: how many steps
  Value* rest;   ///< x less that multiple
};

Nearest nearest(VectorBuilder& v, Value* x, float step) {
  auto& ir = v.ir();
  Value* magic = v.real(x, 0x1.8p23 * step);
  Value* shifted = ir.CreateFAdd(x, magic);
  return {v.bits(shifted), ir.CreateFSub(x, ir.CreateFSub(shifted, magic))};
}

/// The polynomial in t of the entry k, whose coefficient of t^i is rows[i][k].
template <size_t kRows>
Value* piece(VectorBuilder& v, const Nearest& at, const float (&rows)[kRows][32]) {
  Value* sum = v.lookup(at.count, rows[kRows - 1]);
  for (size_t i = kRows - 1; i-- > 0;) sum = v.mul_add(sum, at.rest, v.lookup(at.count, rows[i]));
  return sum;
}

/// max(x, 0) - tail(|x|), where the tail is 0 from 23/4 on; NaN at minus infinity, as x times 0 is.
template <size_t kRows>
Value* rectified(VectorBuilder& v, Value* x, const float (&tail)[kRows][32]) {
  Value* magnitude = v.min_or_second(v.real(x, 5.75), v.abs(x));
  Value* positive = v.mul_add(v.min_or_second(v.zero(x), x), v.zero(x), v.max_or_second(v.zero(x), x));
  return v.ir().CreateFSub(positive, piece(v, nearest(v, magnitude, 0.25f), tail));
}

/// exp(x) for x in -105 … 89.
Value* exp_within(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* shifted = v.mul_add(x, v.real(x, kLog2E), v.real(x, kToSixteenths));
  Value* power = ir.CreateFSub(shifted, v.real(x, kToSixteenths));
  Value* r = v.mul_add(power, v.real(x, -kLn2High), x);
  r = v.mul_add(power, v.real(x, -kLn2Low), r);
  Value* root = v.lookup(v.bits(shifted), tables::kRoots);
  const float rest[] = {1, tables::kExpRest[0], tables::kExpRest[1]};
  return v.scale(v.mul_add(ir.CreateFMul(root, r), v.poly(r, rest), root), power);
}

}  // namespace

Value* exp_negative(VectorBuilder& v, Value* x) { return exp_within(v, v.max_or_second(v.real(x, -105), x)); }

Value* exp(VectorBuilder& v, Value* x) { return exp_negative(v, v.min_or_second(v.real(x, 89), x)); }

/// s / (s + s exp(-x)) with s = 2^-24: s exp(105) is finite still, and the smallest results are denormal only as quotients.
Value* sigmoid(VectorBuilder& v, Value* x, const LoopBounds& bounds) {
  if (bounds.within(-2, 1.9)) return piece(v, nearest(v, x, 0.125f), tables::kNearSigmoid);
  constexpr float kScale = 0x1p-24f, kToScaledSixteenths = kToSixteenths - 24;
  auto& ir = v.ir();
  if (!bounds.within(-104, 40)) x = v.max_or_second(v.real(x, -105), v.min_or_second(v.real(x, 40), x));
  Value* shifted = v.mul_add(x, v.real(x, -kLog2E), v.real(x, kToScaledSixteenths));
  Value* power = ir.CreateFSub(shifted, v.real(x, kToScaledSixteenths));
  Value* r = v.mul_add(power, v.real(x, kLn2High), x);
  r = v.mul_add(power, v.real(x, kLn2Low), r);
  Value* count = v.bits(shifted);
  Value* root = v.lookup(count, std::bit_cast<std::array<float, 16>>(tables::kRootBits));
  Value* scaled = v.from_bits(ir.CreateAdd(v.bits(root), ir.CreateShl(count, 19)));
  const float rest[] = {-1, tables::kExpRest[0], -tables::kExpRest[1]};
  Value* e = v.mul_add(ir.CreateFMul(scaled, r), v.poly(r, rest), scaled);
  return ir.CreateFDiv(v.real(x, kScale), ir.CreateFAdd(e, v.real(x, kScale)));
}

/// (a + b) / (1 + a b) with a = tanh of the nearest half, in a small range of the nearest quarter, and b = tanh of the rest.
Value* tanh(VectorBuilder& v, Value* x, const LoopBounds& bounds) {
  auto& ir = v.ir();
  if (bounds.within(-3.8, 3.8)) {
    const Nearest quarter = nearest(v, x, 0.25f);
    const float rest[] = {1, tables::kTanhQuarterRest[0], tables::kTanhQuarterRest[1]};
    Value* a = v.lookup(quarter.count, tables::kTanhQuarters);
    Value* slope = v.poly(ir.CreateFMul(quarter.rest, quarter.rest), rest);
    Value* top = v.mul_add(quarter.rest, slope, a);
    return ir.CreateFDiv(top, v.mul_add(ir.CreateFMul(a, quarter.rest), slope, v.real(x, 1)));
  }
  const Nearest half = nearest(v, v.min_or_second(v.real(x, 9.5), v.abs(x)), 0.5f);
  Value* a = v.lookup(half.count, tables::kTanhHalves);
  Value* square = ir.CreateFMul(half.rest, half.rest);
  Value* b = v.mul_add(ir.CreateFMul(half.rest, square), v.poly(square, tables::kTanhRest), half.rest);
  return v.copy_sign(ir.CreateFDiv(ir.CreateFAdd(a, b), v.mul_add(a, b, v.real(x, 1))), x);
}

Value* erf(VectorBuilder& v, Value* x) {
  Value* magnitude = v.min_or_second(v.real(x, 3.875), v.abs(x));
  return v.copy_sign(piece(v, nearest(v, magnitude, 0.125f), tables::kErf), x);
}

Value* gelu(VectorBuilder& v, Value* x) { return rectified(v, x, tables::kGeluTail); }

Value* gelu_tanh(VectorBuilder& v, Value* x) { return rectified(v, x, tables::kGeluTanhTail); }

}  // namespace gearbox::native::math::table
