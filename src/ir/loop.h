#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "base/loop_args.h"
#include "base/status.h"

namespace gearbox {

/// Scalar operations of a fused loop. Floats follow IEEE and ONNX: NaN propagates through min, max, clip and relu; round goes to
/// even. Integers wrap; division and modulus by zero give 0. Parameters (alpha, beta …) are ordinary operands.
enum class LoopOp : uint8_t {
  kInput,
  kConstant,
  kAdd,
  kSub,
  kMul,
  kDiv,   ///< Integers truncate towards zero.
  kMod,   ///< Integers; the result has the divisor's sign (ONNX Mod, fmod = 0).
  kFmod,  ///< Integers; the result has the dividend's sign (ONNX Mod, fmod = 1).
  kPow,
  kMin,
  kMax,
  kNeg,
  kAbs,
  kSign,  ///< -1, 0, 1; NaN stays.
  kReciprocal,
  kSqrt,
  kRsqrt,  ///< 1 / sqrt(x), both steps rounded.
  kFloor,
  kCeil,
  kRound,
  kExp,
  kLog,
  kTanh,
  kSigmoid,
  kErf,
  kRelu,
  kLeakyRelu,    ///< x < 0 ? alpha * x : x
  kElu,          ///< x < 0 ? alpha * (exp(x) - 1) : x
  kSelu,         ///< gamma * elu(x, alpha); operands x, alpha, gamma
  kCelu,         ///< x < 0 ? alpha * (exp(x / alpha) - 1) : x
  kSoftplus,     ///< log(1 + exp(x))
  kSoftsign,     ///< x / (1 + |x|)
  kHardSigmoid,  ///< clip(alpha * x + beta, 0, 1); operands x, alpha, beta
  kHardSwish,    ///< x * hard_sigmoid(x, 1/6, 1/2)
  kSilu,         ///< x * sigmoid(x)
  kMish,         ///< x * tanh(softplus(x))
  kGelu,         ///< x * (1 + erf(x / sqrt 2)) / 2
  kGeluTanh,     ///< The tanh approximation of gelu.
  kClip,         ///< min(max(x, low), high); operands x, low, high
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kSinh,
  kCosh,
  kAsinh,
  kAcosh,
  kAtanh,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAnd,  ///< Bitwise on integers, logical on bool; so are or, xor and not.
  kOr,
  kXor,
  kNot,
  kShiftLeft,   ///< Unsigned integers; counts of the width and above give 0.
  kShiftRight,  ///< As kShiftLeft.
  kSelect,      ///< operands condition (bool), then, else
  kCast,        ///< Float to integer truncates and saturates, NaN gives 0; anything to bool is x != 0.
  kIsNan,
  kIsInf,
};

/// One value of a loop. f16 and bf16 values are storage: only cast, select and outputs take them.
struct LoopValue {
  LoopOp op = LoopOp::kInput;
  DType type = DType::kUndefined;
  LoopAccess access = LoopAccess::kDense;  ///< of kInput
  uint64_t bits = 0;                       ///< of kConstant: its bit pattern, zero-extended
  std::array<int32_t, 3> args{-1, -1, -1};

  bool operator==(const LoopValue&) const = default;
};

/// Longer loops are refused: they would only spill registers.
inline constexpr size_t kMaxLoopValues = 1024;

/// A fused loop: what happens to one element, as a list of values in which operands precede their users. The inputs of a call are
/// the kInput values in their order here; the outputs are the listed values, stored dense with the value's own type.
struct LoopBody {
  std::vector<LoopValue> values;
  std::vector<int32_t> outputs;
  /// Every call has a multiple of this many columns, a power of two: code that knows it needs no partial vector. 1 promises nothing.
  int64_t column_multiple = 1;

  int32_t input(DType type, LoopAccess access);
  /// A constant converted to `type`; `value` must be representable for exactness.
  int32_t constant(DType type, double value);
  int32_t constant_bits(DType type, uint64_t bits);
  /// Appends an operation; its type follows from the operands. Misuse shows in validate().
  int32_t emit(LoopOp op, int32_t a, int32_t b = -1, int32_t c = -1);
  int32_t cast(int32_t value, DType to);
  void output(int32_t value) { outputs.push_back(value); }

  std::vector<int32_t> inputs() const;
};

/// Name of an operation in the text form: "add", "leaky_relu" …
std::string_view loop_op_name(LoopOp op);
/// Number of operands: 0 to 3.
int loop_op_arity(LoopOp op);
/// Whether `op` on operands of `type` can be generated inline. For kSelect, `type` is that of the chosen values; for kCast, of the
/// source. Everything else must stay a kernel call.
bool loop_supported(LoopOp op, DType type);

/// Checks order, arity and types; the message names the offending value of text().
Status validate(const LoopBody& body);
/// The same loop without dead and repeated values, numbered by first use. All inputs stay, in order.
LoopBody canonical(const LoopBody& body);
/// One value a line: "%3 = add %0, %1 : f32"; before them "columns 64" where the multiple is not 1.
std::string text(const LoopBody& body);
/// The line of one value. The loop need not be valid, but the operation must be one.
std::string value_text(const LoopBody& body, int32_t id);
/// The inverse of text(), validated. Error: invalid_argument naming the value, or that of validate().
Result<LoopBody> parse_loop(std::string_view text);
/// Hash of the canonical text, the same on every machine.
uint64_t structural_hash(const LoopBody& body);

}  // namespace gearbox
