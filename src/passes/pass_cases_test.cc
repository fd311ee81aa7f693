#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ir/text.h"
#include "ir/verifier.h"
#include "passes/pass.h"

// Every file src/passes/<group>/<pass>.test holds cases of that pass: a graph, a line "---" and the graph the pass makes of it; cases are
// separated by "====". With GBX_BLESS set, the second graphs are written anew.
namespace gearbox {
namespace pass_cases {

namespace fs = std::filesystem;

std::vector<std::string> split(const std::string& text, const std::string& line) {
  std::vector<std::string> out(1);
  std::istringstream lines(text);
  for (std::string each; std::getline(lines, each);) {
    if (each == line) {
      out.emplace_back();
    } else {
      out.back() += each + "\n";
    }
  }
  return out;
}

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// The graph that the pass makes of `before`, printed with long constants shortened.
Result<std::string> apply(const Pass& pass, const std::string& before) {
  static const OpRegistry ops = OpRegistry::builtin();
  static const KernelRegistry kernels = KernelRegistry::builtin();
  GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph, parse_graph(before));
  GBX_RETURN_IF_ERROR(infer_shapes(*graph, ops));
  GBX_RETURN_IF_ERROR(run_passes(*graph, {ops, kernels, Logger()}, {&pass, 1}));
  GBX_RETURN_IF_ERROR(verify_typed(*graph));
  return print(*graph, {.inline_elements = 16, .shown_elements = 8});
}

class PassCases : public ::testing::TestWithParam<fs::path> {};

TEST_P(PassCases, GiveTheExpectedGraph) {
  const std::vector<Pass> passes = pipeline(true);
  const auto pass = std::find_if(passes.begin(), passes.end(), [&](const Pass& each) { return each.name == GetParam().stem().string(); });
  ASSERT_NE(pass, passes.end()) << GetParam() << " names no pass of the pipeline";
  const bool bless = std::getenv("GBX_BLESS") != nullptr;
  std::string blessed;
  for (const std::string& text : split(read(GetParam()), "====")) {
    const std::vector<std::string> halves = split(text, "---");
    auto after = apply(*pass, halves[0]);
    ASSERT_TRUE(after.ok()) << after.status().text() << "\nin " << halves[0];
    if (!bless) {
      ASSERT_EQ(halves.size(), 2U) << "a case without its second graph:\n" << halves[0];
      EXPECT_EQ(*after, halves[1]) << "of " << halves[0];
    }
    blessed += (blessed.empty() ? "" : "====\n") + halves[0] + "---\n" + *after;
  }
  if (bless) std::ofstream(GetParam()) << blessed;
}

std::vector<fs::path> case_files() {
  std::vector<fs::path> out;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator("src/passes", error)) {
    if (entry.path().extension() == ".test") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

INSTANTIATE_TEST_SUITE_P(Files, PassCases, ::testing::ValuesIn(case_files()),
                         [](const ::testing::TestParamInfo<fs::path>& file) { return file.param.stem().string(); });

}  // namespace pass_cases
}  // namespace gearbox
