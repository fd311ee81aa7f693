#include "op/problem.h"

#include <gtest/gtest.h>

#include "op/case.h"

namespace gearbox::bench {
namespace {

TEST(Problem, ReadsNumbersKernelAndWhatIsWanted) {
  const auto problems = parse_problems("# a comment\n\nconv 1 2 3 direct >= 92.5 # more\ngemm 8 16 0\n");
  ASSERT_TRUE(problems.ok()) << problems.status().text();
  ASSERT_EQ(problems->size(), 2U);
  EXPECT_EQ((*problems)[0].text, "conv 1 2 3");
  EXPECT_EQ((*problems)[0].kernel, "direct");
  EXPECT_EQ((*problems)[0].numbers, (std::vector<int64_t>{1, 2, 3}));
  EXPECT_EQ((*problems)[0].wanted, 92.5);
  EXPECT_EQ((*problems)[1].numbers, (std::vector<int64_t>{8, 16, 0}));
  EXPECT_EQ((*problems)[1].wanted, 0);
}

TEST(Problem, ErrorsNameLineAndWord) {
  const auto error = [](const std::string& text) { return parse_problems(text).status().text(); };
  EXPECT_NE(error("gemm 1 1 1\ngemm 1 -2 3").find("line 2"), std::string::npos);
  EXPECT_NE(error("gemm 1 -2 3").find("'-2'"), std::string::npos);
  EXPECT_NE(error("gemm 1 direct 3").find("'3'"), std::string::npos);
  EXPECT_NE(error("gemm 1 1 1 >=").find("percentage"), std::string::npos);
  EXPECT_NE(error("gemm 1 1 1 >= 9 9").find("'9'"), std::string::npos);
}

TEST(Problem, CasesAreRefusedInTheUsersWords) {
  ThreadPool pool(1);
  const auto error = [&](const std::string& text) { return make_cases(parse_problems(text)->front(), pool).status().text(); };
  EXPECT_NE(error("gem 1 1 1").find("no kind 'gem'"), std::string::npos);
  EXPECT_NE(error("gemm 1 1").find("gemm M N K"), std::string::npos);
  EXPECT_NE(error("gemm 1 1 1 winograd").find("there is packed"), std::string::npos);
  EXPECT_NE(error("conv 1 8 2 2 8 5 1 0 1").find("no kernel serves"), std::string::npos);
}

}  // namespace
}  // namespace gearbox::bench
