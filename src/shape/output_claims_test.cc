#include "shape/output_claims.h"

#include <gtest/gtest.h>

namespace gearbox {
namespace {

/// One output y of the given shape; inputs x[N, L].
std::vector<ClaimFault> faults(std::vector<std::string> said, const std::function<Shape(DimScope&)>& shape) {
  Graph graph("g");
  DimScope& scope = *graph.scope();
  graph.add_input("x", tensor_type(DType::kF32, {scope.symbol("N"), scope.symbol("L")}));
  Value* y = graph.add_input("y", tensor_type(DType::kF32, shape(scope)));
  graph.add_output(y, "y");
  graph.claims().push_back({"y", DType::kF32, std::move(said)});
  return output_claim_faults(graph);
}

TEST(OutputClaims, WhatHoldsIsSilent) {
  EXPECT_TRUE(faults({"N", "3", ""}, [](DimScope& s) { return Shape{s.symbol("N"), 3, s.symbol("L") * 2}; }).empty());
}

TEST(OutputClaims, AnInputsNameForAnotherExtentContradicts) {
  const auto found = faults({"L"}, [](DimScope& s) { return Shape{s.symbol("N") * 2}; });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].contradiction);
  EXPECT_EQ(found[0].text, "output 'y' axis 0 is declared 'L', as an input's axis; it is 2*N");
}

TEST(OutputClaims, AnUnknownNameIsTold) {
  const auto found = faults({"unk__7"}, [](DimScope& s) { return Shape{floordiv(s.symbol("L"), 2)}; });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_FALSE(found[0].contradiction);
  EXPECT_EQ(found[0].text, "output 'y' axis 0 is declared 'unk__7', which no input is; it is floordiv(L, 2)");
}

TEST(OutputClaims, OneNameForTwoExtentsContradicts) {
  const auto found = faults({"d", "d"}, [](DimScope& s) { return Shape{s.symbol("L") + 1, s.symbol("L") + 2}; });
  ASSERT_EQ(found.size(), 2u);
  EXPECT_FALSE(found[0].contradiction);
  EXPECT_TRUE(found[1].contradiction);
}

TEST(OutputClaims, ANumberContradictsOnlyWhatCannotBeIt) {
  const auto possible = faults({"4"}, [](DimScope& s) { return Shape{s.symbol("N")}; });
  ASSERT_EQ(possible.size(), 1u);
  EXPECT_FALSE(possible[0].contradiction);
  const auto impossible = faults({"4"}, [](DimScope&) { return Shape{5}; });
  ASSERT_EQ(impossible.size(), 1u);
  EXPECT_TRUE(impossible[0].contradiction);
}

TEST(OutputClaims, RankAndElementType) {
  const auto found = faults({"N", "3"}, [](DimScope& s) { return Shape{s.symbol("N")}; });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text, "output 'y' is declared with rank 2; it is f32[N]");
}

}  // namespace
}  // namespace gearbox
