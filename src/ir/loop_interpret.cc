#include "ir/loop_interpret.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/half.h"

namespace gearbox {
namespace loop_interpreter {

template <class T>
T read(uint64_t bits) {
  T out;
  std::memcpy(static_cast<void*>(&out), &bits, sizeof(T));
  return out;
}

template <class T>
uint64_t write(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

/// Calls body with a value of the C++ type that computes `type`.
template <class Body>
uint64_t dispatch(DType type, Body&& body) {
  switch (type) {
    case DType::kF32: return body(float{});
    case DType::kF64: return body(double{});
    case DType::kI8: return body(int8_t{});
    case DType::kI16: return body(int16_t{});
    case DType::kI32: return body(int32_t{});
    case DType::kI64: return body(int64_t{});
    case DType::kU8: return body(uint8_t{});
    case DType::kU16: return body(uint16_t{});
    case DType::kU32: return body(uint32_t{});
    case DType::kU64: return body(uint64_t{});
    case DType::kBool: return body(bool{});
    case DType::kF16: return body(Half{});
    case DType::kBF16: return body(BFloat16{});
    default: return 0;
  }
}

template <class T>
T minimum(T a, T b) {
  return b != b || b < a ? b : a;
}

template <class T>
T maximum(T a, T b) {
  return b != b || b > a ? b : a;
}

template <class T>
T clip(T x, T low, T high) {
  return minimum(maximum(x, low), high);
}

double function(LoopOp op, double x, double y, double z) {
  switch (op) {
    case LoopOp::kPow: return std::pow(x, y);
    case LoopOp::kExp: return std::exp(x);
    case LoopOp::kLog: return std::log(x);
    case LoopOp::kTanh: return std::tanh(x);
    case LoopOp::kSigmoid: return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
    case LoopOp::kErf: return std::erf(x);
    case LoopOp::kElu: return x < 0 ? y * std::expm1(x) : x;
    case LoopOp::kSelu: return z * (x < 0 ? y * std::expm1(x) : x);
    case LoopOp::kCelu: return x < 0 ? y * std::expm1(x / y) : x;
    case LoopOp::kSoftplus: return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
    case LoopOp::kSilu: return x * function(LoopOp::kSigmoid, x, 0, 0);
    case LoopOp::kMish: return x * std::tanh(function(LoopOp::kSoftplus, x, 0, 0));
    case LoopOp::kGelu: return x * 0.5 * std::erfc(-x * M_SQRT1_2);
    case LoopOp::kGeluTanh: return x * function(LoopOp::kSigmoid, 2 * std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x), 0, 0);
    case LoopOp::kSin: return std::sin(x);
    case LoopOp::kCos: return std::cos(x);
    case LoopOp::kTan: return std::tan(x);
    case LoopOp::kAsin: return std::asin(x);
    case LoopOp::kAcos: return std::acos(x);
    case LoopOp::kAtan: return std::atan(x);
    case LoopOp::kSinh: return std::sinh(x);
    case LoopOp::kCosh: return std::cosh(x);
    case LoopOp::kAsinh: return std::asinh(x);
    case LoopOp::kAcosh: return std::acosh(x);
    case LoopOp::kAtanh: return std::atanh(x);
    default: return std::numeric_limits<double>::quiet_NaN();
  }
}

template <class T>
T real_op(LoopOp op, T x, T y, T z) {
  switch (op) {
    case LoopOp::kAdd: return x + y;
    case LoopOp::kSub: return x - y;
    case LoopOp::kMul: return x * y;
    case LoopOp::kDiv: return x / y;
    case LoopOp::kNeg: return -x;
    case LoopOp::kAbs: return std::fabs(x);
    case LoopOp::kSign: return x > 0 ? T(1) : x < 0 ? T(-1) : x == 0 ? T(0) : x;
    case LoopOp::kReciprocal: return T(1) / x;
    case LoopOp::kSqrt: return std::sqrt(x);
    case LoopOp::kRsqrt: return T(1) / std::sqrt(x);
    case LoopOp::kFloor: return std::floor(x);
    case LoopOp::kCeil: return std::ceil(x);
    case LoopOp::kRound: return std::nearbyint(x);
    case LoopOp::kSoftsign: return x / (T(1) + std::fabs(x));
    case LoopOp::kHardSigmoid: return clip(y * x + z, T(0), T(1));
    case LoopOp::kHardSwish: return x * clip(T(1.0 / 6) * x + T(0.5), T(0), T(1));
    default: return static_cast<T>(function(op, x, y, z));
  }
}

template <class T>
T integer_op(LoopOp op, T x, T y) {
  using U = std::conditional_t<sizeof(T) < 4, uint32_t, std::make_unsigned_t<T>>;
  const U a = static_cast<U>(x), b = static_cast<U>(y);
  const bool overflows = std::is_signed_v<T> && y == static_cast<T>(-1);
  switch (op) {
    case LoopOp::kAdd: return static_cast<T>(a + b);
    case LoopOp::kSub: return static_cast<T>(a - b);
    case LoopOp::kMul: return static_cast<T>(a * b);
    case LoopOp::kDiv: return y == 0 ? T(0) : overflows ? static_cast<T>(U(0) - a) : static_cast<T>(x / y);
    case LoopOp::kFmod: return y == 0 || overflows ? T(0) : static_cast<T>(x % y);
    case LoopOp::kMod: {
      const T rest = integer_op(LoopOp::kFmod, x, y);
      return rest != 0 && (rest < 0) != (y < 0) ? static_cast<T>(rest + y) : rest;
    }
    case LoopOp::kNeg: return static_cast<T>(U(0) - a);
    case LoopOp::kAbs: return x < 0 ? static_cast<T>(U(0) - a) : x;
    case LoopOp::kSign: return static_cast<T>((x > 0) - (x < 0));
    case LoopOp::kAnd: return static_cast<T>(a & b);
    case LoopOp::kOr: return static_cast<T>(a | b);
    case LoopOp::kXor: return static_cast<T>(a ^ b);
    case LoopOp::kNot: return static_cast<T>(~a);
    case LoopOp::kShiftLeft: return b >= sizeof(T) * 8 ? T(0) : static_cast<T>(a << b);
    case LoopOp::kShiftRight: return b >= sizeof(T) * 8 ? T(0) : static_cast<T>(a >> b);
    default: return 0;
  }
}

template <class T>
uint64_t number_op(LoopOp op, uint64_t xb, uint64_t yb, uint64_t zb) {
  const T x = read<T>(xb), y = read<T>(yb), z = read<T>(zb);
  switch (op) {
    case LoopOp::kMin: return write(minimum(x, y));
    case LoopOp::kMax: return write(maximum(x, y));
    case LoopOp::kRelu: return write(maximum(x, T(0)));
    case LoopOp::kClip: return write(clip(x, y, z));
    case LoopOp::kEqual: return x == y;
    case LoopOp::kNotEqual: return x != y;
    case LoopOp::kLess: return x < y;
    case LoopOp::kLessEqual: return x <= y;
    case LoopOp::kGreater: return x > y;
    case LoopOp::kGreaterEqual: return x >= y;
    default: break;
  }
  if constexpr (std::is_floating_point_v<T>) {
    if (op == LoopOp::kIsNan) return std::isnan(x);
    if (op == LoopOp::kIsInf) return std::isinf(x);
    if (op == LoopOp::kLeakyRelu) return write(x < 0 ? static_cast<T>(y * x) : x);
    return write(real_op(op, x, y, z));
  } else {
    if (op == LoopOp::kLeakyRelu) return write(x < 0 ? integer_op(LoopOp::kMul, x, y) : x);
    return write(integer_op(op, x, y));
  }
}

uint64_t logical_op(LoopOp op, bool x, bool y) {
  switch (op) {
    case LoopOp::kAnd: return x && y;
    case LoopOp::kOr: return x || y;
    case LoopOp::kXor:
    case LoopOp::kNotEqual: return x != y;
    case LoopOp::kEqual: return x == y;
    case LoopOp::kNot: return !x;
    default: return 0;
  }
}

template <class To, class From>
To convert(From x) {
  if constexpr (std::is_same_v<From, Half> || std::is_same_v<From, BFloat16>) {
    if constexpr (std::is_same_v<From, To>) return x;
    return convert<To>(static_cast<float>(x));
  } else if constexpr (std::is_same_v<To, Half> || std::is_same_v<To, BFloat16>) {
    return To(static_cast<float>(x));
  } else if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    if (x != x) return 0;
    if (x <= static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    if (x >= static_cast<From>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    return static_cast<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

uint64_t evaluate(const LoopBody& body, const LoopValue& value, const std::vector<uint64_t>& v) {
  const auto arg = [&](int i) { return value.args[i] < 0 ? 0 : v[value.args[i]]; };
  if (value.op == LoopOp::kSelect) return read<bool>(arg(0)) ? arg(1) : arg(2);
  const DType from = body.values[value.args[0]].type;
  if (value.op == LoopOp::kCast) {
    return dispatch(from, [&](auto source) {
      const auto x = read<decltype(source)>(arg(0));
      return dispatch(value.type, [&](auto target) { return write(convert<decltype(target)>(x)); });
    });
  }
  return dispatch(from, [&](auto sample) -> uint64_t {
    using T = decltype(sample);
    if constexpr (std::is_same_v<T, bool>) {
      return logical_op(value.op, read<bool>(arg(0)), read<bool>(arg(1)));
    } else if constexpr (std::is_arithmetic_v<T>) {
      return number_op<T>(value.op, arg(0), arg(1), arg(2));
    } else {
      return 0;
    }
  });
}

uint64_t load(DType type, const void* from) {
  uint64_t bits = 0;
  std::memcpy(&bits, from, dtype_size(type));
  return type == DType::kBool ? bits != 0 : bits;
}

void run_element(const LoopBody& body, const LoopArgs& args, int64_t r, int64_t c, std::vector<uint64_t>& v) {
  const LoopOperand* operand = args.operands;
  for (size_t i = 0; i < body.values.size(); ++i) {
    const LoopValue& value = body.values[i];
    if (value.op == LoopOp::kConstant) {
      v[i] = value.bits;
    } else if (value.op == LoopOp::kInput) {
      const bool dense = value.access == LoopAccess::kDense || (value.access == LoopAccess::kFlagged && operand->dense != 0);
      const int64_t offset = r * operand->row_stride + (dense ? c : 0) * static_cast<int64_t>(dtype_size(value.type));
      v[i] = load(value.type, static_cast<const char*>(operand++->data) + offset);
    } else {
      v[i] = evaluate(body, value, v);
    }
  }
  for (const int32_t id : body.outputs) {
    const size_t size = dtype_size(body.values[id].type);
    std::memcpy(static_cast<char*>(operand->data) + r * operand->row_stride + c * static_cast<int64_t>(size), &v[id], size);
    ++operand;
  }
}

}  // namespace loop_interpreter

Status interpret(const LoopBody& body, const LoopArgs& args) {
  GBX_RETURN_IF_ERROR(validate(body));
  std::vector<uint64_t> values(body.values.size());
  for (int64_t r = 0; r < args.rows; ++r) {
    for (int64_t c = 0; c < args.columns; ++c) loop_interpreter::run_element(body, args, r, c, values);
  }
  return {};
}

}  // namespace gearbox
