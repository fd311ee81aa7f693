#include "base/machine/machine_profile.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/machine/measure_machine.h"
#include "base/machine/stored_machine.h"

namespace gearbox {
namespace {

/// Keeps what was said.
class Lines final : public LogSink {
 public:
  bool wants(std::string_view channel) const override { return channel == "machine"; }
  void line(std::string_view, std::string_view text) override { said += std::string(text) + "\n"; }
  std::string said;
};

class StoredMachine : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "/machine-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  MachineProfile read(const std::string& text) {
    std::ofstream(file()) << text;
    return stored_machine(file(), Logger(&lines_));
  }
  std::string file() const { return folder_ + "/machine.txt"; }

  std::string folder_;
  Lines lines_;
};

MachineProfile some_machine() {
  return {.processor = processor_name(),
          .fma = 118e9,
          .l2_read = 9e10,
          .l3_read = 7.5e10,
          .memory_read = 3.1e10,
          .region_ns = 120,
          .l2_bytes = 1 << 20,
          .l3_bytes = 1 << 25};
}

TEST(MachineProfile, TextComesBack) {
  const auto back = parse_machine(machine_text(some_machine()));
  ASSERT_TRUE(back.ok()) << back.status().text();
  EXPECT_EQ(*back, some_machine());
}

TEST(MachineProfile, ReadsAtTheSpeedOfWhereTheDataLies) {
  const MachineProfile machine = some_machine();
  EXPECT_EQ(machine.read_rate(0), machine.l2_read);
  EXPECT_EQ(machine.read_rate(1 << 21), machine.l3_read);
  EXPECT_EQ(machine.read_rate(1 << 26), machine.memory_read);
  EXPECT_EQ(MachineProfile().flops_per_byte(), 4);
}

TEST(MachineProfile, EveryLineCounts) {
  const std::string whole = machine_text(some_machine());
  EXPECT_FALSE(parse_machine("").ok());
  EXPECT_FALSE(parse_machine(whole + "more 1\n").ok());
  for (size_t cut = 0; cut + 1 < whole.size(); ++cut) {
    const std::string less = whole.substr(0, cut);
    const auto got = parse_machine(less);
    // A number that lost digits may still be one.
    if (got.ok()) {
      EXPECT_NE(less.find("l3_bytes "), std::string::npos) << less;
    }
  }
  for (const char* word : {"nan", "inf", "-1", "1e400", "0x10", "1 2", ""}) {
    std::string spoilt = whole;
    const size_t at = spoilt.find("fma ") + 4;
    spoilt.replace(at, spoilt.find('\n', at) - at, word);
    EXPECT_NE(parse_machine(spoilt).status().text().find("fma"), std::string::npos) << word;
  }
}

TEST_F(StoredMachine, IsKept) {
  const std::string deeper = folder_ + "/new/folders/machine.txt";
  ASSERT_TRUE(store_machine(some_machine(), deeper).ok());
  EXPECT_EQ(stored_machine(deeper, Logger(&lines_)), some_machine());
  EXPECT_EQ(lines_.said, "");
}

TEST_F(StoredMachine, AbsentMeansNoParticularMachineWithoutAWord) {
  EXPECT_EQ(stored_machine(file(), Logger(&lines_)), MachineProfile());
  EXPECT_EQ(stored_machine("", Logger(&lines_)), MachineProfile());
  EXPECT_EQ(lines_.said, "");
}

TEST_F(StoredMachine, AFolderInItsPlaceMeansThatToo) {
  std::filesystem::create_directories(file());
  EXPECT_EQ(stored_machine(file(), Logger(&lines_)), MachineProfile());
  EXPECT_NE(lines_.said.find("machine.txt is set aside: it is no file"), std::string::npos) << lines_.said;
}

TEST_F(StoredMachine, DamagedOrForeignMeansThatTooAndSaysSo) {
  EXPECT_EQ(read("rubbish\n"), MachineProfile());
  EXPECT_NE(lines_.said.find("machine.txt is set aside: the first line"), std::string::npos) << lines_.said;
  MachineProfile other = some_machine();
  other.processor = "Another 9000";
  EXPECT_EQ(read(machine_text(other)), MachineProfile());
  EXPECT_NE(lines_.said.find("another processor, Another 9000"), std::string::npos) << lines_.said;
}

TEST_F(StoredMachine, WhatCannotBeWrittenIsAnError) {
  std::ofstream(file()) << "a file";
  EXPECT_FALSE(store_machine(some_machine(), file() + "/below").ok());
}

TEST(MeasureMachine, GivesAProfileThatItsTextTakes) {
  const auto machine = measure_machine();
  ASSERT_TRUE(machine.ok());
  EXPECT_TRUE(machine->measured());
  const auto back = parse_machine(machine_text(*machine));
  EXPECT_TRUE(back.ok()) << back.status().text();
}

}  // namespace
}  // namespace gearbox
