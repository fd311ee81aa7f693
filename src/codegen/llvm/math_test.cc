#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "codegen/llvm/native_image.h"
#include "ir/loop_interpret.h"
#include "package/code_image.h"

namespace gearbox {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

struct Function {
  LoopOp op;
  double ulps;         ///< allowed error in units of the last place of the exact result
  float absolute = 0;  ///< allowed on top: this times |x|, where the definition itself cancels
};

constexpr Function kFunctions[] = {
    {LoopOp::kExp, 1.5},         {LoopOp::kLog, 1.5},
    {LoopOp::kTanh, 6},          {LoopOp::kSigmoid, 3},
    {LoopOp::kErf, 6},           {LoopOp::kSoftplus, 3},
    {LoopOp::kSilu, 4, 2e-45f},  {LoopOp::kMish, 6, 2e-45f},
    {LoopOp::kGelu, 4, 1.5e-7f}, {LoopOp::kGeluTanh, 4, 2.5e-7f},
    {LoopOp::kSin, 2},           {LoopOp::kCos, 2},
    {LoopOp::kTan, 4},           {LoopOp::kAsin, 3},
    {LoopOp::kAcos, 4},          {LoopOp::kAtan, 3},
    {LoopOp::kSinh, 3},          {LoopOp::kCosh, 3},
    {LoopOp::kAsinh, 1},         {LoopOp::kAcosh, 1},
    {LoopOp::kAtanh, 1},
};

/// The oracle in double, at f32 arguments.
double exact(LoopOp op, float x) {
  const double d = x;
  switch (op) {
    case LoopOp::kExp: return std::exp(d);
    case LoopOp::kLog: return std::log(d);
    case LoopOp::kTanh: return std::tanh(d);
    case LoopOp::kSigmoid: return d < 0 ? std::exp(d) / (1 + std::exp(d)) : 1 / (1 + std::exp(-d));
    case LoopOp::kErf: return std::erf(d);
    case LoopOp::kSoftplus: return std::fmax(d, 0) + std::log1p(std::exp(-std::fabs(d)));
    case LoopOp::kSilu: return d * exact(LoopOp::kSigmoid, x);
    case LoopOp::kMish: return d * std::tanh(exact(LoopOp::kSoftplus, x));
    case LoopOp::kGelu: return d / 2 * std::erfc(-d * M_SQRT1_2);
    case LoopOp::kGeluTanh: return d / (1 + std::exp(-2 * std::sqrt(2 / M_PI) * (d + 0.044715 * d * d * d)));
    case LoopOp::kSin: return std::sin(d);
    case LoopOp::kCos: return std::cos(d);
    case LoopOp::kTan: return std::tan(d);
    case LoopOp::kAsin: return std::asin(d);
    case LoopOp::kAcos: return std::acos(d);
    case LoopOp::kAtan: return std::atan(d);
    case LoopOp::kSinh: return std::sinh(d);
    case LoopOp::kCosh: return std::cosh(d);
    case LoopOp::kAsinh: return std::asinh(d);
    case LoopOp::kAcosh: return std::acosh(d);
    case LoopOp::kAtanh: return std::atanh(d);
    default: return NAN;
  }
}

double ulp(double value) {
  const float magnitude = static_cast<float>(std::fabs(value));
  if (!(magnitude < 0x1p127f)) return 0x1p104;
  return static_cast<double>(std::nextafter(magnitude, kInf)) - magnitude;
}

/// Every `step`-th float by bit pattern, then values where functions bend.
std::vector<float> arguments() {
  constexpr uint32_t kStep = 8191;
  std::vector<float> out;
  for (uint64_t bits = 0; bits < (uint64_t{1} << 32); bits += kStep) {
    const float x = std::bit_cast<float>(static_cast<uint32_t>(bits));
    if (!std::isnan(x)) out.push_back(x);
  }
  for (float x = -110; x < 110; x += 0.00390625f) out.push_back(x);
  for (const float x : {0.f, 1.f, 0.5f, 2.f, 0x1p-149f, 0x1p-126f, 1e-4f, 9.02f, 3.93f, 20.f, 88.7f, 88.72284f, 103.97f, 89.41599f}) {
    for (const float y : {x, std::nextafter(x, kInf), std::nextafter(x, -kInf)}) out.insert(out.end(), {y, -y});
  }
  out.push_back(NAN);
  return out;
}

std::string level_name(const testing::TestParamInfo<CpuLevel>& info) { return "v" + std::to_string(static_cast<int>(info.param)); }

/// A loop for each operator, over dense floats.
std::vector<LoopBody> loops_of(std::span<const LoopOp> ops) {
  std::vector<LoopBody> out;
  for (const LoopOp op : ops) {
    LoopBody& body = out.emplace_back();
    body.output(body.emit(op, body.input(DType::kF32, LoopAccess::kDense)));
  }
  return out;
}

class Math : public testing::TestWithParam<CpuLevel> {
 protected:
  /// Makes code of loops. A machine without the instructions skips the test: to be followed by a look at IsSkipped().
  void compile(std::span<const LoopBody> loops) {
    Result<NativeImage> image = compile_loops(loops, GetParam());
    ASSERT_TRUE(image.ok()) << image.status().text();
    Result<CodeImage> code = CodeImage::from_memory(image->code, image->features);
    if (!code.ok()) GTEST_SKIP() << code.status().text();
    for (const auto entry : image->entries) functions_.push_back(code->loop(entry));
    code_.emplace(std::move(*code));
  }

