#include "ir/loop.h"

namespace gearbox {
namespace loop_table {

enum Types : uint32_t {
  kF32 = 1,
  kF64 = 2,
  kInts = 4,
  kUnsigned = 8,
  kLogical = 16,
  kStored = 32,  // f16, bf16
  kReals = kF32 | kF64,
  kNumbers = kReals | kInts,
  kAny = kNumbers | kLogical | kStored,
};

struct Row {
  LoopOp op;
  std::string_view name;
  int arity;
  uint32_t types;
};

constexpr Row kRows[] = {
    {LoopOp::kInput, "input", 0, kAny},
    {LoopOp::kConstant, "constant", 0, kAny},
    {LoopOp::kAdd, "add", 2, kNumbers},
    {LoopOp::kSub, "sub", 2, kNumbers},
    {LoopOp::kMul, "mul", 2, kNumbers},
    {LoopOp::kDiv, "div", 2, kNumbers},
    {LoopOp::kMod, "mod", 2, kInts},
    {LoopOp::kFmod, "fmod", 2, kInts},
    {LoopOp::kPow, "pow", 2, kF32},
    {LoopOp::kMin, "min", 2, kNumbers},
    {LoopOp::kMax, "max", 2, kNumbers},
    {LoopOp::kNeg, "neg", 1, kNumbers},
    {LoopOp::kAbs, "abs", 1, kNumbers},
    {LoopOp::kSign, "sign", 1, kNumbers},
    {LoopOp::kReciprocal, "reciprocal", 1, kReals},
    {LoopOp::kSqrt, "sqrt", 1, kReals},
    {LoopOp::kRsqrt, "rsqrt", 1, kReals},
    {LoopOp::kFloor, "floor", 1, kReals},
    {LoopOp::kCeil, "ceil", 1, kReals},
    {LoopOp::kRound, "round", 1, kReals},
    {LoopOp::kExp, "exp", 1, kF32},
    {LoopOp::kLog, "log", 1, kF32},
    {LoopOp::kTanh, "tanh", 1, kF32},
    {LoopOp::kSigmoid, "sigmoid", 1, kF32},
    {LoopOp::kErf, "erf", 1, kF32},
    {LoopOp::kRelu, "relu", 1, kNumbers},
    {LoopOp::kLeakyRelu, "leaky_relu", 2, kNumbers},
    {LoopOp::kElu, "elu", 2, kF32},
    {LoopOp::kSelu, "selu", 3, kF32},
    {LoopOp::kCelu, "celu", 2, kF32},
    {LoopOp::kSoftplus, "softplus", 1, kF32},
    {LoopOp::kSoftsign, "softsign", 1, kReals},
    {LoopOp::kHardSigmoid, "hard_sigmoid", 3, kReals},
    {LoopOp::kHardSwish, "hard_swish", 1, kReals},
    {LoopOp::kSilu, "silu", 1, kF32},
    {LoopOp::kMish, "mish", 1, kF32},
    {LoopOp::kGelu, "gelu", 1, kF32},
    {LoopOp::kGeluTanh, "gelu_tanh", 1, kF32},
    {LoopOp::kClip, "clip", 3, kNumbers},
    {LoopOp::kSin, "sin", 1, kF32},
    {LoopOp::kCos, "cos", 1, kF32},
    {LoopOp::kTan, "tan", 1, kF32},
    {LoopOp::kAsin, "asin", 1, kF32},
    {LoopOp::kAcos, "acos", 1, kF32},
    {LoopOp::kAtan, "atan", 1, kF32},
    {LoopOp::kSinh, "sinh", 1, kF32},
    {LoopOp::kCosh, "cosh", 1, kF32},
    {LoopOp::kAsinh, "asinh", 1, kF32},
    {LoopOp::kAcosh, "acosh", 1, kF32},
    {LoopOp::kAtanh, "atanh", 1, kF32},
    {LoopOp::kEqual, "equal", 2, kNumbers | kLogical},
    {LoopOp::kNotEqual, "not_equal", 2, kNumbers | kLogical},
    {LoopOp::kLess, "less", 2, kNumbers},
    {LoopOp::kLessEqual, "less_equal", 2, kNumbers},
    {LoopOp::kGreater, "greater", 2, kNumbers},
    {LoopOp::kGreaterEqual, "greater_equal", 2, kNumbers},
    {LoopOp::kAnd, "and", 2, kInts | kLogical},
    {LoopOp::kOr, "or", 2, kInts | kLogical},
    {LoopOp::kXor, "xor", 2, kInts | kLogical},
    {LoopOp::kNot, "not", 1, kInts | kLogical},
    {LoopOp::kShiftLeft, "shift_left", 2, kUnsigned},
    {LoopOp::kShiftRight, "shift_right", 2, kUnsigned},
    {LoopOp::kSelect, "select", 3, kAny},
    {LoopOp::kCast, "cast", 1, kAny},
    {LoopOp::kIsNan, "is_nan", 1, kReals},
    {LoopOp::kIsInf, "is_inf", 1, kReals},
};

constexpr bool rows_match_enum() {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (static_cast<size_t>(kRows[i].op) != i) return false;
  }
  return true;
}
static_assert(rows_match_enum());

const Row& row(LoopOp op) { return kRows[static_cast<size_t>(op)]; }

uint32_t type_bits(DType type) {
  switch (type) {
    case DType::kF32: return kF32;
    case DType::kF64: return kF64;
    case DType::kI8:
    case DType::kI16:
    case DType::kI32:
    case DType::kI64: return kInts;
    case DType::kU8:
    case DType::kU16:
    case DType::kU32:
    case DType::kU64: return kInts | kUnsigned;
    case DType::kBool: return kLogical;
    case DType::kF16:
    case DType::kBF16: return kStored;
    default: return 0;
  }
}

}  // namespace loop_table

std::string_view loop_op_name(LoopOp op) { return loop_table::row(op).name; }
int loop_op_arity(LoopOp op) { return loop_table::row(op).arity; }
bool loop_supported(LoopOp op, DType type) { return (loop_table::row(op).types & loop_table::type_bits(type)) != 0; }

}  // namespace gearbox
