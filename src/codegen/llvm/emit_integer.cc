#include "codegen/llvm/emit_integer.h"

namespace gearbox::native {
namespace integers {

using llvm::Value;

bool is_signed(DType type) { return type == DType::kI8 || type == DType::kI16 || type == DType::kI32 || type == DType::kI64; }

/// Quotients of up to 16 bits are exact in f32 and of 32 bits in f64: two different quotients of such integers differ by more
/// than the rounding of the division.
Value* divide_as_reals(VectorBuilder& v, DType type, Value* a, Value* b) {
  auto& ir = v.ir();
  const bool narrow = dtype_size(type) < 4;
  llvm::Type* real = v.type(narrow ? DType::kF32 : DType::kF64);
  Value* x = is_signed(type) ? ir.CreateSIToFP(a, real) : ir.CreateUIToFP(a, real);
  Value* y = is_signed(type) ? ir.CreateSIToFP(b, real) : ir.CreateUIToFP(b, real);
  Value* quotient = ir.CreateFDiv(x, y);
  if (narrow) return ir.CreateTrunc(ir.CreateFPToSI(quotient, v.type(DType::kI32)), a->getType());
  // 2^52 + q holds the integer q in its low bits; the floor of the magnitude is the truncation.
  Value* magnitude = v.unary(llvm::Intrinsic::floor, v.abs(quotient));
  Value* low = ir.CreateTrunc(v.bits(ir.CreateFAdd(magnitude, v.real(magnitude, 0x1p52))), a->getType());
  if (!is_signed(type)) return low;
  return ir.CreateSelect(ir.CreateICmpSLT(ir.CreateXor(a, b), v.zero(a)), ir.CreateNeg(low), low);
}

struct Division {
  Value* quotient;
  Value* rest;
};

/// Division that never traps: by zero both results are 0, and the most negative value over -1 wraps.
Division divide(VectorBuilder& v, DType type, Value* a, Value* b) {
  auto& ir = v.ir();
  Value* by_zero = ir.CreateICmpEQ(b, v.zero(b));
  Value* divisor = ir.CreateSelect(by_zero, v.integer(b, 1), b);
  Value* quotient = nullptr;
  if (dtype_size(type) < 8) {
    quotient = divide_as_reals(v, type, a, divisor);
  } else if (!is_signed(type)) {
    quotient = ir.CreateUDiv(a, divisor);
  } else {
    Value* minus_one = ir.CreateICmpEQ(b, v.integer(b, ~uint64_t{0}));
    Value* safe = ir.CreateSelect(minus_one, v.integer(b, 1), divisor);
    Value* plain = ir.CreateSDiv(a, safe);
    quotient = ir.CreateSelect(minus_one, ir.CreateNeg(a), plain);
  }
  Value* rest = ir.CreateSub(a, ir.CreateMul(quotient, divisor));
  return {ir.CreateSelect(by_zero, v.zero(a), quotient), ir.CreateSelect(by_zero, v.zero(a), rest)};
}

Value* floor_mod(VectorBuilder& v, DType type, Value* a, Value* b) {
  auto& ir = v.ir();
  Value* rest = divide(v, type, a, b).rest;
  if (!is_signed(type)) return rest;
  Value* signs_differ = ir.CreateICmpSLT(ir.CreateXor(rest, b), v.zero(a));
  Value* move = ir.CreateAnd(ir.CreateICmpNE(rest, v.zero(a)), signs_differ);
  return ir.CreateSelect(move, ir.CreateAdd(rest, b), rest);
}

Value* shift(VectorBuilder& v, LoopOp op, Value* a, Value* count) {
  auto& ir = v.ir();
  Value* width = v.integer(a, a->getType()->getScalarSizeInBits());
  Value* fits = ir.CreateICmpULT(count, width);
  Value* bounded = ir.CreateSelect(fits, count, v.zero(count));
  Value* shifted = op == LoopOp::kShiftLeft ? ir.CreateShl(a, bounded) : ir.CreateLShr(a, bounded);
  return ir.CreateSelect(fits, shifted, v.zero(a));
}

Value* minimum(VectorBuilder& v, DType type, Value* a, Value* b) {
  return v.ir().CreateBinaryIntrinsic(is_signed(type) ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, a, b);
}

Value* maximum(VectorBuilder& v, DType type, Value* a, Value* b) {
  return v.ir().CreateBinaryIntrinsic(is_signed(type) ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, a, b);
}

Value* sign(VectorBuilder& v, DType type, Value* x) {
  auto& ir = v.ir();
  Value* positive = is_signed(type) ? ir.CreateICmpSGT(x, v.zero(x)) : ir.CreateICmpNE(x, v.zero(x));
  Value* up = ir.CreateZExt(positive, x->getType());
  return is_signed(type) ? ir.CreateOr(up, ir.CreateSExt(ir.CreateICmpSLT(x, v.zero(x)), x->getType())) : up;
}

}  // namespace integers

llvm::Value* emit_integer(VectorBuilder& v, LoopOp op, DType type, std::span<llvm::Value* const> args) {
  using namespace integers;
  auto& ir = v.ir();
  const bool with_sign = is_signed(type);
  Value* x = args[0];
  Value* y = args.size() > 1 ? args[1] : nullptr;
  switch (op) {
    case LoopOp::kAdd: return ir.CreateAdd(x, y);
    case LoopOp::kSub: return ir.CreateSub(x, y);
    case LoopOp::kMul: return ir.CreateMul(x, y);
    case LoopOp::kDiv: return divide(v, type, x, y).quotient;
    case LoopOp::kMod: return floor_mod(v, type, x, y);
    case LoopOp::kFmod: return divide(v, type, x, y).rest;
    case LoopOp::kMin: return minimum(v, type, x, y);
    case LoopOp::kMax: return maximum(v, type, x, y);
    case LoopOp::kNeg: return ir.CreateNeg(x);
    case LoopOp::kAbs: return with_sign ? maximum(v, type, x, ir.CreateNeg(x)) : x;
    case LoopOp::kSign: return sign(v, type, x);
    case LoopOp::kRelu: return maximum(v, type, x, v.zero(x));
    case LoopOp::kLeakyRelu: return with_sign ? ir.CreateSelect(ir.CreateICmpSLT(x, v.zero(x)), ir.CreateMul(x, y), x) : x;
    case LoopOp::kClip: return minimum(v, type, maximum(v, type, x, y), args[2]);
    case LoopOp::kEqual: return ir.CreateICmpEQ(x, y);
    case LoopOp::kNotEqual: return ir.CreateICmpNE(x, y);
    case LoopOp::kLess: return with_sign ? ir.CreateICmpSLT(x, y) : ir.CreateICmpULT(x, y);
    case LoopOp::kLessEqual: return with_sign ? ir.CreateICmpSLE(x, y) : ir.CreateICmpULE(x, y);
    case LoopOp::kGreater: return with_sign ? ir.CreateICmpSGT(x, y) : ir.CreateICmpUGT(x, y);
    case LoopOp::kGreaterEqual: return with_sign ? ir.CreateICmpSGE(x, y) : ir.CreateICmpUGE(x, y);
    case LoopOp::kAnd: return ir.CreateAnd(x, y);
    case LoopOp::kOr: return ir.CreateOr(x, y);
    case LoopOp::kXor: return ir.CreateXor(x, y);
    case LoopOp::kNot: return ir.CreateNot(x);
    case LoopOp::kShiftLeft:
    case LoopOp::kShiftRight: return shift(v, op, x, y);
    default: return nullptr;
  }
}

}  // namespace gearbox::native
