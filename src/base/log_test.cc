#include "base/log.h"

#include <gtest/gtest.h>

#include <vector>

namespace gearbox {
namespace log_tests {

class PassLines final : public LogSink {
 public:
  bool wants(std::string_view channel) const override { return channel == "pass"; }
  void line(std::string_view, std::string_view text) override { lines.emplace_back(text); }
  std::vector<std::string> lines;
};

TEST(Logger, MakesOnlyTheLinesTheSinkWants) {
  PassLines sink;
  const Logger logger(&sink);
  int made = 0;
  auto make = [&made] { return "line " + std::to_string(++made); };
  logger.log("plan", make);
  logger.log("pass", make);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(sink.lines, std::vector<std::string>{"line 1"});
}

TEST(Logger, WithoutASinkIsSilent) {
  const Logger logger;
  EXPECT_FALSE(logger.wants("pass"));
  logger.log("pass", []() -> std::string {
    ADD_FAILURE();
    return "";
  });
}

}  // namespace log_tests
}  // namespace gearbox
