#include <chrono>
#include <cstdio>
#include <vector>

#include "codegen/llvm/native_image.h"
#include "package/code_image.h"

namespace gearbox {
namespace {

struct Case {
  const char* name;
  LoopBody body;
};

LoopBody chain() {
  LoopBody body;
  const int32_t x = body.input(DType::kF32, LoopAccess::kDense), y = body.input(DType::kF32, LoopAccess::kDense);
  const int32_t z = body.input(DType::kF32, LoopAccess::kScalar);
  int32_t t = body.emit(LoopOp::kAdd, body.emit(LoopOp::kMul, x, y), z);
  t = body.emit(LoopOp::kSub, body.emit(LoopOp::kMul, t, y), x);
  body.output(body.emit(LoopOp::kRelu, t));
  return body;
}

LoopBody one(LoopOp op) {
  LoopBody body;
  body.output(body.emit(op, body.input(DType::kF32, LoopAccess::kDense)));
  return body;
}

/// Functions whose results the next ones take.
LoopBody gates() {
  LoopBody body;
  int32_t x = body.input(DType::kF32, LoopAccess::kDense), y = body.input(DType::kF32, LoopAccess::kDense);
  for (int i = 0; i < 4; ++i) {
    const int32_t t = body.emit(LoopOp::kTanh, x);
    y = body.emit(LoopOp::kMax, t, body.emit(LoopOp::kSub, body.emit(LoopOp::kSigmoid, y), t));
    x = body.emit(LoopOp::kMul, t, y);
  }
  body.output(x);
  return body;
}

LoopBody flagged_add() {
  LoopBody body;
  const int32_t x = body.input(DType::kF32, LoopAccess::kDense);
  body.output(body.emit(LoopOp::kAdd, x, body.input(DType::kF32, LoopAccess::kFlagged)));
  return body;
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Best time of one call, in seconds.
double best(LoopFunction loop, const LoopArgs& args) {
  double least = 1e9;
  for (const double start = seconds(); seconds() < start + 0.05;) {
    const double before = seconds();
    for (int i = 0; i < 8; ++i) loop(&args);
    least = std::min(least, (seconds() - before) / 8);
  }
  return least;
}

int run() {
  const Case cases[] = {{"x*y+z, *y, -x, relu", chain()}, {"add flagged", flagged_add()}, {"4 (tanh, sigmoid)", gates()},
                        {"exp", one(LoopOp::kExp)},       {"tanh", one(LoopOp::kTanh)},   {"sigmoid", one(LoopOp::kSigmoid)},
                        {"erf", one(LoopOp::kErf)},       {"gelu", one(LoopOp::kGelu)},   {"gelu_tanh", one(LoopOp::kGeluTanh)},
                        {"silu", one(LoopOp::kSilu)},     {"mish", one(LoopOp::kMish)},   {"log", one(LoopOp::kLog)},
                        {"sin", one(LoopOp::kSin)}};
  std::vector<LoopBody> loops;
  for (const Case& c : cases) loops.push_back(c.body);
  std::printf("%-22s %-10s %12s %12s %14s %14s\n", "loop", "target", "64K GB/s", "4K GB/s", "4096x7 ns/row", "4096x64 ns/row");
  for (const CpuLevel level : {CpuLevel::kV2, CpuLevel::kV3, CpuLevel::kV4}) {
    const double before = seconds();
    Result<NativeImage> image = compile_loops(loops, level);
    const double compile = seconds() - before;
    if (!image.ok()) return std::puts(image.status().text().c_str()), 1;
    Result<CodeImage> code = CodeImage::from_memory(image->code, image->features);
    if (!code.ok()) continue;
    std::printf("%s: %zu bytes, %.1f ms a loop\n", cpu_level_name(level).data(), image->code.size(), compile * 1e3 / std::size(cases));
    std::vector<float> a(1 << 18, 0.5f), b(1 << 18, 0.25f), out(1 << 18);
    for (size_t i = 0; i < std::size(cases); ++i) {
      const bool two = cases[i].body.inputs().size() >= 2, three = cases[i].body.inputs().size() == 3;
      float scalar = 0.1f;
      std::vector<double> rates, rows;
      for (const int64_t n : {65536, 4096}) {
        std::vector<LoopOperand> operands = {{a.data()}};
        if (two) operands.push_back({b.data(), 0, 1});
        if (three) operands.push_back({&scalar});
        operands.push_back({out.data()});
        const LoopArgs args{n, 1, operands.data()};
        rates.push_back(static_cast<double>(n) * 4 * (two ? 3 : 2) / best(code->loop(image->entries[i]), args) / 1e9);
      }
      for (const int64_t n : {7, 64}) {
        std::vector<LoopOperand> operands = {{a.data(), n * 4}};
        if (two) operands.push_back({b.data(), 4, 0});
        if (three) operands.push_back({&scalar});
        operands.push_back({out.data(), n * 4});
        const LoopArgs args{n, 4096, operands.data()};
        rows.push_back(best(code->loop(image->entries[i]), args) / 4096 * 1e9);
      }
      std::printf("%-22s %-10s %12.1f %12.1f %14.1f %14.1f\n", cases[i].name, cpu_level_name(level).data(), rates[0], rates[1], rows[0],
                  rows[1]);
    }
  }
  return 0;
}

}  // namespace
}  // namespace gearbox

int main() { return gearbox::run(); }
