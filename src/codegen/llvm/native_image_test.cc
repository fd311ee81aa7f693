#include "codegen/llvm/native_image.h"

#include <gtest/gtest.h>

#include "codegen/loop_interpret.h"
#include "package/code_image.h"

namespace gearbox {
namespace {

TEST(NativeImage, RunsAChain) {
  LoopBody body;
  const int x = body.input(DType::kF32, LoopAccess::kDense);
  const int y = body.input(DType::kF32, LoopAccess::kScalar);
  const int z = body.input(DType::kF32, LoopAccess::kFlagged);
  body.output(body.emit(LoopOp::kAdd, body.emit(LoopOp::kMul, x, y), z));
  for (const CpuLevel level : {CpuLevel::kV2, CpuLevel::kV3, CpuLevel::kV4}) {
    Result<NativeImage> image = compile_loops({&body, 1}, level);
    ASSERT_TRUE(image.ok()) << image.status().text();
    Result<CodeImage> code = CodeImage::from_memory(image->code, image->features);
    if (!code.ok()) continue;
    const LoopFunction run = code->loop(image->entries[0]);
    std::vector<float> a(50), b(2, 3.f), c(50), out(50, -1.f);
    for (int i = 0; i < 50; ++i) a[i] = i, c[i] = 100 * i;
    const LoopOperand operands[] = {{a.data(), 100}, {b.data(), 4}, {c.data(), 100, 1}, {out.data(), 100}};
    const LoopArgs args{25, 2, operands};
    run(&args);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(out[i], 103 * i);
  }
}

}  // namespace
}  // namespace gearbox