  std::vector<LoopFunction> functions_;  ///< of the loops, in their order

 private:
  std::optional<CodeImage> code_;
};
INSTANTIATE_TEST_SUITE_P(Levels, Math, testing::Values(CpuLevel::kV2, CpuLevel::kV3, CpuLevel::kV4), level_name);

TEST_P(Math, IsCloseToTheExactResult) {
  std::vector<LoopOp> ops;
  for (const Function& function : kFunctions) ops.push_back(function.op);
  compile(loops_of(ops));
  if (IsSkipped() || HasFatalFailure()) return;

  std::vector<float> xs = arguments();
  std::vector<float> ys(xs.size());
  for (size_t i = 0; i < std::size(kFunctions); ++i) {
    const Function& function = kFunctions[i];
    std::fill(ys.begin(), ys.end(), 123.f);
    const LoopOperand operands[] = {{xs.data()}, {ys.data()}};
    const LoopArgs args{static_cast<int64_t>(xs.size()), 1, operands};
    functions_[i](&args);
    double worst = 0;
    float at = 0;
    for (size_t k = 0; k < xs.size(); ++k) {
      const double want = exact(function.op, xs[k]);
      const float rounded = static_cast<float>(want);
      if (std::isnan(want) || std::isinf(rounded) || !std::isfinite(ys[k])) {
        const bool same = std::isnan(want) ? std::isnan(ys[k]) : ys[k] == rounded || std::fabs(want) > 3.4028233e38;
        ASSERT_TRUE(same) << loop_op_name(function.op) << "(" << xs[k] << ") = " << ys[k] << ", want " << want;
        continue;
      }
      const double error = std::max(0.0, std::fabs(ys[k] - want) - function.absolute * std::fabs(xs[k])) / ulp(want);
      if (error > worst) worst = error, at = xs[k];
    }
    RecordProperty(std::string(loop_op_name(function.op)), std::to_string(worst));
    EXPECT_LE(worst, function.ulps) << loop_op_name(function.op) << " at " << at;
  }
}

/// Functions of arguments that an earlier operation keeps within some range take shorter ways.
struct Limited {
  LoopOp op;
  float low, high;
  double ulps;
};

constexpr Limited kLimited[] = {{LoopOp::kTanh, -3.8f, 3.8f, 6},  {LoopOp::kTanh, -3.9f, 3.9f, 6},   {LoopOp::kSigmoid, -2, 1.9f, 3},
                                {LoopOp::kSigmoid, -2.1f, 40, 3}, {LoopOp::kSigmoid, -104, 1.9f, 3}, {LoopOp::kSilu, -2, 1.9f, 4}};

TEST_P(Math, IsAsCloseWhereTheRangeIsKnown) {
  std::vector<LoopBody> loops;
  for (const Limited& limited : kLimited) {
    LoopBody& body = loops.emplace_back();
    const int32_t x = body.input(DType::kF32, LoopAccess::kDense);
    const int32_t low = body.constant(DType::kF32, limited.low), high = body.constant(DType::kF32, limited.high);
    body.output(body.emit(limited.op, body.emit(LoopOp::kClip, x, low, high)));
  }
  compile(loops);
  if (IsSkipped() || HasFatalFailure()) return;
  std::vector<float> xs = arguments();
  for (float x = -4; x < 4; x += 0.00003f) xs.push_back(x);
  for (const float x : {kInf, -kInf, 0.f, -0.f}) xs.push_back(x);
  std::vector<float> ys(xs.size());
  for (size_t i = 0; i < std::size(kLimited); ++i) {
    const LoopOperand operands[] = {{xs.data()}, {ys.data()}};
    const LoopArgs args{static_cast<int64_t>(xs.size()), 1, operands};
    functions_[i](&args);
    double worst = 0;
    float at = 0;
    for (size_t k = 0; k < xs.size(); ++k) {
      ASSERT_EQ(std::isnan(ys[k]), std::isnan(xs[k])) << xs[k];
      if (std::isnan(xs[k])) continue;
      const float x = std::fmin(std::fmax(xs[k], kLimited[i].low), kLimited[i].high);
      const double want = exact(kLimited[i].op, x), error = std::fabs(ys[k] - want) / ulp(want);
      EXPECT_EQ(std::signbit(ys[k]), std::signbit(want)) << xs[k];
      if (error > worst) worst = error, at = x;
    }
    RecordProperty(std::string(loop_op_name(kLimited[i].op)) + std::to_string(i), std::to_string(worst));
    EXPECT_LE(worst, kLimited[i].ulps) << loop_op_name(kLimited[i].op) << " at " << at;
  }
}

TEST_P(Math, GeluAtInfinitiesIsWhatItsFormulaGives) {
  const LoopOp ops[] = {LoopOp::kGelu, LoopOp::kGeluTanh};
  compile(loops_of(ops));
  if (IsSkipped() || HasFatalFailure()) return;
  for (const LoopFunction function : functions_) {
    float xs[] = {kInf, -kInf, NAN}, ys[3] = {};
    const LoopOperand operands[] = {{xs}, {ys}};
    const LoopArgs args{3, 1, operands};
    function(&args);
    EXPECT_EQ(ys[0], kInf);
    EXPECT_TRUE(std::isnan(ys[1])) << ys[1];
    EXPECT_TRUE(std::isnan(ys[2])) << ys[2];
  }
}

TEST_P(Math, OddFunctionsKeepTheSignOfZero) {
  constexpr LoopOp kOdd[] = {LoopOp::kTanh, LoopOp::kErf,  LoopOp::kSilu, LoopOp::kMish, LoopOp::kGelu,  LoopOp::kGeluTanh, LoopOp::kSin,
                             LoopOp::kTan,  LoopOp::kAsin, LoopOp::kAtan, LoopOp::kSinh, LoopOp::kAsinh, LoopOp::kAtanh};
  compile(loops_of(kOdd));
  if (IsSkipped() || HasFatalFailure()) return;
  float at[] = {0.f, -0.f};
  for (size_t i = 0; i < std::size(kOdd); ++i) {
    float got[] = {1, 1};
    const LoopOperand operands[] = {{at}, {got}};
    const LoopArgs args{2, 1, operands};
    functions_[i](&args);
    for (size_t k = 0; k < 2; ++k) {
      EXPECT_EQ(got[k], 0) << loop_op_name(kOdd[i]);
      EXPECT_EQ(std::signbit(got[k]), std::signbit(at[k])) << loop_op_name(kOdd[i]);
    }
  }
}

TEST_P(Math, PowIsCloseAndKeepsTheSpecialCases) {
  LoopBody body;
  const int32_t base = body.input(DType::kF32, LoopAccess::kDense);
  const int32_t exponent = body.input(DType::kF32, LoopAccess::kScalar);
  body.output(body.emit(LoopOp::kPow, base, exponent));
  compile({&body, 1});
  if (IsSkipped() || HasFatalFailure()) return;

  std::vector<float> xs = {0.f, 1.f, 2.f, 3.f, 0.5f, 1e-40f, 1e30f, 0.99999994f, 1.0000001f, NAN};
  for (float x = 0.01f; x < 100; x *= 1.07f) xs.push_back(x);
  for (size_t i = 0, count = xs.size(); i < count; ++i) xs.push_back(-xs[i]);
  std::vector<float> ys(xs.size());
  for (float y : {0.f, 0.5f, 1.f, 2.f, 3.f, 1.7f, 10.f, 33.3f, 1e-3f, 16777217.f, 1e30f, NAN}) {
    for (float sign : {1.f, -1.f}) {
      y *= sign;
      const LoopOperand operands[] = {{xs.data()}, {&y}, {ys.data()}};
      const LoopArgs args{static_cast<int64_t>(xs.size()), 1, operands};
      functions_[0](&args);
      for (size_t k = 0; k < xs.size(); ++k) {
        const double want = std::pow(static_cast<double>(xs[k]), static_cast<double>(y));
        if (std::isnan(want)) {
          EXPECT_TRUE(std::isnan(ys[k])) << xs[k] << " ^ " << y << " = " << ys[k];
        } else {
          const float rounded = static_cast<float>(want);
          const bool close = ys[k] == rounded || std::fabs(ys[k] - want) <= 0.51 * ulp(want);
          EXPECT_TRUE(close && std::signbit(ys[k]) == std::signbit(rounded)) << xs[k] << " ^ " << y << " = " << ys[k] << ", want " << want;
        }
      }
    }
  }
}

TEST_P(Math, PowOfUsualConstantsIsExact) {
  constexpr float kExponents[] = {1.f, 2.f, 3.f, -1.f, 0.5f};
  std::vector<LoopBody> loops;
  for (const float y : kExponents) {
    LoopBody& body = loops.emplace_back();
    const int32_t x = body.input(DType::kF32, LoopAccess::kDense);
    body.output(body.emit(LoopOp::kPow, x, body.constant(DType::kF32, y)));
  }
  compile(loops);
  if (IsSkipped() || HasFatalFailure()) return;
  for (size_t i = 0; i < std::size(kExponents); ++i) {
    const float y = kExponents[i];
    for (float at : {0.f, -0.f, 1.5f, -1.5f, 1e-20f, -kInf, NAN}) {
      float got = 123;
      const LoopOperand operands[] = {{&at}, {&got}};
      const LoopArgs args{1, 1, operands};
      functions_[i](&args);
      const float want = static_cast<float>(std::pow(static_cast<double>(at), static_cast<double>(y)));
      if (std::isnan(want)) {
        EXPECT_TRUE(std::isnan(got)) << at << " ^ " << y;
      } else {
        EXPECT_EQ(got, want) << at << " ^ " << y;
        EXPECT_EQ(std::signbit(got), std::signbit(want)) << at << " ^ " << y;
      }
    }
  }
}

}  // namespace
}  // namespace gearbox
