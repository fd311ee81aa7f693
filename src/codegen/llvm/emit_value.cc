#include "codegen/llvm/emit_value.h"

#include "codegen/llvm/emit_integer.h"

namespace gearbox::native {
namespace values {

using llvm::Value;
using llvm::Intrinsic::ID;

/// Whether b may be NaN in a target whose own instruction is asked for.
bool takes_instruction(VectorBuilder& v, Value* b) {
  return v.target().tables && b->getType()->getScalarType()->isFloatTy() && !llvm::isa<llvm::Constant>(b);
}

/// The form `b > a ? b : a` is one instruction and keeps a NaN of a; the select keeps a NaN of b and folds away when b is constant.
/// `any_nan` as in OperandFacts.
Value* maximum(VectorBuilder& v, Value* a, Value* b, int any_nan = -1) {
  if (any_nan >= 0) return any_nan == 0 ? v.max_or_second(b, a) : v.max_or_second(a, b);
  Value* larger = takes_instruction(v, b) ? v.max_instruction(b, a) : v.max_or_second(b, a);
  return v.ir().CreateSelect(v.ir().CreateFCmpUNO(b, b), b, larger);
}

Value* minimum(VectorBuilder& v, Value* a, Value* b, int any_nan = -1) {
  if (any_nan >= 0) return any_nan == 0 ? v.min_or_second(b, a) : v.min_or_second(a, b);
  Value* smaller = takes_instruction(v, b) ? v.min_instruction(b, a) : v.min_or_second(b, a);
  return v.ir().CreateSelect(v.ir().CreateFCmpUNO(b, b), b, smaller);
}

Value* clip(VectorBuilder& v, Value* x, Value* low, Value* high) { return minimum(v, maximum(v, x, low), high); }

Value* clip_01(VectorBuilder& v, Value* x) { return clip(v, x, v.zero(x), v.real(x, 1)); }

Value* sign(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* one = v.copy_sign(v.real(x, 1), x);
  Value* zero_or_nan = ir.CreateSelect(ir.CreateFCmpOEQ(x, v.zero(x)), v.zero(x), x);
  return ir.CreateSelect(ir.CreateFCmpONE(x, v.zero(x)), one, zero_or_nan);
}

Value* compare(VectorBuilder& v, LoopOp op, Value* a, Value* b) {
  auto& ir = v.ir();
  switch (op) {
    case LoopOp::kEqual: return ir.CreateFCmpOEQ(a, b);
    case LoopOp::kNotEqual: return ir.CreateFCmpUNE(a, b);
    case LoopOp::kLess: return ir.CreateFCmpOLT(a, b);
    case LoopOp::kLessEqual: return ir.CreateFCmpOLE(a, b);
    case LoopOp::kGreater: return ir.CreateFCmpOGT(a, b);
    case LoopOp::kGreaterEqual: return ir.CreateFCmpOGE(a, b);
    default: return nullptr;
  }
}

Value* emit_real(VectorBuilder& v, LoopOp op, std::span<Value* const> args, const OperandFacts& facts) {
  auto& ir = v.ir();
  Value* x = args[0];
  Value* y = args.size() > 1 ? args[1] : nullptr;
  switch (op) {
    case LoopOp::kAdd: return ir.CreateFAdd(x, y);
    case LoopOp::kSub: return ir.CreateFSub(x, y);
    case LoopOp::kMul: return ir.CreateFMul(x, y);
    case LoopOp::kDiv: return ir.CreateFDiv(x, y);
    case LoopOp::kMin: return minimum(v, x, y, facts.any_nan);
    case LoopOp::kMax: return maximum(v, x, y, facts.any_nan);
    case LoopOp::kNeg: return ir.CreateFNeg(x);
    case LoopOp::kAbs: return v.abs(x);
    case LoopOp::kSign: return sign(v, x);
    case LoopOp::kReciprocal: return ir.CreateFDiv(v.real(x, 1), x);
    case LoopOp::kSqrt: return v.unary(llvm::Intrinsic::sqrt, x);
    case LoopOp::kRsqrt: return ir.CreateFDiv(v.real(x, 1), v.unary(llvm::Intrinsic::sqrt, x));
    case LoopOp::kFloor: return v.unary(llvm::Intrinsic::floor, x);
    case LoopOp::kCeil: return v.unary(llvm::Intrinsic::ceil, x);
    case LoopOp::kRound: return v.unary(llvm::Intrinsic::roundeven, x);
    case LoopOp::kRelu: return maximum(v, x, v.zero(x));
    case LoopOp::kLeakyRelu: return ir.CreateSelect(ir.CreateFCmpOLT(x, v.zero(x)), ir.CreateFMul(y, x), x);
    case LoopOp::kSoftsign: return ir.CreateFDiv(x, ir.CreateFAdd(v.real(x, 1), v.abs(x)));
    case LoopOp::kHardSigmoid: return clip_01(v, ir.CreateFAdd(ir.CreateFMul(y, x), args[2]));
    case LoopOp::kHardSwish: return ir.CreateFMul(x, clip_01(v, ir.CreateFAdd(ir.CreateFMul(v.real(x, 1.0 / 6), x), v.real(x, 0.5))));
    case LoopOp::kClip: return clip(v, x, y, args[2]);
    case LoopOp::kIsNan: return ir.CreateFCmpUNO(x, x);
    case LoopOp::kIsInf: return ir.CreateFCmpOEQ(v.abs(x), llvm::ConstantFP::getInfinity(x->getType()));
    default: break;
  }
  if (Value* bit = compare(v, op, x, y)) return bit;
  return x->getType()->getScalarType()->isFloatTy() ? emit_function(v, op, args, facts.first) : nullptr;
}

Value* emit_logical(VectorBuilder& v, LoopOp op, std::span<Value* const> args) {
  auto& ir = v.ir();
  switch (op) {
    case LoopOp::kAnd: return ir.CreateAnd(args[0], args[1]);
    case LoopOp::kOr: return ir.CreateOr(args[0], args[1]);
    case LoopOp::kXor:
    case LoopOp::kNotEqual: return ir.CreateXor(args[0], args[1]);
    case LoopOp::kEqual: return ir.CreateNot(ir.CreateXor(args[0], args[1]));
    case LoopOp::kNot: return ir.CreateNot(args[0]);
    default: return nullptr;
  }
}

}  // namespace values

llvm::Value* emit_value(VectorBuilder& v, LoopOp op, DType type, std::span<llvm::Value* const> args, const OperandFacts& facts) {
  if (op == LoopOp::kSelect) return v.ir().CreateSelect(args[0], args[1], args[2]);
  if (type == DType::kF32 || type == DType::kF64) return values::emit_real(v, op, args, facts);
  if (type == DType::kBool) return values::emit_logical(v, op, args);
  if (is_integer(type)) return emit_integer(v, op, type, args);
  return nullptr;
}

}  // namespace gearbox::native
