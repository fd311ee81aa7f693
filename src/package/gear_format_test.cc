#include "package/gear_format.h"

#include <gtest/gtest.h>

namespace gearbox {
namespace {

GearSet sample() {
  GearSet out;
  out.table.kind = options::GearTable::Kind::kSymbols;
  out.table.axes = {{{"N", "M"}, {{"x", 0}, {"y", 1}}, options::GearMode::kExact}, {{"L"}, {{"x", 2}}, options::GearMode::kBounded}};
  out.table.rows = {{8, 64}, {1, 0}};
  out.table.inputs = {{"x", {-1, 3, -1}}, {"y", {5, -1}}, {"seed", {}}};
  out.gears = {{1, {GearInfo::Extents({8, -1}), std::nullopt}}, {3, {GearInfo::Extents(std::vector<int64_t>()), std::nullopt}}};
  out.fallback = false;
  return out;
}

Result<GearSet> through_bytes(const GearSet& gears, int32_t kind = -1) {
  flatbuffers::FlatBufferBuilder out;
  out.Finish(write_gears(out, gears));
  auto* table = flatbuffers::GetMutableRoot<format::GearSet>(out.GetBufferPointer());
  if (kind >= 0) reinterpret_cast<flatbuffers::Table*>(table)->SetField<uint8_t>(format::GearSet::VT_KIND, static_cast<uint8_t>(kind), 0);
  return read_gears(*table);
}

TEST(GearFormat, KeepsEverything) {
  const auto read = through_bytes(sample());
  ASSERT_TRUE(read.ok()) << read.status().text();
  EXPECT_EQ(*read, sample());
}

TEST(GearFormat, RefusesUnknownKinds) { EXPECT_EQ(through_bytes(sample(), 77).status().code(), Code::kCorrupt); }

}  // namespace
}  // namespace gearbox
