#include "cli/html/memory_layout.h"

#include <gtest/gtest.h>

namespace gearbox::cli::html {
namespace {

struct Tensor {
  Storage storage;
  int32_t first, last;
  size_t bytes, offset;
  bool settled = true;
};

struct Planned {
  Program program;
  BoundPlan plan;
};

Planned planned(size_t steps, size_t arena, size_t bound, const std::vector<Tensor>& tensors) {
  Planned out;
  out.program.steps.resize(steps);
  for (const Tensor& tensor : tensors) {
    ProgramValue& value = out.program.values.emplace_back();
    value.storage = tensor.storage;
    value.first_step = tensor.first;
    value.last_step = tensor.last;
    out.plan.extents_at.push_back(tensor.settled ? 0 : -1);
    out.plan.bytes.push_back(tensor.bytes);
    out.plan.offsets.push_back(tensor.offset);
  }
  out.plan.arena_bytes = arena;
  out.plan.lower_bound = bound;
  return out;
}

constexpr Area kPlot{100, 10, 400, 200};

TEST(MemoryLayout, BoxesHaveTheirStepsAndOffsets) {
  const Planned p = planned(4, 1000, 800, {{Storage::kArena, 0, 1, 500, 0}, {Storage::kArena, 1, 3, 250, 750}});
  const MemoryLayout layout = lay_out_memory(p.program, p.plan, kPlot, 10);
  ASSERT_EQ(layout.boxes.size(), 2u);
  const Area a = layout.boxes[0].area, b = layout.boxes[1].area;
  EXPECT_DOUBLE_EQ(a.x, 100);
  EXPECT_DOUBLE_EQ(a.width, 200) << "two steps of four";
  EXPECT_DOUBLE_EQ(a.y, 110);
  EXPECT_DOUBLE_EQ(a.height, 100) << "half of the arena, on its floor";
  EXPECT_DOUBLE_EQ(b.x, 200);
  EXPECT_DOUBLE_EQ(b.width, 300);
  EXPECT_DOUBLE_EQ(b.y, 10) << "it ends where the arena does";
  EXPECT_DOUBLE_EQ(b.height, 50);
  EXPECT_DOUBLE_EQ(layout.arena_at, 10);
  EXPECT_DOUBLE_EQ(layout.bound_at, 50);
}

TEST(MemoryLayout, OnlySettledArenaTensorsWithBytes) {
  const Planned p = planned(2, 64, 64,
                            {{Storage::kInput, -1, 0, 64, 0},
                             {Storage::kOutput, 1, -1, 64, 0},
                             {Storage::kArena, 0, 1, 0, 0},
                             {Storage::kArena, 0, 1, 64, 0, false},
                             {Storage::kArena, 0, 1, 64, 0}});
  const MemoryLayout layout = lay_out_memory(p.program, p.plan, kPlot, 10);
  ASSERT_EQ(layout.boxes.size(), 1u);
  EXPECT_EQ(layout.boxes[0].value, 4);
}

TEST(MemoryLayout, AnOutputNobodyReadsLivesForItsStep) {
  const Planned p = planned(4, 64, 64, {{Storage::kArena, 2, -1, 64, 0}});
  const Area area = lay_out_memory(p.program, p.plan, kPlot, 10).boxes[0].area;
  EXPECT_DOUBLE_EQ(area.x, 300);
  EXPECT_DOUBLE_EQ(area.width, 100);
}

TEST(MemoryLayout, RanksTheLargest) {
  const Planned p =
      planned(1, 600, 600, {{Storage::kArena, 0, 0, 100, 0}, {Storage::kArena, 0, 0, 300, 100}, {Storage::kArena, 0, 0, 200, 400}});
  const MemoryLayout layout = lay_out_memory(p.program, p.plan, kPlot, 2);
  EXPECT_EQ(layout.largest, (std::vector<int32_t>{1, 2}));
  EXPECT_EQ(layout.boxes[0].rank, 0u);
  EXPECT_EQ(layout.boxes[1].rank, 1u);
  EXPECT_EQ(layout.boxes[2].rank, 2u);
}

TEST(MemoryLayout, NothingToPlace) {
  const Planned p = planned(0, 0, 0, {});
  const MemoryLayout layout = lay_out_memory(p.program, p.plan, kPlot, 10);
  EXPECT_TRUE(layout.boxes.empty());
  EXPECT_DOUBLE_EQ(layout.arena_at, 210);
}

TEST(Ticks, AreRound) {
  EXPECT_EQ(round_ticks(94, 10), (std::vector<int64_t>{0, 10, 20, 30, 40, 50, 60, 70, 80, 90}));
  EXPECT_EQ(round_ticks(1499, 10), (std::vector<int64_t>{0, 200, 400, 600, 800, 1000, 1200, 1400}));
  EXPECT_EQ(round_ticks(3, 10), (std::vector<int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(round_ticks(0, 10), (std::vector<int64_t>{0}));
  EXPECT_EQ(round_byte_ticks(5 << 20, 4), (std::vector<int64_t>{0, 2 << 20, 4 << 20}));
  EXPECT_EQ(round_byte_ticks(300 << 10, 4), (std::vector<int64_t>{0, 100 << 10, 200 << 10, 300 << 10}));
  EXPECT_EQ(round_byte_ticks(64, 4), (std::vector<int64_t>{0, 20, 40, 60}));
}

TEST(Ticks, OfHugeNumbersAreFew) {
  EXPECT_LE(round_ticks(INT64_MAX - 1, 10).size(), 12u);
  EXPECT_LE(round_byte_ticks(int64_t{1} << 46, 4).size(), 6u);
}

}  // namespace
}  // namespace gearbox::cli::html
