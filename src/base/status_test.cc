#include "base/status.h"

#include <gtest/gtest.h>

namespace gearbox {
namespace status_tests {

Result<int> half_of(int value) {
  if (value % 2 != 0) return invalid_argument("an even number is needed").with("value", std::to_string(value));
  return value / 2;
}

Result<int> quarter_of(int value) {
  GBX_ASSIGN_OR_RETURN(const int half, half_of(value));
  GBX_ASSIGN_OR_RETURN(const int quarter, half_of(half));
  return quarter;
}

Status check(int value) {
  GBX_RETURN_IF_ERROR(quarter_of(value).status());
  return {};
}

TEST(Status, TravelsThroughTheMacros) {
  EXPECT_EQ(*quarter_of(8), 2);
  EXPECT_TRUE(check(8).ok());
  EXPECT_EQ(check(6).code(), Code::kInvalidArgument);
  EXPECT_EQ(check(6).facts()[0].value, "3");
}

TEST(Status, TextShowsPlaceMessageAndFacts) {
  const Status status = not_found("no such file").with("path", "a.onnx").at("import");
  EXPECT_EQ(status.text(), "import: no such file\n  path = a.onnx");
  EXPECT_EQ(code_name(status.code()), "not_found");
  EXPECT_EQ(Status().text(), "");
}

}  // namespace status_tests
}  // namespace gearbox
