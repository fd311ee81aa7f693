#include "expr/bytecode.h"

#include <gtest/gtest.h>

namespace gearbox {

TEST(DimCode, SharesEqualParts) {
  DimScope scope;
  const Dim n = scope.symbol("N"), h = scope.symbol("H");
  DimCompiler compiler;
  compiler.slot_of_symbol(0);
  compiler.slot_of_symbol(1);
  const int32_t first = compiler.slot_of(n * floordiv(h, 2));
  const size_t size = compiler.program().code.size();
  EXPECT_EQ(compiler.slot_of(n * floordiv(h, 2)), first);
  EXPECT_EQ(compiler.program().code.size(), size);
  compiler.slot_of(n * floordiv(h, 2) + 2);
  EXPECT_EQ(compiler.program().code.size(), size + 1) << "2 and the product are there already";
  EXPECT_EQ(compiler.slot_of(n), 0);
  EXPECT_TRUE(is_valid(compiler.program()));
}

TEST(DimCode, RunsInSegments) {
  DimScope scope;
  const Dim n = scope.symbol("N"), u = scope.symbol("u");
  DimCompiler compiler;
  const int32_t n_slot = compiler.slot_of_symbol(*n.symbol());
  const int32_t early = compiler.slot_of(4 * n + 1);
  const size_t cut = compiler.program().code.size();
  const int32_t u_slot = compiler.slot_of_symbol(*u.symbol());
  const int32_t late = compiler.slot_of((4 * n + 1) * u);
  const DimProgram& program = compiler.program();
  std::vector<int64_t> slots(static_cast<size_t>(program.slots));
  slots[static_cast<size_t>(n_slot)] = 3;
  ASSERT_TRUE(run_dim_code(std::span(program.code).first(cut), slots));
  EXPECT_EQ(slots[static_cast<size_t>(early)], 13);
  slots[static_cast<size_t>(u_slot)] = 5;
  ASSERT_TRUE(run_dim_code(std::span(program.code).subspan(cut), slots));
  EXPECT_EQ(slots[static_cast<size_t>(late)], 65);
}

TEST(DimCode, NamesTheFailedInstruction) {
  DimScope scope;
  const Dim n = scope.symbol("N"), m = scope.symbol("M");
  for (Dim dim : {floordiv(n, m), mod(n, m), broadcast(n + 2, m + 5), n * n * n * n, n + INT64_MAX, Dim::overflow()}) {
    DimCompiler compiler;
    compiler.slot_of_symbol(0);
    compiler.slot_of_symbol(1);
    compiler.slot_of(dim);
    std::vector<int64_t> slots(static_cast<size_t>(compiler.program().slots));
    slots[0] = int64_t{1} << 20;
    size_t failed = SIZE_MAX;
    EXPECT_FALSE(run_dim_code(compiler.program().code, slots, &failed)) << dim.text();
    EXPECT_LT(failed, compiler.program().code.size());
  }
}

TEST(DimCode, RefusesForeignSlots) {
  using Op = DimInstruction::Op;
  EXPECT_TRUE(is_valid({2, {{Op::kAdd, 1, 0, 0, 0}}}));
  EXPECT_FALSE(is_valid({2, {{Op::kAdd, 2, 0, 0, 0}}}));
  EXPECT_FALSE(is_valid({2, {{Op::kAdd, 1, -1, 0, 0}}}));
  EXPECT_FALSE(is_valid({2, {{Op::kAdd, 1, 0, 7, 0}}}));
  EXPECT_FALSE(is_valid({2, {{static_cast<Op>(99), 1, 0, 0, 0}}}));
  EXPECT_TRUE(is_valid({}));
}

}  // namespace gearbox
