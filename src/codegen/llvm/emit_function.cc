#include "codegen/llvm/emit_value.h"
#include "codegen/llvm/math.h"

namespace gearbox::native {
namespace functions {

using llvm::Value;

/// alpha * (exp(x / scale) - 1) below 0, else x.
Value* elu(VectorBuilder& v, Value* x, Value* alpha, Value* argument) {
  auto& ir = v.ir();
  Value* negative = ir.CreateFMul(alpha, math::expm1_negative(v, argument));
  return ir.CreateSelect(ir.CreateFCmpOLT(x, v.zero(x)), negative, x);
}

Value* gelu(VectorBuilder& v, Value* x) {
  if (v.target().tables) return math::table::gelu(v, x);
  auto& ir = v.ir();
  Value* erf = math::erf(v, ir.CreateFMul(x, v.real(x, 0.70710678118654752)));
  return ir.CreateFMul(ir.CreateFMul(x, v.real(x, 0.5)), ir.CreateFAdd(erf, v.real(x, 1)));
}

/// x (1 + tanh(u)) / 2 with u = sqrt(2 / pi) (x + 0.044715 x^3).
Value* gelu_tanh(VectorBuilder& v, Value* x) {
  if (v.target().tables) return math::table::gelu_tanh(v, x);
  auto& ir = v.ir();
  Value* cubic = v.mul_add(ir.CreateFMul(x, x), v.real(x, 0.79788456080286536 * 0.044715), v.real(x, 0.79788456080286536));
  Value* tanh = math::tanh(v, ir.CreateFMul(x, cubic), {});
  return ir.CreateFMul(ir.CreateFMul(x, v.real(x, 0.5)), ir.CreateFAdd(tanh, v.real(x, 1)));
}

}  // namespace functions

llvm::Value* emit_function(VectorBuilder& v, LoopOp op, std::span<llvm::Value* const> args, const LoopBounds& bounds) {
  llvm::Value* x = args[0];
  switch (op) {
    case LoopOp::kPow: return math::pow(v, x, args[1]);
    case LoopOp::kExp: return math::exp(v, x);
    case LoopOp::kLog: return math::log(v, x);
    case LoopOp::kTanh: return math::tanh(v, x, bounds);
    case LoopOp::kSigmoid: return math::sigmoid(v, x, bounds);
    case LoopOp::kErf: return math::erf(v, x);
    case LoopOp::kElu: return functions::elu(v, x, args[1], x);
    case LoopOp::kSelu: return v.ir().CreateFMul(args[2], functions::elu(v, x, args[1], x));
    case LoopOp::kCelu: return functions::elu(v, x, args[1], v.ir().CreateFDiv(x, args[1]));
    case LoopOp::kSoftplus: return math::softplus(v, x);
    case LoopOp::kSilu: return v.ir().CreateFMul(x, math::sigmoid(v, x, bounds));
    case LoopOp::kMish: return math::mish(v, x);
    case LoopOp::kGelu: return functions::gelu(v, x);
    case LoopOp::kGeluTanh: return functions::gelu_tanh(v, x);
    case LoopOp::kSin: return math::sin(v, x);
    case LoopOp::kCos: return math::cos(v, x);
    case LoopOp::kTan: return math::tan(v, x);
    case LoopOp::kAsin: return math::asin(v, x);
    case LoopOp::kAcos: return math::acos(v, x);
    case LoopOp::kAtan: return math::atan(v, x);
    case LoopOp::kSinh: return math::sinh(v, x);
    case LoopOp::kCosh: return math::cosh(v, x);
    case LoopOp::kAsinh: return math::asinh(v, x);
    case LoopOp::kAcosh: return math::acosh(v, x);
    case LoopOp::kAtanh: return math::atanh(v, x);
    default: return nullptr;
  }
}

}  // namespace gearbox::native
