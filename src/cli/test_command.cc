#include <cstdio>
#include <nlohmann/json.hpp>

#include "api/load_compiler.h"
#include "cli/commands.h"
#include "cli/conformance.h"
#include "cli/print.h"
#include "cli/progress.h"

namespace gearbox::cli {

namespace {

struct TestOptions {
  std::vector<std::string> folders;
  std::string runner = "dynamic";
  std::string json;
  std::string ignore;
  std::string only;
  int threads = 1;
};

std::string padded(std::string text, size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

const char* outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPassed: return "passed";
    case Outcome::kFailed: return "failed";
    case Outcome::kUnsupported: return "unsupported";
    case Outcome::kIgnored: return "ignored";
  }
  return "";
}

int run_test(const TestOptions& options) {
  auto compiler = load_compiler();
  if (!compiler.ok()) return report(compiler.status());
  std::map<std::string, std::string> ignored;
  if (!options.ignore.empty()) {
    auto list = read_ignore_list(options.ignore);
    if (!list.ok()) return report(list.status());
    ignored = std::move(list).value();
  }
  const Runner runner = options.runner == "reference" ? Runner::kReference
                        : options.runner == "package" ? Runner::kPackage
                                                      : Runner::kDynamic;
  std::vector<ConformanceCase> cases = find_cases(options.folders);
  std::erase_if(cases, [&](const ConformanceCase& test) { return test.name.find(options.only) == std::string::npos; });
  if (cases.empty()) return report(not_found("there is no case to run: folders that hold model.onnx and test_data_set_* are cases"));
  int count[4] = {0, 0, 0, 0};
  nlohmann::json rows = nlohmann::json::array();
  {
    Progress progress("testing", cases.size());
    for (const ConformanceCase& test : cases) {
      progress.step(test.name);
      const auto ignore = ignored.find(test.name);
      const CaseResult result =
          ignore != ignored.end() ? CaseResult{Outcome::kIgnored, ignore->second} : run_case(**compiler, test, runner, options.threads);
      ++count[static_cast<int>(result.outcome)];
      if (result.outcome != Outcome::kPassed) print(padded(outcome_name(result.outcome), 12) + test.name + ": " + result.reason + "\n");
      std::fflush(stdout);
      rows.push_back({{"case", test.name}, {"folder", test.folder}, {"outcome", outcome_name(result.outcome)}, {"reason", result.reason}});
    }
  }
  if (!options.json.empty()) {
    if (const Status written = write_json(options.json, rows); !written.ok()) return report(written);
  }
  if (count[3] > 0) std::printf("%d ignored\n", count[3]);
  std::printf("%d passed, %d failed, %d unsupported\n", count[0], count[1], count[2]);
  return count[1] == 0 ? kExitOk : kExitFailed;
}

}  // namespace

void add_test(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<TestOptions>();
  CLI::App* command = app.add_subcommand("test", "Run folders of ONNX test data and compare the outputs");
  command
      ->add_option("folders", options->folders,
                   "Folders that hold cases at any depth: model.onnx (or .gbir) and test_data_set_*/input_N, output_N (.pb or .npy)")
      ->required()
      ->check(CLI::ExistingDirectory);
  command->add_option("--runner", options->runner, "How the cases are run")
      ->check(CLI::IsMember({"reference", "dynamic", "package"}))
      ->capture_default_str();
  command->add_option("--json", options->json, "Write one object per case to this file");
  command->add_option("--ignore", options->ignore, "File of cases to leave out: a name and the reason on each line");
  command->add_option("--only", options->only, "Run only cases whose name contains this");
  command->add_option("--threads", options->threads, "Threads of the model")->capture_default_str()->check(CLI::Range(1, 1024));
  command->footer(
      "Examples:\n  gearbox test /usr/include/onnx/backend/test/data --ignore tests/conformance/ignore.txt\n  gearbox test cases --runner "
      "package --only conv --json outcome.json");
  command->callback([options, &exit_code] { exit_code = run_test(*options); });
}

}  // namespace gearbox::cli
