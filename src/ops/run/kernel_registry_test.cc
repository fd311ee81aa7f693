#include <gtest/gtest.h>

#include <deque>

#include "ops/kernel_api.h"

namespace gearbox {
namespace {

Status run_nothing(KernelContext&) { return {}; }
bool never(const PrepareContext&) { return false; }

class KernelRegistryTest : public testing::Test {
 protected:
  std::string_view selected(std::string_view op, std::string_view domain = "", bool reference_only = false) const {
    const Kernel* kernel = registry_.select(domain, op, use_, reference_only);
    return kernel ? kernel->name : "none";
  }

  KernelRegistry registry_;
  Attributes attributes_;
  PrepareContext use_{.attributes = attributes_, .version = 1, .inputs = {}, .outputs = {}, .constants = {}};
};

TEST_F(KernelRegistryTest, PrefersTheFirstFastKernelThatSuits) {
  registry_.add_reference({.op = "Add", .run = run_nothing});
  registry_.add({.op = "Add", .name = "narrow", .run = run_nothing, .supports = never});
  registry_.add({.op = "Add", .name = "first", .run = run_nothing});
  registry_.add({.op = "Add", .name = "second", .run = run_nothing});
  EXPECT_EQ(selected("Add"), "first");
  EXPECT_EQ(selected("Add", "", true), "reference");
  std::vector<std::string_view> names;
  for (const Kernel* kernel : registry_.all("", "Add")) names.push_back(kernel->name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"narrow", "first", "second", "reference"}));
}

TEST_F(KernelRegistryTest, KnowsOperatorsByDomainAndName) {
  registry_.add_reference({.op = "Add", .domain = "gearbox", .name = "ours", .run = run_nothing});
  EXPECT_EQ(selected("Add"), "none");
  EXPECT_EQ(selected("Add", "gearbox"), "ours");
  EXPECT_EQ(selected("Sub", "gearbox"), "none");
  EXPECT_TRUE(registry_.all("", "Add").empty());
}

TEST_F(KernelRegistryTest, HoldsAnyNumberOfOperators) {
  std::deque<std::string> names;
  for (int i = 0; i < 3000; ++i) {
    names.push_back("Op" + std::to_string(i));
    registry_.add_reference({.op = names.back(), .name = names.back(), .run = run_nothing});
  }
  for (const std::string& name : names) EXPECT_EQ(selected(name), name);
  EXPECT_EQ(selected("Op3000"), "none");
}

}  // namespace
}  // namespace gearbox
