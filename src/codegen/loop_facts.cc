#include "codegen/loop_facts.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace gearbox {
namespace {

/// Sums and products from here on may be infinite in f32.
constexpr double kLargest = 3e38;

LoopBounds rounded(double low, double high) {
  LoopBounds out;
  if (low > -kLargest) out.low = low;
  if (high < kLargest) out.high = high;
  return out;
}

LoopBounds sum(const LoopBounds& a, const LoopBounds& b) { return rounded(a.low + b.low, a.high + b.high); }

LoopBounds negative(const LoopBounds& a) { return {-a.high, -a.low}; }

LoopBounds product(const LoopBounds& a, const LoopBounds& b) {
  const double corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  if (std::any_of(std::begin(corners), std::end(corners), [](double corner) { return std::isnan(corner); })) return {};
  const auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
  return rounded(*low, *high);
}

LoopBounds magnitude(const LoopBounds& a) {
  const double most = std::max(-a.low, a.high);
  return {std::max({0.0, a.low, -a.high}), most};
}

LoopBounds lesser(const LoopBounds& a, const LoopBounds& b) { return {std::min(a.low, b.low), std::min(a.high, b.high)}; }
LoopBounds greater(const LoopBounds& a, const LoopBounds& b) { return {std::max(a.low, b.low), std::max(a.high, b.high)}; }
LoopBounds either(const LoopBounds& a, const LoopBounds& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

/// Of a function that never falls.
LoopBounds rising(const LoopBounds& x, double (*function)(double)) { return rounded(function(x.low), function(x.high)); }

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

LoopBounds bounds_of(const LoopValue& value, const std::vector<LoopBounds>& known) {
  const auto at = [&](int arg) -> const LoopBounds& { return known[static_cast<size_t>(value.args[static_cast<size_t>(arg)])]; };
  switch (value.op) {
    case LoopOp::kConstant: {
      const double x = static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(value.bits)));
      return std::isnan(x) ? LoopBounds() : LoopBounds{x, x};
    }
    case LoopOp::kAdd: return sum(at(0), at(1));
    case LoopOp::kSub: return sum(at(0), negative(at(1)));
    case LoopOp::kMul: return product(at(0), at(1));
    case LoopOp::kMin: return lesser(at(0), at(1));
    case LoopOp::kMax: return greater(at(0), at(1));
    case LoopOp::kClip: return lesser(greater(at(0), at(1)), at(2));
    case LoopOp::kNeg: return negative(at(0));
    case LoopOp::kAbs: return magnitude(at(0));
    case LoopOp::kRelu: return greater(at(0), {0, 0});
    case LoopOp::kTanh: return rising(at(0), [](double x) { return std::tanh(x); });
    case LoopOp::kErf: return rising(at(0), [](double x) { return std::erf(x); });
    case LoopOp::kSigmoid: return rising(at(0), sigmoid);
    case LoopOp::kExp: return rising(at(0), [](double x) { return std::exp(x); });
    case LoopOp::kHardSigmoid: return {0, 1};
    case LoopOp::kSign:
    case LoopOp::kSoftsign:
    case LoopOp::kSin:
    case LoopOp::kCos: return {-1, 1};
    case LoopOp::kSelect: return either(at(1), at(2));
    default: return {};
  }
}

/// Operands whose NaN the result is, too.
int kept(LoopOp op) {
  switch (op) {
    case LoopOp::kAdd:
    case LoopOp::kSub:
    case LoopOp::kMul:
    case LoopOp::kDiv:
    case LoopOp::kMin:
    case LoopOp::kMax: return 2;
    case LoopOp::kNeg:
    case LoopOp::kAbs:
    case LoopOp::kSqrt:
    case LoopOp::kExp:
    case LoopOp::kTanh:
    case LoopOp::kSigmoid:
    case LoopOp::kErf:
    case LoopOp::kRelu:
    case LoopOp::kClip: return 1;
    default: return 0;
  }
}

}  // namespace

std::vector<LoopBounds> loop_bounds(const LoopBody& body) {
  std::vector<LoopBounds> out;
  for (const LoopValue& value : body.values) out.push_back(value.type == DType::kF32 ? bounds_of(value, out) : LoopBounds());
  return out;
}

bool keeps_nan(const LoopBody& body, int32_t from, int32_t into) {
  std::vector<bool> keeps(body.values.size());
  for (int32_t v = from; v <= into; ++v) {
    const LoopValue& value = body.values[static_cast<size_t>(v)];
    const int count = value.type == DType::kF32 ? kept(value.op) : 0;
    keeps[static_cast<size_t>(v)] = v == from || std::any_of(value.args.begin(), value.args.begin() + count,
                                                             [&](int32_t arg) { return arg >= 0 && keeps[static_cast<size_t>(arg)]; });
  }
  return from <= into && keeps[static_cast<size_t>(into)];
}

}  // namespace gearbox
